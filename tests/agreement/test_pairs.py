"""Estimates of every pair of raters."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest
from made_ratings import frame_of

import accord

RNG = np.random.default_rng(4)
TRUTH = RNG.integers(1, 4, 60)
CELLS = [
    [int(truth if RNG.random() < 0.7 else RNG.integers(1, 4)) if RNG.random() < 0.8 else None for _ in range(4)]
    for truth in TRUTH
]
PARTS = ["x" if at % 3 else "y" for at in range(60)]
FEW, MANY = accord.Rating(1, 3), accord.Rating(1, 30)
"""Four raters on these: 4^4 patterns that tell raters apart, or pairs by their shared items."""


def pairs(field: Any, cells: Any = CELLS, **options: Any) -> accord.Agreement:
    asked = {"item": "item", "rater": "rater", "fields": {"value": field}, "pairs": True, "replicates": 0}
    return accord.agree(frame_of(cells, part=PARTS[: len(cells)]), **{**asked, **options})


def columns(first: int, second: int, part: str | None = None) -> tuple[list[int | None], list[int | None]]:
    lines = [line for line, where in zip(CELLS, PARTS, strict=True) if part in (None, where)]
    return [line[first] for line in lines], [line[second] for line in lines]


@pytest.mark.parametrize("field", [FEW, MANY])
@pytest.mark.parametrize("part", [None, "x", "y"])
def test_pairs_are_the_plain_functions_of_two_columns(field: accord.Rating, part: str | None) -> None:
    measures = ["pairwise", "cohen", "cohen(linear)", "cohen(quadratic)", "alpha(ordinal)"]
    result = pairs(field, measures=measures, by="part")
    slice_ = "all" if part is None else f"part={part}"
    for first, second in combinations(range(4), 2):
        one, other = columns(first, second, part)
        pair = f"{'ABCD'[first]}|{'ABCD'[second]}"
        scale = range(1, 4)
        expected = {
            "pairwise": accord.pairwise(one, other),
            "cohen": accord.cohen(one, other),
            "cohen(linear)": accord.cohen(one, other, "linear", scale=scale),
            "cohen(quadratic)": accord.cohen(one, other, "quadratic", scale=scale),
            "alpha(ordinal)": accord.alpha(zip(one, other, strict=True), "ordinal"),
        }
        shared = sum(a is not None and b is not None for a, b in zip(one, other, strict=True))
        for measure, value in expected.items():
            row = result.get("value", measure, slice_, pair)
            assert row.value == pytest.approx(value, rel=1e-12), (measure, pair)
            assert (row.items, row.ratings, row.raters, row.between) == (shared, 2 * shared, 2, tuple(pair.split("|")))


def test_both_ways_flag_the_same_support() -> None:
    one, other = (pairs(field, measures=["pairwise", "cohen"]) for field in (FEW, MANY))
    rows = [
        [(row.measure, row.pair, round(row.value or 0, 12), row.items, row.limited_support) for row in result.estimates]
        for result in (one, other)
    ]
    assert rows[0] == rows[1]
    assert len(rows[0]) == 12


def test_every_pair_once_in_the_order_of_the_raters() -> None:
    rows = [row.pair for row in pairs(FEW).estimates if row.measure == "pairwise"]
    assert rows == ["A|B", "A|C", "A|D", "B|C", "B|D", "C|D"]


def test_pairs_of_sets() -> None:
    cells: list[list[Any]] = [[{"a"}, {"a"}, {"a", "b"}], [set(), {"b"}, None], [set(), set(), {"b"}]]
    result = pairs(accord.Labels(["a", "b"]), cells)
    for first, second in combinations(range(3), 2):
        units = [[line[first], line[second]] for line in cells]
        pair = f"{'ABC'[first]}|{'ABC'[second]}"
        assert result.get("value", "exact_set", pair=pair).value == accord.exact_set(units)
        assert result.get("value", "positive_label", pair=pair).value == accord.positive_label(units)


def test_pairs_of_boxes() -> None:
    near, side = ("car", (0, 0, 10, 10)), ("car", (0, 0, 10, 7))
    cells: list[list[Any]] = [[[near], [side], []], [[near, side], [near], None]]
    result = pairs(accord.Boxes(["car"], format="xywh"), cells, iou=[0.5, 0.9])
    for first, second in combinations(range(3), 2):
        units = [[line[first], line[second]] for line in cells]
        pair = f"{'ABC'[first]}|{'ABC'[second]}"
        for iou in (0.5, 0.9):
            expected = accord.instance_f1(units, iou, format="xywh")
            assert result.get("value", f"instance_f1(iou={iou})", pair=pair).value == expected


def test_a_pair_without_a_shared_item_has_no_raters_behind_it() -> None:
    for field in (FEW, MANY):
        for row in pairs(field, [[1, None], [None, 2]]).estimates:
            if row.pair:
                assert (row.value, row.items, row.raters, row.reason) == (None, 0, 0, "no_pairable")


def test_two_raters_agree_as_their_pair() -> None:
    """On few values the panel and the pair rest on the same draws: same value, same interval."""
    cells = [line[:2] for line in CELLS]
    result = pairs(FEW, cells, measures=["all_agree", "pairwise"], replicates=200)
    panel, pair = result.get("value", "all_agree"), result.get("value", "pairwise", pair="A|B")
    assert (panel.value, panel.low, panel.high, panel.items) == (pair.value, pair.low, pair.high, pair.items)
    assert panel.low is not None


def test_intervals_of_pairs_are_of_items_that_both_rated() -> None:
    """Index draws of the shared items in the order of their ids, by a plain loop."""
    for field in (FEW, MANY):
        row = pairs(field, measures=["pairwise"], resample="index", replicates=100, seed=3).get(
            "value", "pairwise", pair="B|D"
        )
        one, other = columns(1, 3)
        equal = np.array([a == b for a, b in zip(one, other, strict=True) if a is not None and b is not None], float)
        rng = np.random.default_rng(3)
        means = [equal[rng.integers(0, len(equal), len(equal))].mean() for _ in range(100)]
        assert (row.low, row.high) == pytest.approx(tuple(np.quantile(means, [0.025, 0.975])), abs=1e-12)
