"""A table of text in every kind of file that is written: read again, it is the same."""

from __future__ import annotations

import json
import sys

import polars as pl
import pytest

from accord.annotations.rows.formulas import unguarded
from accord.annotations.tables.read import read_tables
from accord.annotations.tables.write import LONGEST, WRITERS, fits_header, write_table
from accord.errors import MissingExtra, UsageError

HOSTILE = [
    *(
        "=1+1",
        "-x",
        "'=y",
        "-5",
        " lead",
        "trail ",
        "two\nlines",
        "two\r\nlines",
        "\ralone",
        "a\rb",
        "tab\there",
        "\tx",
    ),
    *('say "no"', '"', "a,b", "a;b", "赤い", "🎉", "\u2028", "\x85", "\x01\x1f\x7f", "\ufffe\uffff", "\ufeffx", "#N/A"),
    *("true", "1.0", "1e22", "[1,2]", "[1, 2]", '["a"]', "[NaN]", "[1e999]", "null", "{}", "1" * 5000, "[" * 9000, " "),
    *("_x000D_", "_x0041", "<r>x", "<b>&amp;</b>", "http://x.y", "0x1F", "1_0", "Infinity", "-0", "{=1}"),
]


def table(*columns):
    return pl.DataFrame({name: pl.Series(values, dtype=pl.String) for name, values in columns})


def again(path):
    frame = read_tables([path]).frame
    if path.suffix in (".csv", ".tsv"):
        frame = frame.rename({name: unguarded(pl.Series([name]))[0] for name in frame.columns})
    return frame


@pytest.mark.parametrize("suffix", WRITERS)
def test_hostile_texts_are_read_as_they_were(tmp_path, suffix):
    frame = table(("id", [f"i{at}" for at in range(len(HOSTILE))]), ("=b", HOSTILE), ("c\nd", HOSTILE[::-1]))
    path = tmp_path / f"a{suffix}"
    write_table(path, frame, ["=b"])
    found = again(path)
    assert found.columns == frame.columns
    for name in frame.columns:
        assert found[name].to_list() == frame[name].to_list()


@pytest.mark.parametrize("suffix", WRITERS)
def test_absent_values_are_blank(tmp_path, suffix):
    path = tmp_path / f"a{suffix}"
    write_table(path, table(("id", ["a", "b"]), ("x", [None, "1"]), ("y", [None, None])), ["x"])
    assert [[value or None for value in row] for row in again(path).iter_rows()] == [
        ["a", None, None],
        ["b", "1", None],
    ]


@pytest.mark.parametrize("suffix", WRITERS)
def test_the_same_table_gives_the_same_bytes(tmp_path, suffix):
    frame = table(("id", ["a", "b"]), ("x", ["1", "2"]))
    first, second = tmp_path / f"a{suffix}", tmp_path / f"b{suffix}"
    write_table(first, frame)
    write_table(second, frame)
    assert first.read_bytes() == second.read_bytes()


def test_csv_has_lf_and_quotes_only_where_needed(tmp_path):
    path = tmp_path / "a.csv"
    write_table(path, table(("id", ["a", "b"]), ("@x", ["=1", "c,\rd"])))
    assert path.read_bytes() == b"id,'@x\na,'=1\nb,\"c,\rd\"\n"


def test_tsv_quotes_too(tmp_path):
    path = tmp_path / "a.tsv"
    write_table(path, table(("id", ["a"]), ("x", ["b\tc"])))
    assert path.read_bytes() == b'id\tx\na\t"b\tc"\n'


def test_json_lines_have_numbers_and_arrays_where_asked(tmp_path):
    path = tmp_path / "a.jsonl"
    cells = ["1", "1.50", "0.1", '["b","a"]', '["b", "a"]', "true", None, "赤", "[NaN]", '[{"box":[0,1.5]}]']
    write_table(path, table(("x", cells), ("y", cells)), ["x"])
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    assert [row["x"] for row in rows] == [
        *(1, "1.50", 0.1, ["b", "a"], '["b", "a"]', "true", None, "赤", "[NaN]", [{"box": [0, 1.5]}])
    ]
    assert [row["y"] for row in rows] == cells
    assert "赤" in path.read_text("utf-8")


def test_a_workbook_holds_text_only(tmp_path):
    openpyxl = pytest.importorskip("openpyxl")
    path = tmp_path / "a.xlsx"
    write_table(path, table(("id", ["=1+1", "5"])))
    sheet = openpyxl.load_workbook(path).worksheets[0]
    assert [(cell.value, cell.data_type) for (cell,) in sheet.iter_rows()] == [("id", "s"), ("=1+1", "s"), ("5", "s")]


@pytest.mark.parametrize("name", ["a.txt", "a.tab", "a.xls", "a", ".csv"])
def test_other_suffixes_are_refused(tmp_path, name):
    with pytest.raises(UsageError, match=r"tables are written as .csv .tsv .jsonl .parquet .xlsx"):
        write_table(tmp_path / name, table(("id", ["a"])))
    assert list(tmp_path.iterdir()) == []


def test_a_suffix_may_be_in_capitals(tmp_path):
    write_table(tmp_path / "A.CSV", table(("id", ["a"])))
    assert (tmp_path / "A.CSV").read_text() == "id\na\n"


@pytest.mark.parametrize("name", [" a", "a\n", "", "\ufeffa", "a\0"])
def test_names_that_are_not_found_again_are_refused(tmp_path, name):
    assert not fits_header(name)
    with pytest.raises(UsageError, match="cannot be the name of a column"):
        write_table(tmp_path / "a.csv", table((name, ["a"])))


@pytest.mark.parametrize("suffix", list(WRITERS))
def test_no_file_holds_a_nul(tmp_path, suffix):
    with pytest.raises(UsageError, match="column x holds NUL characters"):
        write_table(tmp_path / f"a{suffix}", table(("id", ["a"]), ("x", ["\0"])))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("text", ["x" * (LONGEST + 1), "🎉" * (LONGEST // 2 + 1)])
def test_a_text_that_a_sheet_would_cut_is_refused(tmp_path, text):
    with pytest.raises(UsageError, match=r"column x holds a text of more than 32,767 characters"):
        write_table(tmp_path / "a.xlsx", table(("x", [text])))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("text", ["x" * LONGEST, "🎉" * (LONGEST // 2)])
def test_the_longest_text_of_a_sheet_is_kept(tmp_path, text):
    write_table(tmp_path / "a.xlsx", table(("x", [text])))
    assert again(tmp_path / "a.xlsx")["x"].to_list() == [text]


@pytest.mark.parametrize("text", ["<r>x\n</r>", "a_x005F_x000D_"])
@pytest.mark.parametrize("in_header", [False, True])
def test_codes_of_workbooks_are_refused(tmp_path, text, in_header):
    frame = table((text, ["a"])) if in_header else table(("x", [text]))
    with pytest.raises(UsageError, match=r"a code of workbooks; write \.csv"):
        write_table(tmp_path / "a.xlsx", frame)


def test_too_many_rows_or_columns_for_a_sheet(tmp_path, monkeypatch):
    monkeypatch.setattr("accord.annotations.tables.write.MOST_LINES", 3)
    write_table(tmp_path / "a.xlsx", table(("x", ["1", "2"])))
    with pytest.raises(UsageError, match="3 rows and 1 column do not fit in a sheet"):
        write_table(tmp_path / "b.xlsx", table(("x", ["1", "2", "3"])))
    monkeypatch.setattr("accord.annotations.tables.write.MOST_COLUMNS", 1)
    with pytest.raises(UsageError, match="1 row and 2 columns do not fit"):
        write_table(tmp_path / "b.xlsx", table(("x", ["1"]), ("y", ["1"])))


def test_without_the_library_the_extra_is_named(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "xlsxwriter", None)
    with pytest.raises(MissingExtra, match=r"writing .xlsx needs XlsxWriter.*accord\[xlsx\]"):
        write_table(tmp_path / "a.xlsx", table(("x", ["1"])))


def test_an_old_file_stays_where_writing_fails(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("old")
    with pytest.raises(UsageError):
        write_table(path, table(("x", ["\0"])))
    assert path.read_text() == "old"
