"""Sums over units: distinct rows, what is uncommon, and values with their intervals."""

from __future__ import annotations

import numpy as np
import pytest

from accord.agreement.design import Design
from accord.agreement.engine import numbers
from accord.agreement.settings import Settings
from accord.agreement.sums import ratio_of_sums
from accord.scoring.summed import Score, Share, paired_numbers, unit_rows

RIGHT = np.array([1, 1, 0, 1, 0, 1, 1, 1], np.float64)
COLUMNS = np.column_stack([RIGHT, np.ones(8)])
LIVE = np.ones(8, np.bool_)
SIZE = np.ones(8, np.int64)


def test_equal_units_become_one_row() -> None:
    units = unit_rows(COLUMNS, LIVE, SIZE)
    assert units.rows.tolist() == [[0, 1], [1, 1]]
    assert units.everywhere.tolist() == [2, 6]
    assert units.item.tolist() == [1, 1, 0, 1, 0, 1, 1, 1]


def test_units_that_do_not_count_have_no_row() -> None:
    units = unit_rows(COLUMNS, RIGHT > 0, SIZE)
    assert units.rows.tolist() == [[1, 1]]
    assert units.item.tolist() == [0, 0, -1, 0, -1, 0, 0, 0]


def test_rows_of_different_size_are_kept_apart_and_labelled_alike() -> None:
    units = unit_rows(COLUMNS, LIVE, np.array([1, 2, 1, 1, 1, 1, 1, 1]))
    assert units.size.tolist() == [1, 1, 2]
    assert units.label.tolist() == [0, 1, 1]
    assert units.uncommon(units.everywhere).tolist() == [True, False, False]


def test_uncommon_is_told_within_a_slice() -> None:
    units = unit_rows(COLUMNS, LIVE, SIZE)
    assert units.uncommon(np.array([5, 1])).tolist() == [False, True]


def test_no_unit_at_all() -> None:
    units = unit_rows(COLUMNS, np.zeros(8, np.bool_), SIZE)
    assert units.rows.shape == (0, 2)
    (number,) = paired_numbers([Share("s")], units, None, Design(), Settings())
    assert (number.value, number.low, number.reason, number.items) == (None, None, "no_pairable", 0)


def test_a_share_has_the_value_and_the_support_that_it_should() -> None:
    (number,) = numbers([(Share("s"), unit_rows(COLUMNS, LIVE, SIZE))], None, Design(), Settings(min_support=2))
    assert number.value == 0.75
    assert number.low < 0.75 < number.high
    assert (number.items, number.ratings, number.limited_support) == (8, 8, False)
    (few,) = numbers([(Share("s"), unit_rows(COLUMNS, LIVE, SIZE))], None, Design(), Settings(min_support=3))
    assert few.limited_support


def test_a_share_of_one_gets_wilson() -> None:
    (number,) = numbers([(Share("s"), unit_rows(COLUMNS, RIGHT > 0, SIZE))], None, Design(), Settings())
    assert number.value == number.high == 1.0
    assert 0.5 < number.low < 0.7


def test_intervals_draw_clusters() -> None:
    """Eight units in four clusters that are right or wrong as a whole: the interval of four units."""
    right = np.repeat([1.0, 0.0, 1.0, 0.0], 2)
    units = unit_rows(np.column_stack([right, np.ones(8)]), LIVE, SIZE)
    clustered = Design(cluster=np.repeat(np.arange(4, dtype=np.int32), 2))
    limits = [numbers([(Share("s"), units)], None, design, Settings(seed=1))[0].low for design in (Design(), clustered)]
    assert limits[1] < limits[0]


def test_a_score_takes_the_sums_it_needs() -> None:
    columns = np.column_stack([RIGHT, np.ones(8), RIGHT * 7])
    score = Score("last", ratio_of_sums, take=(2, 1))
    (number,) = paired_numbers([score], unit_rows(columns, LIVE, SIZE), None, Design(), Settings(replicates=0))
    assert number.value == 7 * 0.75


def test_a_score_that_is_undefined_says_why() -> None:
    score = Score("none", lambda totals: np.full(len(totals), np.nan), lambda totals: f"of_{len(totals)}")
    (number,) = paired_numbers([score], unit_rows(COLUMNS, LIVE, SIZE), None, Design(), Settings(replicates=0))
    assert (number.value, number.reason) == (None, "of_2")


def test_scores_are_never_named_by_users() -> None:
    assert Score.forms() == {}
    assert not Share("s").fits("binary")
    with pytest.raises(TypeError):
        Share()
