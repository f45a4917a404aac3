"""Boxes reduced to patterns of raters, boxes and matches."""

from __future__ import annotations

from typing import Any

import numpy as np
from made_ratings import ratings_of

import accord
from accord.agreement.box_panel import BoxData, box_data
from accord.annotations.ratings import Boxes

NEAR, SIDE, FAR = ("car", (0, 0, 10, 10)), ("car", (0, 0, 10, 7)), ("bus", (50, 50, 10, 10))
"""NEAR and SIDE have IoU .7."""
CELLS: list[list[Any]] = [
    [[NEAR], [SIDE], None],
    [[NEAR, FAR], [NEAR, FAR], [SIDE]],
    [[], [], None],
    [[NEAR], None, None],
    [None, None, None],
    [[SIDE], [NEAR], None],
]


def data(thresholds: tuple[float, ...] = (0.5,)) -> BoxData:
    fields = {"value": accord.Boxes(["car", "bus"], format="xywh"), "other": accord.Binary()}
    ratings = ratings_of({"value": CELLS, "other": [[1, None, None]] * len(CELLS)}, fields)
    answers = ratings.answers["value"]
    assert isinstance(answers, Boxes)
    return box_data(ratings.item, answers, ratings.items, thresholds)


def by_item(thresholds: tuple[float, ...] = (0.5,), labels: list[int] | None = None) -> list[tuple[int, ...] | None]:
    """For each item its raters, boxes and matches; None for an item without an answer."""
    panel = data(thresholds).panel(labels)
    rows = np.column_stack([panel.size, panel.boxes, panel.matched]).tolist()
    return [None if at < 0 else tuple(rows[at]) for at in panel.item]


def test_raters_boxes_and_matches_of_every_item() -> None:
    """Three raters: NEAR matches twice, SIDE with both, FAR once."""
    assert by_item() == [(2, 2, 1), (3, 5, 4), (2, 0, 0), (1, 1, 0), None, (2, 2, 1)]


def test_thresholds_are_sorted_and_unique() -> None:
    assert data((0.9, 0.5, 0.9)).thresholds == (0.5, 0.9)
    assert by_item((0.9, 0.5)) == [(2, 2, 1, 0), (3, 5, 4, 2), (2, 0, 0, 0), (1, 1, 0, 0), None, (2, 2, 1, 0)]


def test_equal_items_share_a_pattern() -> None:
    panel = data().panel()
    assert panel.item[0] == panel.item[5]
    rows = np.column_stack([panel.size, panel.boxes, panel.matched]).tolist()
    assert rows == sorted(rows)


def test_items_are_kept_when_boxes_are_cut_down() -> None:
    assert by_item(labels=[1]) == [(2, 0, 0), (3, 2, 1), (2, 0, 0), (1, 0, 0), None, (2, 0, 0)]
    assert by_item(labels=[0, 1]) == by_item()
    assert by_item(labels=[]) == [(2, 0, 0), (3, 0, 0), (2, 0, 0), (1, 0, 0), None, (2, 0, 0)]


def test_classes_add_up() -> None:
    parts = [[row or (0, 0, 0) for row in by_item(labels=[label])] for label in (0, 1)]
    for whole, car, bus in zip(by_item(), *parts, strict=True):
        assert whole is None or whole[1:] == (car[1] + bus[1], car[2] + bus[2])


def test_an_item_differs_where_a_box_has_no_partner_in_some_pair() -> None:
    panel = data().panel()
    assert panel.differs[panel.item].tolist()[:4] == [False, True, False, False]


def test_informative_items_have_a_box() -> None:
    panel = data().panel()
    assert panel.uncommon(np.ones(len(panel.size), np.int64))[panel.item].tolist()[:4] == [True, True, False, True]


def test_no_boxes_at_all() -> None:
    ratings = ratings_of([[[], []], [[], None]], accord.Boxes(["car"], format="xywh"))
    answers = ratings.answers["value"]
    assert isinstance(answers, Boxes)
    panel = box_data(ratings.item, answers, 2, (0.5, 0.75)).panel()
    assert panel.size[panel.item].tolist() == [2, 1]
    assert panel.boxes.tolist() == [0, 0]
    assert panel.matched.shape == (2, 2)
