"""Limits from replicates: percentile and BCa, Wilson's where a share leaves nothing to resample."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr, ndtri

from accord.agreement.sums import Floats

Interval = Literal["percentile", "bca"]


def percentile_limits(replicates: Floats, level: float) -> tuple[float, float]:
    """The central `level` of the replicates (numpy's linear quantile). Efron and Tibshirani 1993, ch. 13.

    >>> tuple(round(limit, 9) for limit in percentile_limits(np.arange(101.0), 0.9))
    (5.0, 95.0)
    """
    tail = (1 - level) / 2
    low, high = np.quantile(replicates, [tail, 1 - tail])
    return float(low), float(high)


def bca_limits(
    replicates: Floats, value: float, jackknife: Floats, multiplicity: NDArray[np.int64], level: float
) -> tuple[float, float] | None:
    """Bias-corrected and accelerated limits; Efron 1987. None where they are undefined.

    replicates: (B,); jackknife: (P,) the value without one unit of each pattern, multiplicity: (P,) how many units
    have it, or (S, P) by stratum. Undefined when every replicate lies on one side of the value, or a jackknife value
    is undefined.
    """
    # Shares such as 1/3 are rounded before they are summed, so equal values may differ in the last digits.
    tie = 1e-12 * max(1.0, abs(value))
    below = (np.count_nonzero(replicates < value - tie) + np.count_nonzero(replicates <= value + tie)) / 2
    if not 0 < below < len(replicates) or not np.isfinite(jackknife).all():
        return None
    bias = float(ndtri(below / len(replicates)))
    # Efron and Tibshirani's acceleration for several samples, each centred on its own mean.
    counts = np.atleast_2d(multiplicity)
    counts = counts[counts.sum(axis=1) > 0]
    size = counts.sum(axis=1, keepdims=True)
    pull = (size - 1) / size * ((counts * jackknife).sum(axis=1, keepdims=True) / size - jackknife)
    spread = float((counts * pull**2).sum())
    acceleration = 0.0 if spread == 0 else float((counts * pull**3).sum()) / (6 * spread**1.5)
    normal = ndtri(np.array([(1 - level) / 2, (1 + level) / 2]))
    levels = ndtr(bias + (bias + normal) / (1 - acceleration * (bias + normal)))
    if not np.isfinite(levels).all():
        return None
    low, high = np.quantile(replicates, levels)
    return float(low), float(high)


def wilson_limits(share: float, count: int, level: float) -> tuple[float, float]:
    """Wilson's score interval of a share of `count` independent units; Wilson 1927.

    With clusters, `count` is the number of clusters: where all items agree no other design effect can be estimated.

    >>> tuple(round(limit, 4) for limit in wilson_limits(1.0, 20, 0.95))
    (0.8389, 1.0)
    """
    z = float(ndtri((1 + level) / 2))
    centre = (share + z * z / (2 * count)) / (1 + z * z / count)
    half = z * np.sqrt(share * (1 - share) / count + z * z / (4 * count * count)) / (1 + z * z / count)
    low, high = float(centre - half), float(centre + half)
    return 0.0 if share == 0 else max(0.0, low), 1.0 if share == 1 else min(1.0, high)


def jackknife_error(leave_one_out: Floats) -> float:
    """Standard error from R leave-one-out values: sqrt((R - 1) / R x sum of squared deviations). Quenouille, Tukey.

    >>> round(jackknife_error(np.array([1.0, 2.0, 3.0])), 6)
    1.154701
    """
    count = len(leave_one_out)
    return float(np.sqrt((count - 1) / count * ((leave_one_out - leave_one_out.mean()) ** 2).sum()))
