"""Items reduced to what two groups of raters share."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from made_ratings import ratings_of

import accord
from accord.agreement.cross_panel import Across, CrossPanel, cross_boxes, cross_values
from accord.agreement.measure import Measure
from accord.agreement.names import read_measure
from accord.annotations.ratings import Boxes, Ratings

Row = tuple[Any, ...] | None


def measures(*names: str) -> list[Measure]:
    return [read_measure(name) for name in names]


def sides(ratings: Ratings, ours: str) -> tuple[np.ndarray, np.ndarray]:
    """The rows of the raters in `ours`, and of all others."""
    assert ratings.rater is not None
    first = np.array([name in ours for name in ratings.raters])[ratings.rater]
    return first, ~first


def cross(cells: Any, field: Any, names: list[str], ours: str = "AB") -> CrossPanel:
    ratings = ratings_of(cells, field)
    first, second = sides(ratings, ours)
    answers = ratings.answers["value"]
    if isinstance(answers, Boxes):
        return cross_boxes(ratings, "value", first, second, measures(*names))
    return cross_values(ratings, answers, first, second, measures(*names))


def by_item(panel: CrossPanel, *columns: Any) -> list[Row]:
    return [None if at < 0 else tuple(int(column[at]) for column in columns) for at in panel.item]


RATINGS = [[1, 1, 1, None], [1, 2, 1, 3], [2, None, None, 3], [1, 1, None, None], [None, None, 1, 1], [3, 3, 3, 3]]
"""Raters A and B against C and D; the fourth and fifth item have one group only."""


def test_cross_pairs_of_values() -> None:
    panel = cross(RATINGS, accord.Rating(1, 3), ["mean_pairwise", "within(1)"])
    agreed, pairs = panel.columns["mean_pairwise"]
    near, of = panel.columns["within(1)"]
    assert by_item(panel, panel.size, panel.pairs, agreed, pairs, near, of) == [
        (3, 2, 2, 2, 2, 2),
        (4, 4, 1, 4, 3, 4),
        (2, 1, 0, 1, 1, 1),
        None,
        None,
        (4, 4, 4, 4, 4, 4),
    ]
    assert by_item(panel, panel.differs) == [(0,), (1,), (1,), None, None, (0,)]


def test_informative_items_have_a_value_other_than_the_commonest() -> None:
    """Over the items that both groups answered, 3 is given six times, 1 five times, 2 twice."""
    panel = cross(RATINGS, accord.Rating(1, 3), ["mean_pairwise"])
    assert by_item(panel, panel.uncommon(np.ones(len(panel.size), np.int64))) == [(1,), (1,), (1,), None, None, (0,)]


def test_raters_of_one_group_are_not_compared_with_each_other() -> None:
    """A and B differ, C says what A says: one of two cross pairs agrees, in either order of the groups."""
    for ours in ("AB", "C"):
        panel = cross([[1, 2, 1]], accord.Rating(1, 3), ["mean_pairwise"], ours)
        agreed, pairs = panel.columns["mean_pairwise"]
        assert by_item(panel, agreed, pairs) == [(1, 2)]


def test_steps_are_places_of_a_scale_and_units_of_numbers() -> None:
    cells = [[10, 20], [10, 30], [20, 30]]
    for field, near in ((accord.Rating(10, 20, 30), [1, 0, 1]), (accord.Number(), [0, 0, 0])):
        panel = cross(cells, field, ["within(1)"], "A")
        assert by_item(panel, panel.columns["within(1)"][0]) == [(one,) for one in near]
    panel = cross(cells, accord.Number(), ["within(10)"], "A")
    assert by_item(panel, panel.columns["within(10)"][0]) == [(1,), (0,), (1,)]


def test_cross_pairs_of_sets() -> None:
    """{a} {a, b} against {b}: equal 0 of 2; 2 x (0 + 1) shared of (1 + 1) + (2 + 1) labels."""
    cells: list[list[Any]] = [[{"a"}, {"a", "b"}, {"b"}], [set(), None, set()], [{"a"}, {"a"}, {"a"}]]
    panel = cross(cells, accord.Labels(["a", "b"]), ["exact_set", "positive_label"])
    columns = [column for name in ("exact_set", "positive_label") for column in panel.columns[name]]
    assert by_item(panel, *columns) == [(0, 2, 2, 5), (1, 1, 0, 0), (2, 2, 4, 4)]


NEAR, SIDE, FAR = ("car", (0, 0, 10, 10)), ("car", (0, 0, 10, 7)), ("bus", (50, 50, 10, 10))
DRAWN: list[list[Any]] = [
    [[NEAR], [NEAR, FAR], [SIDE]],
    [[], None, []],
    [[NEAR], [NEAR], None],
    [[FAR], None, []],
]


def test_cross_pairs_of_boxes() -> None:
    """A and B against C: SIDE matches NEAR of both at .5 and of none at .9; boxes (1 + 1) + (2 + 1)."""
    names = ["instance_f1(iou=0.5)", "instance_f1(iou=0.9)"]
    panel = cross(DRAWN, accord.Boxes(["car", "bus"], format="xywh"), names)
    columns = [column for name in names for column in panel.columns[name]]
    assert by_item(panel, panel.size, panel.pairs, *columns) == [
        (3, 2, 4, 5, 0, 5),
        (2, 1, 0, 0, 0, 0),
        None,
        (2, 1, 0, 1, 0, 1),
    ]
    assert by_item(panel, panel.uncommon(np.ones(len(panel.size), np.int64))) == [(1,), (0,), None, (1,)]


def test_the_order_of_thresholds_does_not_matter() -> None:
    names = ["instance_f1(iou=0.5)", "instance_f1(iou=0.9)"]
    field = accord.Boxes(["car", "bus"], format="xywh")
    one, other = cross([[[NEAR], [SIDE]]], field, names, "A"), cross([[[NEAR], [SIDE]]], field, names[::-1], "A")
    for name, differs in zip(names, (0, 1), strict=True):
        assert by_item(one, *one.columns[name]) == by_item(other, *other.columns[name])
        for panel in (one, other):
            assert by_item(panel, Across(read_measure(name)).sums(panel, np.ones(1, np.int64)).differs) == [(differs,)]


def test_two_fields_of_boxes_are_not_mixed_up() -> None:
    """One field object may read two columns."""
    field = accord.Boxes(["car"], format="xywh")
    cells = {"one": [[[NEAR], [NEAR]]], "two": [[[NEAR], []]]}
    ratings = ratings_of(cells, {"one": field, "two": field})
    first, second = sides(ratings, "A")
    found = []
    for name in cells:
        panel = cross_boxes(ratings, name, first, second, measures("instance_f1(iou=0.5)"))
        found.append(by_item(panel, *panel.columns["instance_f1(iou=0.5)"]))
    assert found == [[(2, 2)], [(0, 1)]]


def test_a_measure_carried_across() -> None:
    across = Across(read_measure("within(1)"))
    assert (across.name, across.share, across.forms()) == ("within(1)", True, {})
    panel = cross(RATINGS, accord.Rating(1, 3), ["within(1)"])
    sums = across.sums(panel, np.ones(len(panel.size), np.int64))
    assert isinstance(sums.columns, np.ndarray)
    assert {tuple(row) for row in sums.columns[sums.counted].tolist()} == {(1.0, 1.0), (0.75, 1.0)}
    assert sums.counted[panel.item[panel.item >= 0]].all()
    assert sums.value(np.array([[3.0, 4.0], [0.0, 0.0]])).tolist() == pytest.approx([0.75, np.nan], nan_ok=True)
    assert sums.reason(np.zeros(2)) == "both_empty"


def test_nothing_is_shared() -> None:
    panel = cross([[1, None], [None, 2]], accord.Rating(1, 3), ["mean_pairwise"], "A")
    assert panel.item.tolist() == [-1, -1]
