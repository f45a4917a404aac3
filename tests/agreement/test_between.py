"""Agreement between two groups of raters, against a plain loop over cross pairs."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import numpy as np
import plain_measures as plain
import pytest
from drawn_tables import ALL_KINDS, Table, tables
from hypothesis import given, settings
from hypothesis import strategies as st
from made_ratings import frame_of

import accord
from accord.agreement.between import CROSS_MEASURES
from accord.spec.fields import COMPARED

Pairs = list[tuple[Any, Any]]
Counts = Callable[[Any, Any], tuple[Fraction, Fraction]]


def share_of(holds: Callable[[Any, Any], bool]) -> Counts:
    return lambda a, b: (Fraction(holds(a, b)), Fraction(1))


def overlap_of(shared: Callable[[Any, Any], int]) -> Counts:
    return lambda a, b: (Fraction(2 * shared(a, b)), Fraction(len(a) + len(b)))


def corners(boxes: Any) -> Any:
    return [(name, (x, y, x + w, y + h)) for name, (x, y, w, h) in boxes]


def matched(iou: float) -> Callable[[Any, Any], int]:
    return lambda a, b: plain.most_matches(corners(a), corners(b), iou)


def counts_of(kind: str, measure: str) -> Counts:
    """What a cross pair adds to numerator and denominator."""
    if measure == "within(1)":
        return share_of(lambda a, b: abs(a - b) <= 1)
    if measure == "positive_label":
        return overlap_of(lambda a, b: len(a & b))
    if measure.startswith("instance_f1"):
        return overlap_of(matched(float(measure[16:-1])))
    return share_of(lambda a, b: a == b)


def averaged(items: list[Pairs], counts: Counts) -> Fraction | None:
    """Counts averaged over the pairs of an item, summed over items, then divided."""
    top, bottom = Fraction(0), Fraction(0)
    for pairs in items:
        for a, b in pairs:
            one, other = counts(a, b)
            top += one / len(pairs)
            bottom += other / len(pairs)
    return top / bottom if bottom else None


def values(table: Table, item: int, raters: list[int]) -> list[Any]:
    return [table.grid[item][rater] for rater in raters if table.grid[item][rater] is not None]


def near(found: float | None, expected: Fraction | None) -> bool:
    if found is None or expected is None:
        return found is expected
    return abs(found - float(expected)) < 1e-12


def test_every_kind_has_measures_that_are_compared_across() -> None:
    assert CROSS_MEASURES.keys() == set(COMPARED)


@pytest.mark.parametrize("kind", ALL_KINDS)
@settings(max_examples=25)
@given(data=st.data())
def test_cross_pairs_by_a_plain_loop(kind: str, data: st.DataObject) -> None:
    """Groups of every size, with gaps, in slices; and a third group that takes no part."""
    table = data.draw(tables(kind))
    group = data.draw(st.lists(st.sampled_from("ABC"), min_size=len(table.raters), max_size=len(table.raters)))
    group[:2] = ["A", "B"]
    codes = {name: [at for at, one in enumerate(group) if one == name] for name in "AB"}
    between = {name: [table.raters[at] for at in raters] for name, raters in codes.items()}
    ious = {"iou": [0.75, 0.5]} if kind == "boxes" else {}
    result = table.agree(between=between, pairs=False, measures=None, replicates=0, **ious)
    names = CROSS_MEASURES[kind] if kind != "boxes" else ("instance_f1(iou=0.75)", "instance_f1(iou=0.5)")
    for slice_, items in (("all", range(len(table.grid))), ("part=p0", range(0, len(table.grid), 2))):
        sides = [[values(table, item, codes[name]) for name in "AB"] for item in items]
        both = [(ours, theirs) for ours, theirs in sides if ours and theirs]
        cross = [list(product(ours, theirs)) for ours, theirs in both]
        for measure in names:
            row = result.get("value", measure, slice_, "A|B")
            assert near(row.value, averaged(cross, counts_of(kind, measure))), row
            assert row.items == len(both)
            assert row.ratings == sum(len(ours) + len(theirs) for ours, theirs in both)
            assert (row.value is None) == (row.reason in ("no_items", "no_pairable", "both_empty"))


@pytest.mark.parametrize("kind", ALL_KINDS)
@settings(max_examples=25)
@given(data=st.data())
def test_inside_a_group_pairs_are_counted_on_the_same_items(kind: str, data: st.DataObject) -> None:
    """Rows A|A and B|B stand beside A|B to be compared with it, so they count pairs of raters as it does.

    One rater alone has no pair inside his group, so there is no row of it.
    """
    table = data.draw(tables(kind))
    codes = {"A": list(range(len(table.raters) - 1)), "B": [len(table.raters) - 1]}
    between = {name: [table.raters[at] for at in raters] for name, raters in codes.items()}
    result = table.agree(between=between, pairs=False, measures=None, replicates=0)
    sides = [[values(table, item, codes[name]) for name in "AB"] for item in range(len(table.grid))]
    ours = [first for first, second in sides if first and second and len(first) > 1]
    inside = {(row.measure, row.pair) for row in result.estimates if row.pair in ("A|A", "B|B")}
    assert inside == {(measure, "A|A") for measure in CROSS_MEASURES[kind] if len(codes["A"]) > 1}
    for measure in CROSS_MEASURES[kind] if inside else ():
        row = result.get("value", measure, pair="A|A")
        assert near(row.value, averaged([list(combinations(unit, 2)) for unit in ours], counts_of(kind, measure))), row
        assert (row.items, row.ratings) == (len(ours), sum(map(len, ours)))


# By hand


def between(cells: Any, field: Any, groups: Any = None, **options: Any) -> accord.Agreement:
    asked = {"item": "item", "rater": "rater", "fields": {"value": field}, "replicates": 0}
    groups = groups or {"people": ["A", "B"], "judges": ["C", "D"]}
    return accord.agree(frame_of(cells), between=groups, **{**asked, **options})


CELLS = [[1, 1, 1, None], [1, 2, 1, 3], [2, None, None, 3], [1, 1, None, None]]


def test_shares_of_cross_pairs_are_averaged_over_items() -> None:
    """1, 1/4, 0; the last item has no judge."""
    result = between(CELLS, accord.Rating(1, 3))
    row = result.get("value", "mean_pairwise", pair="people|judges")
    assert (row.value, row.items, row.ratings, row.raters) == (pytest.approx(5 / 12, abs=1e-15), 3, 9, 4)
    assert row.between == ("people", "judges")
    assert result.get("value", "within(1)", pair="judges|people").value == pytest.approx((1 + 3 / 4 + 1) / 3, abs=1e-15)


def test_people_among_themselves_on_the_items_that_judges_saw() -> None:
    """The last item, on which people agree, is left out: 1 and 0."""
    result = between(CELLS, accord.Rating(1, 3))
    people = result.get("value", "mean_pairwise", pair="people|people")
    assert (people.value, people.items, people.ratings, people.raters) == (0.5, 2, 4, 2)
    judges = result.get("value", "mean_pairwise", pair="judges|judges")
    assert (judges.value, judges.items, judges.ratings, judges.raters) == (0.0, 1, 2, 2)


def test_two_raters_may_be_named_without_groups() -> None:
    result = between(CELLS, accord.Rating(1, 3), ("A", "C"))
    one, other = [line[0] for line in CELLS], [line[2] for line in CELLS]
    assert result.get("value", "mean_pairwise", pair="A|C").value == accord.pairwise(one, other)


def test_a_group_of_one_rater_has_no_row_inside_it() -> None:
    """Groups of two or more have one for each measure."""
    result = between(CELLS, accord.Rating(1, 3), {"people": ["A", "B"], "judge": ["C"]})
    assert [(row.measure, row.pair) for row in result.estimates if row.between] == [
        ("mean_pairwise", "people|judge"),
        ("within(1)", "people|judge"),
        ("mean_pairwise", "people|people"),
        ("within(1)", "people|people"),
    ]


def test_identical_groups_agree_across_as_inside() -> None:
    """Each item has one dissenter among three people and among three judges: 1/3 of pairs agree inside each group
    and 5/9 across, by any measure that is a share of pairs."""
    sets: list[list[Any]] = [[{"a"}, {"a"}, {"b"}] * 2] * 4
    groups = {"people": ["A", "B", "C"], "judges": ["D", "E", "F"]}
    result = between(sets, accord.Labels(["a", "b"]), groups)
    assert result.get("value", "exact_set", pair="people|judges").value == pytest.approx(5 / 9, abs=1e-15)
    assert result.get("value", "exact_set", pair="people|people").value == pytest.approx(1 / 3, abs=1e-15)
    result = between([[1, 1, 3] * 2] * 4, accord.Rating(1, 3), groups)
    assert result.get("value", "within(1)", pair="people|judges").value == pytest.approx(5 / 9, abs=1e-15)
    assert result.get("value", "within(1)", pair="people|people").value == pytest.approx(1 / 3, abs=1e-15)


def test_slices_and_their_own_rows() -> None:
    frame = frame_of(CELLS, part=["x", "y", "y", "x"])
    result = accord.agree(
        frame,
        item="item",
        rater="rater",
        fields={"value": accord.Rating(1, 3)},
        by="part",
        between={"people": ["A", "B"], "judges": ["C", "D"]},
        replicates=0,
    )
    assert result.get("value", "mean_pairwise", "part=x", "people|judges").value == 1.0
    assert result.get("value", "mean_pairwise", "part=y", "people|judges").value == pytest.approx(1 / 8, abs=1e-15)
    assert result.get("value", "mean_pairwise", "part=x", "people|people").items == 1


@pytest.mark.parametrize("cells", [[[1, None], [None, 2]], [[1, 2], [None, None]]])
def test_what_is_not_shared_has_no_number(cells: Any) -> None:
    row = between(cells, accord.Rating(1, 3), {"people": ["A"], "judges": ["B"]}).get(
        "value", "mean_pairwise", pair="people|judges"
    )
    if cells[0][1] is None:
        assert (row.value, row.items, row.reason) == (None, 0, "no_items")
    else:
        assert (row.value, row.items) == (0.0, 1)


def test_nobody_chose_anything() -> None:
    cells: list[list[Any]] = [[set(), set()], [set(), set()]]
    result = between(cells, accord.Labels(["a"]), ("A", "B"))
    row = result.get("value", "positive_label", pair="A|B")
    assert (row.value, row.reason, row.items) == (None, "both_empty", 2)
    assert result.get("value", "exact_set", pair="A|B").value == 1.0


def test_full_agreement_across_has_wilsons_interval() -> None:
    row = between([[1, 1]] * 10 + [[2, 2]] * 10, accord.Rating(1, 3), ("A", "B"), replicates=50).get(
        "value", "mean_pairwise", pair="A|B"
    )
    assert (row.value, row.high, row.details) == (1.0, 1.0, {"degenerate": True})
    assert row.low == pytest.approx(0.838875, abs=1e-6)


def test_the_interval_is_that_of_a_plain_loop() -> None:
    """Index draws over the items that both groups answered, in the order of their ids."""
    rng = np.random.default_rng(8)
    cells = [[int(v) if rng.random() < 0.8 else None for v in rng.integers(1, 4, 4)] for _ in range(40)]
    row = between(cells, accord.Rating(1, 3), resample="index", replicates=200, seed=5).get(
        "value", "mean_pairwise", pair="people|judges"
    )
    shares = []
    for a, b, c, d in cells:
        pairs = [x == y for x in (a, b) for y in (c, d) if x is not None and y is not None]
        if pairs:
            shares.append(sum(pairs) / len(pairs))
    plain_loop = np.random.default_rng(5)
    means = [np.mean([shares[at] for at in plain_loop.integers(0, len(shares), len(shares))]) for _ in range(200)]
    assert (row.low, row.high) == pytest.approx(tuple(np.quantile(means, [0.025, 0.975])), abs=1e-12)
