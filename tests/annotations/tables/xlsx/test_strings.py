"""Shared texts to the letter."""

from __future__ import annotations

import io
from xml.parsers import expat

import pytest
import xlsxwriter

from accord.annotations.tables.xlsx import read
from accord.annotations.tables.xlsx.strings import shared_strings, unescaped


def strings(inner: str) -> list[str]:
    return shared_strings(io.BytesIO(f"<sst>{inner}</sst>".encode()))


def test_runs_are_joined_and_phonetic_guides_left_out() -> None:
    assert strings("<si><t>a</t></si><si><r><t>b </t></r><r><t>c</t></r></si>") == ["a", "b c"]
    assert strings("<si><t>kanji</t><rPh sb='0' eb='1'><t>reading</t></rPh></si><si/>") == ["kanji", ""]
    assert strings("<x:si xmlns:x='y'><x:t xml:space='preserve'> a </x:t></x:si>") == [" a "]


def test_damaged_xml_is_an_error() -> None:
    with pytest.raises(expat.ExpatError):
        strings("<si><t>a</si>")


@pytest.mark.parametrize(
    ("written", "meant"),
    [("_x000D_", "\r"), ("_x005F_x000D_", "_x000D_"), ("_x005f_", "_"), ("_x00_", "_x00_"), ("plain", "plain")],
)
def test_escapes(written: str, meant: str) -> None:
    assert unescaped(written) == meant


@pytest.mark.parametrize("text", ["_x0041_", "x005F_", "_x000D_", "a\tb"])
def test_a_text_that_looks_escaped_is_read_as_it_is(text: str) -> None:
    stream = io.BytesIO()
    book = xlsxwriter.Workbook(stream, {"in_memory": True})
    sheet = book.add_worksheet()
    sheet.write_string(0, 0, "name")
    sheet.write_string(1, 0, text)
    book.close()
    assert read(stream.getvalue(), "f.xlsx", None).frame["name"].to_list() == [text]


@pytest.mark.parametrize("text", ["_xD800_", "_xdfff_", "_xDbAb_"])
def test_half_of_a_character_pair_stays_as_it_is_written(text: str) -> None:
    assert unescaped(text) == text


def test_the_neighbours_of_halves_are_read() -> None:
    assert unescaped("_xD7FF__xE000_") == "\ud7ff\ue000"
