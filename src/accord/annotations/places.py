"""Notes about cells become findings about the column: where, what, and how often."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from accord.findings import Finding, Severity
from accord.spec.reading import Note


class Place(Protocol):
    """Names a row, or a cell of it, in messages: "a.csv:12, column score"."""

    def __call__(self, row: int, column: str | None = None) -> str:
        """The place of a row (from 0), or of its cell in a column."""


SHOWN = 5

SEVERITY: dict[str, Severity] = {"normalised": "info"}
FIXES: dict[str, str | None] = {
    "box_leaves_picture": None,
    "box_format": "declare the format that the boxes have",
    "off_label": "such answers are left out and counted; correct them or declare the label",
    "placeholder": "declare it as missing or as an abstention, or list the labels",
    "labels_differ_by_case": "list the labels, then letters' case is ignored",
    "abstention_beside_label": "the abstention was ignored and the label kept",
    "none_beside_label": "the none label was ignored and the other labels kept",
}
DROPPED_BOX = "such boxes were dropped, the answers kept"
BAD_BOX_FIX = "correct it, or drop such boxes (--bad-boxes drop; bad_boxes: drop in a folder) and keep the answers"


def note_findings(
    field: str, notes: Sequence[Note], codes: NDArray[np.int32], place: Callable[[int], str]
) -> tuple[list[Finding], list[Finding]]:
    """Findings and fatal problems from notes about distinct cells.

    codes: (R,) the distinct cell of every rating; place: names the cell of a rating.
    """
    if not notes:
        return [], []
    rows = _rows_by_cell(codes, {note.cell for note in notes})
    refused = [(int(row), note) for note in notes if note.fatal for row in rows.get(note.cell, ())]
    refused.sort(key=lambda at: (at[0], at[1].index or 0))
    fatal = [Finding(note.code, "error", _at(place(row), note), note.message) for row, note in refused]
    if fatal:
        fatal[-1] = replace(fatal[-1], fix=BAD_BOX_FIX)
    findings = []
    for code in dict.fromkeys(note.code for note in notes if not note.fatal):
        group = [note for note in notes if note.code == code and not note.fatal and note.cell in rows]
        if group:
            findings.append(_summary(field, code, group, rows, place))
    return findings, fatal


def _summary(
    field: str, code: str, notes: Sequence[Note], rows: dict[int, NDArray[np.int64]], place: Callable[[int], str]
) -> Finding:
    """One finding for all cells with a note of this code: the first five with their place, then a count."""
    total = sum(len(rows[note.cell]) for note in notes)
    first = sorted((int(row), note.message) for note in notes for row in rows[note.cell][:SHOWN])[:SHOWN]
    shown = "; ".join(f"{place(row)}: {message}" for row, message in first)
    rest = f"; and {total - len(first)} more" if total > len(first) else ""
    fix = FIXES.get(code, DROPPED_BOX if code.startswith("box_") else None)
    return Finding(code, SEVERITY.get(code, "warning"), f"field {field}", f"{shown}{rest}", fix, total)


def _at(place: str, note: Note) -> str:
    return place if note.index is None else f"{place}, box {note.index}"


def _rows_by_cell(codes: NDArray[np.int32], cells: set[int]) -> dict[int, NDArray[np.int64]]:
    wanted = np.flatnonzero(np.isin(codes, np.fromiter(cells, np.int64)))
    if not len(wanted):
        return {}
    order = wanted[np.argsort(codes[wanted], kind="stable")]
    found, starts = np.unique(codes[order], return_index=True)
    return dict(zip(found.tolist(), np.split(order, starts[1:]), strict=True))


def shown_places(rows: NDArray[np.int64], place: Place) -> str:
    """The places of the first rows, then how many more there are."""
    first = ", ".join(place(int(row)) for row in rows[:SHOWN])
    return first if len(rows) <= SHOWN else f"{first} and {len(rows) - SHOWN} more"
