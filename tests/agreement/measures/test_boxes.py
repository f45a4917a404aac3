"""F1 of boxes between raters: small pictures by hand, unequal panels, empty answers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from made_ratings import frame_of

import accord
from accord.agreement.matching import iou
from accord.agreement.measures.boxes import InstanceF1

NEAR = ("x", (0, 0, 10, 10))
"""A box of class x, left, top, width, height."""
FAR = ("x", (50, 50, 10, 10))
SIDE = ("x", (0, 0, 10, 7))
"""IoU .7 with NEAR."""


def f1(units: Any, threshold: float = 0.5) -> float | None:
    return accord.instance_f1(units, threshold, format="xywh")


def row(cells: Any, name: str = "instance_f1(iou=0.5)", **options: Any) -> accord.Estimate:
    field = accord.Boxes(["x", "y"], format="xywh")
    asked = {"item": "item", "rater": "rater", "fields": {"value": field}, "measures": [name], "replicates": 0}
    return accord.agree(frame_of(cells), **{**asked, **options}).get("value", name)


def test_worked_example() -> None:
    """IoU .82 .54 .54 .18: two matches are possible, best first finds one."""
    one, other = [(0, 0, 10, 10), (4, 0, 14, 10)], [(1, 0, 11, 10), (-3, 0, 7, 10)]
    overlaps = [round(float(iou(np.array([a], float), np.array([b], float))[0]), 2) for a in one for b in other]
    assert overlaps == [0.82, 0.54, 0.54, 0.18]
    units = [[[("x", box) for box in one], [("x", box) for box in other]]]
    assert accord.instance_f1(units, 0.5, format="xyxy") == 1.0
    assert accord.instance_f1(units, 0.6, format="xyxy") == 0.5


def test_counts_are_pooled_over_items() -> None:
    """Matched 1 + 0 of 1 + 1 and 2 + 1 boxes: 2 x 1 / 5."""
    assert f1([[[NEAR], [SIDE]], [[NEAR, FAR], [("x", (80, 0, 5, 5))]]]) == pytest.approx(2 / 5, abs=1e-15)


def test_more_raters_do_not_weigh_more() -> None:
    """Pairs of the first item match 1, 1, 1 of 2 boxes each; of the second none of 2: (2 + 0) / (2 + 2)."""
    assert f1([[[NEAR], [NEAR], [NEAR]], [[NEAR], [FAR]]]) == pytest.approx(0.5, abs=1e-15)


def test_unequal_panels_by_hand() -> None:
    """Pairs (1, 1) matched 1, (1, 2) matched 1, (1, 2) matched 1: mean 2 / 8/3; and a pair without a match, 0 / 2."""
    assert f1([[[NEAR], [NEAR], [NEAR, FAR]], [[NEAR], [FAR]]]) == pytest.approx(2 / (8 / 3 + 2), abs=1e-15)


def test_classes_must_be_equal() -> None:
    assert f1([[[NEAR], [("y", NEAR[1])]]]) == 0.0


def test_each_box_has_one_partner() -> None:
    assert f1([[[NEAR, NEAR], [NEAR]]]) == pytest.approx(2 / 3, abs=1e-15)


@pytest.mark.parametrize(
    ("pair", "matched"),
    [
        ([(0, 0, 10, 10), (0, 0, 10, 5)], 1.0),
        ([(0, 0, 10, 10), (0, 0, 10, 4.99)], 0.0),
        ([(2.2, 0.1, 2.4, 1.0), (2.2, 0.1, 2.3, 1.0)], 1.0),
    ],
    ids=["half", "under half", "half but for rounding"],
)
def test_the_threshold_itself_is_reached(pair: list[tuple[float, ...]], matched: float) -> None:
    units = [[[("x", pair[0])], [("x", pair[1])]]]
    assert accord.instance_f1(units, 0.5, format="xyxy") == matched


def test_an_empty_answer_is_an_answer_and_a_gap_is_none() -> None:
    """Against none a box is unmatched; a rater who did not answer is not compared."""
    assert f1([[[NEAR], [NEAR]], [[NEAR], []]]) == pytest.approx(2 / 3, abs=1e-15)
    assert f1([[[NEAR], [NEAR]], [[NEAR], None]]) == 1.0


def test_agreed_empties_are_items_that_add_nothing() -> None:
    found = row([[[NEAR], [NEAR]], [[], []]])
    assert (found.value, found.items, found.ratings) == (1.0, 2, 4)


def test_nobody_drew_a_box() -> None:
    found = row([[[], []], [[], []]])
    assert (found.value, found.reason, found.items) == (None, "both_empty", 2)


def test_one_answer_each() -> None:
    assert row([[[NEAR], None], [None, [NEAR]]]).reason == "no_pairable"


def test_a_full_match_has_wilsons_interval_of_the_items_with_boxes() -> None:
    """20 items with a box, 30 without: limits of 20 of 20."""
    found = row([[[NEAR], [NEAR]]] * 20 + [[[], []]] * 30, replicates=100)
    assert (found.value, found.high, found.details) == (1.0, 1.0, {"degenerate": True})
    assert found.low == pytest.approx(0.838875, abs=1e-6)


def test_thresholds_do_not_change_each_other() -> None:
    """The value, its support and its flag are the same whatever else is asked for."""
    cells = [[[NEAR], [SIDE]]] * 25
    for name, value, limited in (("instance_f1(iou=0.5)", 1.0, True), ("instance_f1(iou=0.9)", 0.0, False)):
        alone = row(cells, name)
        beside = row(cells, name, measures=["instance_f1(iou=0.5)", "instance_f1(iou=0.9)"])
        assert (alone.value, alone.limited_support) == (value, limited)
        assert beside == alone


@pytest.mark.parametrize("threshold", [0, -0.1, 9e-7, 1.01, float("nan"), float("inf")])
def test_thresholds_lie_from_a_millionth_to_1(threshold: float) -> None:
    with pytest.raises(accord.UsageError) as refused:
        InstanceF1(threshold)
    assert str(refused.value) == f"instance_f1: the IoU threshold must lie from 1e-06 to 1, not at {threshold:g}"


@pytest.mark.parametrize("threshold", [1e-6, 1])
def test_both_ends_of_the_thresholds_may_be_asked(threshold: float) -> None:
    assert InstanceF1(threshold).iou == threshold


def test_names() -> None:
    assert [measure.name for measure in (InstanceF1(), InstanceF1(0.75), InstanceF1(1))] == [
        "instance_f1(iou=0.5)",
        "instance_f1(iou=0.75)",
        "instance_f1(iou=1)",
    ]
    assert InstanceF1.read(("0.9",)) == InstanceF1.read(("iou=0.9",)) == InstanceF1(0.9)
    assert InstanceF1.read(("0.5", "0.9")) is None
