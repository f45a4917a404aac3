"""The panel of one field of some ratings, of whatever kind."""

from __future__ import annotations

from collections.abc import Sequence

from accord.agreement.box_panel import BoxData, box_data
from accord.agreement.measure import Measure
from accord.agreement.measures.boxes import InstanceF1
from accord.agreement.panel import Panel, panel_of
from accord.agreement.reduced import Reduced
from accord.annotations.ratings import Boxes, Ratings


def field_panel(ratings: Ratings, field: str, measures: Sequence[Measure]) -> Panel | BoxData:
    """Patterns of a field of values or sets; matched boxes of a field of boxes, at the thresholds of the measures."""
    answers = ratings.answers[field]
    if isinstance(answers, Boxes):
        thresholds = [measure.iou for measure in measures if isinstance(measure, InstanceF1)]
        return box_data(ratings.item, answers, ratings.items, thresholds)
    return panel_of(ratings.item, answers, ratings.items, ratings.rater, len(ratings.raters))


def whole(panel: Panel | BoxData) -> Reduced:
    """The panel of all classes."""
    return panel.panel() if isinstance(panel, BoxData) else panel
