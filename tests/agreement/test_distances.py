"""Distances between values: the formulas, in fractions and by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import plain_measures as plain
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from accord.agreement.distances import jaccard_distance, masi_distance, ratio_distance, set_overlaps

sets = st.frozensets(st.integers(0, 4))


def sizes(a: frozenset[int], b: frozenset[int]) -> list[NDArray[np.float64]]:
    return [np.array([float(len(part))]) for part in (a & b, a, b)]


@given(sets, sets)
def test_distances_of_sets_equal_the_formulas(a: frozenset[int], b: frozenset[int]) -> None:
    assert jaccard_distance(*sizes(a, b))[0] == pytest.approx(float(plain.jaccard_distance(a, b)), abs=1e-15)
    assert masi_distance(*sizes(a, b))[0] == pytest.approx(float(plain.masi_distance(a, b)), abs=1e-15)


@given(sets, sets)
def test_distances_of_sets_are_symmetric_and_zero_only_for_equal_sets(a: frozenset[int], b: frozenset[int]) -> None:
    for distance in (jaccard_distance, masi_distance):
        one, other = distance(*sizes(a, b))[0], distance(*sizes(b, a))[0]
        assert one == other
        assert (one == 0) == (a == b)
        assert 0 <= one <= 1
        assert a & b or a == b or one == 1


def test_masi_by_hand() -> None:
    """Equal, one within the other, overlapping, apart, empty against empty and against one."""
    shared, one, other = (np.array(column, float) for column in zip(*MASI, strict=True))
    expected = [0, 1 - 1 / 2 * 2 / 3, 1 - 1 / 3 * 1 / 3, 1, 0, 1]
    assert masi_distance(shared, one, other).tolist() == pytest.approx(expected)


MASI = [(2, 2, 2), (1, 2, 1), (1, 2, 2), (0, 2, 1), (0, 0, 0), (0, 0, 3)]


@given(st.lists(st.tuples(st.integers(0, 1000), st.integers(0, 1000)), min_size=1))
def test_ratio_distance(pairs: list[tuple[int, int]]) -> None:
    one, other = (np.array(side, float) for side in zip(*pairs, strict=True))
    expected = [0.0 if a == b else ((a - b) / (a + b)) ** 2 for a, b in pairs]
    assert ratio_distance(one, other).tolist() == pytest.approx(expected)


def test_overlaps_of_codes() -> None:
    members = np.array([[True, True, False], [True, False, True], [False, False, False]])
    one, other = np.array([0, 0, 1, 2]), np.array([0, 1, 1, 0])
    assert set_overlaps(members, one, other).tolist() == [2.0, 1.0, 2.0, 0.0]


@pytest.mark.parametrize("distance", [jaccard_distance, masi_distance, ratio_distance])
def test_any_shape_and_no_warning(distance: Any) -> None:
    zeros = [np.zeros((2, 3))] * (2 if distance is ratio_distance else 3)
    assert distance(*zeros).tolist() == [[0.0] * 3] * 2
