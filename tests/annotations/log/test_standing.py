"""Which record stands, in columns; and answers as cells that read as the answers they were."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_submissions import draft, moment, submissions, take

from accord.annotations.log import standing as module
from accord.annotations.log.name import log_path
from accord.annotations.log.standing import TEXTS, as_cell, read_standing, replaces
from accord.annotations.log.submission import Answer
from accord.errors import InputError
from accord.spec.field import Field
from accord.spec.fields import Binary, Boxes, Choice, Labels, Number, Rating
from accord.spec.fields.text import Text
from accord.spec.states import NOT_ASKED_CELL, State

FIELDS = ("q", "r")


def column(folder: Path, name: str, fields: tuple[str, ...] = FIELDS) -> list[str | None]:
    return read_standing(folder, fields).frame[name].to_list()


@pytest.mark.parametrize("there", [False, True])
def test_a_folder_without_logs(tmp_path: Path, there: bool) -> None:
    if there:
        path = log_path(tmp_path, "human", "ann")
        path.parent.mkdir(parents=True)
        path.touch()
    found = read_standing(tmp_path, FIELDS)
    assert found.frame.schema == dict.fromkeys((*TEXTS, *FIELDS), pl.String)
    assert (found.frame.height, found.log.tolist(), found.line.tolist()) == (0, [], [])
    assert (found.records, found.corrected, found.findings, found.problems) == ((0,) if there else (), 0, (), ())


def test_every_part_of_a_record_has_its_column(tmp_path: Path) -> None:
    take(tmp_path, draft({"q": "A", "r": 2.5}, 3, of="f00", passing="second", role="judge"))
    take(tmp_path, draft(item="i2", state="invalid", reason="no JSON", role="model", rater="m"))
    found = read_standing(tmp_path, FIELDS)
    ids = [submission.id for submission in submissions(tmp_path)]
    assert found.frame.rows() == [
        (ids[0], "i1", "f00", "ann", "judge", "second", moment(3), "answered", None, "A", "2.5"),
        (ids[1], "i2", None, "m", "model", "first", None, "invalid", "no JSON", NOT_ASKED_CELL, NOT_ASKED_CELL),
    ]
    assert (found.log.dtype, found.line.dtype) == (np.int32, np.int32)


def test_fields_that_are_not_wanted_are_left_out(tmp_path: Path) -> None:
    take(tmp_path, draft({"q": "A", "r": 1}))
    assert read_standing(tmp_path, ("r",)).frame.columns == [*TEXTS, "r"]
    assert read_standing(tmp_path, ()).frame.columns == [*TEXTS]


def test_what_was_corrected_does_not_stand_and_is_counted(tmp_path: Path) -> None:
    take(tmp_path, draft("A"), draft("A", item="i2"), draft("A", rater="bob"))
    take(tmp_path, draft("B"), draft("C", rater="bob"))
    take(tmp_path, draft("D"))
    found = read_standing(tmp_path, FIELDS)
    assert sorted(found.frame.select("rater", "item", "q").rows()) == [
        ("ann", "i1", "D"),
        ("ann", "i2", "A"),
        ("bob", "i1", "C"),
    ]
    assert (found.records, found.corrected) == ((4, 2), 3)
    assert found.log.tolist() == [0, 0, 1]
    assert found.line.tolist() == [2, 4, 2]


def test_places_name_log_line_and_field(tmp_path: Path) -> None:
    take(tmp_path, draft("A"), draft("A", item="i2"))
    take(tmp_path, draft("B"), draft("A", rater="bob"))
    found = read_standing(tmp_path, FIELDS)
    ann, bob = (log_path(tmp_path, "human", name) for name in ("ann", "bob"))
    where = {(row[0], row[1]): found.place(at) for at, row in enumerate(found.frame.select("rater", "item").rows())}
    assert where == {("ann", "i2"): f"{ann}:2", ("ann", "i1"): f"{ann}:3", ("bob", "i1"): f"{bob}:1"}
    assert found.place(2, "q").endswith(":1, field q")


@pytest.mark.parametrize(
    ("times", "stands"),
    [
        ([None, None, None], 2),
        ([1, 2, 3], 2),
        ([3, 2, 1], 0),
        ([1, 3, 2], 1),
        ([2, 2, 1], 1),
        ([5, None, 2], 1),
        ([5, None, 5], 2),
        ([None, 1, None], 2),
    ],
)
def test_the_latest_by_stated_time_else_by_the_log(tmp_path: Path, times: list[int | None], stands: int) -> None:
    for label, at in zip("ABC", times, strict=True):
        take(tmp_path, draft(label, at))
    assert column(tmp_path, "q") == ["ABC"[stands]]


def test_two_raters_in_one_log_are_two_raters(tmp_path: Path) -> None:
    take(tmp_path, draft("A"), draft("B", rater="bob"))
    ann, bob = (log_path(tmp_path, "human", name) for name in ("ann", "bob"))
    ann.write_bytes(ann.read_bytes() + bob.read_bytes())
    bob.unlink()
    assert column(tmp_path, "rater") == ["ann", "bob"]


def test_lines_that_are_no_record_are_problems_and_the_rest_is_read(tmp_path: Path) -> None:
    take(tmp_path, draft("A"), draft("B", item="i2"), draft("C", rater="bob"))
    ann, bob = (log_path(tmp_path, "human", name) for name in ("ann", "bob"))
    ann.write_bytes(b"x\n" + ann.read_bytes()[:-3])
    bob.write_bytes(bob.read_bytes() + b"{}\n")
    found = read_standing(tmp_path, FIELDS)
    assert found.frame["q"].to_list() == ["A", "C"]
    assert [problem.where for problem in found.problems] == [f"{ann}:1", f"{bob}:2"]
    assert [(finding.code, finding.where) for finding in found.findings] == [("torn_line", f"{ann}:3")]


@given(st.lists(st.tuples(st.sampled_from("ABC"), st.sampled_from(["i1", "i2", "i3"])), max_size=12), st.integers(1, 5))
def test_blocks_do_not_show(tmp_path_factory: pytest.TempPathFactory, rows: list[tuple[str, str]], block: int) -> None:
    folder = tmp_path_factory.mktemp("blocks")
    for label, item in rows:
        take(folder, draft(label, item=item))
    whole = read_standing(folder, FIELDS)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(module, "BLOCK", block)
        parts = read_standing(folder, FIELDS)
    assert parts.frame.equals(whole.frame)
    assert parts.line.tolist() == whole.line.tolist()
    assert dict(whole.frame.select("item", "q").rows()) == {item: label for label, item in rows}


@pytest.mark.parametrize(
    ("at", "latest", "expected"), [(None, None, True), (1, None, True), (None, 5, True), (5, 5, True), (4, 5, False)]
)
def test_what_takes_the_place_of_what(at: int | None, latest: int | None, expected: bool) -> None:
    assert replaces(moment(at), moment(latest)) is expected


@pytest.mark.parametrize(
    ("parts", "cell"),
    [
        ({"state": "answered", "value": "A", "raw": " a "}, "A"),
        ({"state": "answered", "value": 3}, "3"),
        ({"state": "answered", "value": 2.5}, "2.5"),
        ({"state": "answered", "value": []}, "[]"),
        ({"state": "answered", "value": ["\u00e9", "b"]}, '["\u00e9","b"]'),
        ({"state": "abstained", "value": "cannot judge", "raw": "Cannot  judge"}, "cannot judge"),
        ({"state": "off_label", "raw": "Z"}, "Z"),
        ({"state": "off_label", "raw": 7}, "7"),
        ({"state": "missing", "raw": "-"}, None),
        ({"state": "not_asked"}, NOT_ASKED_CELL),
    ],
)
def test_an_answer_as_a_cell(parts: dict[str, Any], cell: str | None) -> None:
    assert as_cell(Answer(**parts)) == cell


def test_a_field_that_a_record_says_nothing_of_was_not_asked() -> None:
    assert as_cell(None) == NOT_ASKED_CELL


texts = st.text(st.characters(codec="utf-8"), max_size=6)
CELLS: list[tuple[Field, st.SearchStrategy[str]]] = [
    (
        Binary(abstain=["cannot judge"], missing=["-"]),
        st.sampled_from(["0", "1", "1.0", "yes", "Cannot  Judge", "-"]) | texts,
    ),
    (Choice(["A", "1.0", "cannot"], abstain=["na"]), st.sampled_from(["a", "A", "1", "\uff11", "NA", "null"]) | texts),
    (Rating(1, 5, missing=["99"]), st.sampled_from(["1", "5.0", "6", "99", "\uff13"]) | texts),
    (Number(missing=["-1"], abstain=["na"]), st.floats().map(repr) | st.integers().map(str) | texts),
    (
        Labels(["a", "b", "c d"], sep=";", none="none", abstain=["na"]),
        st.sampled_from(["a;b", '["a"]', "none", "[]", "na;a", "na", '["na","none"]', "x;a", ";"]) | texts,
    ),
    (
        Text(missing=["-"], abstain=["unknown"]),
        st.sampled_from(['["a"]', "null", "1.0", "Unknown", " a ", "-"]) | texts,
    ),
    (
        Boxes(format="xywh"),
        st.sampled_from(
            ["[]", '[{"label":"a","box":[0,0,1,1]}]', '[{"label":"a","box":[0.1,0,1.5,1e3]}]', "{}", "[1]"]
        ),
    ),
]


@given(st.data())
@pytest.mark.parametrize(("field", "cells"), CELLS, ids=[field.kind for field, _ in CELLS])
def test_every_answer_reads_from_its_cell_as_what_it_was(field: Field, cells: Any, data: st.DataObject) -> None:
    cell = data.draw(cells)
    reading = field.read([cell])
    state = State(int(reading.states[0]))
    if state == State.NOT_ASKED or any(note.fatal for note in reading.notes):
        return
    kept = {"state": state.name.lower(), "raw": cell}
    if state in (State.ANSWERED, State.ABSTAINED):
        value = field.abstention(cell) if state == State.ABSTAINED else field.value(reading, 0, cell)
        kept["value"] = json.loads(json.dumps(value))
    again = as_cell(Answer(**kept))
    if state == State.MISSING:
        assert again is None
        return
    assert again is not None
    second = field.read([again])
    assert State(int(second.states[0])) == state
    if state == State.ANSWERED:
        assert field.value(second, 0, again) == field.value(reading, 0, cell)
    if state == State.ABSTAINED:
        assert field.abstention(again) == field.abstention(cell)


def test_a_log_that_cannot_be_read_is_a_problem_and_the_others_count(tmp_path: Path) -> None:
    take(tmp_path, draft("A"), draft("B", rater="bob"))
    closed = log_path(tmp_path, "human", "abe")
    closed.mkdir()
    found = read_standing(tmp_path, FIELDS)
    assert [(problem.code, problem.where) for problem in found.problems] == [("not_a_file", str(closed))]
    assert found.frame["rater"].to_list() == ["ann", "bob"]
    assert found.records == (0, 1, 1)
    assert found.place(1) == f"{log_path(tmp_path, 'human', 'bob')}:1"


def test_something_else_in_the_place_of_the_logs_is_not_an_empty_folder(tmp_path: Path) -> None:
    (tmp_path / "annotations").touch()
    with pytest.raises(InputError, match="must be a folder"):
        read_standing(tmp_path, FIELDS)
