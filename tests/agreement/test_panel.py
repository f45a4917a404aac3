"""What a measure reads of a field: patterns of values or sets, and named pairs."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from accord.agreement.panel import PairPanel, Panel, pair_panel, panel_of
from accord.annotations.ratings import Scalars, Sets
from accord.spec.reading import Scale

SCALE = Scale(("no", "maybe", "yes"), np.arange(3.0))
MEMBERS = np.array([[False, False, False], [True, False, False], [True, True, False], [False, True, True]])


def scalars(codes: list[int], scale: Scale = SCALE) -> Scalars:
    code = np.array(codes, np.int32)
    return Scalars((code < 0).astype(np.uint8), code, scale)


def sets(codes: list[int]) -> Sets:
    code = np.array(codes, np.int32)
    return Sets((code < 0).astype(np.uint8), code, MEMBERS, ("a", "b", "c"), {})


def ids(*items: int) -> NDArray[np.int32]:
    return np.array(items, np.int32)


def of_item(panel: Panel, item: int) -> list[int]:
    """How many raters of an item gave each value."""
    return panel.patterns.counts.toarray()[panel.item[item]].astype(int).tolist()


@pytest.mark.parametrize("named", [False, True])
def test_blanks_are_left_out(named: bool) -> None:
    rater = ids(0, 1, 0, 1, 0) if named else None
    panel = panel_of(ids(0, 0, 1, 1, 2), scalars([2, 2, 0, -1, -1]), 4, rater, 2 if named else 0)
    assert [of_item(panel, item) for item in (0, 1)] == [[0, 0, 2], [1, 0, 0]]
    assert panel.item[2:].tolist() == [-1, -1]
    assert panel.size[panel.item[:2]].tolist() == [2, 1]
    assert panel.members is None
    assert panel.scale is SCALE


@given(st.lists(st.lists(st.integers(-1, 2), min_size=2, max_size=2), min_size=1, max_size=6))
def test_named_and_anonymous_raters_have_the_same_values(grid: list[list[int]]) -> None:
    """Where raters and values are few, patterns tell raters apart; what an item holds is the same."""
    item = np.repeat(np.arange(len(grid), dtype=np.int32), 2)
    codes = [value for line in grid for value in line]
    anonymous = panel_of(item, scalars(codes), len(grid))
    named = panel_of(item, scalars(codes), len(grid), np.tile(ids(0, 1), len(grid)), 2)
    assert named.by_rater is not None
    for at, line in enumerate(grid):
        assert (anonymous.item[at] < 0) == (named.item[at] < 0) == (max(line) < 0)
        if max(line) >= 0:
            assert of_item(anonymous, at) == of_item(named, at)
            assert named.by_rater[named.item[at]].tolist() == line


def test_many_named_raters_are_not_told_apart() -> None:
    rater = np.arange(9, dtype=np.int32)
    assert panel_of(np.zeros(9, np.int32), scalars([0] * 9), 1, rater, 9).by_rater is None


def test_differs_and_uncommon() -> None:
    """The commonest value is that of the items at hand; items outside the slice do not sway it."""
    panel = panel_of(ids(0, 0, 1, 1, 2, 2, 3, 3), scalars([0, 0, 0, 2, 2, 2, 2, 2]), 4)
    by_item = panel.differs[panel.item]
    assert by_item.tolist() == [False, True, False, False]
    every = np.bincount(panel.item, minlength=len(panel.size))
    assert panel.uncommon(every)[panel.item].tolist() == [True, True, False, False]
    first_two = np.bincount(panel.item[:2], minlength=len(panel.size))
    assert panel.uncommon(first_two)[panel.item].tolist() == [False, True, True, True]


def test_sets() -> None:
    panel = panel_of(ids(0, 0, 1, 1, 2), sets([1, 2, 0, 0, 3]), 3)
    assert panel.label_counts[panel.item].tolist() == [[2, 1, 0], [0, 0, 0], [0, 1, 1]]
    assert panel.set_sizes.tolist() == [0, 1, 2, 2]
    assert panel.differs[panel.item].tolist() == [True, False, False]


def test_cutting_sets_down_keeps_every_item() -> None:
    """{a} and {a, b} cut to c are both empty, so they are one value and the raters agree."""
    panel = panel_of(ids(0, 0, 1, 1, 2, 2), sets([1, 2, 3, 0, 3, 3]), 3).cut([2])
    assert panel.members is not None
    assert panel.members.tolist() == [[False], [True]]
    assert [of_item(panel, item) for item in range(3)] == [[2, 0], [1, 1], [0, 2]]
    assert panel.differs[panel.item].tolist() == [False, True, False]
    assert panel.size[panel.item].tolist() == [2, 2, 2]


def test_cutting_to_no_labels_leaves_empty_sets() -> None:
    panel = panel_of(ids(0, 0, 1), sets([1, 2, 3]), 2).cut([])
    assert panel.members is not None
    assert panel.members.shape == (1, 0)
    assert [of_item(panel, item) for item in range(2)] == [[2], [1]]


def rated(**answers: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Items i0, i1, ... with a rater's codes."""
    return np.array([int(name[1:]) for name in answers]), np.array(list(answers.values()))


def test_a_pair_counts_the_items_that_both_rated() -> None:
    """Item 0 and 2 have one rating of the pair, item 5 none."""
    pair = pair_panel(rated(i0=0, i1=2, i3=1, i4=1), rated(i1=2, i2=0, i3=0, i4=0), SCALE, 6)
    by_item = [None if at < 0 else (int(pair.first[at]), int(pair.second[at])) for at in pair.item]
    assert by_item == [(0, -1), (2, 2), (-1, 0), (1, 0), (1, 0), None]
    assert len(pair.first) == 4
    assert pair.size[pair.item[:5]].tolist() == [0, 2, 0, 2, 2]
    assert pair.differs[pair.item[:5]].tolist() == [False, False, False, True, True]
    assert pair.everywhere[pair.item[:5]].tolist() == [1, 1, 1, 2, 2]
    uncommon = pair.uncommon(pair.everywhere)
    assert uncommon[pair.item[[0, 2]]].tolist() == [False, False]
    assert uncommon[pair.item[[1, 3]]].tolist() != [False, False]


def test_patterns_where_one_of_the_pair_is_absent_count_for_nothing() -> None:
    pair = PairPanel(np.array([0, 1, -1]), np.array([1, -1, -1]), SCALE, ids(0, 1, 2, 1))
    assert pair.both.tolist() == [True, False, False]
    assert pair.size.tolist() == [2, 0, 0]
    assert pair.differs.tolist() == [True, False, False]
    assert pair.uncommon(np.array([1, 2, 1])).tolist() == [True, False, False]


def test_a_pair_without_shared_items() -> None:
    pair = pair_panel(rated(i0=0), rated(i1=0), SCALE, 2)
    assert pair.both.tolist() == [False, False]
    assert pair.size.tolist() == [0, 0]
    nobody = np.zeros(0, np.int64)
    empty = pair_panel((nobody, nobody), (nobody, nobody), SCALE, 2)
    assert empty.item.tolist() == [-1, -1]
    assert empty.uncommon(nobody).tolist() == []
