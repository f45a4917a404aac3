"""The standing submissions of a folder, in columns: of every rater's answers to one form the one that counts."""

from __future__ import annotations

import json
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from accord.annotations.log_name import log_paths
from accord.annotations.log_reader import LogReader
from accord.annotations.submission import Answer
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

Book = dict[str | None, int]
"""The distinct texts of a column with their codes 0, 1, ... in the order of first sight."""


def read_standing(folder: Path, fields: Sequence[str]) -> Standing:
    """The standing submissions of all logs of a folder. fields: those whose answers are wanted.

    Lines that are no record are problems of the result; nothing is raised for them. Memory grows with the number of
    submissions by a few bytes a column, and with the number of distinct texts.
    """
    names = (*TEXTS, *fields)
    books: list[Book] = [{} for _ in names]
    columns = [array("i") for _ in (*names, "log", "line")]
    logs = log_paths(folder)
    findings: list[Finding] = []
    problems: list[Finding] = []
    records = []
    for number, path in enumerate(logs):
        reader = LogReader(path)
        rows, seen = _rows(reader, fields, books, number)
        for column, codes in zip(columns, zip(*rows, strict=True), strict=False):
            column.extend(codes)
        records.append(seen)
        findings += reader.findings
        problems += reader.problems
    *coded, log, line = (np.array(column, np.int32) for column in columns)
    texts = (pl.Series(list(book), dtype=pl.String) for book in books)
    frame = {name: text.gather(codes) for name, text, codes in zip(names, texts, coded, strict=True)}
    return Standing(
        pl.DataFrame(frame),
        log,
        line,
        tuple(logs),
        tuple(records),
        sum(records) - len(line),
        tuple(findings),
        tuple(problems),
    )


def _rows(
    reader: LogReader, fields: Sequence[str], books: Sequence[Book], log: int
) -> tuple[list[tuple[int, ...]], int]:
    """The codes of the standing records of one log, and how many records it has."""
    rows: dict[tuple[str, str | None, str], tuple[int, ...]] = {}
    times: dict[tuple[str, str | None, str], str] = {}
    seen = 0
    for line, submission in reader:
        seen += 1
        at, answers = submission.at, submission.answers
        unit = (submission.item, submission.of, submission.pass_)
        if not replaces(at, times.get(unit)):
            continue
        if at is not None:
            times[unit] = at
        else:
            times.pop(unit, None)
        rater = submission.rater
        who = (rater.name, rater.role, submission.pass_)
        cells = (as_cell(answers.get(name)) for name in fields)
        texts = (submission.id, *unit[:2], *who, at, submission.state, submission.reason, *cells)
        codes = (book.setdefault(text, len(book)) for book, text in zip(books, texts, strict=True))
        rows[unit] = (*codes, log, line)
    return list(rows.values()), seen


def replaces(at: str | None, standing: str | None) -> bool:
    """Whether a later record of the log takes the place of the standing one: unless it was answered earlier.

    >>> replaces(None, "2026-01-01T00:00:00.000000Z"), replaces("2026-01-01T", "2026-01-02T")
    (True, False)
    """
    return at is None or standing is None or at >= standing


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
