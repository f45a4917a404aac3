"""Limits equal scipy's on the same draws."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import plain_measures as plain
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy import stats

import accord
from accord.agreement.interval import bca_limits, jackknife_error, percentile_limits, wilson_limits

REPLICATES = 400
VALUES: dict[str, Callable[[plain.Units], Fraction | None]] = {
    "mean_pairwise": plain.mean_pairwise,
    "alpha(nominal)": lambda units: plain.alpha(units, plain.nominal),
    "alpha(ordinal)": lambda units: plain.alpha(units, plain.ordinal(units)),
    "fleiss": plain.fleiss,
    "gwet(ac1)": lambda units: plain.gwet(units, plain.identity, 4),
}


def example(items: int = 30) -> list[list[int]]:
    rng = np.random.default_rng(6)
    base = rng.choice(4, (items, 1), p=[0.55, 0.25, 0.15, 0.05])
    return np.where(rng.random((items, 3)) < 0.75, base, rng.integers(0, 4, (items, 3))).tolist()


UNITS = example()


def ours(measure: str, method: str, **design: Any) -> accord.Estimate:
    """Index draws with seed 12."""
    rows = [
        (f"{at:03}", f"r{who}", str(value), at // 3, at % 2)
        for at, unit in enumerate(UNITS)
        for who, value in enumerate(unit)
    ]
    frame = pl.DataFrame(rows, schema=["item", "rater", "value", "cluster", "stratum"], orient="row")
    return accord.agree(
        frame.with_columns(pl.format("c{}", pl.col("cluster").cast(pl.String).str.zfill(2)).alias("cluster")),
        item="item",
        rater="rater",
        fields={"value": accord.Rating(0, 3)},
        measures=[measure],
        resample="index",
        interval=method,
        replicates=REPLICATES,
        seed=12,
        **design,
    ).get("value", measure)


def scipys(measure: str, method: str, *groups: list[list[list[int]]]) -> tuple[float, float]:
    """scipy draws `integers(0, n, (1, n))` for each group in turn, one replicate at a time (batch=1).

    Values are exact fractions, so replicates that equal the value are ties.
    """
    value = VALUES[measure]

    def statistic(*drawn: NDArray[np.float64]) -> float:
        units = [unit for group, places in zip(groups, drawn, strict=True) for at in places for unit in group[int(at)]]
        found = value(units)
        assert found is not None
        return float(found)

    result = stats.bootstrap(
        [np.arange(len(group), dtype=float) for group in groups],
        statistic,
        n_resamples=REPLICATES,
        batch=1,
        vectorized=False,
        method=method,
        rng=np.random.default_rng(12),
    )
    return float(result.confidence_interval.low), float(result.confidence_interval.high)


ITEMS = [[unit] for unit in UNITS]


@pytest.mark.parametrize("measure", VALUES)
@pytest.mark.parametrize(("name", "scipys_name"), [("percentile", "percentile"), ("bca", "BCa")])
def test_limits_equal_scipys(measure: str, name: str, scipys_name: str) -> None:
    estimate = ours(measure, name)
    assert (estimate.low, estimate.high) == pytest.approx(scipys(measure, scipys_name, ITEMS), rel=1e-12)


@pytest.mark.parametrize("measure", ["mean_pairwise", "alpha(ordinal)"])
def test_bca_of_clusters_equals_scipys(measure: str) -> None:
    clusters = [UNITS[at : at + 3] for at in range(0, len(UNITS), 3)]
    estimate = ours(measure, "bca", cluster="cluster")
    assert (estimate.low, estimate.high) == pytest.approx(scipys(measure, "BCa", clusters), rel=1e-12)


@pytest.mark.parametrize("measure", ["mean_pairwise", "alpha(nominal)"])
def test_bca_within_strata_equals_scipys(measure: str) -> None:
    """The acceleration is taken within strata: each stratum's jackknife values about their own mean."""
    estimate = ours(measure, "bca", strata="stratum")
    assert (estimate.low, estimate.high) == pytest.approx(scipys(measure, "BCa", ITEMS[::2], ITEMS[1::2]), rel=1e-12)


def test_bca_is_not_the_percentile_interval() -> None:
    assert ours("alpha(ordinal)", "bca").low != pytest.approx(ours("alpha(ordinal)", "percentile").low, rel=1e-3)


def test_bca_without_bias_and_acceleration_is_the_percentile_interval() -> None:
    replicates = np.arange(1001.0)
    one = np.ones(2, np.int64)
    found = bca_limits(replicates, 500.0, np.array([1.0, 2.0]), one, 0.9)
    assert found == pytest.approx(percentile_limits(replicates, 0.9))


@pytest.mark.parametrize(
    ("replicates", "value", "jackknife"),
    [
        (np.array([1.0, 2.0, 3.0]), 4.0, np.array([1.0, 2.0])),
        (np.array([1.0, 2.0, 3.0]), 0.0, np.array([1.0, 2.0])),
        (np.array([1.0, 2.0, 3.0]), 2.0, np.array([1.0, np.nan])),
        (np.array([1.0, 2.0, 3.0]), 2.0, np.array([1.0, np.inf])),
    ],
    ids=["all below", "all above", "jackknife undefined", "jackknife infinite"],
)
def test_bca_is_undefined(replicates: NDArray[np.float64], value: float, jackknife: NDArray[np.float64]) -> None:
    assert bca_limits(replicates, value, jackknife, np.ones(2, np.int64), 0.95) is None


def test_bca_counts_a_pattern_as_often_as_units_have_it() -> None:
    replicates = np.random.default_rng(0).normal(size=500)
    jackknife = np.array([0.0, 1.0, 5.0])
    times = np.array([7, 2, 1])
    spelled = np.repeat(jackknife, times)
    one = bca_limits(replicates, 0.1, jackknife, times, 0.95)
    assert one == pytest.approx(bca_limits(replicates, 0.1, spelled, np.ones(10, np.int64), 0.95))


def test_a_jackknife_without_spread_has_no_acceleration() -> None:
    replicates = np.arange(101.0)
    assert bca_limits(replicates, 50.0, np.ones(3), np.ones(3, np.int64), 0.9) == pytest.approx((5.0, 95.0))


def test_percentile_limits_are_numpys_linear_quantiles() -> None:
    replicates = np.random.default_rng(3).normal(size=333)
    assert percentile_limits(replicates, 0.8) == tuple(np.quantile(replicates, [0.1, 0.9], method="linear"))


@given(st.integers(1, 10_000), st.integers(0, 10_000), st.sampled_from([0.8, 0.95, 0.99]))
def test_wilson_limits_equal_scipys(count: int, hits: int, level: float) -> None:
    hits = min(hits, count)
    expected = stats.binomtest(hits, count).proportion_ci(level, method="wilson")
    low, high = wilson_limits(hits / count, count, level)
    assert (low, high) == pytest.approx((expected.low, expected.high), rel=1e-9, abs=1e-12)
    assert 0 <= low <= hits / count <= high <= 1


def test_jackknife_error_of_means_is_the_standard_error() -> None:
    values = np.random.default_rng(8).normal(size=20)
    without = (values.sum() - values) / 19
    assert jackknife_error(without) == pytest.approx(values.std(ddof=1) / math.sqrt(20))


def test_bca_takes_replicates_that_differ_in_the_last_digit_as_ties() -> None:
    exact = np.array([0.25] * 40 + [0.5] * 30 + [0.75] * 30)
    near = np.where(exact == 0.5, np.nextafter(0.5, 1), exact)
    one, jackknife = np.ones(3, np.int64), np.array([0.4, 0.5, 0.7])
    assert bca_limits(near, 0.5, jackknife, one, 0.9) == pytest.approx(bca_limits(exact, 0.5, jackknife, one, 0.9))
