"""What checks see of a folder: rows by rater and log, who was asked what, readings and pictures."""

from __future__ import annotations

import numpy as np
import pytest
from built_folder import Built, moment

from accord.spec.states import State

JUDGED = """title: {kind: text, reference: title}
right: {kind: binary, matches: title}
fair: {kind: rating, scale: 1..5, asked_of: [human]}"""


@pytest.fixture
def built(tmp_path):
    built = Built(tmp_path, JUDGED)
    built.items({"id": "a", "title": "x"}, {"id": "b", "title": None})
    return built


def test_an_empty_folder_has_empty_parts(built):
    contents = built.contents()
    assert contents.said.keys() == {"title", "right", "fair"}
    for part in (contents.item_row, contents.unit, contents.rater, contents.in_order, contents.time):
        assert part.tolist() == []
    assert contents.raters == ()
    assert list(contents.by_log(contents.filled_in)) == []
    assert contents.asked("right").tolist() == []
    assert contents.pictures == {}


def test_what_was_said_is_read_once_a_distinct_cell(built):
    output = built.say("m", "a", {"title": "x"}, role="model")
    for rater, value in (("ann", "1"), ("bob", "1"), ("cleo", None), ("dan", {"state": "off_label", "raw": "7"})):
        built.say(rater, "a", {"right": value}, of=output)
    said = built.contents().said["right"]
    states = [State(state) for state in said.state]
    assert states == [State.ANSWERED, State.ANSWERED, State.MISSING, State.OFF_LABEL, State.NOT_ASKED]
    assert sorted(said.cells) == ["\0not_asked", "1", "7"]
    assert said.codes[0] == said.codes[1]
    assert said.codes[2] == -1


def test_who_is_asked_a_field(built):
    outputs = {item: built.say("m", item, {"title": "x"}, role="model") for item in "ab"}
    for role in ("human", "judge"):
        for item in "ab":
            built.say(f"{role}-1", item, {"right": "1"}, role=role, of=outputs[item])
    built.say("human-1", "a", {"fair": "3"})
    contents = built.contents()
    rows = list(
        zip(contents.standing.frame["role"], contents.standing.frame["item"], contents.about_output, strict=True)
    )

    def where(mask):
        return [rows[at] for at in np.flatnonzero(mask)]

    # People leave a field blank where there is no reference, judges do not; see the policy empty_reference.
    assert where(contents.asked("right")) == [("human", "a", True), ("judge", "a", True), ("judge", "b", True)]
    assert where(contents.left_blank("right")) == [("human", "b", True), ("model", "b", False)]
    assert where(contents.asked("fair")) == [("human", "a", False)]
    assert where(contents.asked("title")) == [("model", "a", False), ("model", "b", False)]
    assert where(contents.on_other_form("fair")) == [row for row in rows if row[2]]


def test_what_a_role_is_asked_about(built):
    first, other = (built.say("m", item, {"title": "x"}, role="model") for item in "ab")
    built.say("n", "a", {}, role="model", state="invalid")
    contents = built.contents()
    assert contents.units_of("human") == {"a": [None, first], "b": [None, other]}
    assert contents.units_of("judge") == {"a": [first], "b": [other]}
    assert contents.units_of("model") == {"a": [None], "b": [None]}


def test_items_that_cannot_be_rated_are_asked_of_nobody(tmp_path):
    built = Built(tmp_path, head="items: {state: state}")
    built.items({"id": "a", "state": "invalid_output"}, {"id": "b", "state": None})
    assert built.contents().units_of("human") == {"b": [None]}


def test_raters_are_told_apart_by_role(built):
    built.say("m", "a", {"title": "x"}, role="model")
    built.say("m", "a", {"fair": "3"})
    built.say("m", "b", {"fair": "3"})
    contents = built.contents()
    assert contents.raters == (("human", "m"), ("model", "m"))
    assert contents.rater.tolist() == [0, 0, 1]
    assert contents.name_of(2) == "model m"
    assert contents.unit[0] == contents.unit[2] != contents.unit[1]


def test_rows_are_in_the_order_of_time_or_of_the_log(tmp_path):
    built = Built(tmp_path)
    built.items("a", "b", "c")
    for item, seconds in (("a", 30), ("b", 10), ("c", 20)):
        built.say("timed", item, {"q": "1"}, at=moment(seconds))
        built.say("partly", item, {"q": "1"}, at=moment(seconds) if item != "b" else None)
    contents = built.contents()
    frame = contents.standing.frame
    order = [(frame["rater"][int(row)], frame["item"][int(row)]) for row in contents.in_order]
    assert order == [("partly", item) for item in "abc"] + [("timed", item) for item in "bca"]


def test_rows_by_log_are_in_the_order_of_lines(tmp_path):
    built = Built(tmp_path)
    built.items("a", "b")
    built.say("bob", "a", {"q": "1"})
    built.say("ann", "a", {"q": "1"})
    built.say("ann", "b", {"q": "1"})
    built.say("ann", "a", {"q": "2"})
    contents = built.contents()
    logs = [
        [(int(contents.standing.line[row]), contents.text(row, "item")) for row in rows]
        for rows in contents.by_log(contents.filled_in)
    ]
    assert logs == [[(2, "b"), (3, "a")], [(1, "a")]]


def test_forms_of_later_passes_and_other_states_are_not_filled_in(tmp_path):
    built = Built(tmp_path)
    built.items("a", "b", "c")
    built.say("ann", "a", {"q": "1"})
    built.say("ann", "b", {"q": "1"}, passing="second")
    built.say("ann", "c", {}, state="unusable")
    contents = built.contents()
    assert contents.filled_in.tolist() == [True, False, False]
    assert contents.first_pass.tolist() == [True, False, True]


def test_items_that_are_not_there_have_no_row(tmp_path):
    built = Built(tmp_path)
    built.items("a", "b")
    for item in ("b", "gone", "a"):
        built.say("ann", item, {"q": "1"})
    assert built.contents().item_row.tolist() == [1, -1, 0]


def test_places(tmp_path):
    built = Built(tmp_path, head="items: {slices: [kind]}")
    built.items({"id": "a", "kind": "x"}, {"id": "b", "kind": "y"})
    built.say("ann", "a", {"q": "1"})
    contents = built.contents()
    assert contents.place("q")(0) == f"{built.log('ann')}:1, field q"
    assert contents.item_place("b", "kind") == f"{tmp_path / 'items.jsonl'}:2, column kind"
    assert contents.spec_place(("items", "slices", 0)) == f"{tmp_path / 'benchmark.yaml'}:3, items.slices.0"
