"""Any data frame (polars, pandas, pyarrow and what else narwhals reads) as a polars frame."""

from __future__ import annotations

from typing import Any

import narwhals as nw
import polars as pl

from accord.annotations.encode import json_text
from accord.errors import UsageError


def as_polars(frame: Any, columns: set[str]) -> pl.DataFrame:
    """The columns that are needed, those there are; a column of mixed types becomes text, value by value."""
    if isinstance(frame, pl.LazyFrame):
        frame = frame.collect()
    if isinstance(frame, pl.DataFrame):
        return frame
    try:
        narrow = nw.from_native(frame, eager_only=True)
    except TypeError:
        kind = type(frame).__name__
        raise UsageError(f"a data frame is needed (polars, pandas, pyarrow ...), not {kind}") from None
    names = [str(name) for name in narrow.columns]
    series = {str(name): _column(narrow[name]) if str(name) in columns else None for name in narrow.columns}
    if len(series) < len(names):
        raise UsageError("the frame has two columns of one name")
    height = len(narrow)
    return pl.DataFrame(
        [
            value if value is not None else pl.repeat(None, height, eager=True).alias(name)
            for name, value in series.items()
        ]
    )


def _column(column: Any) -> pl.Series:
    if column.dtype != nw.Object:
        return pl.Series(str(column.name), column.to_polars())
    return pl.Series(str(column.name), [_text(value) for value in column.to_list()], dtype=pl.String)


def _text(value: Any) -> str | None:
    """Text of a cell of a mixed column; None for None, NaN and the missing values of other libraries."""
    if value is None or type(value).__name__ in ("NAType", "NaTType"):
        return None
    return json_text(value.tolist() if hasattr(value, "tolist") else value)
