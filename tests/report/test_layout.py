"""Text tables: one row a line, nothing cut, texts of the data shown and never obeyed."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.text import Text

from accord.findings import visible
from accord.report.layout import paragraph, rendered, table_text

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)

LITERAL = [
    *("[red]x[/red]", "[/]", "[link=http://x]y[/link]", "=cmd()", ":smile:", "\U0001f642", "\u0634\u0627\u0631\u0639"),
    *("e\u0301", "a\\[b", "{x}", "%s", "\u65e5\u672c", "a b"),
]
OBEYED = [
    "\n",
    "\r",
    "\t",
    "\x00",
    "\x07",
    "\b",
    "\x1b[2J",
    "\x1b]0;t\x07",
    "\x7f",
    "\x85",
    "\x9b5m",
    "\u2028",
    "\u202e",
]


@pytest.mark.parametrize("text", LITERAL)
def test_what_a_terminal_only_shows_is_kept(text: str) -> None:
    table = table_text([text], [[text], [f"x{text}"]])
    assert table.count(text) == 3


@pytest.mark.parametrize("text", OBEYED)
def test_what_a_terminal_obeys_is_spelled_out(text: str) -> None:
    table = table_text([f"h{text}h"], [[f"a{text}b"]])
    assert table.count("\n") == len(table.splitlines()) == 2
    assert [letter for letter in table if unicodedata.category(letter).startswith("C") and letter != "\n"] == []


@given(st.lists(st.tuples(texts, texts), max_size=5))
def test_one_row_is_one_line(rows: list[tuple[str, str]]) -> None:
    table = table_text(["one", "two"], rows)
    assert len(table.splitlines()) == 1 + len(rows)
    for line, row in zip(table.splitlines()[1:], rows, strict=True):
        assert "".join(line.split()) == "".join("".join(map(visible, row)).split())


def test_columns_stand_under_their_headings() -> None:
    table = table_text(["name", "n", "m"], [["a", "1", "22"], ["bbbbbb", "333", ""]], right=["n"])
    assert table == "name      n  m\na         1  22\nbbbbbb  333\n"


def test_wide_letters_take_two_places() -> None:
    table = table_text(["a", "b"], [["\u65e5\u672c", "x"], ["abcd", "y"]])
    first, second = table.splitlines()[1:]
    assert cell_len(first.split("x")[0]) == cell_len(second.split("y")[0])


@pytest.mark.parametrize("length", [100, 5_000])
def test_a_long_text_is_not_cut(length: int) -> None:
    table = table_text(["a", "b"], [["x" * length, "end"]])
    assert table.splitlines()[1] == f"{'x' * length}  end"


def test_no_rows() -> None:
    assert table_text(["a", "b"], []) == "a  b\n"


def test_colour_only_where_asked_for() -> None:
    assert "\x1b" not in table_text(["a"], [["b"]])
    assert "\x1b[2m" in table_text(["a"], [["b"]], colour=True)
    assert rendered(Text("a", style="bold")) == "a\n"
    assert rendered(Text("a", style="bold"), colour=True) == "\x1b[1ma\x1b[0m\n"


def test_a_paragraph_is_wrapped_and_indented() -> None:
    assert paragraph("one two three four", 11, "  ") == "  one two\n    three\n    four\n"
    assert paragraph("one-two three", 8) == "one-two\n  three\n"
    assert paragraph("", 20) == ""


@pytest.mark.parametrize("text", ["a\nb", "a\x1b[31mb", "a\u2028b"])
def test_a_paragraph_obeys_nothing(text: str) -> None:
    assert paragraph(text, 80) == f"{visible(text)}\n"


@pytest.mark.parametrize("width", [1, 2, 3, 5])
def test_a_narrow_paragraph_loses_nothing(width: int) -> None:
    shown = paragraph("one two", width, "  ")
    assert "".join(shown.split()) == "onetwo"
