"""One row of a result: its place, its numbers and its forms."""

from __future__ import annotations

import json
import math

import pytest
from made_ratings import estimate

from accord.agreement.estimate import COLUMNS, REASONS, csv_of, frame_of
from accord.canonical import to_json


def test_columns_are_those_of_the_design() -> None:
    assert ",".join(COLUMNS) == (
        "field,measure,slice,pair,value,low,high,reason,items,ratings,raters,undefined_replicates,limited_support"
    )


@pytest.mark.parametrize(
    ("where", "name"),
    [({}, "all"), ({"region": "east"}, "region=east"), ({"region": "east", "type": "bay"}, "region=east,type=bay")],
)
def test_slice(where: dict[str, str], name: str) -> None:
    assert estimate(where=where).slice == name


def test_pair() -> None:
    assert estimate().pair is None
    assert estimate(between=("ann", "bob")).pair == "ann|bob"


def test_a_row_has_the_columns_in_order() -> None:
    row = estimate(where={"region": "east"}, between=("ann", "bob"), details={"k": 3}).row()
    assert tuple(row) == COLUMNS
    assert (row["slice"], row["pair"]) == ("region=east", "ann|bob")
    assert "details" not in row


def test_numbers_have_12_significant_digits() -> None:
    row = estimate(value=1 / 3, low=-2e-7 / 3, high=123456.7890123456).row()
    assert [row["value"], row["low"], row["high"]] == [0.333333333333, -6.66666666667e-08, 123456.789012]


@pytest.mark.parametrize("odd", [math.nan, math.inf, -math.inf])
def test_what_is_not_finite_is_null(odd: float) -> None:
    assert estimate(value=odd).row()["value"] is None
    json.loads(to_json(estimate(high=odd, details={"share": odd}).to_dict()), parse_constant=pytest.fail)


def test_json_also_has_slice_pair_and_details_apart() -> None:
    document = estimate(where={"region": "east"}, between=("ann", "bob"), details={"k": 3}).to_dict()
    assert tuple(document) == (*COLUMNS, "where", "between", "details")
    assert document["where"] == {"region": "east"}
    assert document["between"] == ["ann", "bob"]
    assert document["details"] == {"k": 3}
    assert estimate().to_dict()["between"] is None


def test_reasons_are_explained() -> None:
    assert {"no_items", "no_pairable", "no_variation", "unequal_raters", "undefined_replicates"} <= set(REASONS)
    assert all(text and not text.endswith(".") for text in REASONS.values())


def test_a_frame_has_a_column_for_each_of_the_columns() -> None:
    frame = frame_of([estimate(value=1 / 3), estimate(value=None, reason="no_items")])
    assert tuple(frame.columns) == COLUMNS
    assert frame["value"].to_list() == [0.333333333333, None]
    assert frame["items"].to_list() == [100, 100]
    assert frame_of([]).schema == frame.schema


def test_csv_has_details_as_json_behind_the_columns() -> None:
    header, first, second, *rest = csv_of([estimate(details={"k": 3}), estimate(value=None)]).split("\n")
    assert header == ",".join([*COLUMNS, "details"])
    assert first.endswith(',false,"{""k"": 3}"')
    assert second.startswith("value,fleiss,all,,,")
    assert rest == [""]
