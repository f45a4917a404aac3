"""Texts that a spreadsheet would run get one more apostrophe, which comes off again."""

from __future__ import annotations

import re

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.annotations.rows.formulas import guarded, unguarded

letters = st.text(st.sampled_from("=+-@\t\r'1.e5a\n"), max_size=5)


def one(text: str | None) -> str | None:
    return guarded(pl.Series([text], dtype=pl.String))[0]


@pytest.mark.parametrize("text", ["=1+1", "+cmd", "-x", "@sum", "\tx", "\rx", "=", "--5", "1-5", "-5\n", "-1,5", "- 5"])
def test_what_would_run_is_guarded(text):
    assert one(text) == ("'" + text if text[0] in "=+-@\t\r" else text)


@pytest.mark.parametrize("text", ["-5", "+5", "-.5", "5.", "-1e-5", "1E+5", "a=1", "", "it's", "'a", "\n=1", " =1"])
def test_plain_numbers_and_other_texts_stay(text):
    assert one(text) == text


@pytest.mark.parametrize("text", ["'=1", "''=1", "'-5", "'@x", "'\tx"])
def test_a_text_that_looks_guarded_gets_one_more(text):
    assert one(text) == "'" + text


def test_an_absent_text_stays_absent():
    column = pl.Series("a", [None, "=x"], pl.String)
    assert guarded(column).to_list() == [None, "'=x"]
    assert unguarded(guarded(column)).to_list() == [None, "=x"]
    assert guarded(pl.Series([], dtype=pl.String)).to_list() == []


def test_what_nobody_guarded_comes_back_as_a_person_meant_it():
    assert unguarded(pl.Series(["'=x", "'a'", "''", "'"])).to_list() == ["=x", "'a'", "''", "'"]


@given(st.lists(st.one_of(letters, st.text(max_size=5)), min_size=1))
def test_no_two_texts_become_one_and_nothing_runs(texts):
    column = pl.Series(texts, dtype=pl.String)
    marked = guarded(column)
    assert unguarded(marked).to_list() == texts
    for text in marked:
        assert text[:1] not in ("=", "@", "\t", "\r")
        assert text[:1] not in ("+", "-") or re.fullmatch(r"[+-]([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?", text)
