"""Values of cells as text."""

from __future__ import annotations

import datetime as dt
from typing import Any

import polars as pl

WHOLE = 10**15


def cell_text(value: Any) -> str | None:
    """The text of a cell's value; None where the cell is empty.

    Whole numbers have no ".0", since a sheet does not tell 1 from 1.0; other numbers are the shortest digits
    that give the number back. Booleans are "true" and "false". Dates are ISO 8601, without the time where it
    is midnight; durations too ("PT15H10M"). Text stays as it is, white space included.

    >>> [cell_text(value) for value in (1.0, 0.5, True, " a ", "", dt.datetime(2026, 12, 10))]
    ['1', '0.5', 'true', ' a ', None, '2026-12-10']
    """
    if value is None or value == "":
        return None
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < WHOLE else repr(value)
    if isinstance(value, dt.datetime):
        return value.date().isoformat() if value.time() == dt.time() else value.isoformat()
    if isinstance(value, (dt.date, dt.time)):
        return value.isoformat()
    if isinstance(value, dt.timedelta):
        return str(pl.Series([value]).dt.to_string("iso")[0])
    return str(value)
