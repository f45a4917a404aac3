"""Pictures of items that cannot be shown, or are shown turned."""

from __future__ import annotations

import pytest
from built_folder import Built, by_code, only
from PIL import Image

from accord.annotations.checks.pictures import pictures

HEAD = "items: {image: image}"
BOXES = "b: {kind: boxes, format: xywh, unit: %s, labels: [car]}"


def save(folder, name, orientation=None):
    exif = Image.Exif()
    if orientation is not None:
        exif[0x0112] = orientation
    (folder / "images").mkdir(exist_ok=True)
    Image.new("RGB", (60, 40)).save(folder / "images" / name, exif=exif)


def item(name, image):
    return {"id": name, "image": image}


def test_whole_pictures_raise_nothing(tmp_path):
    built = Built(tmp_path, BOXES % "pixels", HEAD)
    built.items(item("a", "images/a.png"), item("b", "images/b.jpg"))
    save(tmp_path, "a.png")
    save(tmp_path, "b.jpg", orientation=1)
    assert pictures(built.contents()) == []


def test_items_without_a_column_of_pictures_raise_nothing(built):
    built.items(item("a", "images/a.png"))
    assert pictures(built.contents()) == []


def test_pictures_that_are_not_there(tmp_path):
    built = Built(tmp_path, head=HEAD)
    built.items(item("a", "images/a.png"), item("b", "images/b.png"), item("c", "images/c.png"))
    save(tmp_path, "a.png")
    finding = only(pictures(built.contents()))
    assert (finding.code, finding.severity, finding.count) == ("picture_missing", "error", 2)
    assert finding.where == f"{tmp_path / 'items.jsonl'}:2, column image"
    assert finding.message == "'images/b.png' is not there; also line 3"
    assert finding.fix == "put the file there, or correct the path"


def test_blank_cells(tmp_path):
    built = Built(tmp_path, head=HEAD)
    built.items(item("a", "  "), item("b", None))
    finding = only(pictures(built.contents()))
    assert (finding.code, finding.count) == ("picture_missing", 2)
    assert finding.message == "no picture is named; also line 2"


def test_every_kind_of_trouble_is_a_finding_of_its_own(tmp_path):
    built = Built(tmp_path, head=HEAD)
    built.items(item("a", "images/a.png"), item("b", "../b.png"), item("c", "c.png"), item("d", "d.png"))
    (tmp_path / "d.png").write_text("no picture")
    found = by_code(pictures(built.contents()))
    assert {code: at.count for code, at in found.items()} == {
        "picture_missing": 2,
        "picture_outside_folder": 1,
        "picture_unreadable": 1,
    }
    assert {at.severity for at in found.values()} == {"error"}
    assert found["picture_unreadable"].where.endswith("items.jsonl:4, column image")


@pytest.mark.parametrize("unit", ["pixels", "fractions"])
def test_a_turned_picture_under_boxes(tmp_path, unit):
    built = Built(tmp_path, BOXES % unit, HEAD)
    built.items(item("a", "images/a.jpg"))
    save(tmp_path, "a.jpg", orientation=6)
    finding = only(pictures(built.contents()))
    assert (finding.code, finding.severity) == ("picture_turned", "warning")
    assert finding.where == f"{tmp_path / 'items.jsonl'}:1, column image"
    assert "stored as 60 x 40 pixels and shown as 40 x 60 (EXIF orientation 6)" in finding.message
    assert finding.fix is not None and finding.fix.startswith("save it upright")


def test_a_turned_picture_without_boxes_raises_nothing(tmp_path):
    built = Built(tmp_path, head=HEAD)
    built.items(item("a", "images/a.jpg"))
    save(tmp_path, "a.jpg", orientation=6)
    assert pictures(built.contents()) == []
