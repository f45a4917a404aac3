"""Notes about distinct cells become findings with places."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.annotations.places import BAD_BOX_FIX, DROPPED_BOX, FIXES, SHOWN, note_findings, shown_places
from accord.spec.reading import Note


def line(row: int, column: str | None = None) -> str:
    return f"a.csv:{row + 2}" + ("" if column is None else f", column {column}")


def codes(*values: int) -> np.ndarray:
    return np.array(values, np.int32)


def test_nothing_noted_nothing_found() -> None:
    assert note_findings("f", [], codes(0, 1), line) == ([], [])


def test_a_note_is_counted_for_every_row_with_its_cell() -> None:
    notes = [Note(1, "off_label", "'x' is not allowed"), Note(2, "off_label", "'y' is not allowed")]
    (finding,), fatal = note_findings("f", notes, codes(2, 0, 1, 1, -1), line)
    assert fatal == []
    assert (finding.code, finding.severity, finding.where, finding.count) == ("off_label", "warning", "field f", 3)
    assert finding.message == ("a.csv:2: 'y' is not allowed; a.csv:4: 'x' is not allowed; a.csv:5: 'x' is not allowed")
    assert finding.fix == FIXES["off_label"]


def test_only_the_first_rows_are_shown_and_the_rest_counted() -> None:
    (finding,), _ = note_findings("f", [Note(0, "off_label", "m")], np.zeros(1000, np.int32), line)
    assert finding.message == "; ".join(f"a.csv:{row + 2}: m" for row in range(SHOWN)) + "; and 995 more"
    assert finding.count == 1000


def test_kinds_of_notes_are_findings_of_their_own() -> None:
    notes = [
        Note(0, "normalised", "m"),
        Note(1, "placeholder", "n"),
        Note(0, "box_no_area", "b"),
        Note(1, "normalised", "o"),
        Note(0, "box_leaves_picture", "p"),
    ]
    findings, _ = note_findings("f", notes, codes(0, 1), line)
    assert [(finding.code, finding.severity, finding.fix, finding.count) for finding in findings] == [
        ("normalised", "info", None, 2),
        ("placeholder", "warning", FIXES["placeholder"], 1),
        ("box_no_area", "warning", DROPPED_BOX, 1),
        ("box_leaves_picture", "warning", None, 1),
    ]


def test_a_cell_that_no_row_has_is_not_found() -> None:
    assert note_findings("f", [Note(3, "off_label", "m"), Note(3, "x", "m", fatal=True)], codes(0, -1), line) == (
        [],
        [],
    )


def test_fatal_notes_are_one_problem_a_row_in_the_order_of_rows_and_boxes() -> None:
    notes = [
        Note(0, "box_null", "null", 2, fatal=True),
        Note(1, "box_no_area", "flat", 1, fatal=True),
        Note(1, "box_null", "null", 0, fatal=True),
    ]
    findings, fatal = note_findings("f", notes, codes(1, 0, 1), line)
    assert findings == []
    assert [(problem.where, problem.message, problem.severity) for problem in fatal] == [
        ("a.csv:2, box 0", "null", "error"),
        ("a.csv:2, box 1", "flat", "error"),
        ("a.csv:3, box 2", "null", "error"),
        ("a.csv:4, box 0", "null", "error"),
        ("a.csv:4, box 1", "flat", "error"),
    ]
    assert [problem.fix for problem in fatal] == [None] * 4 + [BAD_BOX_FIX]


@given(st.lists(st.integers(-1, 4), max_size=30), st.sets(st.integers(0, 4)))
def test_counts_are_those_of_the_column(cells: list[int], noted: set[int]) -> None:
    notes = [Note(cell, "off_label", f"m{cell}") for cell in sorted(noted)]
    findings, _ = note_findings("f", notes, codes(*cells), line)
    expected = [row for row, cell in enumerate(cells) if cell in noted]
    assert sum(finding.count for finding in findings) == len(expected)
    if expected:
        shown = findings[0].message.split("; and ")[0].split("; ")
        assert shown == [f"a.csv:{row + 2}: m{cells[row]}" for row in expected[:SHOWN]]


@pytest.mark.parametrize("count", [0, 1, SHOWN, SHOWN + 1, 100])
def test_places_of_rows(count: int) -> None:
    text = shown_places(np.arange(count), line)
    assert text.count("a.csv:") == min(count, SHOWN)
    assert text.endswith(f" and {count - SHOWN} more") == (count > SHOWN)
