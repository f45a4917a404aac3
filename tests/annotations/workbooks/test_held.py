"""What a cell holds of a text: cut with a mark, characters that no workbook holds, and when two texts are the same."""

from __future__ import annotations

import json
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.annotations.workbooks.held import MOST, REPLACEMENT, Held, alike, held, utf16_units

EMOJI = "\U0001f600"
MARK = "[... cut: 32,768 characters, a cell holds 32,767]"


@pytest.mark.parametrize(
    ("text", "units"), [("", 0), ("abc", 3), ("中文", 2), (EMOJI, 2), (f"a{EMOJI}b", 4), ("\ud800", 1)]
)
def test_units_are_counted_as_excel_does(text, units):
    assert utf16_units(text) == units


def test_the_longest_text_is_kept():
    text = "x" * MOST
    assert held(text) == Held(text, 0, 0)
    assert held(EMOJI * 16_383 + "x") == Held(EMOJI * 16_383 + "x", 0, 0)


def test_one_more_is_cut_with_a_mark():
    cell = held("x" * 32_768)
    assert cell.units == 32_768
    assert cell.text == "x" * (MOST - len(MARK)) + MARK
    assert utf16_units(cell.text) == MOST


def test_emoji_count_twice_and_are_never_halved():
    cell = held(EMOJI * 16_384)
    assert cell.units == 32_768
    kept = (MOST - len(MARK)) // 2
    assert cell.text == EMOJI * kept + MARK
    assert MOST - 1 <= utf16_units(cell.text) <= MOST


def test_the_published_case_of_long_texts(shared):
    lines = (shared / "cases" / "cases.jsonl").read_text("utf-8").splitlines()
    case = next(case for case in map(json.loads, lines) if case["id"] == "xls-14")
    assert case["input"]["texts"][0] == '"x" * 32767'
    assert case["input"]["texts"][1] == '"x" * 32768'
    assert case["input"]["texts"][2].startswith('"\\U0001F600" * 16384')
    assert case["expected"]["first"] == "kept"
    assert [held(text).units for text in ("x" * 32_767, "x" * 32_768, EMOJI * 16_384)] == [0, 32_768, 32_768]


@pytest.mark.parametrize("most", [0, 1, 10])
def test_a_cell_with_no_room_for_the_mark_still_says_that_it_was_cut(most):
    cell = held("x" * 20, most)
    assert cell.units == 20
    assert cell.text == f"[... cut: 20 characters, a cell holds {most}]"


@pytest.mark.parametrize(
    "letter", [chr(at) for at in range(32) if chr(at) not in "\t\n\r"] + ["\ufffe", "\uffff", "\udc00"]
)
def test_characters_that_no_workbook_holds_are_replaced_and_counted(letter):
    assert held(f"a{letter}b{letter}") == Held(f"a{REPLACEMENT}b{REPLACEMENT}", 2, 0)


@pytest.mark.parametrize(
    "text", ["\t", "\n", "\x7f", "\x85", "\u2028", "\ufeff", "\ufdd0", "\U0001fffe", REPLACEMENT, "_x000D_"]
)
def test_other_characters_stay(text):
    assert held(text) == Held(text)


@pytest.mark.parametrize(
    ("text", "kept"), [("a\rb", "a\nb"), ("a\r\nb", "a\nb"), ("\r\r\n\n", "\n\n\n"), ("\r=1+1", "\n=1+1")]
)
def test_line_ends_are_as_xml_has_them(text, kept):
    assert held(text) == Held(kept)


def test_a_long_text_can_have_both():
    cell = held("\x00" + "x" * MOST)
    assert (cell.replaced, cell.units) == (1, 32_768)
    assert cell.text.startswith(REPLACEMENT + "x")


@given(st.text(st.characters(), max_size=60), st.integers(0, 80))
def test_what_is_held_fits_and_is_text_of_any_document(text, most):
    cell = held(text, most)
    cell.text.encode()
    document = "<a>" + cell.text.replace("&", "&amp;").replace("<", "&lt;") + "</a>"
    assert (ElementTree.fromstring(document).text or "") == cell.text
    assert "\r" not in cell.text
    if cell.units:
        assert cell.units > most
        assert f"cut: {cell.units:,} characters" in cell.text
    else:
        assert utf16_units(cell.text) <= most
    if not cell.units and not cell.replaced:
        assert cell.text == text.replace("\r\n", "\n").replace("\r", "\n")


@pytest.mark.parametrize(
    "text", ["a b", " a b ", "a\nb", "a\r\n b", "a\u00a0b", "a\u3000b", "a\t\tb", "\n\na\n\nb\n", "a\x85b", "a\u2028b"]
)
def test_white_space_is_no_difference(text):
    assert alike(text) == "a b"


@pytest.mark.parametrize("text", ["ab", "A b", "a b.", "a\u200bb", "á b"])
def test_all_else_is(text):
    assert alike(text) != "a b"


def test_nothing_is_alike_to_nothing():
    assert alike(None) == alike("") == alike(" \n") == ""


def test_what_is_compared_is_always_a_text():
    assert [alike(text) for text in ("_xD800_", "_x005F_xDFFF_", "_xD83D__xDE00_")] == [
        "_xD800_",
        "_xDFFF_",
        "_xD83D__xDE00_",
    ]
