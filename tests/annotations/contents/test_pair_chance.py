"""How likely it is that two raters agree as often as they do."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.stats import betabinom

from accord.annotations.contents.pair_chance import (
    SPREAD,
    by_chance,
    expected_share,
    is_rare,
    log_chance,
    may_differ,
    power_of_ten,
)


@pytest.mark.parametrize(
    ("expected", "units", "edits"), [(0.5, 27, 0), (0.8, 133, 0), (0.9, 698, 0), (0.5, 34, 1), (0.8, 177, 1)]
)
def test_how_many_units_it_takes(expected, units, edits):
    assert is_rare(log_chance(units, units - edits, expected))
    assert not is_rare(log_chance(units - 1, units - 1 - edits, expected))


@pytest.mark.parametrize("equal", [0, 3, 17, 20])
def test_the_chance_is_that_of_a_beta_binomial(equal):
    a, b = 0.7 * SPREAD, 0.3 * SPREAD
    assert math.exp(log_chance(20, equal, 0.7)) == pytest.approx(betabinom.pmf(range(equal, 21), 20, a, b).sum())


def test_what_is_expected_of_a_pair():
    assert expected_share(0, 0, 0.6, 0.5) == pytest.approx(0.8)
    assert expected_share(20, 5, 0.6, 0.5) == pytest.approx((5 + 20 * 0.8) / 40)
    assert expected_share(10**6, 10**5, 0.6, 0.5) == 0.5


@pytest.mark.parametrize(
    ("one", "other", "share"),
    [([0, 0, 1, 1], [0, 1, 1, 1], 0.5), ([0, 0, 0, 5], [0, 0, 0, 0], 0.75), ([2], [1], 0), ([7], [7], 1)],
)
def test_equal_answers_at_random(one, other, share):
    codes = np.array(one, np.int32), np.array(other, np.int32)
    assert by_chance(*codes) == by_chance(*reversed(codes)) == pytest.approx(share)


@pytest.mark.parametrize(
    ("shared", "others", "allowed"), [(20, 0, 1), (1000, 0, 1), (1000, 300, 3), (300, 1000, 3), (299, 1000, 2)]
)
def test_how_many_answers_may_differ(shared, others, allowed):
    assert may_differ(shared, others) == allowed


def test_chances_below_one_in_a_million_are_rare():
    assert is_rare(math.log(0.9e-6))
    assert not is_rare(math.log(1.1e-6))
    assert power_of_ten(math.log(0.9e-12)) == "1e-12"
