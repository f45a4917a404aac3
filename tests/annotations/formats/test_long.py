"""The format long: one row a submission."""

from __future__ import annotations

import json

import polars as pl
import pytest

from accord.annotations.exchange.format import Outgoing
from accord.annotations.exchange.incoming import CORE, Request
from accord.annotations.formats import FORMATS
from accord.annotations.tables.read import read_tables
from accord.errors import InputError, UsageError
from accord.findings import Finding
from accord.spec.benchmark import read_benchmark
from accord.spec.states import NOT_ASKED_CELL

LONG = FORMATS["long"]
BENCHMARK = read_benchmark("""
name: b
version: 1.0.0
fields:
  score: {kind: rating, scale: 1..5, column: the score}
  place: {kind: choice, labels: [in, out, "=x"]}
  note: {kind: text}
tables: {item: image, pass: round}
""")
TABLE = "image,rater,role,the score,place,more\na,ann,human,1,in,x\nb,bob,human,2,,y\n"


@pytest.fixture
def file(tmp_path):
    def write(name, text):
        path = tmp_path / name
        path.write_text(text, "utf-8", newline="")
        return path

    return write


def read(*paths, **request):
    return LONG.read(paths, BENCHMARK, Request(**request))


def outgoing(*rows, fields=("score", "place", "note"), blanks=()):
    """Rows on their way out; what a row does not say is null in a column of CORE, not asked in a field."""
    columns = {name: [row.get(name) for row in rows] for name in CORE}
    columns |= {name: [row.get(name, NOT_ASKED_CELL) for row in rows] for name in fields}
    frame = pl.DataFrame({name: pl.Series(values, dtype=pl.String) for name, values in columns.items()})
    return Outgoing(frame, fields, blanks)


ROW = {"item": "a", "rater": "ann", "role": "human", "pass": "first", "state": "answered", "score": "1"}


def test_columns_are_those_of_the_benchmark(file):
    path = file("a.csv", TABLE)
    incoming = read(path)
    assert incoming.frame.columns == ["item", "rater", "role", "score", "place"]
    assert incoming.frame["score"].to_list() == ["1", "2"]
    assert [found.rows for found in incoming.files] == [2]


def test_or_those_that_a_request_names(file):
    path = file("a.csv", "id,who,when,q\na,ann,2026-03-01T12:00:00Z,3\n")
    incoming = read(path, columns={"item": "id", "rater": "who", "at": "when", "score": "q"})
    assert incoming.frame.rows() == [("a", "ann", "2026-03-01T12:00:00Z", "3")]
    assert incoming.frame.columns == ["item", "rater", "at", "score"]


def test_places_are_those_of_the_file(file):
    path = file("a.csv", TABLE)
    incoming = read(path)
    assert incoming.place(1) == f"{path}:3"
    assert incoming.place(1, "score") == f"{path}:3, column the score"
    assert incoming.place(1, "at") == f"{path}:3"
    assert (incoming.source(1).file, incoming.source(1).line) == (str(path), 3)


def test_rows_that_a_condition_leaves_keep_their_places(file):
    path = file("a.csv", TABLE)
    incoming = read(path, where={"more": ("y",)})
    assert incoming.frame["item"].to_list() == ["b"]
    assert incoming.place(0, "item") == f"{path}:3, column image"
    assert incoming.source(0).line == 3


def test_a_file_may_be_a_rater(file):
    text = "image,the score\na,1\n"
    incoming = read(file("ann.csv", text), file("bob.csv", text.replace("1", "2")), columns={"rater": "@file"})
    assert incoming.frame.select("rater", "score").rows() == [("ann", "1"), ("bob", "2")]
    assert incoming.place(1, "rater").endswith("bob.csv:2")


def test_fields_without_a_column_are_mentioned(file):
    (finding,) = read(file("a.csv", TABLE)).findings
    assert (finding.code, finding.severity, finding.count) == ("fields_absent", "info", 1)
    assert "no column for note" in finding.message
    assert read(file("b.csv", "image,the score,place,note\na,1,in,x\n")).findings == []


def test_without_any_field_the_columns_are_told(file):
    with pytest.raises(InputError, match=r"no column is a field .* the score, place, note\n    columns: image, score"):
        read(file("a.csv", "image,score\na,1\n"))


def test_a_column_that_was_named_must_be_there(file):
    path = file("a.csv", TABLE)
    with pytest.raises(InputError) as caught:
        read(path, columns={"at": "when", "score": "the scor", "rater": "Rater"})
    said = str(caught.value)
    assert "no column 'when'" in said
    assert "no column 'the scor'; the nearest name is 'the score'" in said
    assert "no column 'Rater'; the nearest name is 'rater'" in said


def test_the_item_must_have_a_column(file):
    with pytest.raises(InputError, match="no column 'image'"):
        read(file("a.csv", "item,the score\na,1\n"))
    with pytest.raises(UsageError, match="--item COL"):
        read(file("b.csv", TABLE), columns={"item": ""})


def test_a_column_can_be_said_to_be_none(file):
    path = file("a.csv", "image,rater,state,the score\na,ann,Ohio,1\n")
    assert "state" in read(path).frame.columns
    assert "state" not in read(path, columns={"state": ""}).frame.columns


def test_raters_by_name_are_for_wide_tables(file):
    path = file("a.csv", TABLE)
    for call in (
        lambda: read(path, raters=("ann",)),
        lambda: LONG.write(path, outgoing(ROW), BENCHMARK, Request(raters=("ann",))),
    ):
        with pytest.raises(UsageError, match="--format wide"):
            call()
    assert path.read_text() == TABLE


@pytest.mark.parametrize(
    ("header", "request_", "doubt"),
    [
        ("image,rater,the score", {}, ""),
        ("image,rater,role,place,more", {}, ""),
        ("id,who,q", {"columns": {"item": "id", "rater": "who", "score": "q"}}, ""),
        ("image,place", {"columns": {"rater": "@file"}}, ""),
        ("image,place", {"rater": "ann"}, ""),
        ("item,rater,place", {}, "no column for item (image); columns: item, rater, place"),
        ("image,ann,place", {}, "no column for rater (rater); columns: image, ann, place"),
        ("image,rater,score", {}, "no column for any field; columns: image, rater, score"),
        ("a,b,c", {}, "no column for item (image), rater (rater), any field; columns: a, b, c"),
        ("image,rater,place", {"raters": ("ann",)}, "has no columns for raters by name"),
    ],
)
def test_when_it_is_sure(file, header, request_, doubt):
    path = file("a.csv", header + "\n" + ",".join("1" for _ in header.split(",")) + "\n")
    assert LONG.doubt([path], BENCHMARK, Request(**request_)) == doubt


def test_only_columns_that_hold_anything_are_written_and_the_state_always(tmp_path):
    path = tmp_path / "a.csv"
    findings = LONG.write(path, outgoing(ROW, fields=("score",)), BENCHMARK, Request())
    assert findings == []
    assert path.read_text() == "image,rater,role,round,state,the score\na,ann,human,first,answered,1\n"


def test_all_columns(tmp_path):
    path = tmp_path / "a.csv"
    row = ROW | {"of": "m", "at": "2026-03-01T12:00:00.000000Z", "state": "unusable", "reason": "=dark", "place": "=x"}
    LONG.write(path, outgoing(row, ROW | {"item": "b", "place": None}), BENCHMARK, Request())
    assert path.read_text().splitlines() == [
        "image,of,rater,role,round,at,state,reason,the score,place,note",
        "a,m,ann,human,first,2026-03-01T12:00:00.000000Z,unusable,'=dark,1,'=x,",
        "b,,ann,human,first,,answered,,1,,",
    ]


def test_missing_and_not_asked_are_both_blank(tmp_path):
    path = tmp_path / "a.jsonl"
    LONG.write(path, outgoing(ROW | {"place": None}), BENCHMARK, Request())
    row = json.loads(path.read_text())
    assert (row["place"], row["note"]) == (None, None)


def test_what_blanks_cannot_tell_is_passed_on(tmp_path):
    blank = Finding("not_held", "warning", "field note", "1 answer not asked")
    assert LONG.write(tmp_path / "a.csv", outgoing(ROW, blanks=(blank,)), BENCHMARK, Request()) == [blank]


def test_json_lines_have_numbers_where_answers_are_compared(tmp_path):
    path = tmp_path / "a.jsonl"
    LONG.write(path, outgoing(ROW | {"item": "5", "note": "5", "score": "5"}), BENCHMARK, Request())
    row = json.loads(path.read_text())
    assert (row["image"], row["note"], row["the score"]) == ("5", "5", 5)


def test_columns_of_a_request_are_written_and_read_again(tmp_path):
    path = tmp_path / "a.csv"
    request = Request(columns={"item": "=id", "score": "q", "at": "when"})
    row = ROW | {"at": "2026-03-01T12:00:00.000000Z"}
    LONG.write(path, outgoing(row, fields=("score",)), BENCHMARK, request)
    assert path.read_text().startswith("'=id,rater,role,round,when,state,q\n")
    incoming = LONG.read([path], BENCHMARK, request)
    assert incoming.frame.rows(named=True) == [
        {name: row[name] for name in ("item", "rater", "role", "pass", "at", "state", "score")}
    ]


def test_a_column_that_is_left_out_is_said(tmp_path):
    path = tmp_path / "a.csv"
    rows = (ROW | {"at": "2026-03-01T12:00:00.000000Z"}, ROW | {"item": "b"})
    (finding,) = LONG.write(path, outgoing(*rows, fields=("score",)), BENCHMARK, Request(columns={"at": ""}))
    assert (finding.code, finding.severity, finding.where, finding.count) == ("not_held", "warning", "column at", 1)
    assert "at" not in read_tables([path]).frame.columns


@pytest.mark.parametrize("columns", [{"item": ""}, {"rater": ""}, {"rater": "@file"}])
def test_item_and_rater_need_a_column(tmp_path, columns):
    with pytest.raises(UsageError, match="a long table needs a column for the item and one for the rater"):
        LONG.write(tmp_path / "a.csv", outgoing(ROW), BENCHMARK, Request(columns=columns))
    assert list(tmp_path.iterdir()) == []
