"""Raters whose answers have the times of another rater."""

from __future__ import annotations

import numpy as np

from accord.annotations.contents.contents import Contents
from accord.annotations.contents.pair_findings import pair_logs, pair_names
from accord.annotations.contents.shared_units import Pair, shared_units
from accord.findings import Finding

FEWEST_UNITS = 10
FIX = "nothing, if they come from a table with one time a row; if not, see whether one log is a copy of the other"


def equal_times(contents: Contents) -> list[Finding]:
    """A note where two raters have the same times on at least half of the units both answered: on 10 or more, at 10 or
    more different times, so that days or batches that share a time do not count.
    """
    rows = np.flatnonzero(contents.first_pass & (contents.time >= 0))
    unit, rater, time = contents.unit[rows], contents.rater[rows], contents.time[rows]
    found: list[tuple[Pair, int, int]] = []
    for pair, (shared, equal) in sorted(shared_units(unit, rater, time).items()):
        if equal < FEWEST_UNITS or 2 * equal < shared or pair[0] == pair[1]:
            continue
        one, other = (np.unique(time[rater == code]) for code in pair)
        if len(np.intersect1d(one, other)) >= FEWEST_UNITS:
            found.append((pair, equal, shared))
    if not found:
        return []
    pair, equal, shared = found[0]
    more = f"; so do {len(found) - 1} more pairs of raters" if len(found) > 1 else ""
    message = f"{pair_names(contents, pair)} have the same times on {equal} of {shared} units that both answered{more}"
    return [Finding("equal_times", "info", pair_logs(contents, pair), message, FIX, len(found))]
