"""Named pairs of raters: every pair that two raters of the data make."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from accord.agreement.design import Design
from accord.agreement.engine import numbers
from accord.agreement.estimate import Estimate
from accord.agreement.measure import Measure
from accord.agreement.pair_panels import PairPanels
from accord.agreement.rows import estimate_of
from accord.agreement.settings import Settings
from accord.agreement.subsets import Subset
from accord.annotations.ratings import Ratings


def pair_estimates(
    ratings: Ratings,
    field: str,
    measures: Sequence[Measure],
    subsets: Sequence[Subset],
    design: Design,
    settings: Settings,
) -> list[Estimate]:
    """Estimates of every pair of raters, over the items that both rated."""
    panels = PairPanels(ratings, field, measures)
    estimates = []
    for first, second in combinations(range(len(ratings.raters)), 2):
        names = (ratings.raters[first], ratings.raters[second])
        groups = panels.of(first, second)
        for subset in subsets:
            for group in groups:
                found = numbers(group, subset.chosen, design, settings)
                for (measure, _), number in zip(group, found, strict=True):
                    raters = 2 if number.items else 0
                    estimates.append(estimate_of(number, field, measure.name, subset.where, names, raters))
    return estimates
