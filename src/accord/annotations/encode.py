"""Columns as integer codes: ids in rising order, and the distinct cells of an answer column as text."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from accord.annotations.as_text import as_text
from accord.spec.field import text_of

Codes = NDArray[np.int32]
HEAD = 1 << 12
FEW_IDS = 256
NUMPY_INTEGERS = frozenset({pl.Int8, pl.Int16, pl.Int32, pl.Int64, pl.UInt8, pl.UInt16, pl.UInt32, pl.UInt64})
PLAIN_TYPES = NUMPY_INTEGERS | {pl.String, pl.Float32, pl.Float64}
MISSING_TYPES = frozenset({"NAType", "NaTType"})


def id_codes(column: pl.Series) -> tuple[Codes, pl.Series]:
    """Codes of ids without nulls, and the distinct ids in rising order (numbers by size, text by code point).

    >>> codes, ids = id_codes(pl.Series(["b", "a", "b"]))
    >>> codes.tolist(), ids.to_list()
    ([1, 0, 1], ['a', 'b'])
    """
    if column.dtype in NUMPY_INTEGERS:
        dense = _integer_codes(column)
        if dense is not None:
            return dense
    if not (column.dtype.is_numeric() or column.dtype in (pl.String, pl.Boolean)):
        column = text_column(column)
    if column.is_sorted():
        codes = column.rle_id().to_numpy().astype(np.int32)
        starts = np.flatnonzero(np.diff(codes, prepend=-1))
        return codes, column.gather(starts)
    ids = column.unique().sort()
    if column.dtype == pl.String and len(ids) <= FEW_IDS:
        return column.cast(pl.Enum(ids)).to_physical().to_numpy().astype(np.int32), ids
    book = pl.DataFrame({"id": ids, "code": np.arange(len(ids), dtype=np.int32)})
    joined = pl.DataFrame({"id": column}).join(book, on="id", how="left", maintain_order="left", nulls_equal=True)
    return joined["code"].to_numpy(), ids


def _integer_codes(column: pl.Series) -> tuple[Codes, pl.Series] | None:
    """Codes of integers that lie close together; None where they do not."""
    values = column.to_numpy()
    if not len(values):
        return None
    rising = column.is_sorted()
    low, high = (int(values[0]), int(values[-1])) if rising else _ends(column)
    span = high - low + 1
    if span > max(4 * len(values), 1024) or span > np.iinfo(np.int32).max:
        return None
    codes = _shifted(values, low)
    if rising:
        steps = codes[1:] != codes[:-1]
        distinct = int(np.count_nonzero(steps)) + 1
        present = codes if distinct == span else codes[np.append(True, steps)]
    else:
        present = np.flatnonzero(np.bincount(codes, minlength=span)).astype(np.int32)
        distinct = len(present)
    if distinct == span:
        return codes, _integers(column, np.arange(span), low)
    book = np.zeros(span, np.int32)
    book[present] = np.arange(len(present), dtype=np.int32)
    return book[codes], _integers(column, present, low)


def _ends(column: pl.Series) -> tuple[int, int]:
    """The smallest and the largest of an integer column."""
    return int(column.min()), int(column.max())  # type: ignore[arg-type]


def _integers(column: pl.Series, steps: NDArray[np.integer[Any]], low: int) -> pl.Series:
    """low + steps, in a type that holds them."""
    wide = np.uint64 if column.dtype == pl.UInt64 else np.int64
    return pl.Series(column.name, steps.astype(wide) + wide(low))


def _shifted(values: NDArray[Any], low: int) -> Codes:
    """values - low where the differences fit 32 bits, also of types that they do not fit."""
    wide = values.astype(np.int32) if values.dtype.itemsize < np.dtype(np.int32).itemsize else values
    return np.asarray(wide - wide.dtype.type(low)).astype(np.int32, copy=False)


def combined_codes(parts: list[Codes]) -> Codes:
    """One code for every distinct combination of codes, in the order of the parts."""
    key = parts[0].astype(np.int64)
    for part in parts[1:]:
        key = key * (int(part.max(initial=0)) + 1) + part
        key = np.unique(key, return_inverse=True)[1].astype(np.int64)
    return key.astype(np.int32)


def cell_codes(column: pl.Series) -> tuple[Codes, list[str]]:
    """Codes of the distinct cells of an answer column (-1 for null and NaN) and their texts.

    Booleans become "true" and "false", whole floats lose ".0" only through the field's own reading, lists and
    objects become JSON text.

    >>> codes, cells = cell_codes(pl.Series([2.0, None, 1.5, float("nan")]))
    >>> [cells[code] if code >= 0 else None for code in codes]
    ['2.0', None, '1.5', None]
    """
    if column.dtype in NUMPY_INTEGERS and len(column) and not column.null_count():
        small = _small_integers(column)
        if small is not None:
            return small
    if column.dtype.is_float():
        column = column.fill_nan(None)
    elif column.dtype not in (pl.String, *NUMPY_INTEGERS):
        column = text_column(column)
    present = column.drop_nulls() if column.null_count() else column
    codes, cells = id_codes(present)
    texts = [cell if isinstance(cell, str) else str(cell) for cell in cells.to_list()]
    if len(present) == len(column):
        return codes, texts
    spread = np.full(len(column), -1, np.int32)
    spread[column.is_not_null().to_numpy()] = codes
    return spread, texts


def _small_integers(column: pl.Series) -> tuple[Codes, list[str]] | None:
    values = column.to_numpy()
    low, high = _ends(column)
    if high - low >= 1 << 12:
        return None
    codes = _shifted(values, low)
    width = high - low + 1
    # Most often every value of the range turns up early; only then the whole column need not be counted.
    seen = np.flatnonzero(np.bincount(codes[:HEAD], minlength=width))
    if len(seen) < width and len(codes) > HEAD:
        seen = np.flatnonzero(np.bincount(codes, minlength=width))
    if len(seen) < width:
        book = np.zeros(width, np.int32)
        book[seen] = np.arange(len(seen), dtype=np.int32)
        codes = book[codes]
    return codes, [str(low + int(value)) for value in seen]


def text_column(column: pl.Series) -> pl.Series:
    """A column of any type as text; null and NaN stay absent, lists and objects become JSON."""
    if column.dtype == pl.String:
        return column
    if column.dtype.is_nested() or column.dtype == pl.Object:
        return pl.Series(column.name, [json_text(value) for value in column.to_list()], dtype=pl.String)
    return as_text(column.fill_nan(None) if column.dtype.is_float() else column)


def json_text(value: Any) -> str | None:
    """A Python value as the text it has in a table: lists and objects as JSON; None for None, NaN, NA and NaT."""
    if value is None or type(value).__name__ in MISSING_TYPES:
        return None
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, float) and value != value:
        return None
    if isinstance(value, (set, frozenset)):
        value = sorted(value, key=str)
    if isinstance(value, (dict, list, tuple)):
        return json.dumps(value, ensure_ascii=False, default=_in_json)
    return text_of(value)


def _in_json(value: Any) -> Any:
    """What JSON has no form for: numpy's arrays and numbers as theirs, sets as lists, the rest as text."""
    if isinstance(value, (set, frozenset)):
        return sorted(value, key=str)
    return value.tolist() if hasattr(value, "tolist") else text_of(value)


def number_codes(column: pl.Series) -> tuple[Codes, NDArray[np.float64]] | None:
    """Codes (-1 for null and NaN) and the distinct numbers, rising, of a numeric column; None for other columns.

    Also None where a number is infinite, which is for the field to refuse.

    >>> codes, numbers = number_codes(pl.Series([2.5, None, 1.0, 2.5]))
    >>> codes.tolist(), numbers.tolist()
    ([1, -1, 0, 1], [1.0, 2.5])
    """
    if not column.dtype.is_numeric():
        return None
    values = column.cast(pl.Float64).to_numpy()
    present = ~np.isnan(values)
    if not np.isfinite(values[present]).all():
        return None
    numbers, inverse = np.unique(values[present] + 0.0, return_inverse=True)
    codes = np.full(len(values), -1, np.int32)
    codes[present] = inverse
    return codes, numbers
