"""A rater's influence is a run without that rater; a pool of raters widens the interval by their jackknife."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import polars as pl
import pytest
from drawn_tables import ALL_KINDS, Table, fitting, tables
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

import accord
from accord.agreement.engine import Number
from accord.agreement.influence import FEWEST_RATERS, over_pool

NOT_OF_A_PANEL = {"cohen", "cohen(linear)", "cohen(quadratic)", "pairwise", "presence"}


def without(table: Table, rater: int) -> Table:
    return replace(
        table,
        grid=[[value for at, value in enumerate(row) if at != rater] for row in table.grid],
        raters=tuple(name for at, name in enumerate(table.raters) if at != rater),
    )


@pytest.mark.parametrize("kind", ALL_KINDS)
@settings(max_examples=15)
@given(data=st.data())
def test_influence_is_a_run_without_the_rater(kind: str, data: st.DataObject) -> None:
    """For every measure of a panel. Labels as seen stay those of the whole table, as they set gwet's q."""
    table = data.draw(tables(kind).filter(lambda drawn: len(drawn.raters) > 2))
    result = table.agree(by=(), pairs=False, replicates=0, leave_one_out=True)
    rows = {(row.rater, row.measure): row for row in result.influence}
    measures = set(fitting(kind)) - NOT_OF_A_PANEL
    assert set(rows) == {(rater, measure) for rater in table.raters for measure in measures}
    declared = kind != "choice" or table.field.labels is not None  # type: ignore[attr-defined]
    for at, rater in enumerate(table.raters):
        alone = without(table, at).agree(by=(), pairs=False, replicates=0)
        for measure in measures:
            if measure.startswith("gwet") and not declared:
                continue
            row, expected = rows[rater, measure], alone.get("value", measure)
            assert (row.value is None) == (expected.value is None)
            every = result.get("value", measure).value
            if row.value is not None and expected.value is not None:
                assert math.isclose(row.value, expected.value, rel_tol=1e-12, abs_tol=1e-12), (row, expected)
                assert row.change == (None if every is None else row.value - every)
            else:
                assert row.change is None
                assert row.reason == expected.reason.replace("no_items", "no_pairable")


def crew(raters: int, items: int = 80, seed: int = 1) -> pl.DataFrame:
    """Ratings 1 to 5; rater 0 is careless."""
    rng = np.random.default_rng(seed)
    base = rng.integers(1, 6, items)
    rows = [
        (f"i{item:03}", f"r{who:02}", int(np.clip(base[item] + rng.integers(-1 - 2 * (who == 0), 2), 1, 5)))
        for item in range(items)
        for who in range(raters)
    ]
    return pl.DataFrame(rows, schema=["item", "rater", "score"], orient="row")


def agree(frame: pl.DataFrame, **options: Any) -> accord.Agreement:
    asked = {"item": "item", "rater": "rater", "fields": {"score": accord.Rating(1, 5)}, "measures": ["alpha(ordinal)"]}
    return accord.agree(frame, **{**asked, **options})


def test_the_careless_rater_stands_out() -> None:
    rows = agree(crew(5), leave_one_out=True).influence
    most = max(rows, key=lambda row: row.change or 0)
    assert most.rater == "r00"
    assert most.change is not None
    assert most.change > 0.05
    assert [row.to_dict()["rater"] for row in rows] == [f"r{who:02}" for who in range(5)]


def test_anonymous_raters_cannot_be_left_out() -> None:
    frame = crew(5)
    for option in ("leave_one_out", "rater_pool"):
        with pytest.raises(accord.UsageError, match="anonymous"):
            accord.agree(frame, item="item", fields={"score": accord.Rating(1, 5)}, **{option: True})


def test_one_of_two_raters_cannot_be_left_out() -> None:
    with pytest.raises(accord.UsageError, match="at least 3 raters, not 2"):
        agree(crew(2), leave_one_out=True)


def pooled(**options: Any) -> accord.Estimate:
    return agree(crew(8), rater_pool=True, **options).get("score", "alpha(ordinal)")


def test_the_pool_interval_by_hand() -> None:
    """value -+ t x root of the summed variances: jackknife over raters, bootstrap over items."""
    frame = crew(8)
    alone = [agree(frame.filter(pl.col("rater") != f"r{who:02}"), replicates=0).estimates[0].value for who in range(8)]
    values = np.array(alone, float)
    of_raters = 7 / 8 * ((values - values.mean()) ** 2).sum()
    whole = agree(frame).get("score", "alpha(ordinal)")
    estimate = pooled()
    assert estimate.value == whole.value
    assert estimate.low is not None
    assert estimate.high is not None
    assert whole.low is not None
    assert whole.high is not None
    share = estimate.details["rater_variance_share"]
    assert isinstance(share, float)
    of_items = of_raters / share - of_raters
    spread = (whole.high - whole.low) / (2 * stats.norm.ppf(0.975))
    assert math.sqrt(of_items) == pytest.approx(spread, rel=0.05)
    both = of_raters + of_items
    freedom = both**2 / (of_raters**2 / 7 + of_items**2 / 79)
    half = stats.t.ppf(0.975, freedom) * math.sqrt(both)
    assert (estimate.low, estimate.high) == pytest.approx((whole.value - half, whole.value + half), rel=1e-9)
    assert estimate.high - estimate.low > whole.high - whole.low


def test_a_pool_of_four_raters_is_refused() -> None:
    with pytest.raises(accord.UsageError, match=f"at least {FEWEST_RATERS} raters, not 4"):
        agree(crew(4), rater_pool=True)
    with pytest.raises(accord.UsageError, match="replicates"):
        agree(crew(5), rater_pool=True, replicates=0)


def test_a_slice_with_few_raters_has_no_pool_interval() -> None:
    """Eight raters in all, two of them on the items of slice x: it says nothing about a pool."""
    frame = crew(8).with_columns(
        pl.when(pl.col("item") < "i040").then(pl.lit("x")).otherwise(pl.lit("y")).alias("part")
    )
    frame = frame.filter((pl.col("part") == "y") | pl.col("rater").is_in(["r06", "r07"]))
    result = agree(frame, rater_pool=True, by="part")
    slim = result.get("score", "alpha(ordinal)", "part=x")
    assert slim.raters == 2
    assert (slim.low, slim.high, slim.reason) == (None, None, "too_few_raters")
    assert result.get("score", "alpha(ordinal)", "part=y").low is not None


def test_raters_without_a_rating_in_the_slice_are_not_of_its_pool() -> None:
    """The interval of a slice is that of a run on its rows alone."""
    frame = crew(9).with_columns(
        pl.when(pl.col("item") < "i040").then(pl.lit("x")).otherwise(pl.lit("y")).alias("part")
    )
    frame = frame.filter((pl.col("part") == "y") | (pl.col("rater") < "r06"))
    asked = {"rater_pool": True, "resample": "index"}
    inside = agree(frame, by="part", **asked).get("score", "alpha(ordinal)", "part=x")
    alone = agree(frame.filter(pl.col("part") == "x"), **asked).get("score", "alpha(ordinal)")
    assert inside.raters == alone.raters == 6
    assert (inside.low, inside.high) == pytest.approx((alone.low, alone.high), rel=1e-9)


@pytest.mark.parametrize("measure", ["all_agree", "within(1)", "mean_pairwise", "alpha(ordinal)"])
def test_limits_stay_where_values_can_lie(measure: str) -> None:
    """Near perfect agreement the symmetric limits would pass 1, and those of a share 0."""
    frame = crew(6, items=25).with_columns(pl.col("score").clip(1, 3))
    few = frame.with_columns(pl.when(pl.col("item") < "i022").then(pl.lit(2)).otherwise(pl.col("score")).alias("score"))
    for data in (frame, few):
        estimate = agree(data, rater_pool=True, measures=[measure]).get("score", measure)
        if estimate.low is not None:
            assert estimate.high is not None
            assert estimate.high <= 1
            assert measure == "alpha(ordinal)" or estimate.low >= 0


def number(value: float, replicates: list[float], items: int = 50) -> Number:
    return Number(
        value, 0.4, 0.6, None, items, 2 * items, 0, False, {"k": 3}, np.ones(1, np.bool_), np.array(replicates)
    )


def test_over_pool_in_particular_cases() -> None:
    spread = number(0.5, [0.4, 0.5, 0.6])
    few = over_pool(spread, [0.5] * 4, 0.95)
    assert (few.low, few.high, few.reason) == (None, None, "too_few_raters")
    gap = over_pool(spread, [0.5, 0.5, 0.5, 0.5, 0.6, None], 0.95)
    assert (gap.low, gap.reason) == (None, "undefined_jackknife")
    still = over_pool(number(0.5, [0.5, 0.5]), [0.5] * 5, 0.95)
    assert (still.low, still.reason) == (None, "no_spread")
    none = replace(spread, value=None, low=None, high=None, reason="no_variation")
    assert over_pool(none, [0.5] * 5, 0.95) is none
    items_only = over_pool(spread, [0.5] * 5, 0.95)
    assert items_only.details == {"k": 3, "rater_variance_share": 0.0}
    half = stats.t.ppf(0.975, 49) * 0.1
    assert (items_only.low, items_only.high) == pytest.approx((0.5 - half, 0.5 + half))
    wider = over_pool(spread, [0.4, 0.45, 0.5, 0.55, 0.6], 0.95)
    assert wider.low is not None
    assert wider.low < 0.5 - half
    level = over_pool(spread, [0.4, 0.45, 0.5, 0.55, 0.6], 0.8)
    assert level.low is not None
    assert level.low > wider.low
