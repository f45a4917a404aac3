"""Rows of table files: their columns, their conditions, their places."""

from __future__ import annotations

import polars as pl
import pytest

from accord.annotations.exchange.answer_rows import asked_columns, read_rows
from accord.annotations.exchange.incoming import Request
from accord.annotations.tables.write import write_table
from accord.errors import InputError, UsageError
from accord.spec.benchmark import read_benchmark

SPEC = """
name: b
version: 1.0.0
fields:
  score: {kind: rating, scale: 1..5}
  place: {kind: text, column: where}
tables: {item: image, pass: round}
"""
BENCHMARK = read_benchmark(SPEC)


@pytest.fixture
def file(tmp_path):
    def write(name, text):
        path = tmp_path / name
        path.write_text(text, "utf-8", newline="")
        return path

    return write


def test_guards_come_off_the_cells_of_delimited_files(file):
    rows = read_rows([file("a.csv", "id,x\na,'=1\nb,'it\n")], Request())
    assert rows.frame["x"].to_list() == ["=1", "'it"]


def test_and_of_no_others(file):
    rows = read_rows([file("a.jsonl", '{"id": "a", "x": "\'=1"}\n')], Request())
    assert rows.frame["x"].to_list() == ["'=1"]


def test_each_file_is_read_by_its_own_suffix(file):
    paths = [file("a.csv", "id,x\na,'=1\n"), file("b.jsonl", '{"id": "b", "x": "\'=1"}\n')]
    rows = read_rows(paths, Request())
    assert rows.frame["x"].to_list() == ["=1", "'=1"]
    assert rows.file_names().to_list() == ["a", "b"]


def test_a_guarded_header_is_found_under_its_name(file):
    rows = read_rows([file("a.csv", "id,'=x,''=x,'y\na,1,2,3\n")], Request())
    assert [rows.stands_as(name) for name in ("=x", "'=x", "'y", "y", "id")] == ["'=x", "''=x", "'y", None, "id"]


def test_a_header_that_needed_a_guard_and_has_none_is_found_too(file):
    rows = read_rows([file("a.csv", "id,=x\na,1\n")], Request())
    assert rows.stands_as("=x") == "=x"


def test_in_other_files_a_name_is_a_name(file):
    rows = read_rows([file("a.jsonl", '{"id": "a", "\'=x": 1}\n')], Request())
    assert (rows.stands_as("=x"), rows.stands_as("'=x")) == (None, "'=x")


def test_missing_columns_come_with_the_nearest_name(file):
    rows = read_rows([file("a.csv", "image,score\na,1\n")], Request())
    (problem,) = rows.missing(["image", "scor"])
    assert (problem.code, problem.where) == ("missing_column", rows.files)
    assert "the nearest name is 'score'" in problem.message


def test_conditions_are_exact_and_alternatives_add_up(file):
    path = file("a.csv", "id,valid,kind\na,true,x\nb,True,x\nc,true,y\nd,true,z\ne,,x\n")
    rows = read_rows([path], Request(where={"valid": ("true",), "kind": ("x", "y")}))
    assert rows.frame["id"].to_list() == ["a", "c"]
    assert [rows.place(at) for at in range(2)] == [f"{path}:2", f"{path}:4"]
    assert rows.place(1, "kind") == f"{path}:4, column kind"
    assert read_rows([path], Request(where={"valid": ("",)})).frame["id"].to_list() == ["e"]


def test_a_blank_value_means_an_absent_one_too(file):
    path = file("a.jsonl", '{"id": "a"}\n{"id": "b", "x": null}\n{"id": "c", "x": "1"}\n')
    assert read_rows([path], Request(where={"x": ("",)})).frame["id"].to_list() == ["a", "b"]


def test_conditions_that_no_row_meets(file):
    path = file("a.csv", "id,valid,kind\na,true,x\nb,false,y\n")
    with pytest.raises(InputError, match="where valid: no row has 'yes'; there are 'true', 'false'"):
        read_rows([path], Request(where={"valid": ("yes",)}))
    with pytest.raises(InputError, match="no row meets all conditions at once"):
        read_rows([path], Request(where={"valid": ("true",), "kind": ("y",)}))
    with pytest.raises(InputError, match="no column 'vali'; the nearest name is 'valid'"):
        read_rows([path], Request(where={"vali": ("true",)}))


def test_where_rows_were_read(file):
    path = file("a.csv", "id,x\n\na,1\n")
    source = read_rows([path], Request()).source(0)
    assert (source.file, source.line, source.cell) == (str(path), 3, None)
    assert len(source.sha256) == 64


def test_where_rows_of_workbooks_were_read(tmp_path):
    path = tmp_path / "a.xlsx"
    write_table(path, pl.DataFrame({"id": ["a", "b"], "x": ["1", "2"]}))
    rows = read_rows([path], Request(sheet="answers"))
    assert rows.source(1).cell == "answers, row 3"
    assert rows.source(1, "x").cell == "answers!B3"
    assert rows.source(1).line is None


def test_files_of_one_name_are_told_apart_by_their_paths(tmp_path):
    paths = [tmp_path / "a" / "x.csv", tmp_path / "b" / "x.csv"]
    for path in paths:
        path.parent.mkdir()
        path.write_text(f"id\n{path.parent.name}\n")
    assert read_rows(paths, Request()).file_names().to_list() == [str(path) for path in paths]


def test_a_column_of_mixed_types_is_nothing_to_mention(file):
    rows = read_rows([file("a.jsonl", '{"id": "a", "x": 1}\n{"id": "b", "x": "no"}\n')], Request())
    assert [finding.code for finding in rows.table.findings] == ["mixed_types"]
    assert rows.findings == []


def test_columns_by_the_benchmark_unless_an_option_says_otherwise():
    parts = ("item", "pass", "rater", "score", "place")
    assert asked_columns(parts, BENCHMARK, Request()) == {
        "item": "image",
        "pass": "round",
        "rater": "rater",
        "score": "score",
        "place": "where",
    }
    given = asked_columns(parts, BENCHMARK, Request(columns={"item": "id", "score": "s"}))
    assert (given["item"], given["score"], given["place"]) == ("id", "s", "where")


def test_a_blank_column_is_none():
    assert "state" not in asked_columns(("item", "state"), BENCHMARK, Request(columns={"state": ""}))


def test_two_parts_in_one_column():
    with pytest.raises(UsageError, match="column 'image' would hold both item and score"):
        asked_columns(("item", "score"), BENCHMARK, Request(columns={"score": "image"}))


def test_a_part_that_is_none():
    with pytest.raises(UsageError, match="no field 'scor'; the nearest name is 'score'\n    fields: score, place"):
        asked_columns(("item",), BENCHMARK, Request(columns={"scor": "x"}))
