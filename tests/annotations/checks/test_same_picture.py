"""One picture under two items."""

from __future__ import annotations

from built_folder import Built, only

from accord.annotations.checks.same_picture import same_picture

HEAD = "items: {image: image}"


def test_two_items_with_one_picture(tmp_path):
    built = Built(tmp_path, head=HEAD)
    built.items({"id": "a", "image": "x.png"}, {"id": "b", "image": "y.png"}, {"id": "c", "image": "x.png"})
    finding = only(same_picture(built.contents()))
    assert (finding.code, finding.severity, finding.count) == ("same_picture", "info", 1)
    assert finding.where == f"{tmp_path / 'items.jsonl'}:3, column image"
    assert finding.message == "item 'c' has the picture of item 'a'"
    assert "cluster" in finding.fix


def test_pictures_of_their_own_and_blanks_raise_nothing(tmp_path):
    built = Built(tmp_path, head=HEAD)
    built.items(
        {"id": "a", "image": "x.png"}, {"id": "b", "image": "y.png"}, {"id": "c", "image": ""}, {"id": "d", "image": ""}
    )
    assert same_picture(built.contents()) == []


def test_items_without_pictures_raise_nothing(built):
    built.items("a", "b")
    assert same_picture(built.contents()) == []
