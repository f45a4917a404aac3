"""Repeats: when one rater rated one item more than once, the latest counts and the rest is reported."""

from __future__ import annotations

from datetime import datetime

import numpy as np
import polars as pl
from numpy.typing import NDArray

from accord.annotations.places import Place, shown_places
from accord.annotations.ratings import Codes
from accord.findings import Finding
from accord.spec.labels import number


def latest(
    item: Codes, rater: Codes, raters: int, time: pl.Series | None, place: Place, problems: list[Finding]
) -> tuple[NDArray[np.bool_] | None, list[Finding]]:
    """Which rows count (R,), or None when every row does; with a finding that names the superseded ones.

    Without times the later row counts. Times are ISO 8601 texts, all with or all without an offset, or numbers.
    """
    most = (int(item.max(initial=0)) + 1) * raters
    # Half the memory traffic where the product fits.
    wide = item if most <= np.iinfo(np.int32).max else item.astype(np.int64)
    key = wide * np.asarray(raters, wide.dtype) + rater
    if bool((key[1:] > key[:-1]).all()):
        return None, []
    order = np.argsort(key, kind="stable")
    ordered = key[order]
    repeated = np.zeros(len(key), np.bool_)
    same = ordered[1:] == ordered[:-1]
    repeated[1:] |= same
    repeated[:-1] |= same
    if not repeated.any():
        return None, []
    rows = order[repeated]
    if time is not None:
        moments = _moments(time.gather(rows), rows, place, problems)
        if moments is None:
            return None, []
        rows = rows[np.lexsort((rows, moments, key[rows]))]
    last = np.append(key[rows][1:] != key[rows][:-1], True)
    superseded = np.sort(rows[~last])
    keep = np.ones(len(key), np.bool_)
    keep[superseded] = False
    how = (
        "the later row counts (name a time column to say which is the latest)"
        if time is None
        else "the latest by time counts"
    )
    message = f"{len(superseded)} ratings repeat an item for the same rater: {shown_places(superseded, place)}"
    return keep, [Finding("repeats", "warning", "raters", message, how, len(superseded))]


def _moments(
    times: pl.Series, rows: NDArray[np.int64], place: Place, problems: list[Finding]
) -> NDArray[np.float64] | None:
    """Times as seconds, in the order of `times`; None after a problem was noted."""
    if times.dtype.is_numeric() and not times.null_count():
        return times.to_numpy().astype(np.float64)
    parsed = [_moment(value) for value in times.to_list()]
    bad = np.array([row for row, moment in zip(rows, parsed, strict=True) if moment is None], np.int64)
    if len(bad):
        message = f"not a time in ISO 8601 or a number: {shown_places(np.sort(bad), place)}"
        problems.append(Finding("bad_time", "error", "time", message, "for example 2026-03-01T12:00:00Z"))
        return None
    if len({moment.tzinfo is None for moment in parsed if isinstance(moment, datetime)}) > 1:
        problems.append(Finding("bad_time", "error", "time", "some times have an offset and some have none"))
        return None
    return np.array(
        [m if isinstance(m, float) else m.timestamp() if m.tzinfo else _naive(m) for m in parsed if m is not None]
    )


def _naive(moment: datetime) -> float:
    return (moment - datetime(1970, 1, 1)).total_seconds()


def _moment(value: object) -> datetime | float | None:
    if isinstance(value, datetime):
        return value
    text = str(value).strip() if value is not None else ""
    seconds = number(text)
    if seconds is not None:
        return seconds
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return None
