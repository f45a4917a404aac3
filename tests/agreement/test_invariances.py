"""What holds for every registered measure, in every form and on every kind of field it fits."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest
from drawn_tables import ALL_KINDS, CLASSES, OPEN_FORMS, VALUES, WORDS, Table, every_form, fields_of, fitting, tables
from hypothesis import given, settings
from hypothesis import strategies as st

import accord
from accord.agreement import distances, engine, patterns, resample
from accord.agreement.estimate import Estimate
from accord.agreement.measure import Measure
from accord.agreement.measures import MEASURES
from accord.spec.fields import COMPARED

SOME = settings(max_examples=15)
kinds = pytest.mark.parametrize("kind", ALL_KINDS)

Key = tuple[str, str, frozenset[str]]
Rename = Callable[[str], str]
ALPHAS = ("alpha", "presence")
USES_SINGLES = ("gwet(ac1)", "gwet(ac2,linear)", "gwet(ac2,ordinal)", "gwet(ac2,quadratic)", "fleiss(ragged)")


def by_key(result: accord.Agreement, rater: Rename = str, label: Rename = str) -> dict[Key, Estimate]:
    """Estimates by measure, slice and the two raters of the pair in either order."""
    found = {}
    for one in result.estimates:
        where = ",".join(f"{name}={label(value)}" for name, value in one.where.items())
        found[one.measure, where, frozenset(map(rater, one.between or ()))] = one
    return found


def near(one: float | None, other: float | None) -> bool:
    if one is None or other is None:
        return one is other
    return math.isclose(one, other, rel_tol=1e-12, abs_tol=1e-12)


def assert_same_values(one: dict[Key, Estimate], other: dict[Key, Estimate], limits: bool = False) -> None:
    assert one.keys() == other.keys()
    for key, estimate in one.items():
        for name in ("value", "low", "high") if limits else ("value",):
            assert near(getattr(estimate, name), getattr(other[key], name)), (key, name, estimate, other[key])
        assert (estimate.items, estimate.ratings) == (other[key].items, other[key].ratings), key
        assert (estimate.value is None) == (other[key].value is None), key


# Completeness: nothing that is registered goes untested


def test_every_kind_of_field_and_every_form_is_drawn() -> None:
    assert set(VALUES) == set(COMPARED) == set(ALL_KINDS)
    tested = {name for kind in ALL_KINDS for name in fitting(kind)}
    assert tested == {measure.name for measure in every_form()}
    for kind in ALL_KINDS:
        assert fitting(kind), kind


def test_measures_with_an_open_argument_are_drawn_with_more_than_one() -> None:
    takes_a_number = {key for key, family in MEASURES.items() if family.read.__func__ is not Measure.read.__func__}
    assert takes_a_number == set(OPEN_FORMS)


@kinds
def test_every_form_that_fits_is_in_the_result(kind: str) -> None:
    """A measure that yields no row would pass every test below."""
    values = {"labels": [frozenset({"cat"}), frozenset()], "boxes": [[("cat", (0, 0, 2, 2))], []]}
    first, second = values.get(kind, [0, 1])
    table = Table(
        kind,
        [[first, first], [first, second], [second, second]] * 2,
        ("a", "b", "c", "d", "e", "f"),
        ("r0", "r1"),
        {name: name for name in (*CLASSES, *WORDS)},
        fields_of(kind)[0],
    )
    result = table.agree()
    assert {estimate.measure for estimate in result.estimates} == set(fitting(kind))
    defined = {estimate.measure for estimate in result.estimates if estimate.value is not None}
    assert defined >= set(fitting(kind)) - ({"alpha(ratio)"} if kind == "number" else set())


# Order and names


@kinds
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"resample": "index", "cluster": "where", "strata": "layer"},
        {"strata": "layer", "interval": "bca"},
        {"cluster": "where", "rater_pool": True},
    ],
    ids=["plain", "index", "bca", "pool"],
)
@settings(max_examples=8)
@given(data=st.data())
def test_order_of_rows_changes_no_byte(kind: str, options: dict[str, Any], data: st.DataObject) -> None:
    table = data.draw(tables(kind))
    if options.get("rater_pool"):
        table = replace(
            table,
            grid=[[*row, *row, *row] for row in table.grid],
            raters=tuple("abcdefghijkl"[: 3 * len(table.raters)]),
        )
        options = {**options, "pairs": False}
    frame = table.frame
    order = data.draw(st.permutations(range(frame.height)))
    one, other = table.agree(**options), table.agree(frame=frame[order], **options)
    assert [e.to_dict() for e in one.estimates] == [e.to_dict() for e in other.estimates]
    assert [(e.value, e.low, e.high) for e in one.estimates] == [(e.value, e.low, e.high) for e in other.estimates]


@kinds
@SOME
@given(data=st.data())
def test_order_and_names_of_raters_change_nothing(kind: str, data: st.DataObject) -> None:
    table = data.draw(tables(kind))
    new = tuple(f"n{at}" for at in data.draw(st.permutations(range(len(table.raters)))))
    renamed = replace(table, raters=new)
    names = dict(zip(table.raters, new, strict=True))
    one, other = table.agree(resample="index"), renamed.agree(resample="index")
    assert_same_values(by_key(one, rater=names.__getitem__), by_key(other), limits=True)


@kinds
@SOME
@given(data=st.data())
def test_order_and_names_of_items_change_nothing(kind: str, data: st.DataObject) -> None:
    """Limits neither: patterns are in an order of their own."""
    table = data.draw(tables(kind))
    renamed = replace(table, items=tuple(data.draw(st.permutations(table.items))))
    assert_same_values(by_key(table.agree()), by_key(renamed.agree()), limits=True)


@pytest.mark.parametrize("kind", ["choice", "labels", "boxes"])
@SOME
@given(data=st.data())
def test_names_of_labels_change_nothing(kind: str, data: st.DataObject) -> None:
    """Every measure that fits labels without order."""
    table = data.draw(tables(kind))
    labels = WORDS if kind == "choice" else CLASSES[:2] if kind == "boxes" else CLASSES
    new = dict(zip(labels, data.draw(st.permutations(labels)), strict=True))
    renamed = replace(table, names={**table.names, **new})
    if kind == "labels":
        table, renamed = (replace(one, field=accord.Labels(CLASSES)) for one in (table, renamed))
    result = by_key(table.agree(), label=lambda name: new.get(name, name))
    assert_same_values(result, by_key(renamed.agree()))


@SOME
@given(data=st.data())
def test_swapping_yes_and_no_changes_no_nominal_measure(data: st.DataObject) -> None:
    table = data.draw(tables("binary"))
    swapped = replace(table, field=accord.Binary("1", "0"))
    nominal = {measure.name for measure in every_form() if measure.fits("choice")}
    one, other = (
        {key: row for key, row in by_key(side.agree()).items() if key[0] in nominal} for side in (table, swapped)
    )
    assert_same_values(one, other)
    mirrored = {"specific(positive)": "specific(negative)", "specific(negative)": "specific(positive)"}
    for side, mirror in mirrored.items():
        key = ("", frozenset())
        assert near(by_key(table.agree())[side, *key].value, by_key(swapped.agree())[mirror, *key].value)


# Copies and additions


@kinds
@SOME
@given(data=st.data())
def test_all_items_twice(kind: str, data: st.DataObject) -> None:
    """Only alpha, which draws its pairs without replacement, moves: 1 - alpha by (2n - 1) / (2n - 2)."""
    table = data.draw(tables(kind))
    one, two = by_key(table.agree()), by_key(table.with_rows([*table.grid, *reversed(table.grid)]).agree(by=()))
    for key, doubled in two.items():
        single = one[key]
        assert doubled.items == 2 * single.items
        assert doubled.ratings == 2 * single.ratings
        expected = single.value
        if key[0].startswith(ALPHAS) and expected is not None:
            n = single.ratings
            expected = 1 - (1 - expected) * (2 * n - 1) / (2 * n - 2)
        assert near(doubled.value, expected), (key, single, doubled)


@kinds
@SOME
@given(data=st.data())
def test_an_item_with_one_rating_changes_nothing_but_marginals_over_all_rated_items(
    kind: str, data: st.DataObject
) -> None:
    table = data.draw(tables(kind))
    who = data.draw(st.integers(0, len(table.raters) - 1))
    alone = [None] * len(table.raters)
    alone[who] = data.draw(VALUES[kind])
    asked = {"by": (), "resample": "index"}
    one, more = by_key(table.agree(**asked)), by_key(table.with_rows([*table.grid, alone]).agree(**asked))
    for key in one.keys() & more.keys():
        if key[0] not in USES_SINGLES:
            for name in ("value", "low", "high", "items", "ratings", "limited_support"):
                assert near(getattr(one[key], name), getattr(more[key], name)), (key, name, one[key], more[key])
        elif one[key].reason not in ("no_items", "no_pairable") and not key[2]:
            assert more[key].items == one[key].items + 1
    assert {key for key in one if "class=" not in key[1]} <= more.keys()


@SOME
@given(st.lists(st.lists(st.integers(-50, 50), min_size=2, max_size=4), min_size=2, max_size=8), st.data())
def test_the_origin_of_numbers_is_free(units: list[list[int]], data: st.DataObject) -> None:
    """Interval distances do not move with it, however far away it is (a time in seconds, say)."""
    shift = data.draw(st.sampled_from([1_000, 2_000_000, 1_700_000_000]))
    moved = [[value + shift for value in unit] for unit in units]
    assert near(accord.alpha(units, "interval"), accord.alpha(moved, "interval"))


def test_one_far_number_that_nobody_else_rated_leaves_alpha_alone() -> None:
    units = [[1, 2], [2, 2], [3, 1], [5, 5]]
    assert near(accord.alpha(units, "interval"), accord.alpha([*units, [999_999_999]], "interval"))


@given(st.integers(-40, 40))
def test_a_tenth_is_a_tenth_wherever_it_lies(tenths: int) -> None:
    """1.1 and 1.0 differ by .1 as written, though not by .1 in floating point."""
    assert accord.within([[tenths / 10, (tenths + 1) / 10]], 0.1) == 1.0
    assert accord.within([[tenths / 10, (tenths + 2) / 10]], 0.1) == 0.0


# Distances


@given(st.lists(st.frozensets(st.integers(0, 5)), min_size=1, max_size=6))
def test_no_set_is_apart_from_itself(sets: list[frozenset[int]]) -> None:
    sizes = np.array([len(one) for one in sets], float)
    assert distances.jaccard_distance(sizes, sizes, sizes).tolist() == [0.0] * len(sets)
    assert distances.masi_distance(sizes, sizes, sizes).tolist() == [0.0] * len(sets)


@given(st.lists(st.floats(0, 1e300), min_size=1, max_size=6))
def test_no_number_is_apart_from_itself(numbers: list[float]) -> None:
    places = np.array(numbers)
    assert distances.ratio_distance(places, places).tolist() == [0.0] * len(numbers)


@kinds
@SOME
@given(data=st.data())
def test_raters_who_say_the_same_agree_fully(kind: str, data: st.DataObject) -> None:
    """Each measure is 1 or undefined, except the share of positive values, when every rater repeats the first."""
    table = data.draw(tables(kind, gaps=False))
    alike = table.with_rows([[row[0]] * len(row) for row in table.grid])
    for key, estimate in by_key(alike.agree()).items():
        if key[0] != "prevalence":
            assert estimate.value is None or near(estimate.value, 1.0), (key, estimate)


# Blocks


@kinds
@settings(max_examples=8)
@given(data=st.data())
def test_small_blocks_change_nothing(kind: str, data: st.DataObject) -> None:
    """Index draws do not depend on blocks; values do not depend on them in any mode."""
    table = data.draw(tables(kind))
    size = data.draw(st.integers(5, 200))
    whole = [table.agree(resample=mode) for mode in ("index", "multinomial")]
    with pytest.MonkeyPatch.context() as patch:
        for module, name in product((engine, resample, patterns), ("BLOCK_NUMBERS", "PAIRS_AT_ONCE")):
            if hasattr(module, name):
                patch.setattr(module, name, size)
        cut = [table.agree(resample=mode) for mode in ("index", "multinomial")]
    assert_same_values(by_key(whole[0]), by_key(cut[0]), limits=True)
    assert_same_values(by_key(whole[1]), by_key(cut[1]))
