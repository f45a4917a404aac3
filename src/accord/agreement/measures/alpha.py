"""Krippendorff's alpha: nominal, ordinal, interval, ratio; on sets also with Jaccard's or MASI distance."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import ClassVar

import numpy as np
from scipy import sparse

from accord.agreement.distances import jaccard_distance, masi_distance, ratio_distance, set_overlaps
from accord.agreement.measure import Measure
from accord.agreement.panel import Panel
from accord.agreement.patterns import Ints
from accord.agreement.sums import DENSE_VALUES, Floats, Matrix, Sums, beside_counts, never, quadratic

LARGEST_MULTIPLE = 5040

SCALES = frozenset({"binary", "rating", "number"})
LEVELS = {
    "nominal": SCALES | {"choice", "labels"},
    "ordinal": SCALES,
    "interval": SCALES,
    "ratio": SCALES,
    "jaccard": frozenset({"labels"}),
    "masi": frozenset({"labels"}),
}


class Alpha(Measure):
    """Krippendorff's alpha: chance-corrected agreement of any number of raters, with missing values.

    Formula
    :   alpha = 1 - D_o / D_e, from the coincidences of the values within items: an item with m values adds
        n_c n_k / (m - 1) to cell (c, k). With n values that can be paired, D_o is the mean distance of the
        coincidences and D_e the mean distance of all pairs of the n values drawn without replacement. Distances:
        `nominal` 0 or 1; `ordinal` the squared number of values between two ranks, (sum of n_g from c to k minus
        (n_c + n_k) / 2)^2; `interval` (c - k)^2; `ratio` ((c - k) / (c + k))^2; `jaccard` and `masi` (Passonneau
        2006) between label sets.

    Source
    :   K. Krippendorff, Content Analysis, 4th ed. 2018, ch. 12; A. F. Hayes and K. Krippendorff, Communication
        Methods and Measures 1, 2007. MASI: R. Passonneau, LREC 2006.

    Edge cases
    :   Only items with two or more values count (one value alone can be paired with none). Undefined, with reason
        `no_variation`, when all paired values are equal: neither 0 nor 1 is known then. Can be negative. Two
        empty sets are at distance 0. `ratio` is undefined for negative numbers (`negative_values`). `ordinal`
        needs a declared order; a step of the scale that nobody used changes nothing.

    Worked example
    :   Four raters, 12 units with gaps (Krippendorff 2018, p. 290): nominal .743, ordinal .815, interval .849,
        ratio .797.

    >>> import accord
    >>> units = [[1, 1, None, 1], [2, 2, 3, 2], [3, 3, 3, 3], [3, 3, 3, 3], [2, 2, 2, 2], [1, 2, 3, 4],
    ...          [4, 4, 4, 4], [1, 1, 2, 1], [2, 2, 2, 2], [None, 5, 5, 5], [None, None, 1, 1], [None, None, 3, None]]
    >>> [round(accord.alpha(units, level), 3) for level in ("nominal", "ordinal", "interval", "ratio")]
    [0.743, 0.815, 0.849, 0.797]
    """

    key = "alpha"
    kinds = LEVELS["nominal"]
    levels: ClassVar[dict[str, frozenset[str]]] = LEVELS

    def __init__(self, level: str) -> None:
        self.level = level

    @property
    def name(self) -> str:
        return f"alpha({self.level})"

    @classmethod
    def forms(cls) -> dict[str, Measure]:
        return {measure.name: measure for measure in map(cls, LEVELS)}

    def fits(self, kind: str) -> bool:
        return kind in LEVELS[self.level]

    def sums(self, panel: Panel, multiplicity: Ints) -> Sums:
        counted = panel.size >= 2
        if self.level == "nominal":
            return _nominal(panel, counted)
        if self.level == "interval":
            return _interval(panel, counted, multiplicity)
        if self.level == "ordinal":
            return _ordinal(panel, counted)
        if self.level == "ratio":
            return _ratio(panel, counted, multiplicity)
        return _of_sets(panel, counted, jaccard_distance if self.level == "jaccard" else masi_distance)


def _alpha(observed: Floats, expected: Floats, values: Floats) -> Floats:
    """1 - (n - 1) x observed / expected, where both are sums over pairs of values; NaN without variation."""
    defined = expected > 0
    return np.where(defined, 1 - (values - 1) * observed / np.where(defined, expected, 1.0), np.nan)


def _common_multiple(panel: Panel) -> int:
    """The least common multiple of m - 1 over the panel sizes, 1 where it is large."""
    multiple = math.lcm(*(int(size) - 1 for size in np.unique(panel.size) if size >= 2))
    return multiple if multiple <= LARGEST_MULTIPLE else 1


def _per_partner(panel: Panel) -> Floats:
    """(P,) 1 / (m - 1), 0 for items with one value."""
    return np.where(panel.size >= 2, 1 / np.maximum(panel.size - 1, 1), 0.0)


def _nominal(panel: Panel, counted: np.ndarray) -> Sums:
    size = panel.size
    observed = (size**2 - panel.patterns.total(panel.patterns.count**2)) * _per_partner(panel)

    def value(totals: Floats) -> Floats:
        counts = totals[:, 1:]
        n = counts.sum(axis=1)
        return _alpha(totals[:, 0], n**2 - (counts**2).sum(axis=1), n)

    return Sums(beside_counts(observed[:, None], panel.patterns.counts), value, counted)


def _interval(panel: Panel, counted: np.ndarray, multiplicity: Ints) -> Sums:
    positions = _positions(panel)
    seen = positions[_seen(panel, counted, multiplicity)]
    # Distances do not move with the origin. At a middle value a far one costs its own digits, not those of all.
    centred = positions - (float(np.median(seen)) if len(seen) else 0.0)
    count, place = panel.patterns.count, centred[panel.patterns.value]
    first, second = panel.patterns.total(count * place), panel.patterns.total(count * place**2)
    observed = 2 * (panel.size * second - first**2) * _per_partner(panel)
    observed[panel.patterns.distinct == 1] = 0.0
    if len(positions) <= DENSE_VALUES:
        return Sums(beside_counts(observed[:, None], panel.patterns.counts), _by_counts(centred), counted)

    def value(totals: Floats) -> Floats:
        n, total, squares, apart = totals.T
        expected = 2 * (n * squares - total**2)
        # Of one value only: the difference of two large equal numbers, not a distance.
        expected[expected <= 1e-14 * n * squares] = 0.0
        return _alpha(apart, expected, n)

    return Sums(np.column_stack([panel.size, first, second, observed]), value, counted)


def _by_counts(positions: Floats) -> Callable[[Floats], Floats]:
    """Alpha from the observed disagreement and the counts of the values at these positions, squared distances."""

    def value(totals: Floats) -> Floats:
        counts = totals[:, 1:]
        n = counts.sum(axis=1)
        mean = (counts * positions).sum(axis=1) / np.maximum(n, 1)
        expected = 2 * n * (counts * (positions - mean[:, None]) ** 2).sum(axis=1)
        expected[(counts > 0).sum(axis=1) < 2] = 0.0
        return _alpha(totals[:, 0], expected, n)

    return value


def _ordinal(panel: Panel, counted: np.ndarray) -> Sums:
    """Sums are the counts and the coincidence cells above the diagonal; ranks are made anew for each replicate."""
    values = panel.patterns.values
    # In whole numbers where the panel sizes allow it: their sums need no splitting.
    scale = _common_multiple(panel)
    partner = _per_partner(panel) * scale if scale == 1 else np.rint(_per_partner(panel) * scale)
    rows, cells, amounts = [], [], []
    for pattern, low, high, pairs in panel.patterns.pairs():
        rows.append(pattern)
        cells.append(low * values + high)
        amounts.append(2 * pairs * partner[pattern])
    row = np.concatenate([np.zeros(0, np.int64), *rows])
    seen, column = np.unique(np.concatenate([np.zeros(0, np.int64), *cells]), return_inverse=True)
    shape = (len(panel.patterns), len(seen))
    apart = sparse.csr_array((np.concatenate([np.zeros(0), *amounts]), (row, column)), shape=shape)
    low, high = np.divmod(seen, max(values, 1))
    joined = sparse.csr_array(sparse.hstack([panel.patterns.counts, apart]))
    columns: Matrix = joined.toarray() if joined.shape[1] <= 4 * DENSE_VALUES else joined

    def value(totals: Floats) -> Floats:
        counts = totals[:, :values]
        n = counts.sum(axis=1)
        # Twice the middle rank of each value: whole numbers, so the squares below are exact.
        rank = 2 * np.cumsum(counts, axis=1) - counts
        observed = (totals[:, values:] * (rank[:, low] - rank[:, high]) ** 2).sum(axis=1) / scale
        mean = (counts * rank).sum(axis=1) / np.maximum(n, 1)
        expected = 2 * n * (counts * (rank - mean[:, None]) ** 2).sum(axis=1)
        expected[(counts > 0).sum(axis=1) < 2] = 0.0
        return _alpha(observed, expected, n)

    return Sums(columns, value, counted)


def _ratio(panel: Panel, counted: np.ndarray, multiplicity: Ints) -> Sums:
    positions = _positions(panel)
    if positions[_seen(panel, counted, multiplicity)].min(initial=0.0) < 0:
        return Sums(np.zeros((len(counted), 1)), never, counted, lambda totals: "negative_values")
    positions = np.maximum(positions, 0.0)
    observed = _observed(panel, lambda low, high: ratio_distance(positions[low], positions[high]))

    def distance(some: slice) -> Floats:
        return ratio_distance(positions[:, None], positions[None, some])

    return _fixed(panel, counted, observed, distance)


def _of_sets(panel: Panel, counted: np.ndarray, between: Callable[[Floats, Floats, Floats], Floats]) -> Sums:
    members = panel.members
    assert members is not None
    sizes = panel.set_sizes.astype(np.float64)
    inside = members.astype(np.float64)
    observed = _observed(panel, lambda low, high: between(set_overlaps(members, low, high), sizes[low], sizes[high]))

    def distance(some: slice) -> Floats:
        return between(inside @ inside[some].T, sizes[:, None], sizes[None, some])

    return _fixed(panel, counted, observed, distance)


def _observed(panel: Panel, distance: Callable[[Ints, Ints], Floats]) -> Floats:
    """(P,) the disagreement within an item: twice the distances over its pairs of raters, over m - 1."""
    apart = np.zeros(len(panel.patterns))
    for pattern, low, high, pairs in panel.patterns.pairs():
        apart += np.bincount(pattern, weights=2 * pairs * distance(low, high), minlength=len(apart))
    return apart * _per_partner(panel)


def _fixed(panel: Panel, counted: np.ndarray, observed: Floats, distance: Callable[[slice], Floats]) -> Sums:
    def value(totals: Floats) -> Floats:
        counts = totals[:, 1:]
        expected = quadratic(counts, distance, panel.patterns.values)
        return _alpha(totals[:, 0], expected, counts.sum(axis=1))

    return Sums(beside_counts(observed[:, None], panel.patterns.counts), value, counted)


def _seen(panel: Panel, counted: np.ndarray, multiplicity: Ints) -> Ints:
    """The values of the items that count, in the slice."""
    return np.unique(panel.patterns.value[(counted & (multiplicity > 0))[panel.patterns.row]])


def _positions(panel: Panel) -> Floats:
    positions = panel.scale.positions
    assert positions is not None, "the measure fits only fields whose values have positions"
    return positions
