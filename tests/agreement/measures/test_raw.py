"""Agreement without a correction for chance, on small tables by hand."""

from __future__ import annotations

from typing import Any

import pytest
from made_ratings import frame_of

import accord
from accord.agreement.measures.raw import AllAgree, Within
from accord.agreement.names import ALIASES, read_measure


def row(cells: Any, field: Any, measure: str, **options: Any) -> accord.Estimate:
    asked = {"item": "item", "rater": "rater", "fields": {"value": field}, "replicates": 0}
    return accord.agree(frame_of(cells), measures=[measure], **{**asked, **options}).get("value", measure)


RATING = accord.Rating(1, 5)
PANELS = [[1, 1, 1], [1, 1, 2], [1, 2, 3], [1, 1, None], [1, 3, None], [4, None, None]]
"""Panels of 3, 3, 3, 2, 2 and 1."""


def test_all_agree() -> None:
    found = row(PANELS, RATING, "all_agree")
    assert found.value == pytest.approx(2 / 5, abs=1e-15)
    assert (found.items, found.ratings, found.raters) == (5, 13, 3)


def test_all_agree_shows_panels_of_unequal_size() -> None:
    assert row(PANELS, RATING, "all_agree").details == {"items_by_raters": {"2": 2, "3": 3}}
    assert row(PANELS[:3] + PANELS[5:], RATING, "all_agree").details == {}


def test_all_agree_of_a_slice_counts_its_own_panels() -> None:
    frame = frame_of(PANELS, part=["a", "a", "b", "b", "b", "b"])
    result = accord.agree(
        frame, item="item", rater="rater", fields={"value": RATING}, measures=["all_agree"], by="part", replicates=0
    )
    assert result.get("value", "all_agree", "part=a").details == {}
    assert result.get("value", "all_agree", "part=b").details == {"items_by_raters": {"2": 2, "3": 1}}


def test_exact_is_its_other_name() -> None:
    assert list(AllAgree.forms()) == ["all_agree"]
    assert ALIASES["exact"] == "all_agree"
    assert read_measure("exact") == AllAgree.forms()["all_agree"]
    assert row(PANELS, RATING, "all_agree") == accord.agree(
        frame_of(PANELS), item="item", rater="rater", fields={"value": RATING}, measures=["exact"], replicates=0
    ).get("value", "all_agree")


def test_mean_pairwise_weighs_items_alike() -> None:
    """1, 1/3, 0, 1, 0: the panel of three is one item, not three pairs."""
    assert row(PANELS, RATING, "mean_pairwise").value == pytest.approx((1 + 1 / 3 + 0 + 1 + 0) / 5, abs=1e-15)
    assert accord.mean_pairwise([list("aabb")]) == pytest.approx(1 / 3, abs=1e-15)


def test_mean_pairwise_of_anonymous_raters() -> None:
    frame = frame_of(PANELS).drop("rater")
    result = accord.agree(frame, item="item", fields={"value": RATING}, measures=["mean_pairwise"], replicates=0)
    found = result.get("value", "mean_pairwise")
    assert (found.value, found.raters) == (pytest.approx(7 / 15, abs=1e-15), None)


@pytest.mark.parametrize(("steps", "items"), [(0, 2), (1, 3), (2, 5), (1.5, 3)])
def test_within(steps: float, items: int) -> None:
    """Spans 0, 1, 2, 0, 2."""
    assert row(PANELS, RATING, f"within({steps:g})").value == pytest.approx(items / 5, abs=1e-15)


def test_within_counts_places_on_a_scale_and_units_of_numbers() -> None:
    cells = [["low", "mid"], ["low", "high"], ["mid", "high"]]
    assert row(cells, accord.Rating("low", "mid", "high"), "within(1)").value == pytest.approx(2 / 3, abs=1e-15)
    tens = [[10, 20], [10, 30], [20, 30]]
    assert row(tens, accord.Rating(10, 20, 30), "within(1)").value == pytest.approx(2 / 3, abs=1e-15)
    assert row(tens, accord.Number(), "within(1)").value == 0.0
    assert row(tens, accord.Number(), "within(10)").value == pytest.approx(2 / 3, abs=1e-15)


def test_within_has_support_where_values_are_further_apart() -> None:
    """No item is more than one step apart, so there is no disagreement that an interval could rest on."""
    near = row([[1, 2]] * 40, RATING, "within(1)", replicates=50)
    assert (near.value, near.details, near.limited_support) == (1.0, {"degenerate": True}, True)
    assert not row([[1, 2]] * 40 + [[1, 5]] * 40, RATING, "within(1)").limited_support


@pytest.mark.parametrize("steps", [-1, float("nan")])
def test_steps_are_not_negative(steps: float) -> None:
    with pytest.raises(accord.UsageError, match="must be 0 or more"):
        Within(steps)


BINARY = accord.Binary("no", "yes")
YES_NO = [["yes", "yes", "no"], ["no", "no", None], ["yes", "no", None], ["yes", None, None]]


def test_prevalence() -> None:
    """3 yes of the 7 values that can be paired."""
    found = row(YES_NO, BINARY, "prevalence")
    assert (found.value, found.items, found.ratings) == (pytest.approx(3 / 7, abs=1e-15), 3, 7)


def test_specific_by_hand() -> None:
    """Yes: 2 x 1 / 2 + 0 of 3 answers; no: 0 + 2 + 0 of 4."""
    assert row(YES_NO, BINARY, "specific(positive)").value == pytest.approx(1 / 3, abs=1e-15)
    assert row(YES_NO, BINARY, "specific(negative)").value == pytest.approx(2 / 4, abs=1e-15)


def test_specific_of_two_raters() -> None:
    """2a / (2a + b + c) and 2d / (2d + b + c)."""
    table = [[1, 1]] * 80 + [[1, 0]] * 15 + [[0, 0]] * 5
    assert accord.specific(table, "positive") == pytest.approx(160 / 175, abs=1e-15)
    assert accord.specific(table, "negative") == pytest.approx(10 / 25, abs=1e-15)


def test_nobody_gave_the_label() -> None:
    found = row([["no", "no"], ["no", "no"]], BINARY, "specific(positive)")
    assert (found.value, found.reason, found.items) == (None, "no_such_value", 2)
    assert row([["no", "no"]] * 2, BINARY, "specific(negative)").value == 1.0
    assert row([["no", "no"]] * 2, BINARY, "prevalence").value == 0.0


@pytest.mark.parametrize("measure", ["all_agree", "mean_pairwise", "prevalence", "specific(positive)"])
def test_nothing_to_pair(measure: str) -> None:
    found = row([["yes", None], [None, "no"]], BINARY, measure)
    assert (found.value, found.reason, found.items) == (None, "no_pairable", 0)


@pytest.mark.parametrize(("value", "measure"), [(1.0, "all_agree"), (1.0, "mean_pairwise"), (0.0, "prevalence")])
def test_a_share_of_0_or_1_has_wilsons_interval(value: float, measure: str) -> None:
    found = row([["no", "no"]] * 20 + [["yes", None]] * 9, BINARY, measure, replicates=50)
    assert (found.value, found.details, found.reason) == (value, {"degenerate": True}, None)
    limits = (0.838875, 1.0) if value else (0.0, 0.161125)
    assert (found.low, found.high) == pytest.approx(limits, abs=1e-6)


def test_wilson_counts_clusters() -> None:
    """20 items in 5 clusters are 5 independent units at most."""
    frame = frame_of([["no", "no"]] * 20, group=[f"g{at // 4}" for at in range(20)])
    asked = {"item": "item", "rater": "rater", "fields": {"value": BINARY}, "measures": ["all_agree"]}
    found = accord.agree(frame, **asked, cluster="group", replicates=50).get("value", "all_agree")
    assert found.low == pytest.approx(5 / (5 + 1.959964**2), abs=1e-6)


def test_wilson_of_specific_agreement_counts_items_with_the_label() -> None:
    found = row([["yes", "yes"]] * 20 + [["no", "no"]] * 100, BINARY, "specific(positive)", replicates=50)
    assert found.low == pytest.approx(0.838875, abs=1e-6)
