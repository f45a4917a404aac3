import datetime as dt
import decimal
import json

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accord.annotations.as_text import NoText, as_text

DAY = dt.datetime(2026, 12, 10, 1, 2, 3)


@pytest.mark.parametrize(
    ("values", "kind", "texts"),
    [
        (["a", "", None], pl.String, ["a", "", None]),
        ([1, -2, None], pl.Int8, ["1", "-2", None]),
        ([2**64 - 1], pl.UInt64, ["18446744073709551615"]),
        ([1.0, 1e16, 1e-5, float("nan"), None], pl.Float64, ["1.0", "1e+16", "1e-05", "nan", None]),
        ([0.1, 1e-5, None], pl.Float32, ["0.1", "1e-05", None]),
        ([True, False, None], pl.Boolean, ["true", "false", None]),
        ([None], pl.Null, [None]),
        (["b", None], pl.Categorical, ["b", None]),
        (["b"], pl.Enum(["a", "b"]), ["b"]),
        ([decimal.Decimal("1.50")], pl.Decimal(10, 2), ["1.50"]),
        ([b"\xc3\xa9", None], pl.Binary, ["é", None]),
        ([DAY.date()], pl.Date, ["2026-12-10"]),
        ([DAY, DAY.replace(microsecond=500000)], pl.Datetime, ["2026-12-10T01:02:03", "2026-12-10T01:02:03.500"]),
        ([DAY], pl.Datetime("ms", "UTC"), ["2026-12-10T01:02:03+00:00"]),
        ([dt.time(1, 2, 3)], pl.Time, ["01:02:03"]),
        ([dt.timedelta(hours=15, minutes=10)], pl.Duration, ["PT15H10M"]),
        ([[1, None], [], None], pl.List(pl.Int64), ["[1,null]", "[]", None]),
        ([[1.5, float("nan")]], pl.List(pl.Float64), ["[1.5,NaN]"]),
        ([[1, 2]], pl.Array(pl.Int64, 2), ["[1,2]"]),
        ([{"a": "é", "d": DAY.date()}], None, ['{"a":"é","d":"2026-12-10"}']),
        ([[decimal.Decimal("1.50")]], None, ['["1.50"]']),
    ],
)
def test_every_type_has_its_text(values, kind, texts):
    read = as_text(pl.Series("x", values, kind))
    assert read.to_list() == texts
    assert read.dtype == pl.String
    assert read.name == "x"


@settings(deadline=None)
@given(st.floats(allow_nan=False))
def test_floats_come_back_from_their_text(value):
    assert float(as_text(pl.Series([value]))[0]) == value


@settings(deadline=None)
@given(st.floats(width=32, allow_nan=False))
def test_short_floats_come_back_from_their_text(value):
    text = as_text(pl.Series([value], dtype=pl.Float32))
    assert text.cast(pl.Float32)[0] == value
    digits = text[0].partition("e")[0].translate({ord("-"): None, ord("."): None}).strip("0")
    assert len(digits) <= 9


def test_boxes_are_json():
    boxes = [{"label": "a", "box": [1.0, 2.5]}]
    assert json.loads(as_text(pl.Series([boxes]))[0]) == boxes


@pytest.mark.parametrize("values", [[b"\xff"], [[b"\xff"]], [{"image": b"\x89PNG"}]])
def test_bytes_have_no_text(values):
    with pytest.raises(NoText, match="text"):
        as_text(pl.Series(values))


def test_a_date_out_of_range_has_no_text():
    with pytest.raises(NoText, match="Date"):
        as_text(pl.Series([2**30], dtype=pl.Int32).cast(pl.Date))
