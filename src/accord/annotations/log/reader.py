"""Reading a log: whole records, and what is wrong with the rest."""

from __future__ import annotations

import codecs
import json
import re
import stat
from collections.abc import Iterator
from pathlib import Path

from pydantic import ValidationError

from accord.annotations.log.submission import FAMILY, NEWEST, SCHEMA, Submission
from accord.annotations.rows.tally import Tally
from accord.annotations.rows.utf8 import OTHER_MARKS, SAVE_AS_UTF8
from accord.findings import Finding
from accord.spec.field import shown

MOVE = "logs are plain files; move it elsewhere"
DAMAGED = "restore the line from a copy of the log; nothing is guessed from it"
PENDING = "the program that wrote it was cut off; run its command again"
CHANGED_ENDS = "the line ends were changed by another program: several records stand on one line"
RESTORE = "restore the log from a copy, or end each record with a line feed (LF)"
_VERSION = re.compile(re.escape(FAMILY) + "/([1-9][0-9]{0,8})")


class LogReader:
    """The records of one log, in order: `for line, submission in LogReader(path)`.

    findings and problems are complete once all records were read. A last line that was cut off is a finding, any
    other line that is no record a problem; the other records are read all the same. A log that cannot be read, or is
    no regular file, is a problem as well: it has the records that were read before.

    line: the bytes of the line of the record that was handed out last.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.findings: list[Finding] = []
        self.line = b""
        self._tally = Tally(str(path))

    @property
    def problems(self) -> list[Finding]:
        """Lines that are no record, or why the log cannot be read."""
        return self._tally.problems()

    def __iter__(self) -> Iterator[tuple[int, Submission]]:
        try:
            # Opening a named pipe would wait for who never writes.
            if stat.S_ISREG(self.path.stat().st_mode):
                yield from self._records()
            else:
                self._tally.add("not_a_file", str(self.path), "is no regular file", MOVE)
        except OSError as error:
            self._tally.add("unreadable_file", str(self.path), f"cannot be read: {error.strerror or error}")

    def _records(self) -> Iterator[tuple[int, Submission]]:
        with self.path.open("rb") as stream:
            for number, line in enumerate(stream, 1):
                data = self._without_mark(line) if number == 1 else line
                if data is None:
                    return
                if not data.strip():
                    continue
                submission = self._record(number, data)
                if submission is not None:
                    self.line = line
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
            is_cut = not has_end and error.errors()[0]["type"] == "json_invalid"
            if is_cut and ends_were_changed(line):
                self._tally.add("bad_record", where, CHANGED_ENDS, RESTORE)
            elif is_cut:
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


def ends_were_changed(tail: bytes) -> bool:
    r"""Whether a last line that is not complete was not cut off, but holds lines that end in something else than LF:
    it has a carriage return (no line of a log has one inside), or starts with a whole object that more follows.

    >>> ends_were_changed(b'{"a": 1}\r{"a": 2}\r'), ends_were_changed(b'{"a": 1}{"a"'), ends_were_changed(b'{"a": 1')
    (True, True, False)
    """
    if not tail.strip():
        return False
    if b"\r" in tail:
        return True
    text = tail.removeprefix(codecs.BOM_UTF8).decode(errors="replace").lstrip()
    try:
        value, end = json.JSONDecoder().raw_decode(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict) and bool(text[end:].strip())


def _why(error: ValidationError, line: bytes) -> str:
    """Why a line is no record: another layout, no JSON, or the first key that is wrong."""
    try:
        value = json.loads(line.decode())
    except json.JSONDecodeError as cause:
        return f"not one JSON object: {cause}"
    except UnicodeDecodeError:
        return "not UTF-8"
    except ValueError:
        return "a number of too many digits"
    except RecursionError:
        return "nested too deeply"
    schema = value.get("schema") if isinstance(value, dict) else None
    if isinstance(schema, str) and schema != SCHEMA:
        return _other_schema(schema)
    detail = error.errors()[0]
    place = ".".join(str(part) for part in detail["loc"])
    return f"{place}: {detail['msg'][0].lower()}{detail['msg'][1:]}" if place else detail["msg"]


def _other_schema(schema: str) -> str:
    version = _VERSION.fullmatch(schema)
    if version and int(version[1]) > int(NEWEST):
        return f"written by a newer accord (schema {schema}; this one knows {SCHEMA}): install the newer one"
    return f"schema {shown(schema)} is not known; this accord knows {SCHEMA}"
