"""How a workbook looks: widths, heights, what stays in view, and which cells are locked."""

from __future__ import annotations

from dataclasses import replace

import pytest

from accord.annotations.workbooks import styles
from accord.annotations.workbooks.plan import Column, Row
from accord.annotations.workbooks.styles import Styles, frozen, heading_height, lines, row_height, units, width

SHOWN, PICTURE = Column("description", "shown"), Column("image", "picture")
REFERENCE, OUTPUT = Column("reference_t", "reference", "t"), Column("m_t", "output", "t", "m")
SCORE, COMMENT = Column("m_t_0_or_1", "answer", "t", "m", ("0", "1")), Column("note", "answer", "note")
ITEM, ANNOTATOR = Column("item", "item"), Column("annotator", "annotator")


@pytest.mark.parametrize(
    ("text", "wide"),
    [("", 0), ("abc", 3), ("中文", 4), ("\uff21", 2), ("\uff71", 1), ("\U0001f600", 2), ("á", 1), ("שלום", 4)],
)
def test_letters_of_east_asia_take_two(text, wide):
    assert units(text) == wide


@pytest.mark.parametrize(
    ("text", "count"),
    [("", 1), ("a" * 10, 1), ("a" * 11, 2), ("a" * 20, 2), ("中" * 5, 1), ("中" * 6, 2), ("a\nb\n", 3), ("\n" * 4, 5)],
)
def test_a_text_takes_so_many_lines(text, count):
    assert lines(text, 11) == count


def test_no_width_is_too_small():
    assert lines("abc", 0) == 3
    assert lines("abc", 0.5) == 3


def test_columns_have_room_for_what_is_picked_and_more_for_what_is_typed():
    assert width(SCORE) == styles.WIDTHS["answer"]
    assert width(COMMENT) == styles.TYPED
    middle = Column("q", "answer", "q", None, ("a" * 15, "b"))
    assert width(middle) == 19
    assert width(Column("q", "answer", "q", None, ("中" * 40,))) == styles.TYPED
    assert width(REFERENCE) == styles.WIDTHS["reference"]


def row(*texts):
    return Row("a", texts, (False,) * len(texts))


def test_rows_are_tall_enough_for_their_texts():
    assert row_height(row("a", "b"), (SHOWN, ITEM), False) == 30
    assert row_height(row("a\nb\nc", "b"), (SHOWN, ITEM), False) == 3 * styles.LINE + 6
    alternatives = " ||\n".join(["Ming dynasty"] * 8)
    assert row_height(row("a", alternatives), (SHOWN, REFERENCE), False) == 8 * styles.LINE + 6


def test_rows_are_tall_enough_for_their_picture():
    assert row_height(row("a", ""), (SHOWN, PICTURE), True) == styles.PICTURE_POINTS
    assert row_height(row("a\n" * 20, ""), (SHOWN, PICTURE), True) == 21 * styles.LINE + 6
    pixels = styles.PICTURE_POINTS * 96 / 72
    assert pixels >= styles.PICTURE_HEIGHT + 2 * styles.MARGIN
    # A column of n characters of the usual font is 7n + 5 pixels wide.
    assert styles.WIDTHS["picture"] * 7 + 5 >= styles.PICTURE_WIDTH + 2 * styles.MARGIN


def test_no_row_is_taller_than_the_tallest():
    assert row_height(row("a" * 32_767, ""), (SHOWN, PICTURE), True) == 409


def test_headings_are_tall_enough():
    assert heading_height((SHOWN, ITEM)) == styles.LINE + 6
    assert heading_height((Column("m_title_match_0_or_1", "answer", "t", "m", ("0", "1")),)) == 2 * styles.LINE + 6
    assert heading_height((Column("x" * 600, "item"),)) == 120


def test_what_is_judged_stays_in_view():
    assert frozen((SHOWN, PICTURE, REFERENCE, OUTPUT, SCORE)) == 2
    assert frozen((PICTURE, SHOWN, ITEM)) == 2
    assert frozen((REFERENCE, OUTPUT)) == 0
    assert frozen((SCORE, SHOWN)) == 0


def test_only_so_much_stays_in_view_that_there_is_room_for_the_rest():
    assert frozen((SHOWN, SHOWN, SHOWN, PICTURE, SCORE)) == 2
    assert frozen((SHOWN, SHOWN, PICTURE)) == 2


class Recorded:
    """A workbook that only says which formats were made."""

    def __init__(self):
        self.made = []

    def add_format(self, properties):
        self.made.append(properties)
        return properties


@pytest.fixture
def look():
    return Styles(Recorded())


@pytest.mark.parametrize("column", [SHOWN, PICTURE, REFERENCE, OUTPUT, ITEM, ANNOTATOR])
@pytest.mark.parametrize("asked", [True, False])
def test_only_answers_are_open(look, column, asked):
    assert "locked" not in look.cell(column, asked)


@pytest.mark.parametrize("column", [SCORE, COMMENT])
def test_an_answer_is_open_where_it_is_asked_for(look, column):
    assert look.cell(column, True)["locked"] is False
    closed = look.cell(column, False)
    assert "locked" not in closed
    assert closed["pattern"] > 1
    assert "pattern" not in look.cell(column, True)


def test_headings_and_guidelines_are_locked(look):
    made = [look.heading(SCORE), *(look.guideline(style) for style in ("title", "heading", "text"))]
    assert not any("locked" in properties for properties in made)


def test_texts_are_wrapped(look):
    made = [look.cell(column, True) for column in (SHOWN, REFERENCE, OUTPUT, SCORE, COMMENT, ITEM)]
    assert all(properties["text_wrap"] for properties in [*made, look.heading(SHOWN), look.guideline("text")])


def test_every_format_is_made_once(look):
    for _ in range(3):
        look.cell(SCORE, True)
        look.cell(SCORE, False)
        look.heading(ITEM)
        look.filled()
    assert len(look._workbook.made) == 4


def test_an_answer_that_is_filled_in_loses_its_colour(look):
    rule = look.filled()
    assert rule["type"] == "no_blanks"
    assert rule["format"]["bg_color"] != look.cell(SCORE, True)["bg_color"]


def test_what_excel_must_not_take_for_a_number_is_a_text(look):
    assert look.cell(replace(COMMENT, is_text=True), True)["num_format"] == "@"
    assert "num_format" not in look.cell(SCORE, True)
    assert "num_format" not in look.cell(replace(COMMENT, is_text=True), False)
