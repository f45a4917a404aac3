"""Index draws are those of a plain loop over the same generator, digit for digit."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import plain_measures as plain
import polars as pl
import pytest
from built_panels import LABELS

import accord
from accord.canonical import rounded


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


def loop(
    groups: Sequence[Sequence[Sequence[Any]]], value: Callable[[plain.Units], Fraction | None]
) -> tuple[float, ...]:
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
    groups = [[[world.unit(name)] for name in names] for names in strata_of(world, world.paired(sorted(world.ids)))]
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
@pytest.mark.parametrize("order", ["id", "file"])
def test_index_draws_of_clusters_within_strata(measure: str, order: str) -> None:
    kind, value = CASES[measure]
    world = WORLDS[kind]
    groups = []
    for names in strata_of(world, world.paired(sorted(world.ids) if order == "id" else world.ids)):
        clusters = list(dict.fromkeys(world.cluster[name] for name in names))
        ordered = sorted(clusters) if order == "id" else clusters
        groups.append([[world.unit(n) for n in names if world.cluster[n] == cluster] for cluster in ordered])
    result = index_result(world, measure, order=order, cluster="cluster", strata="stratum")
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
