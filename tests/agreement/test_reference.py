"""Every measure equals its plain formula, computed in fractions, on random tables with gaps."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
import plain_measures as plain
import pytest
from drawn_tables import ALL_KINDS, CLASSES, NUMBERS, STEPS, Table, every_form, fitting, tables
from hypothesis import given, settings
from hypothesis import strategies as st

import accord

Reference = Callable[[plain.Units], Fraction | None]

SAMPLE = settings(max_examples=40)


def places_of(kind: str) -> tuple[float, ...]:
    return {"binary": (0, 1), "rating": STEPS, "number": NUMBERS}.get(kind, ())


def of_units(table: Table) -> dict[str, Reference]:
    """The references of all measures that read an item's values, by canonical name."""
    places = places_of(table.kind)
    seen = {value for unit in table.units for value in unit} if table.kind == "choice" else set()
    declared = getattr(table.field, "labels", None)
    values = len(seen) if declared is None else len(declared)
    found: dict[str, Reference] = {
        "alpha(nominal)": partial(plain.alpha, distance=plain.nominal),
        "alpha(jaccard)": partial(plain.alpha, distance=plain.jaccard_distance),
        "alpha(masi)": partial(plain.alpha, distance=plain.masi_distance),
        "fleiss": plain.fleiss,
        "fleiss(ragged)": plain.fleiss_ragged,
        "gwet(ac1)": partial(plain.gwet, weight=plain.identity, values=values),
        "gwet(ac2,ordinal)": partial(plain.gwet, weight=plain.by_ranks(values), values=values),
        "all_agree": plain.all_agree,
        "mean_pairwise": plain.mean_pairwise,
        "prevalence": plain.prevalence,
        "specific(positive)": partial(plain.specific, label=1),
        "specific(negative)": partial(plain.specific, label=0),
        "exact_set": plain.all_agree,
        "positive_label": plain.positive_label,
        "jaccard": plain.jaccard,
        "instance_f1(iou=0.5)": partial(plain.instance_f1, threshold=0.5),
        "instance_f1(iou=0.75)": partial(plain.instance_f1, threshold=0.75),
    }
    if places:
        steps = places if table.kind == "number" else range(len(places))
        found |= {
            "alpha(ordinal)": lambda units: plain.alpha(units, plain.ordinal(units)),
            "alpha(interval)": partial(plain.alpha, distance=plain.interval(places)),
            "alpha(ratio)": partial(ratio_alpha, places=places),
            "gwet(ac2,linear)": partial(plain.gwet, weight=plain.linear(places), values=len(places)),
            "gwet(ac2,quadratic)": partial(plain.gwet, weight=plain.quadratic(places), values=len(places)),
            **{f"within({k})": partial(plain.within, steps=k, places=steps) for k in (0, 1, 2)},
        }
    return found


def ratio_alpha(units: plain.Units, places: tuple[float, ...]) -> Fraction | None:
    paired = [value for unit in plain.paired(units) for value in unit]
    return None if any(places[value] < 0 for value in paired) else plain.alpha(units, plain.ratio(places))


def of_pair(kind: str) -> dict[str, Callable[[Any], Fraction | None]]:
    """The references of all measures of a named pair, by canonical name."""
    found: dict[str, Callable[[Any], Fraction | None]] = {
        "pairwise": plain.pairwise,
        "cohen": partial(plain.cohen, weight=plain.identity),
    }
    if places_of(kind):
        found["cohen(linear)"] = partial(plain.cohen, weight=plain.linear(places_of(kind)))
        found["cohen(quadratic)"] = partial(plain.cohen, weight=plain.quadratic(places_of(kind)))
    return found


def assert_equal(estimate: accord.Estimate, expected: Fraction | None) -> None:
    """To 1e-12, relative or of one."""
    found = estimate.value
    if expected is None or found is None:
        assert found is expected, (estimate, expected)
    else:
        assert math.isclose(found, expected, rel_tol=1e-12, abs_tol=1e-12), (estimate, float(expected))


def columns(table: Table, *raters: int) -> list[list[Any]]:
    """The items that all these raters rated: their values, in that order."""
    rows = [[row[rater] for rater in raters] for row in table.grid]
    return [row for row in rows if None not in row]


def check(table: Table) -> None:
    """Every row of the result: all items and slices, panel and pairs, classes and domains."""
    result = table.agree(replicates=0)
    table = corners(table)
    units, pairs = of_units(table), of_pair(table.kind)
    checked = set()
    for estimate in result.estimates:
        grid = table.grid
        if "part" in estimate.where:
            grid = grid[int(estimate.where["part"][1:]) :: 2]
        labels = {"pets": CLASSES[:2], "wild": CLASSES[2:]}.get(estimate.where.get("domain", ""))
        if "class" in estimate.where:
            labels = (estimate.where["class"],)
        if labels is not None:
            grid = [[cut(value, labels) for value in row] for row in grid]
        some = replace(table, grid=grid)
        raters = [table.raters.index(name) for name in estimate.between or ()]
        if estimate.measure in pairs:
            assert raters
            assert_equal(estimate, pairs[estimate.measure](columns(some, *raters)))
            checked.add(estimate.measure)
            continue
        if raters:
            some = some.with_rows([[row[rater] for rater in raters] for row in grid])
        if estimate.measure == "presence":
            assert labels is not None
            assert_equal(estimate, plain.presence(some.units, labels[0]))
        else:
            assert_equal(estimate, units[estimate.measure](some.units))
        checked.add(estimate.measure)
    # Without a label, declared or seen, there is no class to be present.
    assert checked >= set(fitting(table.kind)) - {"presence"}


def cut(value: Any, labels: tuple[str, ...]) -> Any:
    """A set or boxes cut down to some classes."""
    if value is None:
        return None
    if isinstance(value, frozenset):
        return value & set(labels)
    return [one for one in value if one[0] in labels]


def corners(table: Table) -> Table:
    """Boxes as the references read them."""
    if table.kind != "boxes":
        return table
    turned = [
        [None if value is None else [(name, (x, y, x + w, y + h)) for name, (x, y, w, h) in value] for value in row]
        for row in table.grid
    ]
    return replace(table, grid=turned)


def test_every_form_has_a_reference() -> None:
    known = {"presence"}
    for kind in ALL_KINDS:
        table = Table(kind, [], (), (), {}, accord.Binary())
        known |= {*of_units(table), *of_pair(kind)}
    assert {measure.name for measure in every_form()} <= known


@pytest.mark.parametrize("kind", ALL_KINDS)
@SAMPLE
@given(data=st.data())
def test_small_tables(kind: str, data: st.DataObject) -> None:
    check(data.draw(tables(kind)))


SHAPES = [
    (3, 5, 40, 0.9),  # one number a pattern, by table
    (12, 3, 60, 0.8),  # one number a pattern, sorted
    (30, 9, 25, 0.9),  # sorted lists
    (90, 2, 120, 0.95),  # more values than are held densely
    (400, 4, 80, 0.7),
]
"""Values, raters, items, share of cells that are filled: every way in which items are reduced to patterns."""


@pytest.mark.parametrize(("values", "raters", "items", "filled"), SHAPES)
def test_larger_tables_of_values(values: int, raters: int, items: int, filled: float) -> None:
    rng = np.random.default_rng(values)
    base = rng.integers(0, values, (items, 1))
    grid = np.clip(base + rng.integers(-1, 2, (items, raters)), 0, values - 1)
    units = [line[kept].tolist() for line, kept in zip(grid, rng.random(grid.shape) < filled, strict=True)]
    places = tuple(float(place) for place in range(values))
    scale = range(values)
    expected: dict[str, tuple[Fraction | None, float | None]] = {
        "nominal": (plain.alpha(units, plain.nominal), accord.alpha(units, scale=scale)),
        "ordinal": (plain.alpha(units, plain.ordinal(units)), accord.alpha(units, "ordinal", scale=scale)),
        "interval": (plain.alpha(units, plain.interval(places)), accord.alpha(units, "interval")),
        "ratio": (plain.alpha(units, plain.ratio(places)), accord.alpha(units, "ratio")),
        "ragged": (plain.fleiss_ragged(units), accord.fleiss(units, ragged=True)),
        "ac1": (plain.gwet(units, plain.identity, values), accord.gwet(units, scale=scale)),
        "ac2": (
            plain.gwet(units, plain.quadratic(places), values),
            accord.gwet(units, "ac2", "quadratic", scale=scale),
        ),
        "all_agree": (plain.all_agree(units), accord.all_agree(units)),
        "pairs": (plain.mean_pairwise(units), accord.mean_pairwise(units)),
        "within": (plain.within(units, 1, places), accord.within(units, 1)),
    }
    for name, (exact, found) in expected.items():
        assert exact is not None
        assert found == pytest.approx(float(exact), rel=1e-12, abs=1e-12), name


@pytest.mark.parametrize(("labels", "items"), [(4, 60), (40, 60)])
def test_larger_tables_of_sets(labels: int, items: int) -> None:
    rng = np.random.default_rng(labels)
    truth = rng.random((items, 1, labels)) < 2.5 / labels
    chosen = truth ^ (rng.random((items, 3, labels)) < 0.6 / labels)
    units = [[frozenset(np.flatnonzero(one).tolist()) for one in item] for item in chosen]
    expected: dict[str, tuple[Fraction | None, float | None]] = {
        "nominal": (
            plain.alpha(units, plain.nominal),
            accord.alpha([[sorted(s) for s in u] for u in units], "nominal"),
        ),
        "jaccard": (plain.alpha(units, plain.jaccard_distance), accord.alpha(units, "jaccard")),
        "masi": (plain.alpha(units, plain.masi_distance), accord.alpha(units, "masi")),
        "exact": (plain.all_agree(units), accord.exact_set(units)),
        "positive": (plain.positive_label(units), accord.positive_label(units)),
        "overlap": (plain.jaccard(units), accord.jaccard(units)),
        "presence": (plain.presence(units, 2), accord.presence(units, 2)),
    }
    for name, (exact, found) in expected.items():
        assert exact is not None
        assert found == pytest.approx(float(exact), rel=1e-12, abs=1e-12), name
