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
        names = [str(name) for name in narrow.columns]
    except TypeError:
        kind = type(frame).__name__
        raise UsageError(f"a data frame is needed (polars, pandas, pyarrow ...), not {kind}") from None
    except nw.exceptions.DuplicateError:
        names = ["", ""]
    if len(set(names)) < len(names):
        raise UsageError("the frame has two columns of one name")
    needed = [name for name in narrow.columns if str(name) in columns]
    found = {str(name): _column(narrow.get_column(name)) for name in needed}
    absent = {name: pl.repeat(None, len(narrow), eager=True) for name in names if name not in found}
    return pl.DataFrame({name: found.get(name, absent.get(name)) for name in names})


def _column(column: Any) -> pl.Series:
    """A column as it is where its type allows it, else its values as text, one by one."""
    if column.dtype != nw.Object:
        try:
            return pl.Series(str(column.name), column.to_polars())
        except ImportError:
            # polars reads some columns of pandas only through pyarrow, which need not be installed.
            pass
    return pl.Series(str(column.name), [json_text(value) for value in column.to_list()], dtype=pl.String)
