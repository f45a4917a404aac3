"""The scenes example holds what its tutorial needs: boxes that fit the classes and overlap, and an unusable form."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from template_rows import Row, agreement, alike, by_rater, check_pictures, check_submissions, most_used

import accord
from accord.examples.template_scenes import CLASSES, DOMAINS, NONE, PEOPLE, items, pictures, submissions

FIELDS = ["plausibility", "naturalness", "violations", "boxes"]
ITEMS: list[Row] = items()
ROWS: list[Row] = submissions()
ANSWERED = [row for row in ROWS if row["state"] == "answered"]


def test_rows_and_pictures_fit_the_items() -> None:
    check_submissions(ITEMS, ROWS, {"human": FIELDS})
    check_pictures(ITEMS, list(pictures()))


def test_the_same_twice() -> None:
    assert submissions() == ROWS
    assert items() == ITEMS
    assert dict(pictures()) == dict(pictures())


def test_slices() -> None:
    assert list(ITEMS[0]) == ["id", "image", "kind"]
    assert Counter(item["kind"] for item in ITEMS) == {"synthetic": 20, "photo": 10}


def test_panels() -> None:
    raters = Counter(row["item"] for row in ROWS)
    assert Counter(raters.values()) == {3: 12, 2: 18}
    assert Counter(row["rater"] for row in ROWS) == dict.fromkeys(PEOPLE, 12)
    together = {item["id"]: {row["rater"] for row in ROWS if row["item"] == item["id"]} for item in ITEMS}
    for pair in combinations(PEOPLE, 2):
        assert sum(set(pair) <= panel for panel in together.values()) >= 2


def test_one_form_is_unusable_and_its_picture_has_two_others() -> None:
    (unusable,) = (row for row in ROWS if row["state"] != "answered")
    assert (unusable["state"], unusable["answers"]) == ("unusable", {})
    assert sum(row["item"] == unusable["item"] for row in ANSWERED) == 2


def test_every_step_and_every_class_occurs() -> None:
    for rating in ("plausibility", "naturalness"):
        assert {row["answers"][rating] for row in ANSWERED} == {1, 2, 3, 4, 5}
    classes = Counter(name for row in ANSWERED for name in row["answers"]["violations"])
    assert set(classes) == {*CLASSES, NONE}
    assert min(classes.values()) >= 5
    assert sorted(CLASSES) == sorted(name for inside in DOMAINS.values() for name in inside)


def test_boxes_fit_the_classes_and_the_picture() -> None:
    several = 0
    for row in ANSWERED:
        boxes, chosen = row["answers"]["boxes"], row["answers"]["violations"]
        labels = {box["label"] for box in boxes}
        assert chosen == ([name for name in CLASSES if name in labels] or [NONE])
        several += len(boxes) > len(labels)
        for box in boxes:
            x, y, width, height = box["box"]
            assert min(x, y) >= 0
            assert min(width, height) >= 0.01
            assert max(x + width, y + height) <= 1
    assert several >= 5


def overlap(one: list[float], other: list[float]) -> float:
    width = min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0])
    height = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1])
    shared = max(width, 0) * max(height, 0)
    return shared / (one[2] * one[3] + other[2] * other[3] - shared)


def test_two_people_draw_the_same_thing_nearly_alike() -> None:
    best = []
    for one, other in combinations(ANSWERED, 2):
        if one["item"] != other["item"]:
            continue
        for box in one["answers"]["boxes"]:
            theirs = [overlap(box["box"], b["box"]) for b in other["answers"]["boxes"] if b["label"] == box["label"]]
            best += [max(theirs)] if theirs else []
    assert len(best) > 30
    assert sum(value > 0.5 for value in best) / len(best) > 0.85
    assert min(best) < 0.6
    assert max(best) < 1


def test_raters_differ_and_vary() -> None:
    assert alike(ROWS, "human", ["plausibility"]) == []
    assert alike(ROWS, "human", ["naturalness"]) == []
    assert max(most_used(ROWS, "human", field) for field in FIELDS) <= 0.6
    for mine in by_rater(ROWS, "human").values():
        assert {row["answers"]["violations"] == [NONE] for row in mine} == {True, False}


@pytest.mark.parametrize(
    ("name", "field", "measure"),
    [
        ("plausibility", accord.Rating(1, 5), "alpha(ordinal)"),
        ("naturalness", accord.Rating(1, 5), "alpha(ordinal)"),
        ("violations", accord.Labels(DOMAINS, none=NONE), "alpha(jaccard)"),
        ("boxes", accord.Boxes(DOMAINS, format="xywh", frame=(1, 1)), "instance_f1(iou=0.5)"),
    ],
)
def test_agreement_is_realistic(name: str, field: accord.Field, measure: str) -> None:
    assert 0.5 < agreement(ROWS, "human", name, field, measure) < 0.9
