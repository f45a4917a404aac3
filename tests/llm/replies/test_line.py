from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.llm.replies.line import MOST_CELLS, rows_of
from accord.llm.replies.unreadable import Unreadable


def texts(text, delimiter=","):
    return [[cell.text for cell in row] for row in rows_of(text, delimiter)]


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("a,b", [["a", "b"]]),
        (" a , b ", [["a", "b"]]),
        ("a,,", [["a", "", ""]]),
        ('a,"b,c"', [["a", "b,c"]]),
        ('a, "b,c" ,d', [["a", "b,c", "d"]]),
        ('"a\nb",c\n', [["a\nb", "c"]]),
        ('a "b",c', [['a "b"', "c"]]),
        ("a,b\r\n\n c,d", [["a", "b"], ["c", "d"]]),
        ("\n\n", []),
        ("", []),
        ('""', [[""]]),
    ],
)
def test_rows(text, rows):
    assert texts(text) == rows


def test_another_delimiter():
    assert texts('a;"b;c";d,e', ";") == [["a", "b;c", "d,e"]]


def test_quotes_are_remembered():
    assert [cell.quoted for cell in rows_of('a,"b","",')[0]] == [False, True, True, False]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('a,"b,c', "unclosed_quote"),
        ('"', "unclosed_quote"),
        ('a,"b""', "unclosed_quote"),
        ('"a"b,c', "text_after_quote"),
    ],
)
def test_bad_quotes(text, reason):
    with pytest.raises(Unreadable, match=reason):
        rows_of(text)


def test_too_many_values():
    assert len(rows_of("," * (MOST_CELLS - 1))[0]) == MOST_CELLS
    with pytest.raises(Unreadable, match="values"):
        rows_of("," * MOST_CELLS)


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"])), min_size=2))
def test_what_is_written_as_csv_comes_back(cells):
    stream = io.StringIO()
    csv.writer(stream, quoting=csv.QUOTE_ALL).writerow(cells)
    assert texts(stream.getvalue()) == [[cell.strip() for cell in cells]]
