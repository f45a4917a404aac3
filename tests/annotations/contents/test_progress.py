"""Counts by rater and by field, and what is left to do."""

from __future__ import annotations

from dataclasses import astuple

import pytest
from built_folder import Built

from accord.annotations.contents.progress import later_passes, parts, rater_counts, role_counts
from accord.annotations.contents.status import FieldCount, Part, RaterCount

FIELDS = """q: {kind: rating, scale: 1..5, abstain: [cannot judge], asked_of: [human]}
title: {kind: text, reference: title}
right: {kind: binary, matches: title}"""


@pytest.fixture
def built(tmp_path):
    built = Built(tmp_path, FIELDS, head="items: {raters_per_item: 1}")
    built.items({"id": "a", "title": "x"}, {"id": "b", "title": None}, {"id": "c", "title": "z"})
    return built


def test_every_rater_by_state(built):
    for item in "abc":
        built.say("ann", item, {"q": "1"})
    built.say("ann", "a", {"q": "2"})
    built.say("bob", "a", {}, state="unusable")
    built.say("bob", "b", {"q": "1"}, passing="second")
    built.say("m", "a", {}, role="model", state="invalid")
    standing = built.contents().standing
    assert rater_counts(standing) == {
        "human": (RaterCount("ann", 3, 0, 0, 1), RaterCount("bob", 0, 0, 1, 0)),
        "model": (RaterCount("m", 0, 1, 0, 0),),
    }
    assert later_passes(standing) == {"second": 1}


def test_every_field_by_state(built):
    outputs = {item: built.say("m", item, {"title": "x"}, role="model") for item in "abc"}
    built.say("ann", "a", {"q": "1"})
    built.say("ann", "b", {"q": {"state": "abstained", "value": "cannot judge"}})
    built.say("bob", "a", {"q": None})
    built.say("bob", "b", {"q": {"state": "off_label", "raw": 9}})
    built.say("bob", "c", {"q": "2"}, passing="second")
    built.say("bob", "a", {"right": "1"}, of=outputs["a"])
    built.say("bob", "b", {"right": {"state": "not_asked"}}, of=outputs["b"])
    built.say("cleo", "b", {"right": "1"}, of=outputs["b"])
    human, model = role_counts(built.contents())
    assert human.fields == (FieldCount("q", 1, 1, 1, 1, 0), FieldCount("right", 1, 0, 0, 0, 2))
    assert model.fields == (FieldCount("title", 3, 0, 0, 0, 0),)
    assert [rater.rater for rater in human.raters] == ["ann", "bob", "cleo"]


def test_what_is_left_to_do(built):
    outputs = {item: built.say("m", item, {"title": "x"}, role="model") for item in "ab"}
    built.assign("all", (["ann"], ["a", "b"]))
    built.say("ann", "a", {"q": "1"})
    built.say("ann", "a", {"right": "1"}, of=outputs["a"])
    built.say("ann", "b", {"q": "1"})
    built.say("j", "a", {"right": "1"}, role="judge", of=outputs["a"])
    found = {part.what: (part.kind, part.done, part.of, part.complete) for part in parts(built.contents())}
    assert found == {
        "outputs answered by 1 person or more": ("people", 3, 4, False),
        "items assigned to ann (all)": ("assignment", 1, 2, False),
        "outputs judged by j": ("judge", 1, 2, False),
        "items answered by m": ("model", 2, 3, False),
    }


def test_what_is_complete(tmp_path):
    built = Built(tmp_path, head="items: {raters_per_item: 2}")
    built.items("a")
    for rater in ("ann", "bob"):
        built.say(rater, "a", {"q": "1"})
    assert parts(built.contents()) == (Part("people", "items answered by 2 people or more", 1, 1),)


def test_nothing_is_said_of_people_where_no_number_is_asked_for(tmp_path):
    built = Built(tmp_path)
    built.items("a")
    built.say("ann", "a", {"q": "1"})
    assert parts(built.contents()) == ()


def test_answers_about_items_that_are_gone_do_nothing(tmp_path):
    built = Built(tmp_path)
    built.items("a")
    for item in ("gone", "a"):
        built.say("m", item, {"q": "1"}, role="model")
    built.say("m", "a", {"q": "1"}, role="model", passing="second")
    assert parts(built.contents()) == (Part("model", "items answered by m", 1, 1),)


def test_an_empty_folder(built):
    contents = built.contents()
    assert rater_counts(contents.standing) == {}
    assert role_counts(contents) == ()
    assert [astuple(part) for part in parts(contents)] == [("people", "items answered by 1 person or more", 0, 3)]
