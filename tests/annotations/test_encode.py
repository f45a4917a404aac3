"""Codes of columns: every code leads back to the cell it came from."""

from __future__ import annotations

import datetime as dt
import json
import math
from decimal import Decimal
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.annotations.encode import (
    FEW_IDS,
    HEAD,
    cell_codes,
    combined_codes,
    id_codes,
    json_text,
    number_codes,
)

INTEGERS = [pl.Int8, pl.Int16, pl.Int32, pl.Int64, pl.UInt8, pl.UInt16, pl.UInt32, pl.UInt64]
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=4)


def check_ids(column: pl.Series) -> list[Any]:
    """Codes are right for the column; returns the distinct ids."""
    codes, ids = id_codes(column)
    assert codes.dtype == np.int32
    assert codes.tolist() == [] if not len(column) else ids.gather(codes).to_list() == column.to_list()
    distinct = ids.to_list()
    assert len(set(distinct)) == len(distinct)
    assert sorted(set(codes.tolist())) == list(range(len(distinct)))
    return distinct


def cells_of(column: pl.Series) -> list[str | None]:
    """The text of every cell, by its code."""
    codes, cells = cell_codes(column)
    assert codes.dtype == np.int32
    assert len(codes) == len(column)
    assert len(set(cells)) == len(cells)
    assert {code for code in codes.tolist() if code >= 0} == set(range(len(cells)))
    return [cells[code] if code >= 0 else None for code in codes]


@pytest.mark.parametrize("dtype", INTEGERS)
@pytest.mark.parametrize("sort", [False, True])
@pytest.mark.parametrize(
    "steps",
    [[0], [0, 0, 0], [3, 0, 1, 3], [0, 200, 5, 200], [0, 100_000, 7], [2, 1, 0], [0, 1, 2, 3]],
    ids=["one", "equal", "gap", "wide gap", "far apart", "falling", "dense"],
)
@pytest.mark.parametrize("end", ["low", "zero", "high"])
def test_integer_ids_anywhere_in_their_type(dtype: Any, sort: bool, steps: list[int], end: str) -> None:
    low, high = pl.select(dtype.min()).item(), pl.select(dtype.max()).item()
    if max(steps) > high - low:
        return
    base = {"low": low, "zero": min(0, high - max(steps)), "high": high - max(steps)}[end]
    values = [base + step for step in steps]
    distinct = check_ids(pl.Series("id", sorted(values) if sort else values, dtype=dtype))
    assert distinct == sorted(set(values))


def test_integer_ids_across_the_whole_type() -> None:
    assert check_ids(pl.Series([2**63 - 1, -(2**63), 0])) == [-(2**63), 0, 2**63 - 1]
    assert check_ids(pl.Series([2**64 - 1, 0, 1], dtype=pl.UInt64)) == [0, 1, 2**64 - 1]
    assert check_ids(pl.Series([127, -128, 0], dtype=pl.Int8)) == [-128, 0, 127]


def test_integer_ids_of_128_bits() -> None:
    codes, ids = id_codes(pl.Series([7, 10, 2**100, 7], dtype=pl.Int128))
    assert codes.tolist() == [0, 1, 2, 0]
    assert [int(name) for name in ids.to_list()] == [7, 10, 2**100]


@given(st.lists(st.integers(-40, 40) | st.integers(-(2**63), 2**63 - 1), max_size=20), st.booleans())
def test_every_integer_id_is_found_again(values: list[int], sort: bool) -> None:
    column = pl.Series("id", sorted(values) if sort else values, dtype=pl.Int64)
    assert check_ids(column) == sorted(set(values))


@given(st.lists(texts, max_size=20), st.booleans())
def test_every_text_id_is_found_again_in_order_of_code_points(values: list[str], sort: bool) -> None:
    column = pl.Series("id", sorted(values) if sort else values, dtype=pl.String)
    assert check_ids(column) == sorted(set(values))


@pytest.mark.parametrize("count", [FEW_IDS - 1, FEW_IDS, FEW_IDS + 1, 4 * FEW_IDS])
def test_few_and_many_text_ids_are_coded_alike(count: int) -> None:
    values = [f"image-{(at * 7919) % count}" for at in range(2 * count)]
    assert check_ids(pl.Series(values)) == sorted(set(values))


@pytest.mark.parametrize(
    ("column", "distinct"),
    [
        (pl.Series(["b", "a", "b"], dtype=pl.Categorical), ["a", "b"]),
        (pl.Series(["b", "a"], dtype=pl.Enum(["b", "a"])), ["a", "b"]),
        (pl.Series([dt.date(2020, 1, 2), dt.date(2020, 1, 1)]), ["2020-01-01", "2020-01-02"]),
    ],
)
def test_ids_of_other_types_become_text(column: pl.Series, distinct: list[str]) -> None:
    codes, ids = id_codes(column)
    assert ids.to_list() == distinct
    assert [distinct[code] for code in codes] == column.cast(pl.String).to_list()


def test_ids_of_numbers_keep_their_order() -> None:
    assert check_ids(pl.Series([10.0, 9.5, -0.5])) == [-0.5, 9.5, 10.0]
    codes, ids = id_codes(pl.Series([Decimal("10.50"), Decimal("9.00"), Decimal("-2.00")]))
    assert codes.tolist() == [2, 1, 0]
    assert [float(name) for name in ids.to_list()] == [-2, 9, 10.5]


def test_ids_that_are_booleans() -> None:
    codes, ids = id_codes(pl.Series([True, False, True]))
    assert codes.tolist() == [1, 0, 1]
    assert [str(name).lower() for name in ids.to_list()] == ["false", "true"]


def test_text_ids_are_taken_to_the_letter() -> None:
    values = ["a", "a ", "A", "e\u0301", "\u00e9", "1", "1.0", "[red]a[/red]", "a\0", "\U0001f642"]
    assert len(check_ids(pl.Series(values))) == len(values)


def test_no_ids() -> None:
    for dtype in (pl.String, pl.Int64, pl.Float64):
        codes, ids = id_codes(pl.Series([], dtype=dtype))
        assert (len(codes), len(ids)) == (0, 0)


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 5), st.integers(0, 2)), min_size=1, max_size=20))
def test_combined_codes_tell_combinations_apart_in_their_order(rows: list[tuple[int, int, int]]) -> None:
    code = combined_codes([np.array(part, np.int32) for part in zip(*rows, strict=True)])
    rank = {row: at for at, row in enumerate(sorted(set(rows)))}
    assert code.tolist() == [rank[row] for row in rows]
    assert code.dtype == np.int32


def test_one_part_is_its_own_combination() -> None:
    assert combined_codes([np.array([2, 0, 2], np.int32)]).tolist() == [2, 0, 2]


def test_many_parts_do_not_overflow() -> None:
    part = np.arange(1000, dtype=np.int32)
    assert combined_codes([part, part[::-1].copy()] * 8).tolist() == part.tolist()


@pytest.mark.parametrize(
    ("column", "cells"),
    [
        (pl.Series(["b", None, "", " ", "b"]), ["b", None, "", " ", "b"]),
        (pl.Series([True, None, False]), ["true", None, "false"]),
        (pl.Series([2.0, math.nan, None, -0.5, 1e300]), ["2.0", None, None, "-0.5", "1e+300"]),
        (pl.Series([math.inf]), ["inf"]),
        (pl.Series([3, None, -1]), ["3", None, "-1"]),
        (pl.Series([10**12 + 1, 10**12]), ["1000000000001", "1000000000000"]),
        (pl.Series([10**12 + 1, None]), ["1000000000001", None]),
        (pl.Series([2**64 - 1, 2**64 - 2], dtype=pl.UInt64), [str(2**64 - 1), str(2**64 - 2)]),
        (pl.Series([2**32 - 1, 0], dtype=pl.UInt32), [str(2**32 - 1), "0"]),
        (pl.Series([-128, 127], dtype=pl.Int8), ["-128", "127"]),
        (pl.Series([-(2**63), -(2**63) + 2]), [str(-(2**63)), str(-(2**63) + 2)]),
        (pl.Series(["x", None], dtype=pl.Categorical), ["x", None]),
        (pl.Series([Decimal("1.50"), None]), ["1.50", None]),
        (pl.Series([dt.date(2020, 1, 2), None]), ["2020-01-02", None]),
        (pl.Series([None, None]), [None, None]),
        (pl.Series([], dtype=pl.String), []),
        (pl.Series([], dtype=pl.Int64), []),
        (pl.Series([["a", "\u00e9"], [], None]), ['["a", "\u00e9"]', "[]", None]),
        (pl.Series([{"label": "a", "box": [1, 2]}]), ['{"label": "a", "box": [1, 2]}']),
        (pl.Series([{2, 1}, "x", None, 1.0, True], dtype=pl.Object), ["[1, 2]", "x", None, "1", "true"]),
    ],
)
def test_cells_as_text(column: pl.Series, cells: list[str | None]) -> None:
    assert cells_of(column) == cells


@pytest.mark.parametrize("dtype", [pl.Duration, pl.Time, pl.Binary, pl.Int128])
def test_a_column_of_any_type_has_cells(dtype: Any) -> None:
    column = pl.Series([b"a", b"a"]) if dtype == pl.Binary else pl.Series([1, 1]).cast(dtype)
    assert len(set(cells_of(column))) == 1


def test_a_rare_integer_late_in_a_long_column_is_found() -> None:
    values = [at % 3 for at in range(HEAD)] + [7, 5, 0]
    assert cells_of(pl.Series(values)) == [str(value) for value in values]


@pytest.mark.parametrize("span", [(1 << 12) - 1, 1 << 12])
def test_integers_at_the_edge_of_the_short_way(span: int) -> None:
    assert cells_of(pl.Series([5, 5 + span, 6])) == ["5", str(5 + span), "6"]


@given(st.lists(st.none() | texts, max_size=15))
def test_every_text_cell_is_found_again(values: list[str | None]) -> None:
    assert cells_of(pl.Series(values, dtype=pl.String)) == values


@given(st.lists(st.none() | st.floats(width=64), max_size=15))
def test_every_number_cell_is_found_again(values: list[float | None]) -> None:
    expected = [None if value is None or math.isnan(value) else value for value in values]
    cells = cells_of(pl.Series(values, dtype=pl.Float64))
    assert [None if cell is None else float(cell) for cell in cells] == expected


@given(st.lists(st.none() | st.lists(texts, max_size=3), max_size=8))
def test_every_list_cell_is_found_again(values: list[list[str] | None]) -> None:
    cells = cells_of(pl.Series(values, dtype=pl.List(pl.String)))
    assert [None if cell is None else json.loads(cell) for cell in cells] == values


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, None),
        (math.nan, None),
        (np.float64("nan"), None),
        (np.float32("nan"), None),
        ("", ""),
        (True, "true"),
        (1.0, "1"),
        (0, "0"),
        (Decimal("1.0"), "1.0"),
        ([1, "\u00e9", None, True], '[1, "\u00e9", null, true]'),
        ((1, 2), "[1, 2]"),
        ({"b", "a"}, '["a", "b"]'),
        (frozenset({2, 10, "1"}), '["1", 10, 2]'),
        ({"d": dt.date(2020, 1, 1)}, '{"d": "2020-01-01"}'),
        ([], "[]"),
    ],
)
def test_a_python_value_as_text(value: Any, text: str | None) -> None:
    assert json_text(value) == text


def test_numbers_of_numpy_inside_a_list_stay_numbers() -> None:
    entry = [{"label": "a", "box": np.array([0, 1, 2, 3])}, np.int64(5), np.float32(0.5)]
    assert json.loads(json_text(entry) or "") == [{"label": "a", "box": [0, 1, 2, 3]}, 5, 0.5]


def test_numbers_of_a_numeric_column() -> None:
    for column in (pl.Series([2, None, -1, 2]), pl.Series([2.0, math.nan, -1.0, 2.0], dtype=pl.Float32)):
        found = number_codes(column)
        assert found is not None
        codes, numbers = found
        assert codes.tolist() == [1, -1, 0, 1]
        assert codes.dtype == np.int32
        assert numbers.tolist() == [-1.0, 2.0]


def test_minus_zero_is_the_number_zero() -> None:
    found = number_codes(pl.Series([-0.0, 0.0]))
    assert found is not None
    assert found[0].tolist() == [0, 0]


@pytest.mark.parametrize(
    "column", [pl.Series(["1"]), pl.Series([True]), pl.Series([math.inf]), pl.Series([[1]]), pl.Series([None])]
)
def test_columns_that_are_not_read_as_numbers(column: pl.Series) -> None:
    assert number_codes(column) is None


@given(st.lists(st.none() | st.floats(allow_infinity=False), max_size=15))
def test_every_number_is_found_again(values: list[float | None]) -> None:
    found = number_codes(pl.Series(values, dtype=pl.Float64))
    assert found is not None
    codes, numbers = found
    back = [numbers[code] if code >= 0 else None for code in codes]
    assert back == [None if value is None or math.isnan(value) else value for value in values]
    assert (np.diff(numbers) > 0).all()
