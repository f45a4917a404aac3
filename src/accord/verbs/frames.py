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
    if len(set(names)) < len(names):
        raise UsageError("the frame has two columns of one name")
    mixed = [name for name in narrow.columns if str(name) in columns and narrow[name].dtype == nw.Object]
    needed = [name for name in narrow.columns if str(name) in columns and name not in mixed]
    plain: pl.DataFrame = narrow.select(needed).to_polars() if needed else pl.DataFrame()
    plain = plain.rename(dict(zip(plain.columns, map(str, needed), strict=True)))
    if mixed:
        plain = plain.with_columns(_column(narrow[name]) for name in mixed)
    absent = [name for name in names if name not in plain.columns]
    return plain.with_columns(pl.lit(None).alias(name) for name in absent) if absent else plain


def _column(column: Any) -> pl.Series:
    return pl.Series(str(column.name), [_text(value) for value in column.to_list()], dtype=pl.String)


def _text(value: Any) -> str | None:
    """Text of a cell of a mixed column; None for None, NaN and the missing values of other libraries."""
    return json_text(value.tolist() if hasattr(value, "tolist") else value)
