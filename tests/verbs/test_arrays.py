"""Arrays and lists as panels."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.agreement.engine import point
from accord.agreement.names import read_measure
from accord.agreement.panel import Panel
from accord.errors import UsageError
from accord.verbs.arrays import coded, scalar_panel, set_panel


def value(panel: Panel, measure: str) -> float | None:
    multiplicity = np.bincount(panel.item[panel.item >= 0], minlength=len(panel.size))
    sums = read_measure(measure).sums(panel, multiplicity)
    return point(sums, np.where(sums.counted, multiplicity, 0))[0]


def test_values_seen_are_a_scale_in_order_of_size() -> None:
    codes, scale = coded([10, "9", 2.5, 10.0], None)
    assert scale.labels == ("2.5", "9", "10")
    assert scale.positions is not None
    assert scale.positions.tolist() == [2.5, 9, 10]
    assert codes.tolist() == [2, 1, 0, 2]
    assert not scale.declared


def test_words_seen_have_no_order() -> None:
    codes, scale = coded(["b", 10, "a"], None)
    assert (scale.labels, scale.positions) == (("10", "a", "b"), None)
    assert codes.tolist() == [2, 0, 1]


def test_a_given_scale_keeps_its_order_and_its_unused_values() -> None:
    codes, scale = coded(["low"], ["high", "low", "none"])
    assert (scale.labels, scale.declared) == (("high", "low", "none"), True)
    assert scale.positions is not None
    assert scale.positions.tolist() == [0, 1, 2]
    assert codes.tolist() == [1]
    assert coded([8], [1, 2, 8], positive=2)[1].positive == 2


def test_numbers_of_a_given_scale_keep_their_distances() -> None:
    scale = coded([], [1, 2, 8])[1]
    assert scale.positions is not None
    assert scale.positions.tolist() == [1, 2, 8]


def test_strange_values_are_named_once_and_cut() -> None:
    with pytest.raises(UsageError) as caught:
        coded([9, 9, *range(20, 30)], [1, 2])
    assert str(caught.value) == "'20', '21', '22', '23', '24' not on the scale 1, 2"


def test_no_values() -> None:
    codes, scale = coded([], None)
    assert (codes.tolist(), codes.dtype, scale.labels) == ([], np.int32, ())


def test_labels_seen_in_sets() -> None:
    panel, labels = set_panel([[{"b", 1}, None], [["a", "b", "a"], math.nan], []])
    assert labels == ("1", "a", "b")
    assert panel.members is not None
    assert panel.members.shape[1] == 3


@pytest.mark.parametrize("units", [[], [[]], [[None]], [[set()]]])
def test_sets_without_labels(units: Any) -> None:
    assert set_panel(units)[1] == ()


def test_a_matrix_of_nothing_but_missing_values() -> None:
    panel = scalar_panel(np.full((3, 2), np.nan))
    assert (panel.item < 0).all()


@pytest.mark.parametrize(
    "matrix",
    [
        np.array([[-0.0, 0.0], [0.5, 0.5]]),
        np.array([[1e300, 1e300], [-1e300, -1e300]]),
        np.array([[2**64 - 1, 2**64 - 1], [2**64 - 2, 2**64 - 2]], np.uint64),
        np.array([[-128, -128], [127, 127]], np.int8),
        np.array([[2.0**53, 2.0**53], [1, 1]]),
        np.asfortranarray([[1.0, 1.0], [2.0, 2.0]]),
        np.array([[1, 1], [2, 2]])[::-1],
        np.ma.masked_array([[1.0, 1.0, 9.0], [2.0, 2.0, 9.0]], mask=[[0, 0, 1], [0, 0, 1]]),
    ],
)
def test_equal_values_of_a_matrix_are_equal(matrix: np.ndarray) -> None:
    assert value(scalar_panel(matrix), "all_agree") == 1


def test_a_matrix_is_not_changed() -> None:
    matrix = np.array([[1.0, np.nan], [2.0, 2.0]])
    before = matrix.copy()
    scalar_panel(matrix)
    assert np.array_equal(matrix, before, equal_nan=True)


cells = st.none() | st.sampled_from([0, 1, -1, 2.5, 10.0, -0.0])


@given(st.lists(st.lists(cells, min_size=3, max_size=3), max_size=8))
def test_a_matrix_and_the_same_lists_give_the_same_numbers(units: list[list[float | None]]) -> None:
    matrix = np.array([[math.nan if cell is None else cell for cell in unit] for unit in units]).reshape(-1, 3)
    one, other = scalar_panel(units), scalar_panel(matrix)
    for measure in ("alpha(nominal)", "alpha(ordinal)", "alpha(interval)", "mean_pairwise", "gwet(ac1)"):
        expected = value(other, measure)
        assert value(one, measure) == (None if expected is None else pytest.approx(expected, abs=1e-12))
