"""Boxes that are none."""

from __future__ import annotations

import pytest
from built_folder import Built, only

from accord.annotations.checks.bad_boxes import bad_boxes

FIELD = "b: {kind: boxes, format: xyxy, unit: %s, labels: [car, bus]%s}"


def box(label, *sides):
    return {"label": label, "box": list(sides)}


GOOD = box("car", 0.1, 0.1, 0.2, 0.2)


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        (box("car", 0.5, 0.5, 0.5, 0.7), "box_no_area"),
        (box("car", 0.5, 0.5, 0.4, 0.7), "box_no_area"),
        (box("car", 0.5, 0.5, 0.7), "box_wrong_length"),
        (box("car", 0.5, "x", 0.7, 0.8), "box_not_a_number"),
        (box("bike", 0.1, 0.1, 0.2, 0.2), "box_off_label"),
        (box("car", 1.1, 0.1, 1.2, 0.2), "box_outside"),
        ({"box": [0.1, 0.1, 0.2, 0.2]}, "box_no_label"),
    ],
)
def test_a_box_that_is_none_is_an_error(tmp_path, bad, code):
    built = Built(tmp_path, FIELD % ("fractions", ""))
    built.items("a", "b")
    built.say("ann", "a", {"b": [GOOD]})
    built.say("ann", "b", {"b": [GOOD, bad]})
    finding = only(bad_boxes(built.contents()))
    assert (finding.code, finding.severity) == (code, "error")
    assert finding.where == f"{built.log('ann')}:2, field b"
    assert finding.message.startswith("box 1: ")
    assert finding.fix is not None and finding.fix.startswith("correct the box, or declare bad_boxes: drop")
    assert "--bad-boxes" not in finding.fix


def test_where_the_form_drops_them_they_are_a_warning(tmp_path):
    built = Built(tmp_path, FIELD % ("fractions", ", bad_boxes: drop"))
    built.items("a")
    built.say("ann", "a", {"b": [box("car", 0.5, 0.5, 0.5, 0.7)]})
    finding = only(bad_boxes(built.contents()))
    assert (finding.severity, finding.fix) == ("warning", "such boxes were dropped, the answers kept")


def test_a_box_that_leaves_a_picture_of_fractions_is_a_warning(tmp_path):
    built = Built(tmp_path, FIELD % ("fractions", ""))
    built.items("a")
    built.say("ann", "a", {"b": [box("car", 0.5, 0.5, 1.2, 0.7)]})
    finding = only(bad_boxes(built.contents()))
    assert (finding.code, finding.severity) == ("box_leaves_picture", "warning")
    assert finding.fix == "correct the box; it is kept as it is"


def test_good_boxes_and_none_at_all_raise_nothing(tmp_path):
    built = Built(tmp_path, FIELD % ("fractions", ""))
    built.items("a", "b", "c")
    built.say("ann", "a", {"b": [GOOD, box("bus", 0, 0, 1, 1)]})
    built.say("ann", "b", {"b": []})
    built.say("ann", "c", {"b": None})
    assert bad_boxes(built.contents()) == []


def test_fields_of_other_kinds_raise_nothing(built):
    built.items("a")
    built.say("ann", "a", {"q": {"state": "off_label", "raw": "[]"}})
    assert bad_boxes(built.contents()) == []
