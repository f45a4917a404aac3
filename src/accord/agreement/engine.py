"""From a panel and a measure to numbers: point value, replicates, interval, support."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from accord.agreement.design import Design, by_unit
from accord.agreement.interval import bca_limits, percentile_limits, wilson_limits
from accord.agreement.measure import Measure
from accord.agreement.patterns import Ints
from accord.agreement.reduced import Mask, Reduced, multiplicity
from accord.agreement.resample import BLOCK_NUMBERS, Units, replicate_weights
from accord.agreement.settings import Settings
from accord.agreement.sums import ExactColumns, Floats, Matrix, Sums, add_up

MOST_UNDEFINED = 0.1


@dataclass(frozen=True)
class Number:
    """What the engine knows about one measure of one panel; counted: (P,) the patterns it looks at."""

    value: float | None
    low: float | None
    high: float | None
    reason: str | None
    items: int
    ratings: int
    undefined_replicates: int
    limited_support: bool
    details: dict[str, object]
    counted: Mask
    replicates: Floats


def numbers(
    panels: Sequence[tuple[Measure, Reduced]], chosen: Mask | None, design: Design, settings: Settings
) -> list[Number]:
    """Numbers of measures over panels that share the patterns of their items, so that they share replicates.

    chosen: (N,) the items of the slice, None for all. Measures that look at the same patterns get the same draws.
    """
    if not panels:
        return []
    first = panels[0][1]
    items = multiplicity(first, chosen)
    work = [(measure, panel, measure.sums(panel, items)) for measure, panel in panels]
    results: dict[int, Number] = {}
    groups: dict[bytes, list[int]] = {}
    for at, (_, _, sums) in enumerate(work):
        groups.setdefault(sums.counted.tobytes(), []).append(at)
    for members in groups.values():
        counted = work[members[0]][2].counted
        units, of_units = design.units(first, chosen, counted)
        inside = np.where(counted, items, 0)
        columns = [by_unit(_live(work[at][2].columns, inside), of_units) for at in members]
        draws = replicate_values([work[at][2] for at in members], columns, units, settings)
        for at, matrix, replicates in zip(members, columns, draws, strict=True):
            measure, panel, sums = work[at]
            number = _number(measure, panel, sums, matrix, units, inside, replicates, settings)
            results[at] = number if items.any() else replace(number, reason="no_items")
    return [results[at] for at in range(len(work))]


def point(sums: Sums, items: Ints) -> tuple[float | None, Floats]:
    """The value of a measure on items (P,) by pattern, None where undefined, and its totals."""
    total = add_up(items[None].astype(np.float64), _live(sums.columns, items))
    value = float(sums.value(total)[0])
    return (value if np.isfinite(value) else None), total[0]


def _live(columns: Matrix, items: Ints) -> Matrix:
    """Columns with zeros for the patterns that no item has: a far value elsewhere must not cost digits here."""
    return columns if isinstance(columns, sparse.csr_array) else np.where((items > 0)[:, None], columns, 0.0)


def replicate_values(many: Sequence[Sums], columns: Sequence[Matrix], units: Units, settings: Settings) -> list[Floats]:
    """The (B,) replicate values of several measures that share their units, block by block."""
    if not settings.replicates or not units.size:
        return [np.zeros(0) for _ in many]
    values: list[list[Floats]] = [[] for _ in many]
    exact = [ExactColumns(matrix, units.size) for matrix in columns]
    for weights in replicate_weights(units, settings.replicates, settings.seed):
        for sums, matrix, found in zip(many, exact, values, strict=True):
            found.append(_in_parts(sums, matrix, weights))
    return [np.concatenate(found) for found in values]


def _in_parts(sums: Sums, columns: ExactColumns, weights: Floats) -> Floats:
    """Values of rows of weights; at most four million sums are held at a time."""
    rows = max(1, BLOCK_NUMBERS // (4 * max(sums.width, 1)))
    parts = [sums.value(columns.totals(weights[at : at + rows])) for at in range(0, len(weights), rows)]
    return np.concatenate(parts)


def _number(
    measure: Measure,
    panel: Reduced,
    sums: Sums,
    columns: Matrix,
    units: Units,
    inside: Ints,
    replicates: Floats,
    settings: Settings,
) -> Number:
    items, ratings = int(inside.sum()), int((inside * panel.size).sum())
    disagreements = int(inside[panel.differs if sums.differs is None else sums.differs].sum())
    informative = int(inside[panel.uncommon(inside)].sum())
    limited = min(disagreements, informative) < settings.min_support
    details = dict(sums.details)
    value, total = point(sums, inside) if items else (None, np.zeros(0))
    if value is None:
        reason = sums.reason(total) if items else "no_pairable"
        return Number(None, None, None, reason, items, ratings, 0, limited, details, sums.counted, replicates)
    defined = replicates[np.isfinite(replicates)]
    undefined = len(replicates) - len(defined)
    limits: tuple[float, float] | None = None
    why: str | None = None
    if not len(replicates):
        why = "no_replicates" if not settings.replicates else None
    elif len(defined) and _equal(defined) and measure.share and value in (0.0, 1.0):
        details["degenerate"] = True
        limits = _wilson(value, columns, units, settings)
    elif undefined > MOST_UNDEFINED * len(replicates):
        why = "undefined_replicates"
    elif _equal(defined):
        details["degenerate"] = True
        why = "no_spread"
    elif settings.interval == "percentile":
        limits = percentile_limits(defined, settings.level)
    else:
        alone, counts = _jackknife(sums, columns, units)
        limits = bca_limits(defined, value, alone, counts, settings.level)
        why = None if limits else "bca_undefined" if np.isfinite(alone).all() else "undefined_jackknife"
    low, high = limits or (None, None)
    return Number(value, low, high, why, items, ratings, undefined, limited, details, sums.counted, replicates)


def _equal(values: Floats) -> bool:
    """Whether replicates are one value but for rounding."""
    return bool(np.ptp(values) <= 1e-12 * max(1.0, float(np.abs(values).max())))


def _wilson(value: float, columns: Matrix, units: Units, settings: Settings) -> tuple[float, float]:
    """Wilson's limits of a share of 0 or 1, for as many units as have something to share."""
    counts = np.sum(units.counts, axis=0)
    count = int(counts[np.asarray(columns)[:, 1] > 0].sum())
    return wilson_limits(value, max(count, 1), settings.level)


def _jackknife(sums: Sums, columns: Matrix, units: Units) -> tuple[Floats, NDArray[np.int64]]:
    """The value without one unit of each pattern that some unit has, and how many units have it by stratum."""
    counts = np.stack(units.counts)
    total = add_up(counts.sum(axis=0)[None].astype(np.float64), columns)
    present = np.flatnonzero(counts.any(axis=0))
    rows = max(1, BLOCK_NUMBERS // (4 * max(sums.width, 1)))
    values = []
    for at in range(0, len(present), rows):
        some = columns[present[at : at + rows]]
        dense = some if isinstance(some, np.ndarray) else some.toarray()
        left = total - dense
        # What rounding leaves of a difference that is nothing must not pass for something.
        left[np.abs(left) < 1e-12 * np.abs(total)] = 0.0
        values.append(sums.value(left))
    return np.concatenate(values), counts[:, present]
