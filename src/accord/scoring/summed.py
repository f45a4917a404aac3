"""A score as sums over units: what each unit adds, reduced to distinct rows, and the value that totals have."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from accord.agreement.design import Design
from accord.agreement.engine import Number, numbers
from accord.agreement.measure import Measure
from accord.agreement.patterns import unique_rows
from accord.agreement.reduced import Codes, Counted, Ints, Mask
from accord.agreement.settings import Settings
from accord.agreement.sums import Floats, Sums, ratio_of_sums

Value = Callable[[Floats], Floats]
Reason = Callable[[Floats], str]


@dataclass(frozen=True)
class UnitRows(Counted):
    """P distinct rows over N units.

    rows: (P, k) what a unit adds to each sum. size: (P,) answers behind it. differs: (P,) whether these disagree.
    label: (P,) equal where rows are. item: (N,) the row of each unit, -1 for one that does not count.
    """

    rows: Floats
    size: Ints
    differs: Mask
    label: Ints
    item: Codes

    def uncommon(self, multiplicity: Ints) -> Mask:
        """(P,) whether a unit adds something else than most do; multiplicity: (P,) units."""
        weight = np.bincount(self.label, weights=multiplicity)
        return np.asarray(self.label != weight.argmax()) if len(weight) else np.zeros(0, np.bool_)


def unit_rows(columns: Floats, live: Mask, size: NDArray[np.integer], differs: Mask | None = None) -> UnitRows:
    """Units reduced to distinct rows. columns: (N, k); live: (N,) the units that count; size, differs: (N,), or None
    where a unit has nothing in it that could disagree.

    >>> made = unit_rows(np.array([[1.0], [0.0], [1.0]]), np.array([True, True, False]), np.array([2, 2, 2]))
    >>> made.rows.tolist(), made.item.tolist()
    ([[0.0], [1.0]], [1, 0, -1])
    """
    apart = np.ones(len(live)) if differs is None else differs
    distinct, row = unique_rows(np.column_stack([columns, size, apart])[live])
    item = np.full(len(live), -1, np.int32)
    item[live] = row
    rows = distinct[:, :-2]
    label = unique_rows(rows)[1]
    return UnitRows(rows, distinct[:, -2].astype(np.int64), distinct[:, -1] > 0, label, item)


class Score(Measure):
    """A value of the totals of `UnitRows`.

    value: totals (B, k) -> (B,), NaN where undefined; reason: of totals (k,) without a value. take: the sums it needs,
    all where none is named; only these are its totals.
    """

    kinds = frozenset()

    def __init__(
        self, name: str, value: Value, reason: Reason = lambda totals: "no_variation", take: Sequence[int] = ()
    ) -> None:
        self._name, self._value, self._reason, self._take = name, value, reason, tuple(take)

    @property
    def name(self) -> str:
        """What it is called in results."""
        return self._name

    @classmethod
    def forms(cls) -> dict[str, Measure]:
        """None: scores are made, never named by a user."""
        return {}

    def sums(self, panel: UnitRows, multiplicity: Ints) -> Sums:
        """What every unit adds; each unit of the panel counts."""
        rows = panel.rows[:, self._take] if self._take else panel.rows
        return Sums(rows, self._value, np.ones(len(rows), np.bool_), self._reason, panel.differs)


class Share(Score):
    """A mean of shares: the first sum over the second. At 0 or 1 it gets Wilson's interval."""

    share = True

    def __init__(self, name: str) -> None:
        super().__init__(name, ratio_of_sums, take=(0, 1))


def paired_numbers(
    scores: Sequence[Score], units: UnitRows, chosen: Mask | None, design: Design, settings: Settings
) -> list[Number]:
    """Scores of units that hold an answer of a judge and of people: without any, nothing can be paired.

    chosen: (N,) the units of a slice, None for all.
    """
    found = numbers([(score, units) for score in scores], chosen, design, settings)
    return [replace(number, reason="no_pairable") if number.reason == "no_items" else number for number in found]
