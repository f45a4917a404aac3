"""Items with too few people."""

from __future__ import annotations

from built_folder import Built, only

from accord.annotations.checks.raters_per_item import raters_per_item

TWO = "items: {raters_per_item: 2}"


def test_items_with_too_few_people(tmp_path):
    built = Built(tmp_path, head=TWO)
    built.items(*"abcdefgh")
    for rater, items in (("ann", "abcd"), ("bob", "ab"), ("cleo", "a")):
        for item in items:
            built.say(rater, item, {"q": "1"})
    finding = only(raters_per_item(built.contents()))
    assert (finding.code, finding.severity, finding.count) == ("too_few_raters", "warning", 6)
    assert finding.where == f"{tmp_path / 'items.jsonl'}:3"
    assert finding.message == ("item 'c': answered by 1 person, raters_per_item is 2; also lines 4, 5, 6, 7 and 1 more")
    assert finding.fix is not None and "accord sample" in finding.fix


def test_outputs_with_too_few_people(tmp_path):
    built = Built(tmp_path, "title: {kind: text}\nright: {kind: binary, matches: title}", TWO)
    built.items("a")
    for model in ("m", "n"):
        output = built.say(model, "a", {"title": "x"}, role="model")
        built.say("ann", "a", {"right": "1"}, of=output)
    built.say("bob", "a", {"right": "1"}, of=output)
    finding = only(raters_per_item(built.contents()))
    assert finding.message == "item 'a', output of 'm': answered by 1 person, raters_per_item is 2"


def test_enough_people_raise_nothing(tmp_path):
    built = Built(tmp_path, head=TWO)
    built.items("a")
    built.say("ann", "a", {"q": "1"})
    built.say("bob", "a", {}, state="unusable")
    built.say("cleo", "a", {"q": "1"})
    assert raters_per_item(built.contents()) == []


def test_nothing_is_asked_for(built):
    built.items("a")
    assert raters_per_item(built.contents()) == []
