"""A rater's influence: the value of a measure without each rater, and what that says of a pool of raters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy.special import stdtrit

from accord.agreement.engine import Number, point
from accord.agreement.interval import jackknife_error
from accord.agreement.measure import Measure
from accord.agreement.reduced import Mask, Reduced, multiplicity
from accord.canonical import rounded

FEWEST_RATERS = 5

Panels = Sequence[tuple[Measure, Reduced]]


@dataclass(frozen=True, slots=True)
class Influence:
    """The value of a measure without one rater, and how much that is above (or below) the value with all."""

    field: str
    measure: str
    slice: str
    rater: str
    value: float | None
    change: float | None
    reason: str | None

    def to_dict(self) -> dict[str, object]:
        """The row as a JSON object."""
        return {
            "field": self.field,
            "measure": self.measure,
            "slice": self.slice,
            "rater": self.rater,
            "value": rounded(self.value),
            "change": rounded(self.change),
            "reason": self.reason,
        }


Value = tuple[float | None, str | None]


def values_of(panels: Panels, chosen: Mask | None) -> list[Value]:
    """The point value of each measure and the reason where there is none. chosen: (N,) items, None for all."""
    values: list[Value] = []
    for measure, panel in panels:
        items = multiplicity(panel, chosen)
        sums = measure.sums(panel, items)
        inside = np.where(sums.counted, items, 0)
        value, total = point(sums, inside) if inside.any() else (None, None)
        reason = "no_pairable" if total is None else sums.reason(total)
        values.append((value, None if value is not None else reason))
    return values


def influence_rows(
    field: str, values: Mapping[str, float | None], raters: Sequence[str], without: Sequence[Panels]
) -> list[Influence]:
    """The influence of every rater. values: measure -> value with all; without: the panels without each rater."""
    rows = []
    for rater, panels in zip(raters, without, strict=True):
        for (measure, _), (value, reason) in zip(panels, values_of(panels, None), strict=True):
            every = values.get(measure.name)
            change = None if value is None or every is None else value - every
            rows.append(Influence(field, measure.name, "all", rater, value, change, reason))
    return rows


def over_pool(number: Number, leave_one_out: Sequence[float | None], level: float, share: bool = False) -> Number:
    """The number with an interval over items and over a pool of raters.

    The variance over raters is the jackknife's, that over items the bootstrap's; they are added, and the limits are
    value -+ t x root, with Satterthwaite's degrees of freedom from the R - 1 of the raters, cut at 1 (and at 0 for a
    share). Null under five raters or where a leave-one-out value is undefined.
    """
    if number.value is None or number.low is None:
        return number
    values = np.array([value for value in leave_one_out if value is not None])
    if len(values) < FEWEST_RATERS:
        return replace(number, low=None, high=None, reason="too_few_raters")
    if len(values) < len(leave_one_out):
        return replace(number, low=None, high=None, reason="undefined_jackknife")
    of_raters = jackknife_error(values) ** 2
    of_items = float(np.nanvar(number.replicates, ddof=1))
    both = of_raters + of_items
    if both == 0:
        return replace(number, low=None, high=None, reason="no_spread")
    freedom = both**2 / (of_raters**2 / (len(values) - 1) + of_items**2 / max(number.items - 1, 1))
    half = float(stdtrit(freedom, (1 + level) / 2)) * both**0.5
    details = {**number.details, "rater_variance_share": of_raters / both}
    low, high = number.value - half, min(number.value + half, 1.0)
    return replace(number, low=max(low, 0.0) if share else low, high=high, details=details)
