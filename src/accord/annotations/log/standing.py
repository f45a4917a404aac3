"""The standing submissions of a folder, in columns: of every rater's answers to one form the one that counts."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from accord.annotations.log.name import log_paths
from accord.annotations.log.reader import LogReader
from accord.annotations.log.submission import Answer
from accord.findings import Finding
from accord.spec.states import NOT_ASKED_CELL

Ints = NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Standing:
    """R standing submissions.

    frame: (R, columns) text: id, item, of, rater, role, pass, at, state, reason, and a column for each field with the
    answer as a cell of a table. log, line: (R,) where each stands. corrected: how many records they supersede.
    """

    frame: pl.DataFrame
    log: Ints
    line: Ints
    logs: tuple[Path, ...]
    records: tuple[int, ...]
    corrected: int
    findings: tuple[Finding, ...]
    problems: tuple[Finding, ...]

    def place(self, row: int, column: str | None = None) -> str:
        """The log and line of a row, and the field."""
        tail = "" if column is None else f", field {column}"
        return f"{self.logs[int(self.log[row])]}:{int(self.line[row])}{tail}"


TEXTS = ("id", "item", "of", "rater", "role", "pass", "at", "state", "reason")
LINE = "\0line"
BLOCK = 1 << 16
"""Records that are held as Python objects before they become columns."""

Unit = tuple[str, str, str, str | None, str]
"""Role, rater, item, output and pass: what has one standing submission."""


def read_standing(folder: Path, fields: Sequence[str]) -> Standing:
    """The standing submissions of all logs of a folder. fields: those whose answers are wanted.

    Lines that are no record and logs that cannot be read are problems of the result; nothing is raised for them.
    Raises InputError and OSError as `log_paths` does.
    """
    logs = log_paths(folder)
    findings: list[Finding] = []
    problems: list[Finding] = []
    parts = [_columns([], fields)]
    records = []
    for path in logs:
        reader = LogReader(path)
        part, seen = _read(reader, fields)
        parts.append(part)
        records.append(seen)
        findings += reader.findings
        problems += reader.problems
    frame = pl.concat(parts)
    line = frame.drop_in_place(LINE).to_numpy()
    log = np.repeat(np.arange(len(logs), dtype=np.int32), [part.height for part in parts[1:]])
    corrected = sum(records) - frame.height
    return Standing(frame, log, line, tuple(logs), tuple(records), corrected, tuple(findings), tuple(problems))


def _read(reader: LogReader, fields: Sequence[str]) -> tuple[pl.DataFrame, int]:
    """The standing records of one log in the order of their lines, and how many records it has."""
    standing: dict[Unit, int] = {}
    latest: dict[Unit, str] = {}
    parts = []
    rows = []
    seen = 0
    for line, submission in reader:
        rater, at, answers = submission.rater, submission.at, submission.answers
        unit = (rater.role, rater.name, submission.item, submission.of, submission.pass_)
        if replaces(at, latest.get(unit)):
            standing[unit] = seen
            if at is not None:
                latest[unit] = at
        seen += 1
        who = (rater.name, rater.role, submission.pass_)
        head = (line, submission.id, submission.item, submission.of, *who, at, submission.state, submission.reason)
        rows.append((*head, *[as_cell(answers.get(name)) for name in fields]))
        if len(rows) == BLOCK:
            parts.append(_columns(rows, fields))
            rows = []
    frame = pl.concat([*parts, _columns(rows, fields)])
    return frame if len(standing) == seen else frame[sorted(standing.values())], seen


def _columns(rows: Sequence[tuple[Any, ...]], fields: Sequence[str]) -> pl.DataFrame:
    schema = {LINE: pl.Int32, **dict.fromkeys((*TEXTS, *fields), pl.String)}
    return pl.DataFrame(list(zip(*rows, strict=True)) or None, schema)


def replaces(at: str | None, latest: str | None) -> bool:
    """Whether a later record of the log takes the place of the standing one: unless it was answered before `latest`,
    the last stated time of those that stood. A record without a time was answered after the ones before it.

    >>> replaces(None, "2026-01-01T00:00:00.000000Z"), replaces("2026-01-01T", "2026-01-02T")
    (True, False)
    """
    return at is None or latest is None or at >= latest


def as_cell(answer: Answer | None) -> str | None:
    """An answer as the cell of a table that reads as it.

    >>> as_cell(Answer(state="answered", value=["a", "b"])), as_cell(Answer(state="missing"))
    ('["a","b"]', None)
    """
    if answer is None or answer.state == "not_asked":
        return NOT_ASKED_CELL
    if answer.state == "missing":
        return None
    return cell_text(answer.raw if answer.state == "off_label" else answer.value)


def cell_text(value: Any) -> str:
    """A JSON value as a cell: texts as they are, all else as JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, separators=(",", ":"))
