"""Agreement weights between values: 1 for equal values, 0 for the ends of the scale."""

from __future__ import annotations

import numpy as np

from accord.agreement.sums import Floats


def agreement_weights(kind: str | None, positions: Floats | None, values: int) -> Floats:
    """(V, V) weights: None for identity, linear or quadratic in the positions, ordinal in the ranks between.

    Linear: 1 - |c - k| / range; quadratic: 1 - (c - k)^2 / range^2; ordinal: 1 - C(|i - j| + 1, 2) / C(q, 2) for
    ranks i and j of q. Gwet 2014, ch. 3.

    >>> agreement_weights("quadratic", np.array([1.0, 2.0, 3.0]), 3)[0].tolist()
    [1.0, 0.75, 0.0]
    >>> agreement_weights("ordinal", None, 3)[0].round(3).tolist()
    [1.0, 0.667, 0.0]
    """
    if kind is None:
        return np.eye(values)
    if kind == "ordinal":
        gap = np.abs(np.subtract.outer(np.arange(values), np.arange(values)))
        return 1 - (gap + 1) * gap / max(values * (values - 1), 1)
    assert positions is not None, "weights need values with positions"
    span = float(np.ptp(positions)) if len(positions) else 0.0
    gap = np.abs(np.subtract.outer(positions, positions)) / (span or 1.0)
    return 1 - gap if kind == "linear" else 1 - gap**2
