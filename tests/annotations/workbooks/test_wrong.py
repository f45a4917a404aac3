"""Remarks about cells and their addresses."""

from __future__ import annotations

import pytest

from accord.annotations.workbooks.wrong import Wrong, errors
from accord.findings import Finding


@pytest.mark.parametrize(
    ("row", "column", "place"),
    [(5, 3, "b.xlsx!answers!C5"), (75, 28, "b.xlsx!answers!AB75"), (5, 0, "b.xlsx!answers, row 5"),
     (0, 27, "b.xlsx!answers, column AA"), (0, 0, "b.xlsx!answers")],
)  # fmt: skip
def test_a_remark_says_where_it_is(row, column, place):
    wrong = Wrong("cell_blank", "error", row, column, "is blank", "fill it in", 2)
    assert wrong.place("b.xlsx!answers") == place
    assert wrong.finding("b.xlsx", "answers") == Finding("cell_blank", "error", place, "is blank", "fill it in", 2)


def test_a_remark_is_about_one_row_unless_it_says_more():
    wrong = Wrong("cell_blank", "error", 5, 3, "is blank")
    assert (wrong.fix, wrong.count, wrong.whole) == (None, 1, False)


def test_only_errors_keep_something_from_being_taken_in():
    made = [Wrong(severity, severity, 1, 1, "") for severity in ("error", "warning", "info", "error")]
    assert errors(made) == [made[0], made[3]]
    assert errors([]) == []
