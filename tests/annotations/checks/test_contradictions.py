"""Boxes and labels that do not fit each other."""

from __future__ import annotations

import pytest
from built_folder import Built, by_code, only

from accord.annotations.checks.contradictions import contradictions

FIELDS = """v: {kind: labels, domains: {road: [pothole, sign], air: [smoke]}, none: clean, abstain: [unsure]}
b: {kind: boxes, format: xywh, unit: fractions, labels_of: v%s}"""


@pytest.fixture
def built(tmp_path):
    built = Built(tmp_path, FIELDS % ", every_label: true")
    built.items("a", "b", "c")
    return built


def said(labels, *drawn):
    return {"v": labels, "b": [{"label": label, "box": [0.1, 0.1, 0.2, 0.2]} for label in drawn]}


def test_answers_that_fit_raise_nothing(built):
    built.say("ann", "a", said(["pothole", "smoke"], "smoke", "pothole", "pothole"))
    built.say("ann", "b", said([]))
    built.say("ann", "c", {"v": [], "b": None})
    built.say("bob", "a", {"v": {"state": "abstained", "value": "unsure"}, "b": []})
    built.say("bob", "b", {"v": None, "b": None})
    assert contradictions(built.contents()) == []


def test_boxes_where_there_is_nothing(built):
    built.say("ann", "a", said(["pothole"], "pothole"))
    built.say("ann", "b", said([], "smoke", "pothole"))
    built.say("ann", "c", said([], "smoke"))
    finding = only(contradictions(built.contents()))
    assert (finding.code, finding.severity, finding.count) == ("none_with_boxes", "error", 2)
    assert finding.where == f"{built.log('ann')}:2, field b"
    assert finding.message == (
        "item 'b': v says that there is nothing, and there are boxes of 'pothole', 'smoke'; also line 3"
    )
    assert finding.fix is not None and finding.fix.startswith("have the rater correct one of the two")


def test_a_box_whose_label_was_not_chosen(built):
    built.say("ann", "a", said(["pothole"], "pothole", "smoke"))
    finding = only(contradictions(built.contents()))
    assert (finding.code, finding.where) == ("box_not_chosen", f"{built.log('ann')}:1, field b")
    assert finding.message == "item 'a': there is a box of 'smoke', which is not chosen in v"


@pytest.mark.parametrize("labels", [None, {"state": "abstained", "value": "unsure"}])
def test_a_box_beside_no_answer(built, labels):
    built.say("ann", "a", said(labels, "smoke"))
    assert only(contradictions(built.contents())).code == "box_not_chosen"


def test_a_label_without_a_box(built):
    built.say("ann", "a", said(["pothole", "smoke"], "smoke"))
    built.say("bob", "a", {"v": ["sign"], "b": None})
    ann, bob = contradictions(built.contents())
    assert (ann.code, ann.where) == ("label_without_box", f"{built.log('ann')}:1, field b")
    assert ann.message == "item 'a': 'pothole' is chosen in v and has no box"
    assert bob.message == "item 'a': 'sign' is chosen in v and has no box"


def test_a_label_needs_no_box_where_the_form_does_not_say_so(tmp_path):
    built = Built(tmp_path, FIELDS % "")
    built.items("a")
    built.say("ann", "a", said(["pothole", "smoke"], "smoke"))
    assert contradictions(built.contents()) == []


def test_one_answer_may_contradict_itself_twice(built):
    built.say("ann", "a", said(["pothole"], "smoke"))
    assert by_code(contradictions(built.contents())).keys() == {"box_not_chosen", "label_without_box"}


def test_what_was_not_asked_or_cannot_be_read_contradicts_nothing(built):
    built.say("ann", "a", {"v": ["pothole"]})
    built.say("ann", "b", said({"state": "off_label", "raw": "fire"}, "smoke"))
    built.say("ann", "c", {"v": ["pothole"], "b": {"state": "off_label", "raw": "odd"}})
    assert contradictions(built.contents()) == []


def test_boxes_with_labels_of_their_own_raise_nothing(tmp_path):
    built = Built(tmp_path, "b: {kind: boxes, format: xywh, unit: fractions, labels: [smoke]}")
    built.items("a")
    built.say("ann", "a", {"b": [{"label": "smoke", "box": [0.1, 0.1, 0.2, 0.2]}]})
    assert contradictions(built.contents()) == []
