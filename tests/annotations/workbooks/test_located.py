"""Where the columns and rows of a plan stand in a sheet that came back."""

from __future__ import annotations

import pytest
from made_returns import ANNOTATOR, HEADING, ITEM, OUTPUT, REFERENCE, SCORE, grid, lines, located, merged, plan, told

from accord.annotations.workbooks.grid import Cell
from accord.annotations.workbooks.located import DEEPEST_HEADING, heading_row, headings_in, locate

ALL = {at: at + 1 for at in range(len(HEADING))}


def moved(table, order):
    """The table with its columns in another order, by their places from 1."""
    return [[line[at - 1] for at in order] for line in table]


def test_a_sheet_as_it_was_given_out():
    found = located(lines(1, 0))
    assert (found.heading, found.column, found.row, found.wrongs) == (1, ALL, {0: 2, 1: 3, 2: 4}, [])


def test_columns_in_another_order_are_joined_by_their_headings():
    found = located(moved(lines(1, 0), range(len(HEADING), 0, -1)))
    assert found.column == {at: len(HEADING) - at for at in range(len(HEADING))}
    assert (found.row, found.wrongs) == ({0: 2, 1: 3, 2: 4}, [])


def test_rows_in_another_order_are_joined_by_their_items_with_a_note():
    table = lines(1, 0)
    found = located([table[0], table[3], table[1], table[2]])
    assert found.row == {2: 2, 0: 3, 1: 4}
    assert told(found.wrongs) == ["rows_sorted info"]


def test_blank_rows_between_are_no_rows():
    table = lines(1, 0)
    blank = [None] * len(HEADING)
    spaces = ["  "] * len(HEADING)
    found = located([table[0], table[1], blank, table[2], spaces, table[3], blank])
    assert (found.row, found.wrongs) == ({0: 2, 1: 4, 2: 6}, [])


def test_hidden_rows_are_read_with_a_note():
    found = located(lines(1, 0), hidden=[1, 3, 4, 9])
    assert found.row == {0: 2, 1: 3, 2: 4}
    assert told(found.wrongs) == ["hidden_rows info"]
    assert found.wrongs[0].message == "hidden rows were read: 'o2' (row 3), 'o3' (row 4)"
    assert found.wrongs[0].count == 2


@pytest.mark.parametrize("above", [1, 2, DEEPEST_HEADING - 1])
def test_the_heading_may_stand_lower(above):
    table = lines(1, 0)
    found = located([["Please fill in"], *[[None]] * (above - 1), *table])
    assert (found.heading, found.column) == (above + 1, ALL)
    assert found.row == {0: above + 2, 1: above + 3, 2: above + 4}
    assert found.wrongs == []


def test_a_heading_that_stands_too_low_is_none():
    sheet = grid([*[[None]] * DEEPEST_HEADING, *lines(1, 0)])
    assert (heading_row(plan(), sheet), headings_in(plan(), sheet)) == (0, 0)


def test_the_row_with_most_of_the_headings_is_the_heading():
    sheet = grid([["item", "annotator"], *lines(1, 0), HEADING])
    assert (heading_row(plan(), sheet), headings_in(plan(), sheet)) == (2, len(HEADING))
    assert heading_row(plan(), grid([])) == headings_in(plan(), grid([])) == 0


def test_headings_are_compared_without_case_and_white_space():
    table = lines(1, 0)
    table[0] = [f" {name.upper()}\n" for name in HEADING]
    assert (located(table).column, located(table).wrongs) == (ALL, [])


@pytest.mark.parametrize(
    ("column", "whole"),
    [
        (1, False),
        (2, False),
        (REFERENCE, True),
        (OUTPUT, True),
        (SCORE, True),
        (ITEM, True),
        (7, False),
        (ANNOTATOR, True),
    ],
)
def test_a_column_that_is_gone(column, whole):
    kept = [at for at in range(1, len(HEADING) + 1) if at != column]
    found = located(moved(lines(1, 0), kept))
    (wrong,) = found.wrongs
    assert told([wrong]) == ["column_missing error row 1"]
    assert wrong.message == f"the column {HEADING[column - 1]!r} is gone, or its heading was changed"
    assert wrong.whole is whole
    assert found.column == {at - 1: place for place, at in enumerate(kept, 1)}
    assert found.row == ({} if column == ITEM else {0: 2, 1: 3, 2: 4})


def test_a_heading_that_was_changed_is_a_column_that_is_gone():
    table = lines(1, 0)
    table[0][SCORE - 1] = "score"
    found = located(table)
    assert told(found.wrongs) == ["column_missing error row 1", "other_columns info row 1"]
    assert found.wrongs[1].message.endswith(": E 'score'")


@pytest.mark.parametrize(("column", "whole"), [(SCORE, True), (1, False)])
def test_a_column_that_stands_there_twice(column, whole):
    table = [[*line, line[column - 1], line[column - 1]] for line in lines(1, 0)]
    found = located(table)
    assert told(found.wrongs) == ["column_twice error I1", "column_twice error J1"]
    assert {wrong.whole for wrong in found.wrongs} == {whole}
    assert found.wrongs[0].message.endswith(f"first in column {'ABCDE'[column - 1]}")


def test_columns_of_annotators_are_noted():
    table = [["note", *line, "  ", "why"] for line in lines(1, 0)]
    found = located(table)
    assert found.column == {at: place + 1 for at, place in ALL.items()}
    (wrong,) = found.wrongs
    assert told([wrong]) == ["other_columns info row 1"]
    assert wrong.message.endswith(": A 'note', K 'why'")
    assert wrong.count == 2


def test_a_row_that_is_gone():
    table = lines(1, 0)
    del table[2]
    found = located(table)
    assert found.row == {0: 2, 2: 3}
    assert told(found.wrongs) == ["row_missing error"]
    assert found.wrongs[0].message == "the row of 'o2' is missing; it was given out as row 3"


def test_a_row_that_stands_there_twice_is_taken_from_neither():
    table = lines(1, 0)
    found = located([*table, table[1]])
    assert found.row == {1: 3, 2: 4}
    assert told(found.wrongs) == ["row_twice error F2", "row_twice error F5"]
    assert found.wrongs[0].message == "'o1' stands in rows 2, 5"


def test_a_row_of_an_item_that_was_not_given_out():
    table = lines(1, 0)
    table[2][ITEM - 1] = "o9"
    found = located(table)
    assert told(found.wrongs) == ["row_unknown error F3", "row_missing error"]
    assert found.wrongs[0].message == "'o9' is no item of this workbook"
    assert found.row == {0: 2, 2: 4}


@pytest.mark.parametrize("blank", [None, " ", "\n"])
@pytest.mark.parametrize(
    "rest", [1, Cell("2", "number", formula=True), Cell("", "text", formula=True, calculated=False)]
)
def test_a_row_without_an_item(blank, rest):
    found = located([*lines(1, 0), [None, None, None, None, rest, blank]])
    assert told(found.wrongs) == ["row_unknown error F5"]
    assert "has no item" in found.wrongs[0].message
    assert found.row == {0: 2, 1: 3, 2: 4}


def test_what_stands_beside_the_columns_is_no_row():
    beside = [None] * len(HEADING)
    found = located([*lines(1, 0), [*beside, "Thank you"]])
    assert (found.row, found.wrongs) == ({0: 2, 1: 3, 2: 4}, [])


def test_items_are_found_whatever_their_white_space():
    table = lines(1, 0)
    table[1][ITEM - 1] = " o1\n"
    assert (located(table).row, located(table).wrongs) == ({0: 2, 1: 3, 2: 4}, [])


def test_numbers_are_items_too():
    made = plan([("a", "b", "c", "12"), ("a", "b", "c", "012")])
    table = lines(1, 0, made=made)
    table[1][ITEM - 1] = 12
    assert (located(table, made).row, located(table, made).wrongs) == ({0: 2, 1: 3}, [])


def test_items_that_differ_in_white_space_only_are_told_apart_to_the_letter():
    made = plan([("a", "b", "c", "x  y"), ("a", "b", "c", "x y")])
    table = lines(1, 0, made=made)
    assert located(table, made).row == {0: 2, 1: 3}
    table[1][ITEM - 1] = " x y"
    assert told(located(table, made).wrongs) == ["row_unknown error F2", "row_missing error"]


def test_merged_items():
    table = lines(1, 0)
    table[2][ITEM - 1] = None
    found = located(table, merged=[merged((2, ITEM), (3, ITEM))])
    assert told(found.wrongs) == [
        "cell_merged error F2",
        "cell_merged error F3",
        "row_unknown error F3",
        "row_missing error",
    ]
    assert found.wrongs[0].message == "merged: F2:F3"


def test_a_sheet_of_headings_only():
    found = locate(plan(), grid([HEADING]))
    assert found.row == {}
    assert told(found.wrongs) == ["row_missing error"] * 3
