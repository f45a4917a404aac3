"""How likely it is that two raters, each on their own, give the same answers as often as they do."""

from __future__ import annotations

import math

import numpy as np

from accord.annotations.encode import Codes

RAREST = 1e-6
"""A chance below this one is told."""
ALLOWED = 100
"""One answer may differ, or one in so many where there are as many of other pairs."""
WEIGHT = 20
"""How many answers of other pairs the assumption is worth on how far raters agree."""
SPREAD = 50
"""How much alike pairs are: the agreement of a pair is known from the others as if from so many units of its own."""


def may_differ(shared: int, others: int) -> int:
    """How many of the shared answers of two raters may differ where one is taken for a copy of the other.

    others: how many answers other pairs share. Without others as a measure, two who hardly ever differ may well find
    what is asked easy.

    >>> may_differ(300, 1000), may_differ(300, 0)
    (3, 1)
    """
    return max(1, min(shared, others) // ALLOWED)


def by_chance(one: Codes, other: Codes) -> float:
    """The share of equal answers of two raters who answer at random as often as these do.

    one, other: (U,) their answers to the units that both answered, U above 0.

    >>> by_chance(np.array([0, 0, 1, 1]), np.array([0, 0, 0, 0]))
    0.5
    """
    width = int(max(one.max(), other.max())) + 1
    counts = [np.bincount(answers, minlength=width) / len(answers) for answers in (one, other)]
    return float(counts[0] @ counts[1])


def expected_share(shared: int, equal: int, beyond: float, chance: float) -> float:
    """The share of equal answers that is expected of two raters.

    shared, equal: answers of other pairs. beyond: the share of what chance leaves on which raters are taken to agree,
    as far as there are no others to tell. chance: what `by_chance` gives.

    >>> expected_share(0, 0, 0.6, 0.5), expected_share(980, 490, 0.6, 0.0)
    (0.8, 0.502)
    """
    assumed = chance + beyond * (1 - chance)
    return max(chance, (equal + WEIGHT * assumed) / (shared + WEIGHT))


def log_chance(units: int, equal: int, expected: float) -> float:
    """The natural logarithm of the chance that two raters agree on so many units or more.

    expected: the mean share, above 0. The number of units is beta-binomial (Skellam 1948) with a = expected x SPREAD
    and b = (1 - expected) x SPREAD; summed are its probabilities from `units` down to `equal`.

    >>> log_chance(300, 300, 1.0), round(log_chance(1, 1, 0.25), 6) == round(math.log(0.25), 6)
    (0.0, True)
    """
    a, b = expected * SPREAD, (1 - expected) * SPREAD
    all_equal = math.lgamma(a + units) - math.lgamma(a) + math.lgamma(SPREAD) - math.lgamma(SPREAD + units)
    term = total = 1.0
    for differ in range(units - equal):
        term *= (units - differ) / (differ + 1) * (b + differ) / (a + units - differ - 1)
        total += term
    return all_equal + math.log(total)


def is_rare(log: float) -> bool:
    """Whether a chance is below one in a million. log: its natural logarithm."""
    return log < math.log(RAREST)


def power_of_ten(log: float) -> str:
    """A chance for a message. log: its natural logarithm.

    >>> power_of_ten(math.log(2e-7))
    '1e-7'
    """
    return f"1e{round(log / math.log(10))}"
