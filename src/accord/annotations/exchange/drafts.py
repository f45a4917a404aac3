"""Drafts of submissions: incoming rows, checked against the form, the items and the outputs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from accord.annotations.encode import cell_codes
from accord.annotations.exchange.answers import BLANK, AnswerParts, answer_of
from accord.annotations.exchange.heads import Head, read_heads
from accord.annotations.exchange.incoming import Incoming, Request
from accord.annotations.items import ItemTable, left_blank
from accord.annotations.log.outputs import Outputs
from accord.annotations.places import note_findings, shown_places
from accord.errors import UsageError
from accord.findings import Finding, counted
from accord.spec.benchmark import Benchmark
from accord.spec.reading import Note, Reading
from accord.spec.roles import ROLES, Role


@dataclass(frozen=True, slots=True)
class Draft:
    """What one row says. row: in the incoming frame; answers: field -> an answer as it stands in a line."""

    row: int
    head: Head
    answers: dict[str, AnswerParts]


@dataclass(frozen=True)
class Drafts:
    """Rows that can be kept, the fields they answer, and why other rows cannot be kept.

    rejected: every reason, in the order of rows; refused: how many rows that are.
    """

    kept: list[Draft]
    fields: tuple[str, ...]
    rejected: list[Finding]
    refused: int
    findings: list[Finding]


@dataclass(frozen=True)
class _Column:
    """The answers of all rows to one field. blank: role -> (N,) the items for which it leaves the field blank."""

    answers: list[AnswerParts]
    blank: dict[Role, NDArray[np.bool_] | None]
    findings: list[Finding]
    rejected: dict[int, list[Finding]]


def drafts_of(incoming: Incoming, benchmark: Benchmark, items: ItemTable, outputs: Outputs, request: Request) -> Drafts:
    """Every row of a file, checked. Raises UsageError where the file has no field, or rows have no rater or role."""
    names = tuple(name for name in benchmark.fields if name in incoming.frame.columns)
    if not names:
        asked, there = ", ".join(benchmark.fields), ", ".join(incoming.frame.columns)
        raise UsageError(f"no column is a field of the benchmark\n    fields: {asked}\n    columns: {there}")
    heads = read_heads(incoming, items, outputs, request)
    columns = {name: _column(benchmark, items, name, incoming) for name in names}
    rejected = {row: list(why) for row, why in heads.rejected.items()}
    for column in columns.values():
        for row, why in column.rejected.items():
            rejected.setdefault(row, []).extend(why)
    kept, blank = [], 0
    for row, head in heads.of_row.items():
        if row in rejected:
            continue
        answers = _given(row, head, columns, benchmark, items)
        if _is_blank(head, answers):
            blank += 1
            continue
        kept.append(Draft(row, head, answers if head.state == "answered" else {}))
    findings = [*incoming.findings, *(finding for column in columns.values() for finding in column.findings)]
    findings += _repeats(kept, incoming)
    if blank:
        message = f"{counted(blank, 'row is', 'rows are')} blank: nothing was answered, so nothing is taken in"
        findings.append(Finding("blank_rows", "info", "", message, None, blank))
    return Drafts(kept, names, [why for row in sorted(rejected) for why in rejected[row]], len(rejected), findings)


def _repeats(kept: Sequence[Draft], incoming: Incoming) -> list[Finding]:
    """A finding where a rater answers about the same more than once in one file."""
    rows: dict[tuple[str, str | None, str, str, str], list[Draft]] = {}
    for draft in kept:
        head = draft.head
        rows.setdefault((head.item, head.of, head.rater, head.role, head.passing), []).append(draft)
    again = [draft.row for drafts in rows.values() for draft in drafts[1:]]
    if not again:
        return []
    timed = all(draft.head.at for drafts in rows.values() if len(drafts) > 1 for draft in drafts)
    how = "the latest by time counts" if timed else "the later row counts (a column of times says which is the latest)"
    places = np.sort(np.array(again, np.int64))
    message = f"{counted(len(again), 'row repeats', 'rows repeat')} an item for the same rater: "
    message += shown_places(places, incoming.place)
    return [Finding("repeats", "warning", "raters", message, how, len(again))]


def _column(benchmark: Benchmark, items: ItemTable, name: str, incoming: Incoming) -> _Column:
    """What a column says, distinct cell by distinct cell."""
    field = benchmark.fields[name]
    codes, cells = cell_codes(incoming.frame[name])
    reading = field.read(cells)
    place = partial(incoming.place, column=name)
    findings, _ = note_findings(name, [note for note in reading.notes if not note.fatal], codes, place)
    rejected = _rejected(reading, codes, place)
    book = [*(answer_of(field, reading, at, cell) for at, cell in enumerate(cells)), BLANK]
    blank = {role: left_blank(benchmark, items, name, role) for role in ROLES}
    return _Column([book[code] for code in codes.tolist()], blank, findings, rejected)


def _rejected(reading: Reading, codes: NDArray[np.int32], place: Callable[[int], str]) -> dict[int, list[Finding]]:
    """Row -> why its cell cannot be kept."""
    fatal: dict[int, list[Note]] = {}
    for note in reading.notes:
        if note.fatal:
            fatal.setdefault(note.cell, []).append(note)
    rejected: dict[int, list[Finding]] = {}
    for row in np.flatnonzero(np.isin(codes, list(fatal))).tolist():
        for note in fatal[int(codes[row])]:
            where = place(row) if note.index is None else f"{place(row)}, box {note.index}"
            rejected.setdefault(row, []).append(Finding(note.code, "error", where, note.message))
    return rejected


def _given(
    row: int, head: Head, columns: Mapping[str, _Column], benchmark: Benchmark, items: ItemTable
) -> dict[str, AnswerParts]:
    """The answers of a row to the fields that it was asked, and to others that it answered all the same."""
    given = {}
    for name, column in columns.items():
        answer = column.answers[row]
        if answer["state"] == "missing":
            if name not in benchmark.asked(head.role, head.of is not None):
                continue
            blank = column.blank[head.role]
            if blank is not None and blank[items.row[head.item]]:
                answer = {**answer, "state": "not_asked"}
        given[name] = answer
    return given


def _is_blank(head: Head, answers: Mapping[str, AnswerParts]) -> bool:
    """Whether a row is a form that nobody has filled in; a model that says nothing has answered."""
    if head.role == "model" or head.stated:
        return False
    states: Sequence[str] = [answer["state"] for answer in answers.values()]
    return all(state in ("missing", "not_asked") for state in states)
