"""Reading a log: whole records, and what is wrong with the rest."""

from __future__ import annotations

import codecs
import json
from collections.abc import Iterator
from pathlib import Path

from pydantic import ValidationError

from accord.annotations.log.submission import FAMILY, NEWEST, SCHEMA, Submission
from accord.annotations.rows.tally import Tally
from accord.annotations.rows.utf8 import OTHER_MARKS, SAVE_AS_UTF8
from accord.findings import Finding

DAMAGED = "restore the line from a copy of the log; nothing is guessed from it"
PENDING = "the program that wrote it was cut off; run its command again"


class LogReader:
    """The records of one log, in order: `for line, submission in LogReader(path)`.

    findings and problems are complete once all records were read. A last line that was cut off is a finding, any
    other line that is no record a problem; the other records are read all the same. Raises OSError.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.findings: list[Finding] = []
        self._tally = Tally(str(path))

    @property
    def problems(self) -> list[Finding]:
        """Lines that are no record."""
        return self._tally.problems()

    def __iter__(self) -> Iterator[tuple[int, Submission]]:
        with self.path.open("rb") as stream:
            for number, line in enumerate(stream, 1):
                data = self._without_mark(line) if number == 1 else line
                if data is None:
                    return
                if not data.strip():
                    continue
                submission = self._record(number, data)
                if submission is not None:
                    yield number, submission

    def _without_mark(self, line: bytes) -> bytes | None:
        """The first line without its byte order mark; None where the file is in another encoding."""
        for mark, name in OTHER_MARKS:
            if line.startswith(mark):
                self._tally.add("not_utf8", str(self.path), f"the file is {name}, not UTF-8", SAVE_AS_UTF8)
                return None
        if line.startswith(codecs.BOM_UTF8):
            message = "starts with a byte order mark, which another program must have put there"
            self.findings.append(Finding("byte_order_mark", "warning", str(self.path), message))
        return line.removeprefix(codecs.BOM_UTF8)

    def _record(self, number: int, line: bytes) -> Submission | None:
        where = f"{self.path}:{number}"
        has_end = line.endswith(b"\n")
        try:
            submission = Submission.model_validate_json(line)
        except ValidationError as error:
            if not has_end and error.errors()[0]["type"] == "json_invalid":
                self.findings.append(Finding("torn_line", "warning", where, "the last line was cut off", PENDING))
            else:
                self._tally.add("bad_record", where, _why(error, line), DAMAGED)
            return None
        if submission.schema_ != SCHEMA:
            self._tally.add("bad_record", where, _other_schema(submission.schema_))
            return None
        if not has_end:
            message = "the last line has no line end; it is complete and counts"
            self.findings.append(Finding("no_line_end", "warning", where, message))
        return submission


def _why(error: ValidationError, line: bytes) -> str:
    """Why a line is no record: another layout, no JSON, or the first key that is wrong."""
    try:
        value = json.loads(line.decode())
    except ValueError as cause:
        return f"not one JSON object: {cause}" if isinstance(cause, json.JSONDecodeError) else "not UTF-8"
    except RecursionError:
        return "nested too deeply"
    schema = value.get("schema") if isinstance(value, dict) else None
    if isinstance(schema, str) and schema != SCHEMA:
        return _other_schema(schema)
    detail = error.errors()[0]
    place = ".".join(str(part) for part in detail["loc"])
    return f"{place}: {detail['msg'][0].lower()}{detail['msg'][1:]}" if place else detail["msg"]


def _other_schema(schema: str) -> str:
    family, _, number = schema.partition("/")
    if family == FAMILY and number.isdigit() and int(number) > int(NEWEST):
        return f"written by a newer accord (schema {schema}; this one knows {SCHEMA}): install the newer one"
    return f"schema {schema!r} is not known; this accord knows {SCHEMA}"
