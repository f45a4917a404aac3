"""The format wide: one row an item, one column a rater, one field."""

from __future__ import annotations

import polars as pl
import pytest

from accord.annotations.exchange.format import Outgoing
from accord.annotations.exchange.incoming import CORE, Request
from accord.annotations.formats import FORMATS
from accord.errors import InputError, UsageError
from accord.spec.benchmark import read_benchmark
from accord.spec.states import NOT_ASKED_CELL

WIDE = FORMATS["wide"]
BENCHMARK = read_benchmark("""
name: b
version: 1.0.0
fields:
  score: {kind: rating, scale: 1..5, asked_of: [human]}
  place: {kind: choice, labels: [in, out], asked_of: [human]}
  title: {kind: text, reference: truth}
  title match: {kind: binary, matches: title}
""")
TABLE = "item,ann,=bob,more\na,1,,x\nb, ,2,y\nc,3,4,z\n"
SCORE = {"columns": {"score": "score"}, "role": "human"}


@pytest.fixture
def file(tmp_path):
    def write(name, text):
        path = tmp_path / name
        path.write_text(text, "utf-8", newline="")
        return path

    return write


def read(*paths, **request):
    return WIDE.read(paths, BENCHMARK, Request(**request))


def outgoing(*rows, fields=("score", "place")):
    columns = {name: [row.get(name) for row in rows] for name in CORE}
    columns |= {name: [row.get(name, NOT_ASKED_CELL) for row in rows] for name in fields}
    frame = pl.DataFrame({name: pl.Series(values, dtype=pl.String) for name, values in columns.items()})
    return Outgoing(frame, fields)


def row(item, rater, score=NOT_ASKED_CELL, role="human", **more):
    return {"item": item, "rater": rater, "score": score, "role": role, "pass": "first", "state": "answered"} | more


def write(path, *rows, fields=("score", "place"), **request):
    return WIDE.write(path, outgoing(*rows, fields=fields), BENCHMARK, Request(**{**SCORE, **request}))


def losses(findings):
    assert {(found.code, found.severity) for found in findings} <= {("not_held", "warning")}
    return {found.message: found.count for found in findings}


def test_every_cell_that_is_not_blank_is_a_row(file):
    incoming = read(file("a.csv", TABLE), raters=("=bob", "ann"), **SCORE)
    assert incoming.frame.columns == ["item", "rater", "score"]
    assert incoming.frame.rows() == [("a", "ann", "1"), ("b", "=bob", "2"), ("c", "=bob", "4"), ("c", "ann", "3")]


def test_places_are_those_of_the_cells(file):
    path = file("a.csv", TABLE)
    incoming = read(path, raters=("ann", "=bob"), **SCORE)
    assert incoming.place(1) == f"{path}:3"
    assert incoming.place(1, "score") == incoming.place(1, "rater") == f"{path}:3, column =bob"
    assert incoming.place(1, "item") == f"{path}:3, column item"
    assert incoming.place(1, "role") == f"{path}:3"
    assert incoming.source(3).line == 4


def test_and_of_the_cells_of_a_workbook(tmp_path):
    path = tmp_path / "a.xlsx"
    write(path, row("a", "ann", "1"), row("b", "bob", "2"))
    incoming = read(path, raters=("ann", "bob"), **SCORE)
    assert [incoming.source(at).cell for at in range(2)] == ["answers!B2", "answers!C3"]
    assert incoming.place(1, "score") == f"{path}!answers!C3"


def test_outputs_have_a_column(file):
    path = file("a.csv", "item,of,j\na,m,1\na,n,0\n")
    incoming = read(path, raters=("j",), role="judge")
    assert incoming.frame.rows(named=True)[1] == {"item": "a", "of": "n", "rater": "j", "title match": "0"}


def test_the_only_field_that_is_asked_need_not_be_named(file):
    path = file("a.csv", "item,m\na,a vase\n")
    assert read(path, raters=("m",), role="model").frame.columns == ["item", "rater", "title"]


@pytest.mark.parametrize(
    ("request_", "says"),
    [
        ({"role": "human"}, r"score, place of role human can be: name one \(--field FIELD\)"),
        ({"role": "judge"}, "none of role judge can be"),
        ({"role": "human", "columns": {"score": "a", "place": "b"}}, "more than one is named"),
        ({"columns": {"score": "score"}}, r"the role of its raters: give it \(--role human\|judge\|model\)"),
    ],
)
def test_the_field_and_role_must_be_clear(file, request_, says):
    with pytest.raises(UsageError, match=says):
        read(file("a.csv", TABLE), raters=("ann",), **request_)


def test_no_field_can_be(file):
    with pytest.raises(UsageError, match="none of role model about outputs can be"):
        read(file("a.csv", "item,of,m\na,m,1\n"), raters=("m",), role="model")


@pytest.mark.parametrize(
    ("request_", "says"),
    [
        ({}, r"name them \(--raters COL,COL\)"),
        ({"raters": ("ann", "ann")}, "a column is named twice"),
        ({"raters": ("ann", "item")}, "is that of the item"),
        ({"raters": ("ann",), "rater": "bob"}, "no use for one name for who filled it in"),
        ({"raters": ("ann",), "columns": {"score": "s", "at": "when"}}, "no use for a column for at"),
        ({"raters": ("ann",), "columns": {"score": "s", "rater": "@file"}}, "no use for a column for rater"),
        ({"raters": ("ann",), "columns": {"score": "s", "item": ""}}, "--item COL"),
        ({"raters": ("ann",), "columns": {"scor": "s"}}, "no field 'scor'; the nearest name is 'score'"),
    ],
)
def test_what_cannot_be_asked(file, request_, says):
    with pytest.raises(UsageError, match=says):
        read(file("a.csv", TABLE), **{**SCORE, **request_})


def test_columns_that_are_not_there(file):
    path = file("a.csv", TABLE)
    with pytest.raises(InputError) as caught:
        read(path, raters=("an", "=bob", "cy"), columns={"score": "score", "of": "model"}, role="human")
    said = str(caught.value)
    assert "no column 'an'; the nearest name is 'ann'" in said
    assert "no column 'cy'" in said
    assert "no column 'model'" in said
    assert "bob'" not in said.replace("=bob, more", "")


def test_a_table_of_blanks(file):
    with pytest.raises(InputError, match="every cell of the rater columns is blank"):
        read(file("a.csv", "item,ann,bob\na,, \n"), raters=("ann", "bob"), **SCORE)


def test_it_is_never_sure(file):
    assert WIDE.doubt([file("a.csv", TABLE)], BENCHMARK, Request()) == "is read only where it is named"


def test_one_row_an_item_one_column_a_rater(tmp_path):
    path = tmp_path / "a.csv"
    rows = (row("b", "=bob", "2"), row("a", "ann", "1"), row("a", "=bob", "3"))
    assert write(path, *rows, fields=("score",)) == []
    assert path.read_text() == "item,'=bob,ann\nb,2,\na,3,1\n"


def test_raters_in_the_order_that_is_asked_even_those_who_said_nothing(tmp_path):
    path = tmp_path / "a.csv"
    rows = (row("a", "ann", "1"), row("a", "bob", "2"), row("a", "cy", place="in"))
    findings = write(path, *rows, raters=("cy", "bob", "ann"))
    assert path.read_text() == "item,cy,bob,ann\na,,2,1\n"
    assert losses(findings) == {"left out: 1 submission without an answer to score": 1}


def test_outputs_are_rows_of_their_own(tmp_path):
    path = tmp_path / "a.csv"
    answers = [
        row("a", "j", role="judge", of=model) | {"title match": said} for model, said in (("m", "1"), ("n", "0"))
    ]
    output = row("a", "m", role="model") | {"title": "a vase"}
    findings = write(path, output, *answers, fields=("title", "title match", "score"), role="judge", columns={})
    assert path.read_text() == "item,of,j\na,m,1\na,n,0\n"
    assert losses(findings) == {"left out: 1 submission of another role": 1}


def test_everything_that_is_left_out_is_counted(tmp_path):
    path = tmp_path / "a.csv"
    rows = (
        row("a", "ann", "1", place="in", at="2026-03-01T12:00:00.000000Z", reason="sure"),
        row("b", "ann", "2", place=None),
        row("c", "ann", None),
        row("a", "bob", place="out"),
        row("b", "bob", state="unusable"),
        row("b", "cy", "3", **{"pass": "second"}),
        row("c", "m", role="model", score="5"),
        row("c", " di", "4"),
        row("d", "item", "4"),
    )
    assert losses(write(path, *rows)) == {
        "left out: 1 submission of another role": 1,
        "left out: 1 submission of another pass than first": 1,
        "left out: 1 submission invalid or unusable": 1,
        "left out: 2 submissions by raters without a column": 2,
        "left out: 2 submissions without an answer to score": 2,
        "left out: 1 time": 1,
        "left out: 1 reason": 1,
        "left out: 2 answers to place": 2,
    }
    assert path.read_text() == "item,ann\na,1\nb,2\n"


def test_the_role_is_that_of_the_raters_where_they_have_one(tmp_path):
    path = tmp_path / "a.csv"
    write(path, row("a", "ann", "1"), role=None)
    assert path.read_text() == "item,ann\na,1\n"
    with pytest.raises(UsageError, match="does not say the role of its raters"):
        write(path, row("a", "ann", "1"), row("a", "m", role="model"), role=None)


def test_another_pass(tmp_path):
    path = tmp_path / "a.csv"
    rows = (row("a", "ann", "1"), row("a", "ann", "2", **{"pass": "second"}))
    write(path, *rows, passing="second")
    assert path.read_text() == "item,ann\na,2\n"


@pytest.mark.parametrize(
    ("request_", "says"),
    [
        ({"raters": ("ann", "zoe")}, "no column can be made for zoe; raters: ann"),
        ({"columns": {"title": "title"}}, "no submission answers title; answered: score, place"),
        ({"columns": {"place": "place"}}, "no answer of role human to place that a wide table can hold"),
        ({"role": "judge"}, "no answer of role judge to score"),
        ({"columns": {}}, "name one"),
    ],
)
def test_what_cannot_be_written(tmp_path, request_, says):
    with pytest.raises(UsageError, match=says):
        write(tmp_path / "a.csv", row("a", "ann", "1"), **request_)
    assert list(tmp_path.iterdir()) == []


def test_numbers_are_numbers_in_json_lines_and_texts_are_texts(tmp_path):
    path = tmp_path / "a.jsonl"
    write(path, row("5", "ann", "1"))
    assert path.read_text() == '{"item":"5","ann":1}\n'
    write(path, row("5", "m", role="model") | {"title": "5"}, fields=("title",), role="model", columns={})
    assert path.read_text() == '{"item":"5","m":"5"}\n'
