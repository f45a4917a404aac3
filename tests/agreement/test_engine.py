"""Multinomial draws follow the law of index draws; what stands where an interval cannot."""

from __future__ import annotations

import numpy as np
import pytest
from built_panels import noisy_units, number, scalar_panel, set_panel
from numpy.typing import NDArray

from accord.agreement.design import Design
from accord.agreement.engine import MOST_UNDEFINED, Number, numbers
from accord.agreement.names import read_measure
from accord.agreement.panel import Panel
from accord.agreement.settings import Settings


def quantile_tolerance(replicates: NDArray[np.float64], share: float) -> float:
    """Four standard errors of the difference of two independent quantiles of B replicates each.

    The standard error of a quantile at p is sqrt(p (1 - p) / B) / f; the density f there is taken from the
    replicates between the quantiles p - .01 and p + .01.
    """
    low, high = np.quantile(replicates, [share - 0.01, share + 0.01])
    return float(4 * np.sqrt(2 * share * (1 - share) / len(replicates)) * (high - low) / 0.02)


def assert_same_law(one: Number, other: Number) -> None:
    spread = np.ptp(np.quantile(one.replicates, [0.025, 0.975]))
    for share in (0.025, 0.5, 0.975):
        tolerance = quantile_tolerance(one.replicates, share)
        assert tolerance < 0.05 * spread, "the test would see nothing"
        difference = np.quantile(one.replicates, share) - np.quantile(other.replicates, share)
        assert abs(difference) <= tolerance, (share, difference, tolerance)


MANY = {"replicates": 60_000}
UNITS = noisy_units(150, 3, 5, 4)
SETS = [
    [frozenset(label for label in range(4) if (value + label) % 3 == 0) for value in unit]
    for unit in noisy_units(150, 2, 6, 5)
]


@pytest.mark.parametrize(
    ("measure", "panel"),
    [
        ("alpha(ordinal)", scalar_panel(UNITS, 5)),
        ("fleiss", scalar_panel(UNITS, 5)),
        ("positive_label", set_panel(SETS, 4)),
    ],
    ids=["alpha", "fleiss", "positive_label"],
)
def test_multinomial_draws_have_the_law_of_index_draws(measure: str, panel: Panel) -> None:
    index = number(measure, panel, Design(indexed=True), seed=1, **MANY)
    assert_same_law(index, number(measure, panel, seed=2, **MANY))


def test_the_law_within_strata() -> None:
    panel = scalar_panel(UNITS, 5)
    stratum = (np.arange(150) % 4 == 0).astype(np.int32)
    index = number("alpha(nominal)", panel, Design(stratum=stratum, indexed=True), seed=1, **MANY)
    assert_same_law(index, number("alpha(nominal)", panel, Design(stratum=stratum), seed=2, **MANY))


def test_the_law_of_clusters() -> None:
    panel = scalar_panel(UNITS, 5)
    cluster = (np.arange(150) // 2).astype(np.int32)
    index = number("alpha(interval)", panel, Design(cluster=cluster, indexed=True), seed=1, **MANY)
    assert_same_law(index, number("alpha(interval)", panel, Design(cluster=cluster), seed=2, **MANY))


def test_every_item_its_own_cluster_is_no_cluster() -> None:
    """The same value, the same index draws, the same law."""
    panel = scalar_panel(UNITS, 5)
    own = np.arange(150, dtype=np.int32)
    plainly, clustered = (
        number("alpha(ordinal)", panel, Design(cluster=cluster, indexed=True), replicates=200)
        for cluster in (None, own)
    )
    assert clustered.value == plainly.value
    np.testing.assert_allclose(clustered.replicates, plainly.replicates, rtol=1e-12)
    assert_same_law(
        number("alpha(ordinal)", panel, seed=1, **MANY),
        number("alpha(ordinal)", panel, Design(cluster=own), seed=2, **MANY),
    )


def test_measures_that_look_at_the_same_items_share_their_draws() -> None:
    """Asked together or alone, in slices or not, a measure has the same replicates."""
    panel = scalar_panel(UNITS, 5)
    names = ("alpha(ordinal)", "fleiss", "all_agree")
    together = numbers([(read_measure(name), panel) for name in names], None, Design(), Settings(replicates=50))
    for name, found in zip(names, together, strict=True):
        alone = number(name, panel, replicates=50)
        assert found.replicates.tolist() == alone.replicates.tolist()
        everything = numbers([(read_measure(name), panel)], np.ones(150, np.bool_), Design(), Settings(replicates=50))
        assert everything[0].replicates.tolist() == alone.replicates.tolist()


# What stands where an interval cannot


def test_one_cluster_leaves_nothing_to_resample() -> None:
    panel = scalar_panel(UNITS, 5)
    found = number("alpha(nominal)", panel, Design(cluster=np.zeros(150, np.int32)))
    assert found.value is not None
    assert (found.low, found.high, found.reason) == (None, None, "no_spread")
    assert found.details["degenerate"] is True


def test_a_share_of_one_gets_wilsons_limits_with_clusters_as_units() -> None:
    panel = scalar_panel([[1, 1]] * 40, 2)
    z2 = 1.959963984540054**2
    for cluster, count in ((None, 40), (np.arange(40, dtype=np.int32) // 4, 10)):
        found = number("all_agree", panel, Design(cluster=cluster))
        assert (found.value, found.high) == (1.0, pytest.approx(1.0))
        assert found.low == pytest.approx(count / (count + z2))
        assert found.details["degenerate"] is True
        assert found.reason is None


def test_no_other_measure_gets_them() -> None:
    found = number("gwet(ac1)", scalar_panel([[1, 1]] * 40, 2))
    assert (found.value, found.low, found.high, found.reason) == (1.0, None, None, "no_spread")


@pytest.mark.parametrize("measure", ["mean_pairwise", "fleiss", "gwet(ac1)"])
def test_equal_items_in_unequal_clusters_are_degenerate(measure: str) -> None:
    """Every replicate has the same value, whatever the rounding of its sums of thirds."""
    cluster = np.array([0, 0, 1, 2, 2, 2, 2], np.int32)
    found = number(measure, scalar_panel([[0, 0, 1]] * 7, 2), Design(cluster=cluster))
    assert found.value is not None
    assert (found.low, found.reason) == (None, "no_spread")


def test_no_interval_where_many_replicates_are_undefined() -> None:
    """One item of thirty has the second value: it is missing from a third of the replicates."""
    found = number("alpha(nominal)", scalar_panel([[0, 0]] * 29 + [[0, 1]], 2), replicates=4_000)
    assert found.value is not None
    assert (found.low, found.reason) == (None, "undefined_replicates")
    assert found.undefined_replicates == pytest.approx(4_000 * (29 / 30) ** 30, abs=4 * 31)


def test_few_undefined_replicates_are_counted_and_left_out() -> None:
    units = [[0, 0]] * 27 + [[0, 1]] * 3
    found = number("alpha(nominal)", scalar_panel(units, 2), replicates=4_000)
    assert 0 < found.undefined_replicates < MOST_UNDEFINED * 4_000
    assert found.low is not None
    defined = found.replicates[np.isfinite(found.replicates)]
    assert len(defined) == 4_000 - found.undefined_replicates
    assert (found.low, found.high) == tuple(np.quantile(defined, [0.025, 0.975]))


def test_no_replicates_no_interval() -> None:
    found = number("alpha(nominal)", scalar_panel(UNITS, 5), replicates=0)
    assert found.value == number("alpha(nominal)", scalar_panel(UNITS, 5)).value
    assert (found.low, found.high, found.reason, len(found.replicates)) == (None, None, "no_replicates", 0)


def test_bca_is_undefined_where_a_jackknife_value_is() -> None:
    """The only item with the second value is a stratum of its own: always drawn, but not when it is left out."""
    panel = scalar_panel([[0, 1, 1]] + [[0, 0]] * 10 + [[0, 0, 0]] * 10, 2)
    design = Design(stratum=np.array([0] + [1] * 20, np.int32))
    assert number("alpha(nominal)", panel, design).low is not None
    found = number("alpha(nominal)", panel, design, interval="bca")
    assert found.value is not None
    assert (found.low, found.high, found.reason) == (None, None, "undefined_jackknife")


@pytest.mark.parametrize(("disagreements", "uncommon", "limited"), [(20, 20, False), (19, 40, True), (20, 0, False)])
def test_limited_support_counts_disagreements_and_uncommon_values(
    disagreements: int, uncommon: int, limited: bool
) -> None:
    """Twenty of each by default; an item with a disagreement has an uncommon value as well."""
    units = [[0, 1]] * disagreements + [[1, 1]] * uncommon + [[0, 0]] * 100
    assert number("alpha(nominal)", scalar_panel(units, 2)).limited_support is limited
    assert number("alpha(nominal)", scalar_panel(units, 2), min_support=10).limited_support is False
    agreed = [[1, 1]] * 30 + [[0, 0]] * 100
    assert number("alpha(nominal)", scalar_panel(agreed, 2)).limited_support is True
