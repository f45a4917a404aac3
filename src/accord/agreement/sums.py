"""Sums over items: the only thing a measure sees, added up exactly whatever the number of threads."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

Floats = NDArray[np.float64]
Matrix = Floats | sparse.csr_array

LARGEST = 53
MOST_PARTS = 6
DENSE_VALUES = 64
ONE_THREAD = 1 << 18
FEWEST_ROWS = 16
WORTH_THREADS = 1 << 25


@dataclass(frozen=True)
class Sums:
    """A measure over P patterns: what each item adds, and the value that a total of it has.

    columns: (P, k) what one item of each pattern adds. value: totals (B, k) -> (B,), NaN where undefined.
    counted: (P,) the patterns whose items the measure looks at; only these are resampled.
    reason: the code of why the value of totals (k,) is undefined. differs: (P,) the items that disagree as the measure
    sees it, None for those with different values. details: what else to show beside the value.
    """

    columns: Matrix
    value: Callable[[Floats], Floats]
    counted: NDArray[np.bool_]
    reason: Callable[[Floats], str] = lambda totals: "no_variation"
    differs: NDArray[np.bool_] | None = None
    details: Mapping[str, object] = field(default_factory=dict)

    @property
    def width(self) -> int:
        """k, the number of sums."""
        return int(self.columns.shape[1])


def beside_counts(columns: Floats, counts: sparse.csr_array) -> Matrix:
    """Columns (P, k), then counts (P, V) of values: dense for few values, sparse for many."""
    if counts.shape[1] <= DENSE_VALUES:
        return np.column_stack([columns, counts.toarray()])
    return sparse.csr_array(sparse.hstack([sparse.csr_array(columns), counts]))


class ExactColumns:
    """Columns (P, k) made ready for products with whole-number weights, the same bytes on any number of threads.

    Every product and partial sum is a whole number below 2**53, so no order of additions can change it: columns of
    whole numbers go through one matrix product; others are first split into whole-number parts of up to 26 bits, as
    many as it takes to hold every entry exactly (at most six). Sparse columns are added in a fixed order.

    heaviest: the largest sum of a row of weights that will come.
    """

    def __init__(self, columns: Matrix, heaviest: float) -> None:
        self.columns = columns
        if isinstance(columns, sparse.csr_array):
            return
        largest = np.abs(columns).max(axis=0, initial=0.0)
        self.whole = (columns == np.rint(columns)).all(axis=0) & (largest * heaviest < 2.0**LARGEST)
        if self.whole.all():
            return
        bits = min(26, LARGEST - 1 - int(np.ceil(np.log2(max(heaviest, 2.0)))))
        rest, top = columns[:, ~self.whole], largest[~self.whole]
        unit = np.exp2(np.ceil(np.log2(np.where(top > 0, top, 1.0))) - bits)
        self.parts: list[tuple[Floats, Floats]] = []
        while rest.any() and len(self.parts) < MOST_PARTS:
            part = np.rint(rest / unit)
            self.parts.append((part, unit))
            rest = rest - part * unit
            unit = unit * 2.0**-bits

    def totals(self, weights: Floats) -> Floats:
        """(B, k) totals for weights (B, P)."""
        columns = self.columns
        if isinstance(columns, sparse.csr_array):
            return np.ascontiguousarray((columns.T @ weights.T).T)
        if self.whole.all():
            return _product(weights, columns)
        result = np.empty((len(weights), columns.shape[1]))
        result[:, self.whole] = _product(weights, columns[:, self.whole])
        # Smallest first, so that what is lost in rounding is lost once.
        result[:, ~self.whole] = sum(_product(weights, part) * unit for part, unit in reversed(self.parts))
        return result


def add_up(weights: Floats, columns: Matrix) -> Floats:
    """weights (B, P) whole numbers times columns (P, k), exactly as `ExactColumns` does it.

    >>> add_up(np.array([[2.0, 1.0]]), np.array([[0.5, 3.0], [0.25, 1.0]])).tolist()
    [[1.25, 7.0]]
    """
    return ExactColumns(columns, float(weights.sum(axis=1).max(initial=0.0))).totals(weights)


def _product(weights: Floats, columns: Floats) -> Floats:
    """The matrix product; a small one in row blocks that BLAS does not share out among threads.

    On a busy machine two threads that wait for each other take many times what one takes alone.
    """
    each = max(weights.shape[1] * columns.shape[1], 1)
    rows = ONE_THREAD // each
    if rows < FEWEST_ROWS or len(weights) <= rows or len(weights) * each > WORTH_THREADS:
        return np.asarray(weights @ columns)
    result = np.empty((len(weights), columns.shape[1]))
    for at in range(0, len(weights), rows):
        np.matmul(weights[at : at + rows], columns, out=result[at : at + rows])
    return result


def quadratic(weights: Floats, distance: Callable[[slice], Floats], values: int) -> Floats:
    """Sum over all pairs of values of weights_a x weights_b x distance_ab for each row of weights (B, V).

    `distance(columns)` gives (V, columns) distances between 0 and 1; they are made in blocks, so that no (V, V)
    matrix is ever held.
    """
    result = np.zeros(len(weights))
    block = max(1, (1 << 20) // max(values, 1))
    for begin in range(0, values, block):
        some = slice(begin, min(begin + block, values))
        result += (add_up(weights, distance(some)) * weights[:, some]).sum(axis=1)
    return result


def ratio_of_sums(totals: Floats) -> Floats:
    """First sum over second for each row; NaN where the second is 0."""
    defined = totals[:, 1] > 0
    return np.where(defined, totals[:, 0] / np.where(defined, totals[:, 1], 1.0), np.nan)


def never(totals: Floats) -> Floats:
    """NaN for each row: the value of a measure that is not defined for its panel."""
    return np.full(len(totals), np.nan)


def why_undefined(totals: Floats) -> str:
    """The reason of a measure whose second sum counts the items with two or more values."""
    return "no_variation" if totals[1] > 0 else "no_pairable"
