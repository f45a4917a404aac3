"""What a workbook holds: which cells were given out, and the digests that say whether they still are."""

from __future__ import annotations

from dataclasses import replace

import pytest

from accord.annotations.workbooks.plan import Column, Plan, Row, names_digest, texts_digest

COLUMNS = (
    Column("description", "shown"),
    Column("image", "picture"),
    Column("reference_title", "reference", "title"),
    Column("m_title", "output", "title", "m"),
    Column("m_title_0_or_1", "answer", "title_match", "m", ("0", "1")),
    Column("item", "item"),
    Column("group", "tracking"),
    Column("annotator", "annotator"),
)
ROW = Row(
    "a", ("A vase", "", "vase", "pot", "", "a", "s 1", ""), (False, False, False, False, True, *[False] * 3), "a.png"
)
OTHER = replace(ROW, item="b", texts=("A pot", "", "", "jar", "", "b", "s 1", ""))
PLAN = Plan("s", "1", ("ann", "bob"), COLUMNS, (ROW, OTHER))


def changed(at, text):
    """The plan with another text in one cell of the first row."""
    texts = list(ROW.texts)
    texts[at] = text
    return replace(PLAN, rows=(replace(ROW, texts=tuple(texts)), OTHER))


def test_what_was_given_out_and_what_is_filled_in():
    assert [COLUMNS[at].part for at in PLAN.fixed] == ["shown", "reference", "output", "item", "tracking"]
    assert [COLUMNS[at].part for at in PLAN.answers] == ["answer"]
    assert COLUMNS[PLAN.item_place].part == "item"


@pytest.mark.parametrize("at", [0, 2, 3, 5, 6])
def test_a_changed_cell_changes_the_digests(at):
    other = changed(at, "changed")
    assert other.digest != PLAN.digest
    assert other.row_digest(other.rows[0]) != PLAN.row_digest(ROW)
    assert other.names_digest == PLAN.names_digest


@pytest.mark.parametrize("at", [1, 4, 7])
def test_answers_pictures_and_annotator_do_not(at):
    other = changed(at, "changed")
    assert other.digest == PLAN.digest
    assert other.row_digest(other.rows[0]) == PLAN.row_digest(ROW)


def test_white_space_is_no_difference():
    assert changed(0, " A\nvase ").digest == PLAN.digest


def test_a_text_in_the_next_column_is_one():
    assert changed(2, "vase pot").digest != changed(2, "vase").digest
    texts = ("A vase", "", "pot", "vase", "", "a", "s 1", "")
    assert replace(PLAN, rows=(replace(ROW, texts=texts), OTHER)).digest != PLAN.digest


def test_rows_have_an_order_and_so_has_the_digest():
    assert replace(PLAN, rows=(OTHER, ROW)).digest != PLAN.digest
    assert replace(PLAN, rows=(ROW,)).digest != PLAN.digest


def test_who_is_asked_and_in_which_group_is_not_part_of_the_content():
    assert replace(PLAN, raters=("cleo",), group="2").digest == PLAN.digest


def test_columns_have_no_order_but_names():
    assert names_digest(["a", "b"]) == names_digest(["b", " a "]) != names_digest(["a", "c"])
    renamed = (replace(COLUMNS[0], name="text"), *COLUMNS[1:])
    assert replace(PLAN, columns=renamed).digest != PLAN.digest


def test_texts_keep_their_borders():
    assert texts_digest(["a", "b"]) != texts_digest(["a b"])
    assert texts_digest(["", "a"]) != texts_digest(["a", ""])
    assert texts_digest([]) != texts_digest([""])


def test_a_digest_is_the_same_everywhere():
    assert texts_digest(["a", " 中\n文 "]) == "9f84bab83e8240c77415efd4596bac35c59568aa880ad9bcb8391dfa787c0e76"


def test_models_are_those_of_the_columns_in_their_order():
    more = (*COLUMNS[:5], Column("a_title", "output", "title", "a"), Column("a_q", "answer", "q", "a"), *COLUMNS[5:])
    assert replace(PLAN, columns=more).models == ("m", "a")
    assert replace(PLAN, columns=COLUMNS[:2]).models == ()
