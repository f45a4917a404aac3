"""Items reduced to patterns hold what a count by hand holds, in one canonical order."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from accord.agreement import patterns as module
from accord.agreement.panel import Panel
from accord.agreement.patterns import Patterns, _by_number, _by_sorting, count_patterns, count_tuples, unique_rows
from accord.agreement.reduced import multiplicity
from accord.spec.reading import Scale

Rows = list[tuple[int, int]]  # item, value
ITEMS = 6


def items_of(patterns: Patterns, chosen: np.ndarray | None = None) -> np.ndarray:
    """How many of the chosen items have each pattern, as the engine counts them."""
    return multiplicity(Panel(patterns, Scale(())), chosen)


@st.composite
def rows(draw: st.DrawFn) -> tuple[Rows, int]:
    values = draw(st.sampled_from([1, 2, 5, 40, 90]))
    one = st.tuples(st.integers(0, ITEMS - 1), st.integers(0, values - 1))
    return draw(st.lists(one, max_size=20)), values


def arrays(rated: Rows) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    return np.array([item for item, _ in rated], np.int32), np.array([value for _, value in rated], np.int32)


def counted(rated: Rows) -> dict[int, Counter[int]]:
    found: dict[int, Counter[int]] = defaultdict(Counter)
    for item, value in rated:
        found[item][value] += 1
    return found


def content(patterns: Patterns, at: int) -> Counter[int]:
    inside = slice(patterns.start[at], patterns.start[at + 1])
    return Counter(dict(zip(patterns.value[inside].tolist(), patterns.count[inside].tolist(), strict=True)))


def by_any_way(rated: Rows, values: int) -> list[Patterns]:
    item, code = arrays(rated)
    ways = [count_patterns(item, code, ITEMS, values)]
    if rated:
        most = max(Counter(item.tolist()).values())
        ways += [_by_sorting(item, code, ITEMS, values), count_patterns(item, code, ITEMS, values, most=most + 2)]
        if (most + 1) ** values < module.EXACT:
            ways.append(_by_number(item, code, ITEMS, values, most + 1))
    return ways


@given(rows())
def test_every_item_has_the_pattern_of_its_values(drawn: tuple[Rows, int]) -> None:
    rated, values = drawn
    expected = counted(rated)
    for patterns in by_any_way(rated, values):
        for item in range(ITEMS):
            if item in expected:
                assert content(patterns, patterns.item[item]) == expected[item]
            else:
                assert patterns.item[item] == -1
        assert len(patterns) == len({tuple(sorted(counts.items())) for counts in expected.values()})
        assert patterns.size.tolist() == [content(patterns, at).total() for at in range(len(patterns))]
        assert patterns.distinct.tolist() == [len(content(patterns, at)) for at in range(len(patterns))]
        assert patterns.counts.toarray().shape == (len(patterns), values)
        assert items_of(patterns).sum() == len(expected)


@given(rows())
def test_patterns_have_one_order_however_they_are_found(drawn: tuple[Rows, int]) -> None:
    """Draws follow that order, so a value more on the scale must not move a limit."""
    rated, values = drawn
    first, *others = by_any_way(rated, values)
    order = [
        [counts[value] for value in range(values)] for counts in map(lambda at: content(first, at), range(len(first)))
    ]
    assert order == sorted(order)
    for other in others:
        for name in ("start", "value", "count", "item"):
            assert getattr(first, name).tolist() == getattr(other, name).tolist(), name


@given(rows(), st.randoms(use_true_random=False))
def test_order_of_ratings_changes_nothing(drawn: tuple[Rows, int], random: np.random.Generator) -> None:
    rated, values = drawn
    one = count_patterns(*arrays(rated), ITEMS, values)
    random.shuffle(rated)
    other = count_patterns(*arrays(rated), ITEMS, values)
    for name in ("start", "value", "count", "item"):
        assert getattr(one, name).tolist() == getattr(other, name).tolist()


@given(rows(), st.sampled_from([1, 3, 1 << 21]))
def test_pairs_are_all_pairs_of_different_values(drawn: tuple[Rows, int], block: int) -> None:
    rated, values = drawn
    patterns = count_patterns(*arrays(rated), ITEMS, values)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "PAIRS_AT_ONCE", block)
        blocks = list(patterns.pairs())
    found = [tuple(map(int, line)) for one in blocks for line in zip(*one, strict=True)]
    expected = []
    for at in range(len(patterns)):
        counts = content(patterns, at)
        expected += [(at, low, high, counts[low] * counts[high]) for low, high in combinations(sorted(counts), 2)]
    assert found == expected


def test_blocks_of_pairs_are_bounded() -> None:
    code = np.arange(400, dtype=np.int32)
    patterns = count_patterns(np.repeat(np.arange(20, dtype=np.int32), 20), code, 20, 400)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "PAIRS_AT_ONCE", 50)
        sizes = [len(block[0]) for block in patterns.pairs()]
    assert sum(sizes) == 20 * 190
    assert max(sizes) <= 50


def test_total_and_multiplicity() -> None:
    patterns = count_patterns(*arrays([(0, 1), (0, 1), (1, 0), (2, 1), (2, 1)]), 4, 2)
    assert [content(patterns, at) for at in range(2)] == [Counter({1: 2}), Counter({0: 1})]
    assert patterns.item.tolist() == [0, 1, 0, -1]
    assert patterns.total(patterns.count * 10).tolist() == [20.0, 10.0]
    assert items_of(patterns).tolist() == [2, 1]
    assert items_of(patterns, np.array([True, True, False, True])).tolist() == [1, 1]


def test_nothing() -> None:
    for items, values in ((0, 0), (3, 0), (3, 4)):
        patterns = count_patterns(np.zeros(0, np.int32), np.zeros(0, np.int32), items, values)
        assert len(patterns) == 0
        assert patterns.item.tolist() == [-1] * items
        assert patterns.counts.shape == (0, values)
        assert patterns.size.tolist() == items_of(patterns).tolist() == []
        assert [len(block[0]) for block in patterns.pairs()] in ([], [0])


def test_large_panels_of_many_values() -> None:
    """200 raters and 50 values: no number below 2**53 could hold the counts."""
    rng = np.random.default_rng(0)
    code = np.concatenate([rng.integers(0, 50, 400), np.zeros(200, np.int64)]).astype(np.int32)
    item = np.repeat(np.arange(3, dtype=np.int32), 200)
    patterns = count_patterns(item, code, 3, 50)
    for at in range(3):
        assert content(patterns, patterns.item[at]) == Counter(code[200 * at : 200 * at + 200].tolist())


@given(st.lists(st.lists(st.one_of(st.none(), st.integers(0, 2)), min_size=3, max_size=3), min_size=1, max_size=9))
def test_tuples_tell_raters_apart(grid: list[list[int | None]]) -> None:
    cells = [(i, r, value) for i, line in enumerate(grid) for r, value in enumerate(line) if value is not None]
    item, rater, code = (np.array([cell[at] for cell in cells], np.int32) for at in range(3))
    patterns, by_rater = count_tuples(item, rater, code, (len(grid), 3, 3))
    for at, line in enumerate(grid):
        if all(value is None for value in line):
            assert patterns.item[at] == -1
            continue
        pattern = patterns.item[at]
        assert by_rater[pattern].tolist() == [-1 if value is None else value for value in line]
        assert content(patterns, pattern) == Counter(value for value in line if value is not None)
    assert len(patterns) == len({tuple(line) for line in grid if any(value is not None for value in line)})
    assert by_rater.tolist() == sorted(by_rater.tolist())


@given(st.lists(st.lists(st.integers(0, 2), min_size=2, max_size=2), max_size=12))
def test_unique_rows_equal_numpys(lines: list[list[int]]) -> None:
    table = np.array(lines, np.int64).reshape(-1, 2)
    distinct, inverse = unique_rows(table)
    expected, at = np.unique(table, axis=0, return_inverse=True)
    assert distinct.tolist() == expected.tolist()
    assert inverse.tolist() == at.ravel().tolist()


def test_rows_without_columns_are_all_equal() -> None:
    distinct, inverse = unique_rows(np.zeros((3, 0), np.int64))
    assert (distinct.shape, inverse.tolist()) == ((1, 0), [0, 0, 0])
    distinct, inverse = unique_rows(np.zeros((0, 0), np.bool_))
    assert (distinct.shape, inverse.tolist()) == ((0, 0), [])
