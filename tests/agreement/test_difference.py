"""Differences of two numbers, drawn together on the items they share, against plain loops."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import polars as pl
import pytest
from made_ratings import frame_of

import accord
from accord.agreement.difference import Difference, Term

RNG = np.random.default_rng(12)
ITEMS = 40


def drawn(agreement: float, filled: float, raters: int = 3) -> list[list[int | None]]:
    truth = RNG.integers(1, 4, ITEMS)
    return [
        [
            (int(one) if RNG.random() < agreement else int(RNG.integers(1, 4))) if RNG.random() < filled else None
            for _ in range(raters)
        ]
        for one in truth
    ]


X, Y = drawn(0.8, 0.85), drawn(0.5, 0.75)
"""Two fields of the same items and raters, with gaps of their own."""
PARTS = ["p" if at % 2 else "q" for at in range(ITEMS)]
GROUPS = [f"g{at // 3:02}" for at in range(ITEMS)]
LAYERS = [f"s{at // 3 % 2}" for at in range(ITEMS)]
RATING = accord.Rating(1, 3)
Value = Callable[[list[Sequence[Any]]], float | None]
VALUES: dict[str, Value] = {
    "mean_pairwise": accord.mean_pairwise,
    "alpha(nominal)": accord.alpha,
    "alpha(ordinal)": lambda units: accord.alpha(units, "ordinal", scale=range(1, 4)),
    "gwet(ac1)": lambda units: accord.gwet(units, scale=range(1, 4)),
}


def differ(left: Any, right: Any, cells: Any = None, fields: Any = None, **options: Any) -> Difference:
    cells = cells or {"x": X, "y": Y}
    columns = {"part": PARTS, "group": GROUPS, "layer": LAYERS}
    some = len(next(iter(cells.values())))
    frame = frame_of(cells, **{name: values[:some] for name, values in columns.items()})
    asked = {"item": "item", "rater": "rater", "fields": fields or dict.fromkeys(cells, RATING), "replicates": 0}
    (found,) = accord.agree(frame, differences=[(left, right)], by="part", **{**asked, **options}).differences
    return found


def paired(units: Sequence[Any], fewest: int = 2) -> list[bool]:
    return [sum(value is not None for value in unit) >= fewest for unit in units]


def fewest(measure: str) -> int:
    """Gwet's marginals look at items with one value too."""
    return 1 if measure.startswith("gwet") else 2


def chosen(units: Sequence[Any], items: Sequence[int]) -> list[Sequence[Any]]:
    return [units[at] for at in items]


def limits(values: Sequence[float | None]) -> tuple[float, float]:
    low, high = np.quantile([value for value in values if value is not None], [0.025, 0.975])
    return float(low), float(high)


# Paired


@pytest.mark.parametrize("measure", VALUES)
def test_it_is_of_the_items_that_both_sides_look_at(measure: str) -> None:
    found = differ(("x", measure), ("y", measure))
    least = fewest(measure)
    shared = [at for at in range(ITEMS) if paired(X, least)[at] and paired(Y, least)[at]]
    assert 10 < len(shared) < ITEMS or least == 1
    left, right = VALUES[measure](chosen(X, shared)), VALUES[measure](chosen(Y, shared))
    assert left is not None and right is not None
    assert (found.left_value, found.right_value) == pytest.approx((left, right), abs=1e-12)
    assert found.value == pytest.approx(left - right, abs=1e-12)
    assert (found.items, found.paired, found.reason) == (len(shared), True, "no_replicates")


def test_two_measures_may_look_at_different_items() -> None:
    """Alpha needs two values, Gwet's marginals one: shared are the items of alpha."""
    found = differ(("x", "alpha(nominal)"), ("y", "gwet(ac1)"))
    shared = [at for at in range(ITEMS) if paired(X)[at] and paired(Y, 1)[at]]
    right = accord.gwet(chosen(Y, shared), scale=range(1, 4))
    assert found.items == len(shared)
    assert found.right_value == pytest.approx(right, abs=1e-12)


@pytest.mark.parametrize("measure", ["mean_pairwise", "alpha(ordinal)"])
def test_index_mode_is_a_plain_loop(measure: str) -> None:
    """One draw of the shared items, in the order of their ids, for both sides."""
    found = differ(("x", measure), ("y", measure), resample="index", replicates=60, seed=9)
    shared = [at for at in range(ITEMS) if paired(X)[at] and paired(Y)[at]]
    rng = np.random.default_rng(9)
    values = []
    for _ in range(60):
        items = [shared[at] for at in rng.integers(0, len(shared), len(shared))]
        left, right = VALUES[measure](chosen(X, items)), VALUES[measure](chosen(Y, items))
        values.append(None if left is None or right is None else left - right)
    assert (found.low, found.high) == pytest.approx(limits(values), abs=1e-12)


def test_clusters_are_drawn_whole() -> None:
    """One draw of the clusters of shared items, in the order of their names."""
    found = differ(
        ("x", "mean_pairwise"), ("y", "mean_pairwise"), resample="index", replicates=60, seed=9, cluster="group"
    )
    shared = [at for at in range(ITEMS) if paired(X)[at] and paired(Y)[at]]
    names = sorted({GROUPS[at] for at in shared})
    rng = np.random.default_rng(9)
    values = []
    for _ in range(60):
        groups = [names[at] for at in rng.integers(0, len(names), len(names))]
        items = [at for name in groups for at in shared if GROUPS[at] == name]
        values.append((accord.mean_pairwise(chosen(X, items)) or 0) - (accord.mean_pairwise(chosen(Y, items)) or 0))
    assert (found.low, found.high) == pytest.approx(limits(values), abs=1e-12)


def test_strata_are_drawn_apart() -> None:
    found = differ(
        ("x", "mean_pairwise"), ("y", "mean_pairwise"), resample="index", replicates=60, seed=9, strata="layer"
    )
    shared = [at for at in range(ITEMS) if paired(X)[at] and paired(Y)[at]]
    layers = [[at for at in shared if LAYERS[at] == name] for name in ("s0", "s1")]
    rng = np.random.default_rng(9)
    values = []
    for _ in range(60):
        items = [layer[at] for layer in layers for at in rng.integers(0, len(layer), len(layer))]
        values.append((accord.mean_pairwise(chosen(X, items)) or 0) - (accord.mean_pairwise(chosen(Y, items)) or 0))
    assert (found.low, found.high) == pytest.approx(limits(values), abs=1e-12)


def test_multinomial_draws_agree_with_index_draws() -> None:
    """Within Monte-Carlo error of 20,000 replicates each."""
    found = [
        differ(("x", "mean_pairwise"), ("y", "mean_pairwise"), resample=mode, replicates=20_000)
        for mode in ("multinomial", "index")
    ]
    assert (found[0].low, found[0].high) == pytest.approx((found[1].low, found[1].high), abs=0.006)


def test_drawing_together_narrows_the_difference_of_two_like_fields() -> None:
    """Y but for one item is Y again: the items' own difficulty cancels."""
    alike = next(at for at, unit in enumerate(Y) if len(set(unit)) == 1 and None not in unit)
    other = [[1, 2, 3] if at == alike else unit for at, unit in enumerate(Y)]
    cells = {"x": Y, "y": other}
    together = differ(("x", "mean_pairwise"), ("y", "mean_pairwise"), cells, replicates=500)
    alone = accord.agree(
        frame_of(Y), item="item", rater="rater", fields={"value": RATING}, measures=["mean_pairwise"], replicates=500
    ).get("value", "mean_pairwise")
    assert together.high is not None and together.low is not None
    assert alone.high is not None and alone.low is not None
    assert together.high - together.low < (alone.high - alone.low) / 2


# Slices and pairs


def test_slices_of_one_field_are_unpaired() -> None:
    """No item has both, so each side keeps its own items and is drawn apart: first the left side, then the right."""
    found = differ(
        ("x", "mean_pairwise", "part=q"), ("x", "mean_pairwise", "part=p"), resample="index", replicates=60, seed=9
    )
    sides = [[at for at in range(ITEMS) if paired(X)[at] and PARTS[at] == part] for part in ("q", "p")]
    left, right = (accord.mean_pairwise(chosen(X, side)) for side in sides)
    assert left is not None and right is not None
    assert (found.left_value, found.right_value) == pytest.approx((left, right), abs=1e-12)
    assert found.value == pytest.approx(left - right, abs=1e-12)
    assert (found.items, found.paired) == (len(sides[0]) + len(sides[1]), False)
    rng = np.random.default_rng(9)
    values = []
    for _ in range(60):
        one, other = ([side[at] for at in rng.integers(0, len(side), len(side))] for side in sides)
        values.append((accord.mean_pairwise(chosen(X, one)) or 0) - (accord.mean_pairwise(chosen(X, other)) or 0))
    assert (found.low, found.high) == pytest.approx(limits(values), abs=1e-12)


def test_unpaired_sides_keep_their_strata() -> None:
    """Each side is drawn within each stratum: stratum by stratum, the left side first."""
    terms = (("x", "mean_pairwise", "part=q"), ("x", "mean_pairwise", "part=p"))
    found = differ(*terms, resample="index", replicates=60, seed=9, strata="layer")
    cells = [
        [at for at in range(ITEMS) if paired(X)[at] and (PARTS[at], LAYERS[at]) == (part, layer)]
        for layer in ("s0", "s1")
        for part in ("q", "p")
    ]
    rng = np.random.default_rng(9)
    values = []
    for _ in range(60):
        q0, p0, q1, p1 = ([cell[at] for at in rng.integers(0, len(cell), len(cell))] for cell in cells)
        values.append((accord.mean_pairwise(chosen(X, q0 + q1)) or 0) - (accord.mean_pairwise(chosen(X, p0 + p1)) or 0))
    assert (found.low, found.high) == pytest.approx(limits(values), abs=1e-12)


def test_one_slice_of_two_fields_is_paired() -> None:
    found = differ(("x", "mean_pairwise", "part=p"), ("y", "mean_pairwise", "part=p"))
    shared = [at for at in range(ITEMS) if paired(X)[at] and paired(Y)[at] and PARTS[at] == "p"]
    assert (found.items, found.paired) == (len(shared), True)
    assert found.left_value == pytest.approx(accord.mean_pairwise(chosen(X, shared)), abs=1e-12)


def test_a_slice_against_all_is_of_the_slice() -> None:
    found = differ(("x", "mean_pairwise", "part=p"), ("x", "mean_pairwise"))
    assert (found.value, found.paired) == (0.0, True)


@pytest.mark.parametrize("measure", ["pairwise", "cohen"])
def test_two_pairs_of_raters(measure: str) -> None:
    """A and B against A and C, over the items that all three rated."""
    found = differ(("x", measure, "all", "A|B"), ("x", measure, "all", "A|C"))
    three = [unit for unit, all_three in zip(X, paired(X, 3), strict=True) if all_three]
    value = getattr(accord, measure)
    left, right = (value([unit[0] for unit in three], [unit[other] for unit in three]) for other in (1, 2))
    assert found.items == len(three)
    assert found.value == pytest.approx(left - right, abs=1e-12)


def test_a_pair_against_the_panel() -> None:
    found = differ(("x", "alpha(nominal)", "all", "B|C"), ("x", "alpha(nominal)"))
    shared = [unit for unit in X if unit[1] is not None and unit[2] is not None]
    expected = (accord.alpha([unit[1:] for unit in shared]) or 0) - (accord.alpha(shared) or 0)
    assert (found.items, found.paired) == (len(shared), True)
    assert found.value == pytest.approx(expected, abs=1e-12)


def test_boxes_and_sets() -> None:
    near, side = ("car", (0, 0, 10, 10)), ("car", (0, 0, 10, 7))
    cells = {
        "x": [[[near], [side]], [[near], [near]], [[near], None]],
        "y": [[{"a"}, {"a"}], [{"a"}, {"a", "b"}], [set(), {"b"}]],
    }
    fields = {"x": accord.Boxes(["car"], format="xywh"), "y": accord.Labels(["a", "b"])}
    found = differ(("x", "instance_f1(0.9)"), ("y", "positive_label"), cells, fields)
    assert (found.left_value, found.right_value, found.items) == (0.5, pytest.approx(4 / 5), 2)
    assert found.value == pytest.approx(-0.3, abs=1e-15)


# Panels of unequal size

TWO, THREE = [1, 2, None], [1, 1, 2]


@pytest.mark.parametrize("threes", [6, 1], ids=["panels of all items unequal", "nearly all panels of two"])
def test_each_slice_keeps_its_own_k_of_fleiss(threes: int) -> None:
    """The sides of a difference are the numbers that stand in the result, whatever the panels of other slices."""
    units = [*[[2, 2, None], [1, 2, None]] * 9, *[THREE, [2, 2, 2]] * threes]
    frame = frame_of(units, part=["q"] * 18 + ["p"] * 2 * threes)
    terms = (("value", "fleiss", "part=p"), ("value", "fleiss", "part=q"))
    asked = {"item": "item", "rater": "rater", "fields": {"value": RATING}, "measures": ["fleiss"], "replicates": 0}
    result = accord.agree(frame, **asked, by="part", differences=[terms])
    left, right = accord.fleiss([THREE, [2, 2, 2]] * threes), accord.fleiss([[1, 2], [2, 2]] * 9)
    assert left is not None and right is not None
    assert result.get("value", "fleiss", "part=p").value == pytest.approx(left, abs=1e-12)
    (found,) = result.differences
    assert (found.left_value, found.right_value) == pytest.approx((left, right), abs=1e-12)
    assert found.value == pytest.approx(left - right, abs=1e-12)
    assert found.items == len(units)


def test_items_that_fleiss_drops_are_dropped_from_the_difference() -> None:
    """Slice q has two raters throughout; slice p three but for one item, which is dropped there."""
    p = [THREE, [2, 2, 2], [3, 3, 1], [1, 1, 1], [2, 3, 2]] * 4
    p[7] = [3, 1, None]
    cells = {"x": [unit for pair in zip([TWO, [2, 2, None]] * 10, p, strict=True) for unit in pair]}
    found = differ(("x", "fleiss", "part=p"), ("x", "fleiss", "part=q"), cells)
    left = accord.fleiss([unit for unit in p if None not in unit])
    right = accord.fleiss([[1, 2], [2, 2]] * 10)
    assert left is not None and right is not None
    assert (found.left_value, found.right_value) == pytest.approx((left, right), abs=1e-12)
    assert found.value == pytest.approx(left - right, abs=1e-12)


# Undefined


def test_a_side_without_variation() -> None:
    cells = {"x": [[1, 2], [2, 2]], "y": [[1, 1], [1, 1]]}
    found = differ(("x", "alpha(nominal)"), ("y", "alpha(nominal)"), cells)
    assert (found.value, found.low, found.reason) == (None, None, "no_variation")
    assert (found.left_value, found.right_value) == (accord.alpha([list("12"), list("22")]), None)
    assert differ(("y", "alpha(nominal)"), ("x", "alpha(nominal)"), cells).reason == "no_variation"


def test_a_side_that_nothing_can_be_told_of() -> None:
    cells = {"x": [[1, 2], [2, 2]], "y": [[1, None], [None, 1]]}
    found = differ(("x", "all_agree"), ("y", "all_agree"), cells)
    assert (found.value, found.paired, found.left_value, found.right_value) == (None, False, 0.5, None)
    assert found.reason == "no_pairable"


@pytest.mark.parametrize("names", ["xy", "yx"])
def test_a_side_without_any_answer(names: str) -> None:
    cells = {"x": [[1, 2], [2, 2]], "y": [[None, None], [None, None]]}
    found = differ((names[0], "all_agree"), (names[1], "all_agree"), cells)
    assert found.value is None
    assert {found.left_value, found.right_value} == {0.5, None}
    assert found.reason == "no_pairable"


def test_two_sides_without_any_answer() -> None:
    cells = {"x": [[None, None], [1, None]], "y": [[None, None], [None, None]]}
    found = differ(("y", "all_agree"), ("y", "all_agree"), cells)
    assert (found.value, found.items, found.reason) == (None, 0, "no_pairable")


def test_no_difference_at_all_has_no_interval() -> None:
    found = differ(("x", "mean_pairwise"), ("x", "mean_pairwise"), replicates=50)
    assert (found.value, found.low, found.high, found.reason) == (0.0, None, None, "no_spread")


def test_undefined_replicates_are_counted() -> None:
    cells = {"x": [[1, 1]] * 5 + [[1, 2]], "y": [[1, 2]] * 6}
    found = differ(("x", "alpha(nominal)"), ("y", "all_agree"), cells, replicates=400)
    # The one item with a 2 is left out of (5/6)^6 of all draws.
    assert found.undefined_replicates == pytest.approx(400 * (5 / 6) ** 6, abs=40)
    assert (found.low, found.reason) == (None, "undefined_replicates")


# Names of items, clusters that both sides share


def test_names_of_items_do_not_move_an_interval() -> None:
    """Slices that share no item may share clusters (two outputs about one object)."""
    groups = [f"g{at // 2 + 100 * (at % 2 and at // 2 % 3 == 0):03}" for at in range(ITEMS)]
    frame = frame_of(X, part=PARTS, group=groups)
    later = pl.when(pl.col("part") == "q").then("z" + pl.col("item")).otherwise("item")
    other = frame.with_columns(later.alias("item"))
    asked = {"rater": "rater", "fields": {"value": RATING}, "by": "part", "cluster": "group", "replicates": 200}
    terms = (("value", "mean_pairwise", "part=p"), ("value", "mean_pairwise", "part=q"))
    one, two = (accord.agree(some, item="item", differences=[terms], **asked).differences[0] for some in (frame, other))
    assert one == two


# What is asked


@pytest.mark.parametrize(
    ("left", "message"),
    [
        (("z", "all_agree"), "difference: no field is called 'z'; fields: x, y"),
        (("x", "jaccard"), "difference: jaccard does not fit field x"),
        (("x", "presence"), "difference: presence does not fit field x"),
        (("x", "cohen"), "difference: cohen needs a pair of raters, A|B"),
        (("x", "cohen", "all", "A|Z"), "there is no pair 'A|Z'; write A|B with two of the raters 'A', 'B', 'C'"),
        (("x", "all_agree", "part=z"), "difference: there is no slice 'part=z'; slices: all, part=p, part=q"),
        (("x", "all_agre"), "measure 'all_agre' is not known; did you mean 'all_agree'?"),
    ],
)
@pytest.mark.parametrize("side", [0, 1])
def test_what_can_not_be_asked(left: Any, message: str, side: int) -> None:
    terms = [left, ("y", "all_agree")]
    with pytest.raises(accord.UsageError) as refused:
        differ(terms[side], terms[1 - side])
    assert str(refused.value).startswith(message)


def test_presence_is_refused_for_sets_too() -> None:
    cells = {"x": [[{"a"}, {"a"}]]}
    with pytest.raises(accord.UsageError, match="presence does not fit field x"):
        differ(("x", "presence"), ("x", "exact_set"), cells, {"x": accord.Labels(["a"])})


def test_pairs_need_named_raters() -> None:
    frame = frame_of({"x": X}).drop("rater")
    with pytest.raises(accord.UsageError, match="anonymous"):
        accord.agree(
            frame,
            item="item",
            fields={"x": RATING},
            differences=[(("x", "cohen", "all", "A|B"), ("x", "all_agree"))],
            replicates=0,
        )


def test_terms_in_words() -> None:
    assert str(Term("x", "cohen", "part=p", "A|B")) == "x cohen part=p A|B"
    assert str(Term("x", "all_agree")) == "x all_agree all"


def test_json() -> None:
    found = differ(("x", "mean_pairwise"), ("y", "mean_pairwise", "all"), replicates=50)
    document = found.to_dict()
    assert list(document) == [
        *("left", "right", "value", "low", "high", "reason", "left_value", "right_value", "items", "paired"),
        "undefined_replicates",
    ]
    for side, field in (("left", "x"), ("right", "y")):
        assert document[side] == {"field": field, "measure": "mean_pairwise", "slice": "all", "pair": None}
    assert document["value"] == float(f"{found.value:.12g}")
    assert json.loads(json.dumps(document, allow_nan=False)) == document
