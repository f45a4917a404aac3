"""Named pairs of raters: every pair that two raters of the data make."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise

import numpy as np

from accord.agreement.design import Design, Reduced
from accord.agreement.engine import numbers
from accord.agreement.estimate import Estimate
from accord.agreement.field_panels import field_panel, whole
from accord.agreement.measure import Measure
from accord.agreement.panel import pair_panel
from accord.agreement.patterns import Ints
from accord.agreement.rows import estimate_of
from accord.agreement.settings import Settings
from accord.agreement.subsets import Subset
from accord.annotations.ratings import Ratings, Scalars


def pair_estimates(
    ratings: Ratings,
    field: str,
    measures: Sequence[Measure],
    subsets: Sequence[Subset],
    design: Design,
    settings: Settings,
) -> list[Estimate]:
    """Estimates of every pair of raters, over the items that both rated."""
    assert ratings.rater is not None
    estimates = []
    ordered = [measure for measure in measures if measure.shape == "pair"]
    others = [measure for measure in measures if measure.shape != "pair"]
    answers = ratings.answers[field]
    lists = _answers_by_rater(ratings, answers) if isinstance(answers, Scalars) else []
    for first, second in combinations(range(len(ratings.raters)), 2):
        names = (ratings.raters[first], ratings.raters[second])
        panels: list[list[tuple[Measure, Reduced]]] = []
        if ordered and isinstance(answers, Scalars):
            pair = pair_panel(lists[first], lists[second], answers.scale, ratings.items)
            panels.append([(measure, pair) for measure in ordered])
        if others:
            two = ratings.keep((ratings.rater == first) | (ratings.rater == second))
            reduced = whole(field_panel(two, field, others))
            panels.append([(measure, reduced) for measure in others])
        for subset in subsets:
            for group in panels:
                found = numbers(group, subset.chosen, design, settings)
                for (measure, _), number in zip(group, found, strict=True):
                    raters = 2 if number.items else 0
                    estimates.append(estimate_of(number, field, measure.name, subset.where, names, raters))
    return estimates


def _answers_by_rater(ratings: Ratings, answers: Scalars) -> list[tuple[Ints, Ints]]:
    """For each rater the items he answered, rising, and his codes."""
    assert ratings.rater is not None
    rows = np.flatnonzero(answers.code >= 0)
    rows = rows[np.lexsort((ratings.item[rows], ratings.rater[rows]))]
    bounds = np.searchsorted(ratings.rater[rows], np.arange(len(ratings.raters) + 1))
    return [
        (ratings.item[rows[a:b]].astype(np.int64), answers.code[rows[a:b]].astype(np.int64))
        for a, b in pairwise(bounds)
    ]
