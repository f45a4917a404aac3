"""Assignments against what was answered."""

from __future__ import annotations

import pytest
from built_folder import by_code, only

from accord.annotations.checks.assignments import assignments


@pytest.fixture
def sampled(built):
    """Three items, two of them assigned to ann and bob."""
    built.items("a", "b", "c")
    built.assign("sample", (["ann", "bob"], ["a", "b"]))
    return built


def test_nobody_was_assigned(built):
    built.items("a")
    built.say("ann", "a", {"q": "1"})
    assert assignments(built.contents()) == []


def test_assignments_that_are_done_raise_nothing(sampled):
    for rater in ("ann", "bob"):
        for item in "ab":
            sampled.say(rater, item, {"q": "1"})
    sampled.say("j", "c", {"q": "1"}, role="judge")
    assert assignments(sampled.contents()) == []


def test_a_rater_who_saw_only_part(sampled):
    for rater, items in (("ann", "ab"), ("bob", "b")):
        for item in items:
            sampled.say(rater, item, {"q": "1"})
    finding = only(assignments(sampled.contents()))
    assert (finding.code, finding.severity, finding.count) == ("part_of_assignment", "warning", 1)
    assert finding.where == f"{sampled.path / 'assignments' / 'sample.json'}, rater bob"
    assert finding.message == "'bob' answered 1 of 2 items; open: a"
    assert finding.fix == "have the rest answered, and import it"


def test_a_rater_without_any_submission(sampled):
    for item in "ab":
        sampled.say("ann", item, {"q": "1"})
    finding = only(assignments(sampled.contents()))
    assert (finding.code, finding.severity) == ("no_submission", "warning")
    assert finding.where == f"{sampled.path / 'assignments' / 'sample.json'}, rater bob"
    assert finding.message == "'bob' answered none of 2 items"
    assert finding.fix is not None and "another name" in finding.fix


def test_an_item_that_was_not_assigned_to_the_rater(sampled):
    for rater, items in (("ann", "abc"), ("bob", "ab"), ("dan", "a")):
        for item in items:
            sampled.say(rater, item, {"q": "1"})
    ann, dan = assignments(sampled.contents())
    assert (ann.code, ann.severity, ann.where) == ("not_assigned", "warning", f"{sampled.log('ann')}:3")
    assert ann.message == "'ann' answered about 'c', which was assigned to others"
    assert dan.message == "'dan' answered about 'a', but is in no assignment"
    assert dan.where == f"{sampled.log('dan')}:1"


def test_an_assigned_item_that_is_not_there(built):
    built.items("a")
    path = built.assign("sample", (["ann"], ["a", "gone"]))
    built.say("ann", "a", {"q": "1"})
    finding = only(assignments(built.contents()))
    assert (finding.code, finding.severity, finding.where) == ("unknown_item", "error", str(path))
    assert finding.message == "1 item that the benchmark does not have: 'gone'"


def test_later_passes_neither_fulfil_nor_exceed(sampled):
    for rater in ("ann", "bob"):
        for item in "ab":
            sampled.say(rater, item, {"q": "1"})
    sampled.say("cleo", "a", {"q": "1"}, passing="second")
    assert assignments(sampled.contents()) == []
    built = sampled
    built.assign("more", (["cleo"], ["c"]))
    built.say("cleo", "c", {"q": "1"}, passing="second")
    assert by_code(assignments(built.contents())).keys() == {"no_submission"}
