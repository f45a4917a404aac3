"""Pairs of raters: counted as a plain loop counts them."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.annotations.contents.shared_units import shared_units


def plain(rows):
    found = {}
    for (unit, rater, value), (unit_2, rater_2, value_2) in combinations(rows, 2):
        if unit == unit_2:
            key = (min(rater, rater_2), max(rater, rater_2))
            shared, equal = found.get(key, (0, 0))
            found[key] = (shared + 1, equal + (value == value_2))
    return found


def columns(rows):
    return [np.array([row[at] for row in rows], np.int32) for at in range(3)]


ANSWERS = st.dictionaries(st.tuples(st.integers(0, 6), st.integers(0, 5)), st.integers(0, 2), max_size=30).map(
    lambda answers: [(*key, value) for key, value in answers.items()]
)


@given(ANSWERS)
def test_as_a_plain_loop(rows):
    assert shared_units(*columns(rows)) == plain(rows)


@pytest.mark.parametrize("rows", [[], [(0, 0, 1)], [(0, 0, 1), (1, 1, 1)]])
def test_nobody_shares_anything(rows):
    assert shared_units(*columns(rows)) == {}


def test_large_codes_do_not_overflow():
    rows = [(0, 100_000, 7), (0, 2_000_000, 7)]
    assert shared_units(*columns(rows)) == {(100_000, 2_000_000): (1, 1)}
