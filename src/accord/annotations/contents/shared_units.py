"""For every two raters: how many units both answered, and on how many they said the same."""

from __future__ import annotations

import numpy as np

from accord.annotations.encode import Codes

Pair = tuple[int, int]


def shared_units(unit: Codes, rater: Codes, value: Codes) -> dict[Pair, tuple[int, int]]:
    """Pair of raters (the smaller code first) -> units that both answered, and how many of these with one value.

    unit, rater, value: (A,) codes of the answers, at most one a unit and rater. Takes A x raters of a unit steps and
    memory for A answers and the pairs, so that no table of all raters is made.

    >>> import numpy as np
    >>> shared_units(np.array([0, 0, 1, 1]), np.array([0, 1, 1, 0]), np.array([5, 5, 5, 6]))
    {(0, 1): (2, 1)}
    """
    order = np.lexsort((rater, unit))
    unit, rater, value = unit[order], rater[order].astype(np.int64), value[order]
    width = int(rater.max(initial=0)) + 1
    found: dict[Pair, tuple[int, int]] = {}
    for step in range(1, len(unit)):
        both = unit[step:] == unit[:-step]
        if not both.any():
            break
        first, second = rater[:-step][both], rater[step:][both]
        pairs, at = np.unique(first * width + second, return_inverse=True)
        same = np.bincount(at, value[:-step][both] == value[step:][both])
        for pair, shared, equal in zip(pairs.tolist(), np.bincount(at).tolist(), same.tolist(), strict=True):
            key = divmod(pair, width)
            before = found.get(key, (0, 0))
            found[key] = before[0] + shared, before[1] + int(equal)
    return found
