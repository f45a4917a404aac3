"""Boxes reduced to patterns: panel size, boxes and matches of an item, for all classes or some."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from accord.agreement.matching import Matches, match_boxes
from accord.agreement.patterns import Ints, unique_rows
from accord.agreement.reduced import Counted
from accord.annotations.ratings import Boxes
from accord.spec.states import State


@dataclass(frozen=True)
class BoxPanel(Counted):
    """P distinct rows of (raters, boxes, matches at each threshold) of an item.

    size: (P,) raters; boxes: (P,) boxes of all of them; matched: (P, T) matches summed over pairs of raters.
    """

    size: Ints
    boxes: Ints
    matched: Ints
    thresholds: tuple[float, ...]
    item: NDArray[np.int32]

    @property
    def differs(self) -> NDArray[np.bool_]:
        """(P,) whether some box has no partner at the lowest threshold in some pair."""
        return np.asarray(2 * self.matched[:, 0] != self.boxes * (self.size - 1))

    def uncommon(self, multiplicity: Ints) -> NDArray[np.bool_]:
        """(P,) whether there is a box at all."""
        return np.asarray(self.boxes > 0)


@dataclass(frozen=True)
class BoxData:
    """Boxes of one field, matched once for all classes, groups and thresholds.

    raters: (N,) answering raters of each item; the boxes' item and label (K,); matches of all pairs of raters.
    """

    raters: Ints
    item: NDArray[np.int32]
    label: NDArray[np.int32]
    matches: Matches
    thresholds: tuple[float, ...]

    def panel(self, labels: Sequence[int] | None = None) -> BoxPanel:
        """The panel of all classes or of some; items without a box of them are kept."""
        item, of_match = self.item, np.ones(len(self.matches.item), np.bool_)
        if labels is not None:
            item = item[np.isin(self.label, labels)]
            of_match = np.isin(self.matches.label, labels)
        items = len(self.raters)
        boxes = np.bincount(item, minlength=items)
        matched = [
            np.bincount(self.matches.item[of_match], weights=self.matches.matched[of_match, at], minlength=items)
            for at in range(len(self.thresholds))
        ]
        rows = np.column_stack([self.raters, boxes, *matched]).astype(np.int64)
        distinct, pattern = unique_rows(rows)
        code = np.where(self.raters > 0, pattern, -1).astype(np.int32)
        return BoxPanel(distinct[:, 0], distinct[:, 1], distinct[:, 2:], self.thresholds, code)


def box_data(item: NDArray[np.int32], answers: Boxes, items: int, thresholds: Sequence[float]) -> BoxData:
    """Match the boxes of R ratings; item: (R,). Only answered ratings take part, with or without boxes."""
    ordered = tuple(sorted(set(thresholds)))
    answered = answers.state == State.ANSWERED
    raters = np.bincount(item[answered], minlength=items)
    owner = np.repeat(np.arange(len(item)), np.diff(answers.offsets))
    # Ratings stand for raters: within an item every rating is another rater's.
    matches = match_boxes(item[owner], owner, answers.label, answers.xyxy, ordered)
    return BoxData(raters, item[owner], answers.label, matches, ordered)
