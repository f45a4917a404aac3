"""How far raters got with their assignments."""

from __future__ import annotations

from built_folder import Built

from accord.annotations.contents.assigned import Assigned, assigned

MATCHES = "title: {kind: text}\nright: {kind: binary, matches: title}"


def test_items_are_done_when_they_are_answered(tmp_path):
    built = Built(tmp_path)
    built.items("a", "b", "c")
    built.assign("first", (["ann", "bob"], ["a", "b"]))
    built.assign("second", (["bob"], ["c"]))
    built.say("ann", "a", {"q": "1"})
    built.say("ann", "c", {"q": "1"})
    built.say("bob", "b", {}, state="unusable")
    built.say("bob", "c", {"q": "2"}, passing="later")
    ann, bob = assigned(built.contents())
    assert ann == Assigned("ann", ("first",), 2, ("b",))
    assert bob == Assigned("bob", ("first", "second"), 3, ("a", "c"))
    assert (ann.done, bob.done) == (1, 1)


def test_an_item_is_done_when_all_its_outputs_are_judged(tmp_path):
    built = Built(tmp_path, MATCHES)
    built.items("a", "b")
    built.assign("all", (["ann"], ["a", "b"]))
    outputs = [built.say(model, "a", {"title": "x"}, role="model") for model in ("m", "n")]
    built.say("m", "b", {}, role="model", state="invalid")
    built.say("ann", "a", {"right": "1"}, of=outputs[0])
    assert assigned(built.contents()) == [Assigned("ann", ("all",), 1, ("a",))]
    built.say("ann", "a", {"right": "1"}, of=outputs[1])
    assert assigned(built.contents()) == [Assigned("ann", ("all",), 1, ())]


def test_items_that_cannot_be_rated_or_are_gone_are_not_counted(tmp_path):
    built = Built(tmp_path, head="items: {state: state}")
    built.items({"id": "a", "state": "invalid_output"}, {"id": "b", "state": ""})
    built.assign("all", (["ann"], ["a", "b", "gone"]))
    assert assigned(built.contents()) == [Assigned("ann", ("all",), 1, ("b",))]


def test_a_judge_does_not_answer_for_a_person(tmp_path):
    built = Built(tmp_path)
    built.items("a", "b")
    built.assign("all", (["ann"], ["a", "b"]))
    built.say("ann", "a", {"q": "1"}, role="judge")
    built.say("ann", "b", {"q": "1"})
    assert assigned(built.contents()) == [Assigned("ann", ("all",), 2, ("a",))]


def test_nobody_is_assigned(tmp_path):
    built = Built(tmp_path)
    built.items("a")
    built.say("ann", "a", {"q": "1"})
    assert assigned(built.contents()) == []
