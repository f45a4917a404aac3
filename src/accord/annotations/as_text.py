"""A typed column as text, by the same rules as JSON Lines."""

from __future__ import annotations

import datetime as dt
import decimal
import json
from typing import Any

import numpy as np
import polars as pl


class NoText(ValueError):
    """The values are bytes that are no UTF-8 text, or of a type that has no text form."""


def as_text(column: pl.Series) -> pl.Series:
    """The column as text; null stays null.

    Integers and decimals are digits, floats the shortest digits that give the number back ("1.0", "1e-05",
    "nan"; a 32-bit 0.1 is "0.1"), booleans "true" and "false", dates and times ISO 8601, lists and structs
    compact JSON (a float that is not finite stays NaN or Infinity there, so that it can be named as such).
    Bytes are read as UTF-8. Raises NoText.

    >>> as_text(pl.Series("score", [1.0, None, 1e-5])).to_list()
    ['1.0', None, '1e-05']
    """
    try:
        return _converted(column)
    except NoText:
        raise
    except (Exception, pl.exceptions.PanicException):
        # Such as bytes that are not UTF-8, or a date outside of what polars and Python can write.
        raise NoText(f"holds {column.dtype} values that cannot be written as text") from None


def _converted(column: pl.Series) -> pl.Series:
    kind = column.dtype
    if kind.is_float():
        return _text(column, [_float(value) for value in _shortest(column)])
    if kind.is_nested():
        return _text(column, [_json(value) for value in column.to_list()])
    if kind == pl.Datetime:
        zone = "%:z" if getattr(kind, "time_zone", None) else ""
        return column.dt.to_string(f"%Y-%m-%dT%H:%M:%S%.f{zone}")
    if kind == pl.Time:
        return column.dt.to_string("%H:%M:%S%.f")
    if kind == pl.Duration:
        return column.dt.to_string("iso")
    return column.cast(pl.String)


def _text(column: pl.Series, values: list[str | None]) -> pl.Series:
    return pl.Series(column.name, values, pl.String)


def _shortest(column: pl.Series) -> list[float | None]:
    if column.dtype != pl.Float32:
        return column.to_list()
    # Digits that are shortest among 32-bit numbers; as 64-bit numbers 0.1 would be 0.10000000149011612.
    return [None if value is None else float(str(np.float32(value))) for value in column.to_list()]


def _float(value: float | None) -> str | None:
    return None if value is None else repr(value)


def _json(value: Any) -> str | None:
    if value is None:
        return None
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=_plain)


def _plain(value: Any) -> Any:
    if isinstance(value, (dt.date, dt.time)):
        return value.isoformat()
    if isinstance(value, (decimal.Decimal, dt.timedelta)):
        return str(value)
    raise NoText(f"holds values of type {type(value).__name__} inside lists or structs, which are no text")
