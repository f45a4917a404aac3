"""The panels of named pairs of raters of one field."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from accord.agreement.field_panels import field_panel, whole
from accord.agreement.measure import Measure
from accord.agreement.panel import PairPanel, Panel, pair_panel
from accord.agreement.patterns import Ints
from accord.agreement.reduced import Reduced
from accord.annotations.ratings import Ratings, Scalars
from accord.errors import UsageError
from accord.spec.field import listed


class PairPanels:
    """Makes the panels of any two raters; what all pairs share is made once."""

    def __init__(self, ratings: Ratings, field: str, measures: Sequence[Measure]) -> None:
        assert ratings.rater is not None, "pairs need named raters"
        self.ratings, self.field, self.rater = ratings, field, ratings.rater
        self.ordered = [measure for measure in measures if measure.shape == "pair"]
        self.others = [measure for measure in measures if measure.shape != "pair"]
        panel = field_panel(ratings, field, measures) if self.ordered else None
        self.panel = panel if isinstance(panel, Panel) else None
        self.lists: list[tuple[Ints, Ints]] = []
        answers = ratings.answers[field]
        if self.panel is not None and self.panel.by_rater is None and isinstance(answers, Scalars):
            self.lists = _answers_by_rater(ratings, answers)

    def of(self, first: int, second: int) -> list[list[tuple[Measure, Reduced]]]:
        """Measures with their panels for two raters (codes), in groups that share a panel."""
        groups: list[list[tuple[Measure, Reduced]]] = []
        if self.panel is not None:
            pair = self._ordered(self.panel, first, second)
            groups.append([(measure, pair) for measure in self.ordered])
        if self.others:
            two = self.ratings.keep(np.isin(self.rater, [first, second]))
            reduced = whole(field_panel(two, self.field, self.others))
            groups.append([(measure, reduced) for measure in self.others])
        return groups

    def _ordered(self, panel: Panel, first: int, second: int) -> PairPanel:
        if panel.by_rater is not None:
            return PairPanel(panel.by_rater[:, first], panel.by_rater[:, second], panel.scale, panel.item)
        return pair_panel(self.lists[first], self.lists[second], panel.scale, self.ratings.items)


def panel_of_pair(ratings: Ratings, field: str, measure: Measure, pair: str) -> Reduced:
    """The panel of a measure for a pair written "A|B"."""
    if ratings.rater is None:
        raise UsageError("raters are anonymous: a pair needs a rater column")
    known = {name: at for at, name in enumerate(ratings.raters)}
    splits = [(pair[:at], pair[at + 1 :]) for at, letter in enumerate(pair) if letter == "|"]
    for first, second in splits:
        if first in known and second in known and first != second:
            return PairPanels(ratings, field, [measure]).of(known[first], known[second])[0][0][1]
    raise UsageError(f"there is no pair {pair!r}; write A|B with two of the raters {listed(ratings.raters)}")


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
