"""Any data frame becomes a polars frame with the columns that are needed."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from accord.errors import UsageError
from accord.verbs.frames import as_polars


def column(values: Any, dtype: Any = None) -> list[Any]:
    """A pandas column and a plain one beside it, through `as_polars`."""
    frame = pd.DataFrame({"a": pd.Series(values, dtype=dtype), "b": range(len(values))})
    return as_polars(frame, {"a", "b"})["a"].to_list()


def test_a_polars_frame_is_itself() -> None:
    frame = pl.DataFrame({"a": [1], "b": [2]})
    assert as_polars(frame, {"a"}) is frame


def test_a_lazy_frame_is_collected() -> None:
    assert as_polars(pl.LazyFrame({"a": [1]}), {"a"}).to_dict(as_series=False) == {"a": [1]}


@pytest.mark.parametrize(
    "frame",
    [
        pd.DataFrame({"s": ["x", None], "n": [1, 2], "f": [0.5, None]}),
        pd.DataFrame({"s": ["x", None], "n": [1, 2], "f": [0.5, None]}).convert_dtypes(dtype_backend="pyarrow"),
        pd.DataFrame({"s": ["x", None], "n": [1, 2], "f": [0.5, None]}).convert_dtypes(),
        pa.table({"s": ["x", None], "n": [1, 2], "f": [0.5, None]}),
        pa.table({"s": pa.array(["x", None]).dictionary_encode(), "n": [1, 2], "f": [0.5, None]}),
        pl.LazyFrame({"s": ["x", None], "n": [1, 2], "f": [0.5, None]}),
    ],
)
def test_frames_of_all_libraries_are_one(frame: Any) -> None:
    found = as_polars(frame, {"s", "n", "f"})
    assert found.to_dict(as_series=False) == {"s": ["x", None], "n": [1, 2], "f": [0.5, None]}


@pytest.mark.parametrize(
    ("values", "dtype", "expected"),
    [
        ([1, 2], None, [1, 2]),
        ([1.0, np.nan], None, [1.0, None]),
        ([1, pd.NA], "Int64", [1, None]),
        ([2**64 - 1, 0], "uint64", [2**64 - 1, 0]),
        ([-128, 127], "int8", [-128, 127]),
        ([True, False], None, [True, False]),
        ([True, pd.NA], "boolean", [True, None]),
        ([0.5, pd.NA], "Float64", [0.5, None]),
        (["x", pd.NA], "string", ["x", None]),
        (["x", None, "y"], "category", ["x", None, "y"]),
        ([2, 1, 2], "category", [2, 1, 2]),
        ([True, False], "category", [True, False]),
        (pd.to_datetime(["2026-01-02", None]), None, [dt.datetime(2026, 1, 2), None]),
    ],
)
def test_columns_of_pandas(values: Any, dtype: Any, expected: list[Any]) -> None:
    assert column(values, dtype) == expected


MIXED: list[tuple[Any, str | None]] = [
    (1, "1"),
    ("x", "x"),
    ("", ""),
    (None, None),
    (np.nan, None),
    (np.float32("nan"), None),
    (pd.NA, None),
    (pd.NaT, None),
    (True, "true"),
    (np.bool_(False), "false"),
    (2.0, "2"),
    (np.int64(3), "3"),
    (2**70, str(2**70)),
    (Decimal("1.50"), "1.50"),
    (dt.date(2026, 1, 2), "2026-01-02"),
    ([1, "a"], '[1, "a"]'),
    (("a",), '["a"]'),
    ({"b", "a"}, '["a", "b"]'),
    ({"label": "a", "box": [0, 1]}, '{"label": "a", "box": [0, 1]}'),
    (np.array([0.5, 1.0]), "[0.5, 1.0]"),
    (np.array(["a", "b"]), '["a", "b"]'),
    ("[red]x[/red]", "[red]x[/red]"),
    ("\U0001f642\u202e", "\U0001f642\u202e"),
]


def test_a_column_of_mixed_types_is_text_value_by_value() -> None:
    values = pd.Series([value for value, _ in MIXED], dtype=object)
    found = as_polars(pd.DataFrame({"a": values, "b": range(len(values))}), {"a", "b"})
    assert found["a"].dtype == pl.String
    assert found["a"].to_list() == [text for _, text in MIXED]


@pytest.mark.parametrize("values", [[True, None, False], [1, 2, None], [dt.date(2026, 1, 1), None], [[1], None]])
def test_a_frame_of_nothing_but_mixed_columns(values: list[Any]) -> None:
    frame = pd.DataFrame({"a": pd.Series(values, dtype=object)})
    assert as_polars(frame, {"a"})["a"].null_count() == 1


def test_numbers_inside_objects_stay_numbers() -> None:
    boxes = [[{"label": "a", "box": np.array([0, 0, 2, 2])}], [{"label": "a", "box": [np.int64(0), np.float32(0.5)]}]]
    assert column(boxes, object) == ['[{"label": "a", "box": [0, 0, 2, 2]}]', '[{"label": "a", "box": [0, 0.5]}]']


def test_columns_that_are_not_needed_are_not_read() -> None:
    frame = pd.DataFrame({"a": [1, 2], "b": pd.Series([object(), {1: object()}], dtype=object), "c": [1j, 2]})
    found = as_polars(frame, {"a"})
    assert found.columns == ["a", "b", "c"]
    assert found["a"].to_list() == [1, 2]
    assert found["b"].null_count() == found["c"].null_count() == 2


def test_a_column_that_is_not_there_is_not_made() -> None:
    assert as_polars(pd.DataFrame({"a": [1]}), {"a", "zz"}).columns == ["a"]
    assert as_polars(pd.DataFrame({"a": [1]}), {"zz"}).columns == ["a"]


def test_no_rows() -> None:
    found = as_polars(pd.DataFrame({"a": pd.Series([], dtype=object), "b": pd.Series([], dtype=float)}), {"a", "b"})
    assert found.shape == (0, 2)


def test_names_that_are_numbers_become_text() -> None:
    frame = pd.DataFrame([[1, "x"], [2, "y"]], columns=[0, 1])
    assert as_polars(frame, {"0", "1"}).to_dict(as_series=False) == {"0": [1, 2], "1": ["x", "y"]}


@pytest.mark.parametrize(
    "frame",
    [
        pd.DataFrame([[1, 2]], columns=["a", "a"]),
        pd.DataFrame([[1, 2, 3]], columns=["a", "b", "b"]),
        pa.table([[1], [2]], names=["a", "a"]),
        pd.DataFrame([[1, 2]], columns=[0, "0"]),
    ],
)
def test_two_columns_of_one_name_are_refused(frame: Any) -> None:
    with pytest.raises(UsageError, match="two columns of one name"):
        as_polars(frame, {"a"})


@pytest.mark.parametrize(
    "thing", [None, 5, "table.csv", {"a": [1]}, [[1]], np.array([[1]]), pl.Series("a", [1]), pd.Series([1], name="a")]
)
def test_what_is_no_frame_is_named(thing: Any) -> None:
    with pytest.raises(UsageError, match=f"a data frame is needed .* not {type(thing).__name__}"):
        as_polars(thing, {"a"})
