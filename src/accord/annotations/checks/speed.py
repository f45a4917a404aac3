"""People who answered faster than one can look."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from accord.annotations.contents.contents import Contents, RowNumbers
from accord.findings import Finding

FEWEST_GAPS = 10
AT = "%Y-%m-%dT%H:%M:%S%.fZ"
"""How the log writes times, in the words of polars."""
TOO_SHORT = 2.0
"""Seconds between two answers."""
KNOWN_SHARE = 0.5
"""Of the gaps; below it the times are those of batches."""
FAR_BELOW_ALL, FAR_BELOW_MEDIAN = 2, 4
FEWEST_OTHERS = 2
FIX = "ask how these answers came about; a script, or one click for many items, is no rating"


@dataclass(frozen=True)
class _Pace:
    """One rater. rows: the submissions in the order of their times; gaps: seconds from each to the next."""

    rows: RowNumbers
    gaps: NDArray[np.float64]

    @cached_property
    def known(self) -> NDArray[np.float64]:
        """The gaps between different times."""
        return self.gaps[self.gaps > 0]

    @cached_property
    def median(self) -> float:
        """The median of the known gaps."""
        return float(np.median(self.known))


def speed(contents: Contents) -> list[Finding]:
    """Warnings for people whose first pass has times: 10 or more gaps of less than 2 seconds in a row, or a median gap
    less than half of the shortest and a quarter of the middle median of the others (two or more).

    Gaps between equal times tell nothing, as of answers that were saved together: they are left out, and end a run.
    Where half of the gaps are such, or fewer than 10 are left, the rater is not looked at.
    """
    paces = _paces(contents)
    medians = np.array([pace.median for pace in paces])
    findings = []
    for at, pace in enumerate(paces):
        findings += _runs(contents, pace)
        findings += _far_below(contents, pace, np.delete(medians, at))
    return findings


def _paces(contents: Contents) -> list[_Pace]:
    """The raters with enough gaps."""
    wanted = contents.first_pass & contents.of_role("human") & (contents.time >= 0)
    rows = contents.in_order[wanted[contents.in_order]]
    at = contents.standing.frame["at"].gather(rows).str.to_datetime(AT, time_unit="us", strict=False)
    rows = rows[at.is_not_null().to_numpy()]
    seconds = at.drop_nulls().to_physical().to_numpy() / 1e6
    order = np.lexsort((seconds, contents.rater[rows]))
    ends = np.flatnonzero(np.diff(contents.rater[rows][order])) + 1
    paces = []
    for mine in np.split(order, ends):
        gaps = np.diff(seconds[mine])
        pace = _Pace(rows[mine], gaps)
        if len(pace.known) >= FEWEST_GAPS and len(pace.known) > KNOWN_SHARE * len(gaps):
            paces.append(pace)
    return paces


def _runs(contents: Contents, pace: _Pace) -> list[Finding]:
    """The longest run of short gaps."""
    is_short = np.concatenate(([False], (pace.gaps > 0) & (pace.gaps < TOO_SHORT), [False])).astype(np.int8)
    starts, ends = (np.flatnonzero(np.diff(is_short) == turn) for turn in (1, -1))
    lengths = ends - starts
    if not len(lengths) or lengths.max() < FEWEST_GAPS:
        return []
    longest = int(np.argmax(lengths))
    start, length = int(starts[longest]), int(lengths[longest])
    middle, short = np.median(pace.gaps[start : start + length]), np.count_nonzero(pace.known < TOO_SHORT)
    message = (
        f"{contents.name_of(pace.rows[start])} gave {length + 1} answers in a row with less than {TOO_SHORT:g} s "
        f"between them (median {middle:.1f} s); {short} of {len(pace.known)} gaps are as short"
    )
    where = contents.standing.place(int(pace.rows[start]))
    return [Finding("fast_answers", "warning", where, message, FIX, length)]


def _far_below(contents: Contents, pace: _Pace, others: NDArray[np.float64]) -> list[Finding]:
    """A median gap far below those of the other raters."""
    if len(others) < FEWEST_OTHERS:
        return []
    least, most = others.min(), others.max()
    if pace.median * FAR_BELOW_ALL >= least or pace.median * FAR_BELOW_MEDIAN >= np.median(others):
        return []
    message = (
        f"{contents.name_of(pace.rows[0])} took {pace.median:.1f} s an answer (median of {len(pace.known)} gaps); the "
        f"medians of {len(others)} others are {least:.1f} to {most:.1f} s"
    )
    where = contents.standing.place(int(pace.rows[0]))
    return [Finding("fast_rater", "warning", where, message, FIX, len(pace.known))]
