"""Boxes in pixels against the sizes of the pictures."""

from __future__ import annotations

import shutil

import pytest
from built_folder import Built, only
from PIL import Image

from accord.annotations.checks.outside_boxes import outside_boxes

HEAD = "items: {image: image}"


def form(box_format="xyxy", unit="pixels"):
    return f"b: {{kind: boxes, format: {box_format}, unit: {unit}, labels: [car]}}"


def boxes(*sides):
    return {"b": [{"label": "car", "box": list(side)} for side in sides]}


@pytest.fixture
def built(tmp_path):
    """Two pictures, 60 x 40 and 40 x 60."""
    built = Built(tmp_path, form(), HEAD)
    Image.new("RGB", (60, 40)).save(tmp_path / "wide.png")
    Image.new("RGB", (40, 60)).save(tmp_path / "high.png")
    built.items({"id": "wide", "image": "wide.png"}, {"id": "high", "image": "high.png"})
    return built


def test_boxes_up_to_the_edge_raise_nothing(built):
    built.say("ann", "wide", boxes((0, 0, 60, 40), (59, 39, 60, 40)))
    built.say("ann", "high", boxes((0, 0, 40, 60)))
    built.say("bob", "high", {"b": []})
    assert outside_boxes(built.contents()) == []


def test_a_box_is_held_against_the_picture_of_its_own_item(built):
    built.say("ann", "wide", boxes((10, 10, 50, 30)))
    built.say("ann", "high", boxes((10, 10, 50, 30)))
    finding = only(outside_boxes(built.contents()))
    assert (finding.code, finding.severity) == ("box_leaves_picture", "warning")
    assert finding.where == f"{built.log('ann')}:2, field b"
    assert finding.message == ("item 'high': the box with corners 10, 10, 50, 30 leaves the picture of 40 x 60 pixels")
    assert finding.fix is not None and "format and unit" in finding.fix


def test_a_box_wholly_outside_is_an_error(built):
    built.say("ann", "wide", boxes((0, 0, 5, 5), (60, 0, 70, 10)))
    finding = only(outside_boxes(built.contents()))
    assert (finding.code, finding.severity) == ("box_outside", "error")
    assert finding.message == (
        "item 'wide': the box with corners 60, 0, 70, 10 lies outside the picture of 60 x 40 pixels"
    )


@pytest.mark.parametrize(
    ("box_format", "inside", "outside"),
    [("xywh", (50, 30, 10, 10), (51, 30, 10, 10)), ("cxcywh", (55, 35, 10, 10), (56, 35, 10, 10))],
)
def test_sides_are_read_by_the_declared_format(built, box_format, inside, outside):
    built.form(form(box_format), HEAD)
    built.say("ann", "wide", boxes(inside))
    assert outside_boxes(built.contents()) == []
    built.say("ann", "wide", boxes(outside))
    assert only(outside_boxes(built.contents())).code == "box_leaves_picture"


def test_a_negative_side_leaves_the_picture(built):
    built.say("ann", "wide", boxes((-1, 0, 5, 5)))
    assert only(outside_boxes(built.contents())).code == "box_leaves_picture"


def test_kinds_and_raters_are_findings_of_their_own(built):
    built.say("ann", "wide", boxes((0, 0, 61, 5), (0, 0, 62, 5), (99, 0, 100, 5)))
    built.say("bob", "wide", boxes((0, 0, 61, 5)))
    found = outside_boxes(built.contents())
    assert [(at.code, at.count, at.where) for at in found] == [
        ("box_leaves_picture", 2, f"{built.log('ann')}:1, field b"),
        ("box_outside", 1, f"{built.log('ann')}:1, field b"),
        ("box_leaves_picture", 1, f"{built.log('bob')}:1, field b"),
    ]


def test_the_published_case_of_a_turned_picture(tmp_path, shared):
    built = Built(tmp_path, form(), HEAD)
    shutil.copy(shared / "cases" / "files" / "box04_exif6.jpg", tmp_path / "a.jpg")
    built.items({"id": "a", "image": "a.jpg"})
    built.say("shown", "a", boxes((30, 40, 40, 50)))
    built.say("stored", "a", boxes((0, 0, 10, 10)))
    finding = only(outside_boxes(built.contents()))
    assert finding.where == f"{built.log('shown')}:1, field b"
    assert finding.message.endswith("the picture of 60 x 40 pixels; it fits the picture as it is shown, turned")


def test_pictures_and_items_that_are_not_there_are_left_to_others(built):
    rows = [{"id": "wide", "image": "gone.png"}, {"id": "high", "image": None}, {"id": "last", "image": "high.png"}]
    built.items(*rows)
    for item in ("wide", "high", "lost"):
        built.say("ann", item, boxes((900, 900, 901, 901)))
    assert outside_boxes(built.contents()) == []


def test_fractions_are_left_to_their_field(built):
    built.form(form(unit="fractions"), HEAD)
    built.say("ann", "wide", boxes((0, 0, 0.5, 0.5)))
    assert outside_boxes(built.contents()) == []


def test_items_without_pictures_are_a_note(tmp_path):
    built = Built(tmp_path, form())
    built.items("a")
    assert outside_boxes(built.contents()) == []
    built.say("ann", "a", boxes((0, 0, 5, 5)))
    finding = only(outside_boxes(built.contents()))
    assert (finding.code, finding.severity) == ("no_picture_sizes", "info")
    assert finding.where == f"{tmp_path / 'benchmark.yaml'}:5, fields.b.unit"
    assert finding.fix == "name the column of the pictures: items: {image: COLUMN}"


def test_boxes_of_many_cells_keep_their_items(built):
    """The least and greatest sides of a cell must be those of its own boxes."""
    for at in range(20):
        built.say(f"r{at}", "wide", boxes((0, 0, 10 + at, 10), (at, 0, 20 + 2 * at, 10)))
    assert outside_boxes(built.contents()) == []
    built.say("r20", "wide", boxes((0, 0, 5, 5), (0, 0, 61, 10)))
    assert [at.where for at in outside_boxes(built.contents())] == [f"{built.log('r20')}:1, field b"]
