"""How many people answered."""

from __future__ import annotations

from built_folder import Built

from accord.annotations.contents.people import Panel, panels


def test_people_are_counted_and_machines_are_not(tmp_path):
    built = Built(tmp_path)
    built.items("b", "a")
    built.say("ann", "a", {"q": "1"})
    built.say("ann", "a", {"q": "2"})
    built.say("bob", "a", {}, state="unusable")
    built.say("ann", "b", {"q": "1"}, passing="later")
    built.say("m", "b", {"q": "1"}, role="model")
    assert panels(built.contents()) == [Panel("b", None, 0), Panel("a", None, 2)]


def test_outputs_are_counted_one_by_one(tmp_path):
    built = Built(tmp_path, "title: {kind: text}\nright: {kind: binary, matches: title}")
    built.items("a", "b")
    first = built.say("m", "a", {"title": "x"}, role="model")
    second = built.say("n", "a", {"title": "y"}, role="model")
    built.say("n", "b", {}, role="model", state="invalid")
    built.say("ann", "a", {"right": "1"}, of=second)
    assert panels(built.contents()) == [Panel("a", first, 0), Panel("a", second, 1)]


def test_where_there_are_assignments_only_their_items_count(tmp_path):
    built = Built(tmp_path)
    built.items("a", "b", "c")
    built.assign("all", (["ann"], ["c"]))
    assert panels(built.contents()) == [Panel("c", None, 0)]
