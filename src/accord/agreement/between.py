"""Agreement between two groups of raters: every pair with one rater of each, averaged within the item."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from accord.agreement.cross_panel import Across, CrossPanel, cross_boxes, cross_values
from accord.agreement.design import Design
from accord.agreement.engine import numbers
from accord.agreement.estimate import Estimate
from accord.agreement.field_panels import field_panel, whole
from accord.agreement.measure import Measure
from accord.agreement.names import read_measure
from accord.agreement.reduced import Reduced
from accord.agreement.rows import RaterCount, estimate_of
from accord.agreement.settings import Settings
from accord.agreement.subsets import Subset
from accord.annotations.ratings import Boxes, Ratings

CROSS_MEASURES: dict[str, tuple[str, ...]] = {
    "binary": ("mean_pairwise",),
    "choice": ("mean_pairwise",),
    "rating": ("mean_pairwise", "within(1)"),
    "number": ("mean_pairwise",),
    "labels": ("exact_set", "positive_label"),
    "boxes": ("instance_f1(iou=0.5)",),
}
"""What is compared across two groups, by kind of field."""

CROSSED = frozenset({"mean_pairwise", "within", "exact_set", "positive_label", "instance_f1"})
"""The measures that are means over pairs of raters, so that they can be taken over cross pairs."""

Group = tuple[str, frozenset[str]]


def between_estimates(
    ratings: Ratings,
    field: str,
    groups: tuple[Group, Group],
    named: Sequence[Measure],
    subsets: Sequence[Subset],
    design: Design,
    settings: Settings,
) -> list[Estimate]:
    """Cross-group agreement (pair A|B), and agreement inside each group on the same items (pairs A|A and B|B).

    groups: two names, each with its raters. named: the measures of the field, of which those that are means over
    pairs are carried across. Only items that both groups answered count.
    """
    first, second = (_rows(ratings, raters) for _, raters in groups)
    kind = ratings.kinds[field]
    # What has no meaning across groups is left to the panel; then the usual measures are carried across.
    measures = [measure for measure in named if measure.key in CROSSED] or [
        read_measure(name) for name in CROSS_MEASURES[kind]
    ]
    answers = ratings.answers[field]
    if isinstance(answers, Boxes):
        cross = cross_boxes(ratings, field, first, second, measures)
    else:
        cross = cross_values(ratings, answers, first, second, measures)
    (name_a, _), (name_b, _) = groups
    parts: list[tuple[tuple[str, str], list[tuple[Measure, Reduced]], RaterCount]] = [
        (
            (name_a, name_b),
            [(Across(measure), cross) for measure in measures],
            _counter(ratings, field, first | second),
        )
    ]
    for (name, members), rows in zip(groups, (first, second), strict=True):
        if len(members) < 2:
            continue
        parts.append(((name, name), _inside(ratings, field, rows, measures), _counter(ratings, field, rows)))
    estimates = []
    for subset in subsets:
        chosen = _shared(cross) if subset.chosen is None else _shared(cross) & subset.chosen
        for names, panels, raters in parts:
            found = numbers(panels, chosen, design, settings)
            for (measure, reduced), number in zip(panels, found, strict=True):
                behind = raters.of(reduced, number.counted, chosen)
                estimates.append(estimate_of(number, field, measure.name, subset.where, names, behind))
    return estimates


def _inside(
    ratings: Ratings, field: str, rows: NDArray[np.bool_], measures: Sequence[Measure]
) -> list[tuple[Measure, Reduced]]:
    """The same measures over the pairs inside one group."""
    answers = ratings.answers[field]
    if isinstance(answers, Boxes):
        panel = whole(field_panel(ratings.keep(rows), field, measures))
        return [(measure, panel) for measure in measures]
    pairs = cross_values(ratings, answers, rows, None, measures)
    return [(Across(measure), pairs) for measure in measures]


def _shared(cross: CrossPanel) -> NDArray[np.bool_]:
    return cross.item >= 0


def _counter(ratings: Ratings, field: str, rows: NDArray[np.bool_]) -> RaterCount:
    inside = ratings.keep(rows)
    return RaterCount(inside, inside.answers[field])


def _rows(ratings: Ratings, raters: frozenset[str]) -> NDArray[np.bool_]:
    """(R,) the ratings of a group of raters."""
    assert ratings.rater is not None
    member = np.array([name in raters for name in ratings.raters], np.bool_)
    return member[ratings.rater]
