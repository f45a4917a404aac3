"""Repeats: when one rater rated one item more than once, the latest counts and the rest is reported."""

from __future__ import annotations

import unicodedata
from datetime import datetime
from fractions import Fraction

import numpy as np
import polars as pl
from numpy.typing import NDArray

from accord.annotations.places import Place, shown_places
from accord.annotations.ratings import Codes
from accord.findings import Finding
from accord.spec.labels import number

FEW, MANY = 10, 0.1


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
    how = "the latest by time counts"
    if time is None:
        how = "the later row counts (name a time column to say which is the latest)"
    if len(superseded) > max(FEW, MANY * len(key)):
        how += "; so many repeats hint at an item column that does not name the item fully"
    repeat = "1 rating repeats" if len(superseded) == 1 else f"{len(superseded):,} ratings repeat"
    message = f"{repeat} an item for the same rater: {shown_places(superseded, place)}"
    return keep, [Finding("repeats", "warning", "raters", message, how, len(superseded))]


def _moments(
    times: pl.Series, rows: NDArray[np.int64], place: Place, problems: list[Finding]
) -> NDArray[np.int64] | None:
    """The rank of each time among `times`; None after a problem was noted."""
    parsed = [_moment(value) for value in times.to_list()]
    bad = np.array([row for row, moment in zip(rows, parsed, strict=True) if moment is None], np.int64)
    if len(bad):
        message = f"not a time in ISO 8601 or a number: {shown_places(np.sort(bad), place)}"
        problems.append(Finding("bad_time", "error", "time", message, "for example 2026-03-01T12:00:00Z"))
        return None
    kinds = {(type(moment), getattr(moment, "tzinfo", None) is None) for moment in parsed}
    if len(kinds) > 1:
        message = "times cannot be compared: some have an offset and some have none, or some are numbers"
        problems.append(Finding("bad_time", "error", "time", message))
        return None
    rank = {moment: at for at, moment in enumerate(sorted(set(parsed)))}  # type: ignore[type-var]
    return np.array([rank[moment] for moment in parsed], np.int64)


def _moment(value: object) -> datetime | Fraction | None:
    """A time as a number, exactly, or as a date and time; None where it is neither."""
    if isinstance(value, datetime):
        return value
    text = "" if value is None else str(value).strip()
    if number(text) is not None:
        return Fraction(unicodedata.normalize("NFKC", text))
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return None
