"""Intervals: index draws are those of a plain loop, multinomial draws follow their law, memory stays bounded."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import plain_measures as plain
import polars as pl
import pytest
from numpy.typing import NDArray

import accord
from accord.agreement.design import Design
from accord.agreement.engine import MOST_UNDEFINED, Number, numbers
from accord.agreement.names import read_measure
from accord.agreement.panel import Panel, pair_panel, panel_of
from accord.agreement.patterns import count_patterns
from accord.agreement.resample import BLOCK_NUMBERS
from accord.agreement.settings import Settings
from accord.annotations.ratings import Scalars, Sets
from accord.canonical import rounded
from accord.spec.reading import Scale

BLOCK = 8 * BLOCK_NUMBERS
LABELS = ("ant", "bee", "cow", "doe")


def scalar_panel(units: Sequence[Sequence[int]], values: int) -> Panel:
    item = np.repeat(np.arange(len(units)), [len(unit) for unit in units]).astype(np.int32)
    code = np.array([value for unit in units for value in unit], np.int32)
    scale = Scale(tuple(map(str, range(values))), np.arange(values, dtype=float), positive=1)
    return panel_of(item, Scalars(np.zeros(len(code), np.uint8), code, scale), len(units))


def set_panel(units: Sequence[Sequence[frozenset[int]]], labels: int) -> Panel:
    distinct = sorted({chosen for unit in units for chosen in unit}, key=sorted)
    members = np.array([[label in chosen for label in range(labels)] for chosen in distinct])
    item = np.repeat(np.arange(len(units)), [len(unit) for unit in units]).astype(np.int32)
    code = np.array([distinct.index(chosen) for unit in units for chosen in unit], np.int32)
    return panel_of(item, Sets(np.zeros(len(code), np.uint8), code, members, LABELS[:labels], {}), len(units))


def number(measure: str, panel: Any, design: Design | None = None, **settings: Any) -> Number:
    """One number of a panel, its items in the order of the panel."""
    return numbers([(read_measure(measure), panel)], None, design or Design(), Settings(**settings))[0]


def noisy_units(items: int, raters: int, values: int, seed: int) -> list[list[int]]:
    """Values around a true one, neighbours being the likeliest errors."""
    rng = np.random.default_rng(seed)
    base = rng.integers(0, values, (items, 1))
    slip = rng.choice([-1, 0, 0, 0, 1], (items, raters))
    return np.clip(base + slip, 0, values - 1).tolist()


# Index draws, digit for digit


class World:
    """Forty items with ids out of order, three raters with gaps, a cluster, a stratum and a part for each item."""

    def __init__(self, kind: str) -> None:
        rng = np.random.default_rng(20)
        self.kind = kind
        self.ids = [f"{at:03}" for at in rng.permutation(40)]
        self.answers = {name: [self._value(rng) for _ in range(3)] for name in self.ids}
        for name in self.ids:
            true = self._value(rng)
            self.answers[name] = [true if rng.random() < 0.7 else value for value in self.answers[name]]
        if kind != "fleiss":
            for name in self.ids[::5]:
                self.answers[name][rng.integers(3)] = None
            for name in self.ids[3::13]:
                self.answers[name] = [self.answers[name][0], None, None]
        self.cluster = {name: f"k{int(name) % 13:02}" for name in self.ids}
        self.stratum = {name: f"s{int(name) % 13 % 3}" for name in self.ids}
        self.part = {name: f"p{int(name) % 2}" for name in self.ids}

    def _value(self, rng: np.random.Generator) -> Any:
        if self.kind == "labels":
            return frozenset(LABELS[at] for at in np.flatnonzero(rng.random(4) < 0.4))
        if self.kind == "boxes":
            return [("x", (int(rng.integers(0, 9)), 0, 10, 10)) for _ in range(rng.integers(0, 3))]
        return int(rng.integers(0, 2 if self.kind == "fleiss" else 4))

    def frame(self) -> pl.DataFrame:
        rows = [
            (name, f"r{at}", self._cell(value), self.cluster[name], self.stratum[name], self.part[name])
            for name in self.ids
            for at, value in enumerate(self.answers[name])
            if value is not None
        ]
        columns = ["item", "rater", "value", "cluster", "stratum", "part"]
        return pl.DataFrame(rows, schema=dict.fromkeys(columns, pl.String), orient="row")

    def _cell(self, value: Any) -> str:
        if self.kind == "labels":
            return json.dumps(sorted(value))
        if self.kind == "boxes":
            return json.dumps([{"label": name, "box": sides} for name, sides in value])
        return str(value)

    def unit(self, name: str) -> list[Any]:
        kept = [value for value in self.answers[name] if value is not None]
        if self.kind == "boxes":
            return [[(label, (x, y, x + w, y + h)) for label, (x, y, w, h) in value] for value in kept]
        return kept

    def paired(self, ordered: Sequence[str]) -> list[str]:
        return [name for name in ordered if len(self.unit(name)) >= 2]


FIELDS: dict[str, accord.Binary | accord.Rating | accord.Labels | accord.Boxes] = {
    "rating": accord.Rating(0, 3),
    "fleiss": accord.Binary(),
    "labels": accord.Labels(LABELS),
    "boxes": accord.Boxes(format="xywh"),
}
CASES: dict[str, tuple[str, Callable[[plain.Units], Fraction | None]]] = {
    "alpha(ordinal)": ("rating", lambda units: plain.alpha(units, plain.ordinal(units))),
    "alpha(nominal)": ("rating", lambda units: plain.alpha(units, plain.nominal)),
    "all_agree": ("rating", plain.all_agree),
    "fleiss": ("fleiss", plain.fleiss),
    "positive_label": ("labels", plain.positive_label),
    "instance_f1(iou=0.5)": ("boxes", lambda units: plain.instance_f1(units, 0.5)),
}
WORLDS = {kind: World(kind) for kind in FIELDS}

REPLICATES, SEED = 60, 9


def loop(groups: Sequence[Sequence[Sequence[Any]]], value: Callable[[plain.Units], Fraction | None]) -> tuple[float, ...]:
    """The plain loop. groups: for each stratum its units, each unit the values of its item or items."""
    rng = np.random.default_rng(SEED)
    found = []
    for _ in range(REPLICATES):
        drawn = []
        for units in groups:
            drawn += [units[at] for at in rng.integers(0, len(units), len(units))]
        one = value([item for unit in drawn for item in unit])
        assert one is not None
        found.append(float(one))
    low, high = np.quantile(found, [0.025, 0.975])
    return float(low), float(high)


def assert_digits(estimate: accord.Estimate, limits: tuple[float, ...]) -> None:
    assert (estimate.row()["low"], estimate.row()["high"]) == tuple(map(rounded, limits))
    assert estimate.low is not None
    assert estimate.high is not None
    assert estimate.low < estimate.high


def index_result(world: World, measure: str, **options: Any) -> accord.Agreement:
    return accord.agree(
        world.frame(),
        item="item",
        rater="rater",
        fields={"value": FIELDS[world.kind]},
        measures=[measure],
        replicates=REPLICATES,
        seed=SEED,
        resample="index",
        **options,
    )


def strata_of(world: World, names: Sequence[str]) -> list[list[str]]:
    return [[name for name in names if world.stratum[name] == stratum] for stratum in ("s0", "s1", "s2")]


@pytest.mark.parametrize("measure", CASES)
@pytest.mark.parametrize("order", ["id", "file"])
def test_index_draws_equal_a_plain_loop_over_items(measure: str, order: str) -> None:
    kind, value = CASES[measure]
    world = WORLDS[kind]
    names = world.paired(sorted(world.ids) if order == "id" else world.ids)
    estimate = index_result(world, measure, order=order).get("value", measure)
    assert_digits(estimate, loop([[[world.unit(name)] for name in names]], value))


@pytest.mark.parametrize("measure", CASES)
def test_index_draws_within_strata(measure: str) -> None:
    """One call of `integers` a stratum, strata in the order of their names."""
    kind, value = CASES[measure]
    world = WORLDS[kind]
    groups = [
        [[world.unit(name)] for name in names] for names in strata_of(world, world.paired(sorted(world.ids)))
    ]
    assert_digits(index_result(world, measure, strata="stratum").get("value", measure), loop(groups, value))


@pytest.mark.parametrize("measure", CASES)
@pytest.mark.parametrize("order", ["id", "file"])
def test_index_draws_of_clusters(measure: str, order: str) -> None:
    """Clusters in the order of their ids, or of the first row of an item that counts; all their items come along."""
    kind, value = CASES[measure]
    world = WORLDS[kind]
    names = world.paired(sorted(world.ids) if order == "id" else world.ids)
    clusters = dict.fromkeys(world.cluster[name] for name in names)
    ordered = sorted(clusters) if order == "id" else list(clusters)
    units = [[world.unit(name) for name in names if world.cluster[name] == cluster] for cluster in ordered]
    estimate = index_result(world, measure, order=order, cluster="cluster").get("value", measure)
    assert_digits(estimate, loop([units], value))


@pytest.mark.parametrize("measure", ["alpha(ordinal)", "positive_label"])
def test_index_draws_of_clusters_within_strata(measure: str) -> None:
    kind, value = CASES[measure]
    world = WORLDS[kind]
    groups = []
    for names in strata_of(world, world.paired(sorted(world.ids))):
        clusters = sorted({world.cluster[name] for name in names})
        groups.append([[world.unit(n) for n in names if world.cluster[n] == cluster] for cluster in clusters])
    result = index_result(world, measure, cluster="cluster", strata="stratum")
    assert_digits(result.get("value", measure), loop(groups, value))


@pytest.mark.parametrize("measure", CASES)
def test_index_draws_of_a_slice_start_anew(measure: str) -> None:
    """A slice has the interval that its items alone would have."""
    kind, value = CASES[measure]
    world = WORLDS[kind]
    result = index_result(world, measure, by="part")
    for part in ("p0", "p1"):
        names = [name for name in world.paired(sorted(world.ids)) if world.part[name] == part]
        estimate = result.get("value", measure, f"part={part}")
        assert_digits(estimate, loop([[[world.unit(name)] for name in names]], value))


# Multinomial draws


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
    [frozenset(label for label in range(4) if (value + label) % 3 == 0) for value in unit] for unit in noisy_units(150, 2, 6, 5)
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
        number("alpha(ordinal)", panel, Design(cluster=cluster, indexed=True), replicates=200) for cluster in (None, own)
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
    assert (found.low, found.high, found.reason) == (None, None, "no_disagreement")
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
    assert (found.value, found.low, found.high, found.reason) == (1.0, None, None, "no_disagreement")


@pytest.mark.parametrize("measure", ["mean_pairwise", "fleiss", "gwet(ac1)"])
def test_equal_items_in_unequal_clusters_are_degenerate(measure: str) -> None:
    """Every replicate has the same value, whatever the rounding of its sums of thirds."""
    cluster = np.array([0, 0, 1, 2, 2, 2, 2], np.int32)
    found = number(measure, scalar_panel([[0, 0, 1]] * 7, 2), Design(cluster=cluster))
    assert found.value is not None
    assert (found.low, found.reason) == (None, "no_disagreement")


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


def test_bca_on_one_side_is_undefined() -> None:
    """Perfect agreement but for one item in a hundred: all_agree is above no replicate's mirror image."""
    units = [[0, 1]] + [[0, 0]] * 3
    found = number("all_agree", scalar_panel(units, 2), interval="bca", replicates=10, seed=3)
    assert found.value == 0.75
    if found.replicates.min() < 0.75 < found.replicates.max():
        assert found.low is not None
    else:
        assert found.reason == "bca_undefined"


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


# Memory


def test_a_block_is_32_mib() -> None:
    assert BLOCK == 32 * 2**20


def peak(of: Callable[[], object]) -> int:
    """The most bytes held at once while it runs."""
    tracemalloc.start()
    try:
        of()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_memory_of_a_million_items_that_are_all_different() -> None:
    """Six blocks of 32 MiB, and sixteen arrays of one number an item.

    Weights come in blocks of four million numbers and have a few temporaries of that size; the four sums of
    alpha(interval) are columns of a million rows, which exact addition holds in two parts. Nothing grows with the
    number of replicates.
    """
    items = 1_000_000
    rng = np.random.default_rng(0)
    value = rng.normal(size=items).repeat(2) + rng.normal(size=2 * items)
    positions, code = np.unique(value, return_inverse=True)
    item = np.repeat(np.arange(items, dtype=np.int32), 2)
    # A scale without labels: two million numbers as text would be most of the memory.
    scale = Scale((), positions, declared=False)
    panel = Panel(count_patterns(item, code.astype(np.int32), items, len(positions)), scale)
    assert len(panel.size) == items
    few, many = (peak(lambda b=b: number("alpha(interval)", panel, replicates=b)) for b in (10, 50))
    assert many < 6 * BLOCK + 16 * 8 * items
    assert many < 1.1 * few


@pytest.mark.parametrize("measure", ["fleiss", "fleiss(ragged)", "gwet(ac1)", "cohen", "alpha(nominal)"])
def test_memory_of_many_labels(measure: str) -> None:
    """Six blocks: a choice among thousands of labels as seen makes no table of items by labels."""
    items = 4_000
    rng = np.random.default_rng(2)
    first = rng.integers(0, items, items)
    second = np.where(rng.random(items) < 0.8, first, rng.integers(0, items, items))
    units = np.stack([first, second], axis=1).tolist()
    panel: Any = scalar_panel(units, items)
    if measure == "cohen":
        sides = [(np.arange(items), side) for side in (first, second)]
        panel = pair_panel(sides[0], sides[1], panel.scale, items)
    assert peak(lambda: number(measure, panel, replicates=10)) < 6 * BLOCK


def test_memory_of_many_different_sets() -> None:
    """Six blocks and the sets themselves: the distances of all pairs of sets are never held at once.

    5,000 different sets have 25 million distances, 200 MB. Twice as many items take hardly more memory; the full
    size, 20,000 items, is in the soak tests.
    """
    peaks = []
    for items in (1_250, 2_500):
        panel = distinct_sets(items)
        peaks.append(peak(lambda panel=panel: number("alpha(jaccard)", panel, replicates=10)))
    assert max(peaks) < 6 * BLOCK
    assert peaks[1] < 1.2 * peaks[0]


def distinct_sets(items: int) -> Panel:
    """Two raters, sets of about ten of 200 labels, nearly all of them different."""
    rng = np.random.default_rng(1)
    members = rng.random((items, 1, 200)) < 0.05
    members = (members ^ (rng.random((items, 2, 200)) < 0.01)).reshape(-1, 200)
    distinct, code = np.unique(members, axis=0, return_inverse=True)
    assert len(distinct) > 1.8 * items
    item = np.repeat(np.arange(items, dtype=np.int32), 2)
    answers = Sets(np.zeros(2 * items, np.uint8), code.ravel().astype(np.int32), distinct, tuple(map(str, range(200))), {})
    return panel_of(item, answers, items)
