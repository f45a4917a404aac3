"""Distances between values that do not depend on the data: nominal, interval, ratio, Jaccard, MASI."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Sets = NDArray[np.bool_]


def ratio_distance(one: Floats, other: Floats) -> Floats:
    """((a - b) / (a + b))**2 of numbers not below 0; 0 for equal numbers. Krippendorff 2018, ch. 12.

    >>> ratio_distance(np.array([1.0, 0.0]), np.array([3.0, 0.0])).tolist()
    [0.25, 0.0]
    """
    total = one + other
    return np.where(total > 0, (one - other) / np.where(total > 0, total, 1.0), 0.0) ** 2


def jaccard_distance(shared: Floats, one: Floats, other: Floats) -> Floats:
    """1 - shared / union from intersection size and set sizes; two empty sets are at distance 0."""
    union = one + other - shared
    return np.where(union > 0, 1 - shared / np.where(union > 0, union, 1.0), 0.0)


def masi_distance(shared: Floats, one: Floats, other: Floats) -> Floats:
    """1 - Jaccard x m; Passonneau 2006.

    m is 1 for equal sets, 2/3 where one holds the other, 1/3 where they overlap otherwise, 0 where they do not.

    >>> masi_distance(np.array([1.0]), np.array([2.0]), np.array([1.0])).round(6).tolist()
    [0.666667]
    """
    smaller = np.minimum(one, other)
    monotone = np.select(
        [(one == other) & (shared == one), (shared == smaller) & (shared > 0), shared > 0],
        [1.0, 2 / 3, 1 / 3],
        0.0,
    )
    both_empty = (one == 0) & (other == 0)
    return np.where(both_empty, 0.0, 1 - (1 - jaccard_distance(shared, one, other)) * monotone)


def set_overlaps(members: Sets, one: Ints, other: Ints) -> Floats:
    """How many labels pairs of sets share. members: (V, L); one, other: (K,) set codes."""
    return np.asarray((members[one] & members[other]).sum(axis=1), np.float64)
