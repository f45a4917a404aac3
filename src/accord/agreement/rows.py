"""Numbers become estimates: the raters behind each are counted and its place is named."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from accord.agreement.engine import Number
from accord.agreement.estimate import Estimate
from accord.agreement.panel import Panel
from accord.agreement.patterns import Ints
from accord.agreement.reduced import Mask, Reduced
from accord.annotations.ratings import Answers, Codes, Ratings
from accord.spec.states import State


class RaterCount:
    """How many raters stand behind the items that a measure looks at; counts are remembered by those items."""

    def __init__(self, ratings: Ratings, answers: Answers, panel: Reduced | None = None) -> None:
        self.rater, self.panel = ratings.rater, panel
        answered = answers.state == State.ANSWERED
        self.rows = None if answered.all() else np.flatnonzero(answered)
        self.item: Codes = ratings.item if self.rows is None else ratings.item[self.rows]
        self.who = self.rater if self.rater is None or self.rows is None else self.rater[self.rows]
        self.most = len(ratings.raters)
        self._known: dict[tuple[int, bytes, bytes], Ints] = {}

    def of(self, panel: Reduced, counted: Mask, chosen: Mask | None) -> int | None:
        """Raters with a value on the counted items among the chosen; None where raters are anonymous."""
        given = self.values(panel, counted, chosen)
        return None if given is None else int(np.count_nonzero(given))

    def values(self, panel: Reduced, counted: Mask, chosen: Mask | None) -> Ints | None:
        """(raters,) how many values each gave of the counted items among the chosen; None if anonymous."""
        if self.who is None or (chosen is None and bool(counted.all())):
            return self.given
        key = (id(panel.item), counted.tobytes(), b"" if chosen is None else chosen.tobytes())
        if key not in self._known:
            live = np.append(counted, False)[panel.item]
            live = live if chosen is None else live & chosen
            self._known[key] = np.bincount(self.who[live[self.item]], minlength=self.most)
        return self._known[key]

    @cached_property
    def given(self) -> Ints | None:
        """How many values each rater gave; None where raters are anonymous."""
        if self.who is None:
            return None
        if isinstance(self.panel, Panel) and self.panel.by_rater is not None:
            return np.asarray(self.panel.everywhere @ (self.panel.by_rater >= 0))
        return np.bincount(self.who, minlength=self.most)


def estimate_of(
    number: Number,
    field: str,
    measure: str,
    where: dict[str, str],
    between: tuple[str, str] | None,
    raters: int | None,
) -> Estimate:
    """The row of a number."""
    return Estimate(
        field=field,
        measure=measure,
        where=where,
        between=between,
        value=number.value,
        low=number.low,
        high=number.high,
        reason=number.reason,
        items=number.items,
        ratings=number.ratings,
        raters=raters,
        undefined_replicates=number.undefined_replicates,
        limited_support=number.limited_support,
        details=number.details,
    )
