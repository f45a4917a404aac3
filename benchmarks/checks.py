"""Results of different packages on the same data must agree before their times mean anything."""

from __future__ import annotations

from collections.abc import Mapping

from sides import Result

SAME = 1e-9
# A limit from 2,000 replicates has a standard error of .06 standard deviations, the difference of two such limits
# .085, and the interval is 3.92 standard deviations wide: five standard errors are .11 of its width.
SHARE_OF_WIDTH = 0.11


class Disagreement(Exception):
    """Two sides gave different results for the same data."""


def check_agreement(case: str, results: Mapping[str, Result]) -> None:
    """Raise Disagreement, naming all pairs, where a side differs from the first one."""
    (first, ours), *others = results.items()
    problems = []
    for name, theirs in others:
        if not abs(ours.value - theirs.value) <= SAME:
            problems.append(f"{case}: {first} gives {ours.value!r}, {name} gives {theirs.value!r}")
        for mine, other in ((ours.low, theirs.low), (ours.high, theirs.high)):
            if not _close(mine, other, ours):
                problems.append(f"{case}: {first} has the limit {mine!r}, {name} has {other!r}")
    if problems:
        raise Disagreement("\n".join(problems))


def _close(mine: float | None, other: float | None, ours: Result) -> bool:
    if mine is None or other is None or ours.low is None or ours.high is None:
        return mine is other
    return abs(mine - other) <= SHARE_OF_WIDTH * (ours.high - ours.low)
