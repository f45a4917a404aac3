"""Whether what people were only to read is still there, and who filled in the sheet."""

from __future__ import annotations

from dataclasses import replace

import pytest
from made_returns import (
    ANNOTATOR,
    COLUMNS,
    DESCRIPTION,
    GROUP,
    ITEM,
    OUTPUT,
    REFERENCE,
    ROWS,
    SCORE,
    lines,
    located,
    merged,
    plan,
    told,
)

from accord.annotations.workbooks.grid import Cell
from accord.annotations.workbooks.manifest import Manifest
from accord.annotations.workbooks.proof import annotator_of, prove

LETTERS = " ABCDEFGH"


def given_out(made):
    """What the hidden sheet of a plan says."""
    return Manifest({}, {row.texts[ITEM - 1]: made.row_digest(row) for row in made.rows})


def proved(row, column, value, **traits):
    table = lines(1, 0)
    table[row - 1][column - 1] = value
    return prove(located(table, **traits), given_out(plan()))


def test_nothing_is_wrong_with_what_was_given_out():
    assert prove(located(lines(1, 0)), given_out(plan())) == []
    assert prove(located(lines()), None) == []


@pytest.mark.parametrize("said", ["vase ||\r\njar", " vase || jar ", "vase  ||\n\njar\t", "vase\u00a0||\u3000jar"])
def test_white_space_may_differ(said):
    assert proved(2, REFERENCE, said) == []


def test_a_number_is_its_text():
    assert proved(4, OUTPUT, 1890) == []
    assert told(proved(4, OUTPUT, 1890.5)) == ["cell_changed error D4"]


@pytest.mark.parametrize(
    ("column", "name"),
    [(DESCRIPTION, "the text"), (REFERENCE, "the reference"), (OUTPUT, "the output"), (GROUP, "the tracking cell")],
)
def test_a_changed_cell_is_named_with_what_it_was(column, name):
    (wrong,) = proved(2, column, "another")
    assert told([wrong]) == [f"cell_changed error {LETTERS[column]}2"]
    was = " ".join(plan().rows[0].texts[column - 1].split())
    assert wrong.message == f"{name} is 'another'; it was {was!r}"
    assert not wrong.whole


@pytest.mark.parametrize("value", [None, " "])
def test_an_emptied_cell(value):
    (wrong,) = proved(3, REFERENCE, value)
    assert (told([wrong]), wrong.message) == (["cell_changed error C3"], "the reference is empty; it was 'bowl'")


def test_a_cell_that_was_empty():
    (wrong,) = proved(4, REFERENCE, "coin")
    assert (told([wrong]), wrong.message) == (["cell_changed error C4"], "the reference is 'coin'; it was empty")


def test_a_text_that_was_turned_into_a_date():
    (wrong,) = proved(3, OUTPUT, Cell("2026-12-10", "date"))
    assert told([wrong]) == ["cell_date error D3"]
    assert wrong.message == "the output was turned into the date 2026-12-10; it was '10-12'"


def test_long_texts_are_shown_from_where_they_part():
    long = "word " * 100
    made = plan([("a", f"{long}end", "c", "o1")])
    table = lines(1, made=made)
    table[1][REFERENCE - 1] = f"{long}another end"
    (wrong,) = prove(located(table, made), None)
    now, before = wrong.message.removeprefix("the reference is ").split("; it was ")
    assert now.startswith("'...") and before.startswith("'...")
    assert "another end" in now
    assert before.endswith("word end'")


def test_a_long_text_that_was_cut_short():
    made = plan([("a", "word " * 100, "c", "o1")])
    table = lines(1, made=made)
    table[1][REFERENCE - 1] = "word " * 50
    (wrong,) = prove(located(table, made), None)
    assert wrong.message.startswith("the reference is '...")


@pytest.mark.parametrize("formula", [Cell("a jar", "text", formula=True), Cell("", "text", True, calculated=False)])
def test_a_formula_is_never_what_was_given_out(formula):
    (wrong,) = proved(2, OUTPUT, formula)
    assert told([wrong]) == ["cell_formula error D2"]
    assert wrong.message == "the output holds a formula; it was 'a jar'"


def test_every_cell_that_is_wrong_is_named_row_by_row():
    table = lines(1, 0)
    table[0], table[1], table[3] = table[0], table[3], table[1]
    table[1][OUTPUT - 1] = table[3][REFERENCE - 1] = "x"
    found = prove(located(table), given_out(plan()))
    assert told(found) == ["cell_changed error C4", "cell_changed error D2"]


def test_answers_pictures_and_annotators_are_not_compared():
    for column in (2, SCORE, ANNOTATOR):
        assert proved(2, column, "another") == []


def test_other_columns_are_compared_where_one_is_gone():
    table = [line[1:] for line in lines(1, 0)]
    table[1][OUTPUT - 2] = "another"
    assert told(prove(located(table), given_out(plan()))) == ["cell_changed error C2"]


def test_merged_cells_hold_what_shows():
    made = plan([("a", "vase", "c", "o1"), ("a", "vase", "c", "o2"), ("a", "bowl", "c", "o3")])
    table = lines(1, 0, 1, made=made)
    table[2][REFERENCE - 1] = None
    area = [merged((2, REFERENCE), (3, REFERENCE))]
    assert prove(located(table, made, merged=area), None) == []
    area = [merged((2, REFERENCE), (4, REFERENCE))]
    assert told(prove(located(table, made, merged=area), None)) == ["cell_changed error C4"]


def changed_since(*cells):
    """A sheet as it was given out, with a plan of today in which some cells are others."""
    today = [list(row) for row in ROWS]
    for row, place in cells:
        today[row][place] = "of today"
    return plan(today)


def test_a_benchmark_that_has_changed_is_told_as_such():
    old, new = plan(), changed_since((0, 1), (0, 2))
    (wrong,) = prove(located(lines(1, 0), new), given_out(old))
    assert told([wrong]) == ["benchmark_changed error F2"]
    assert "the row of 'o1' is as it was given out" in wrong.message
    assert wrong.message.endswith("'reference_title', 'm_title'")
    assert wrong.fix == "export the workbooks again"


def test_a_cell_that_was_changed_as_well_as_the_benchmark_is_named():
    table = lines(1, 0)
    table[1][DESCRIPTION - 1] = "another"
    found = prove(located(table, changed_since((0, 1))), given_out(plan()))
    assert told(found) == ["cell_changed error A2", "cell_changed error C2"]


def test_a_formula_with_the_text_that_was_given_out_is_named():
    table = lines(1, 0)
    table[1][OUTPUT - 1] = Cell("a jar", "text", formula=True)
    assert told(prove(located(table), given_out(plan()))) == ["cell_formula error D2"]


def test_items_are_found_in_the_hidden_sheet_as_cells_hold_them():
    old = plan([("a", "vase", "c", "o\ufffd")])
    new = plan([("a", "bowl", "c", "o\ufffd")])
    new = replace(new, rows=(replace(new.rows[0], item="o\x01"),))
    found = prove(located(lines(1, made=old), new), given_out(old))
    assert [wrong.code for wrong in found] == ["benchmark_changed"]


def named(*names, **traits):
    table = lines(1, 0)
    for line, name in zip(table[1:], names, strict=True):
        line[ANNOTATOR - 1] = name
    return annotator_of(located(table, **traits))


def test_the_annotator_of_all_rows():
    assert named("bob", "bob", "bob") == ("bob", [])
    assert named(" bob", "bob\n", "bob") == ("bob", [])


@pytest.mark.parametrize("other", ["ann", "carol", None, "BOB"])
def test_rows_of_another_annotator(other):
    name, (wrong,) = named("bob", other, "bob")
    assert (name, told([wrong])) == ("bob", ["annotator_differs error H3"])
    assert wrong.message == f"the annotator is {other or ''!r}; the other rows are of 'bob'"
    assert wrong.fix == "annotators of the group: 'ann', 'bob'"
    assert not wrong.whole


def test_most_rows_decide():
    name, wrongs = named("ann", "bob", "bob")
    assert (name, told(wrongs)) == ("bob", ["annotator_differs error H2"])


@pytest.mark.parametrize("names", [("ann", "bob", None), ("bob", "eve", "ann")])
def test_as_many_rows_of_two_annotators(names):
    name, wrongs = named(*names)
    assert name is None
    assert told(wrongs) == [f"annotator_differs error H{row}" for row in (2, 3, 4) if names[row - 2] != "bob"]
    assert {wrong.whole for wrong in wrongs} == {True}
    assert wrongs[0].message.endswith("; as many rows are of 'bob'")


@pytest.mark.parametrize("names", [(None, None, None), ("eve", "eve", "eve"), ("eve", None, "ANN")])
def test_nobody_of_the_group(names):
    name, (wrong,) = named(*names)
    assert (name, told([wrong]), wrong.whole) == (None, ["annotator_differs error H2"], True)
    assert wrong.message == f"no row names an annotator of the group; here is {names[0] or ''!r}"


def test_a_merged_annotator():
    assert named("ann", None, None, merged=[merged((2, ANNOTATOR), (4, ANNOTATOR))]) == ("ann", [])


def test_without_the_column_or_rows_nobody_is_named():
    assert annotator_of(located([line[:-1] for line in lines(1, 0)])) == (None, [])
    assert annotator_of(located(lines()[:1])) == (None, [])


def test_names_of_annotators_may_be_spaced_in_any_way():
    table = lines(1, 0, annotator="ann  lee")
    assert annotator_of(located(table, plan(raters=("ann lee", "bob")))) == ("ann lee", [])


def test_the_columns_of_these_tests():
    assert [COLUMNS[at - 1].part for at in (DESCRIPTION, REFERENCE, OUTPUT, SCORE, ITEM, GROUP, ANNOTATOR)] == [
        "shown", "reference", "output", "answer", "item", "tracking", "annotator",
    ]  # fmt: skip
