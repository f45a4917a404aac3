"""A result as typed rows, a frame, JSON and CSV."""

from __future__ import annotations

import csv
import dataclasses
import io
import json
import math
from typing import Any

import polars as pl
import pytest
from made_ratings import estimate

import accord
from accord.agreement.difference import Difference, Term
from accord.agreement.estimate import COLUMNS
from accord.agreement.influence import Influence
from accord.agreement.result import SCHEMA
from accord.agreement.settings import Settings
from accord.annotations.ratings import NonResponse

ROWS = (
    estimate(value=1 / 3, low=0.25, high=0.5, details={"k": 2, "dropped": 0}),
    estimate(where={"part": "x"}, value=None, low=None, high=None, reason="no_variation"),
    estimate(measure="cohen", between=("ann", "bob"), where={"part": "x"}),
    estimate(measure="cohen", between=("ann", "bob"), value=0.25),
    estimate(field="other", measure="alpha(nominal)", raters=None),
)


def result(rows: tuple[accord.Estimate, ...] = ROWS, **given: Any) -> accord.Agreement:
    usual: dict[str, Any] = {"findings": (), "settings": Settings(), "design": {"cluster": None}, "version": "1.2.3"}
    return accord.Agreement(estimates=rows, **{**usual, **given})


# get


def test_get() -> None:
    found = result()
    assert found.get("value", "fleiss") is ROWS[0]
    assert found.get("value", "fleiss", "part=x") is ROWS[1]
    assert found.get("value", "cohen", "part=x", "ann|bob") is ROWS[2]
    assert found.get("value", "cohen", pair="ann|bob") is ROWS[3]


def test_raters_of_a_pair_in_either_order() -> None:
    assert result().get("value", "cohen", pair="bob|ann") is ROWS[3]


def test_names_of_raters_may_hold_the_mark_between_them() -> None:
    row = estimate(measure="cohen", between=("a|b", "c"))
    for pair in ("a|b|c", "c|a|b"):
        assert result((row,)).get("value", "cohen", pair=pair) is row
    with pytest.raises(KeyError):
        result((row,)).get("value", "cohen", pair="c|b|a")


@pytest.mark.parametrize(
    ("asked", "there_is"),
    [
        (("value", "kappa"), "there is cohen, fleiss"),
        (("value", "fleiss", "part=y"), "there is cohen, fleiss"),
        (("value", "cohen"), "there is cohen, fleiss"),
        (("nobody", "fleiss"), "there is other, value"),
    ],
)
def test_what_is_not_there(asked: tuple[str, ...], there_is: str) -> None:
    with pytest.raises(KeyError, match=there_is):
        result().get(*asked)


# Frame


def test_frame() -> None:
    frame = result().to_frame()
    assert frame.columns == list(COLUMNS)
    text = dict.fromkeys(["field", "measure", "slice", "pair", "reason"], pl.String)
    number = dict.fromkeys(["value", "low", "high"], pl.Float64)
    count = dict.fromkeys(["items", "ratings", "raters", "undefined_replicates"], pl.Int64)
    assert dict(frame.schema) == {**text, **number, **count, "limited_support": pl.Boolean}
    assert frame["value"].to_list() == [0.333333333333, None, 0.5, 0.25, 0.5]
    assert frame["pair"].to_list() == [None, None, "ann|bob", "ann|bob", None]
    assert frame["raters"].to_list() == [2, 2, 2, 2, None]


def test_a_frame_without_rows_has_the_same_columns() -> None:
    empty = result(()).to_frame()
    assert empty.height == 0
    assert empty.schema == result().to_frame().schema


# JSON


def test_json_has_the_keys_of_the_design() -> None:
    document = json.loads(result(files=({"path": "a.csv", "sha256": "00", "rows": 5},)).to_json())
    assert list(document) == [
        *(
            "schema",
            "accord",
            "settings",
            "input",
            "data",
            "estimates",
            "differences",
            "influence",
            "non_response",
            "findings",
        ),
    ]
    assert (document["schema"], document["accord"]) == (SCHEMA, "1.2.3")
    assert document["settings"].keys() >= {"seed", "replicates", "interval", "level", "resample", "cluster", "numpy"}
    assert document["input"] == {"files": [{"path": "a.csv", "sha256": "00", "rows": 5}]}
    for row in document["estimates"]:
        assert list(row) == [*COLUMNS, "where", "between", "details"]
    assert document["estimates"][2]["where"] == {"part": "x"}
    assert document["estimates"][2]["between"] == ["ann", "bob"]


def test_json_holds_no_nan_and_12_digits() -> None:
    odd = estimate(value=math.nan, low=-math.inf, high=2 / 3, details={"share": math.nan, "both": [1 / 3, math.inf]})
    text = result((odd,), design={"weight": math.inf}).to_json()
    document = json.loads(text, parse_constant=pytest.fail)
    (row,) = document["estimates"]
    assert (row["value"], row["low"], row["high"]) == (None, None, 0.666666666667)
    assert row["details"] == {"share": None, "both": [0.333333333333, None]}
    assert document["settings"]["weight"] is None
    assert text.endswith("}\n")


def test_json_holds_what_else_was_found() -> None:
    influence = Influence("value", "fleiss", "all", "ann", 0.4, -0.1, None)
    difference = Difference(
        Term("x", "a"), Term("y", "b"), 0.5, 0.1, 0.9, None, 0.75, 0.25, items=7, paired=True, undefined_replicates=0
    )
    silent = NonResponse("value", "ann", 10, 7, 1, 0, {"Cannot judge": 2})
    findings = (
        accord.Finding("a", "info", "here", "said"),
        accord.Finding("b", "warning", "here", "said"),
        accord.Finding("c", "error", "here", "said"),
    )
    document = json.loads(
        result(influence=(influence,), differences=(difference,), non_response=(silent,), findings=findings).to_json()
    )
    assert document["influence"] == [influence.to_dict()]
    assert document["differences"] == [difference.to_dict()]
    assert document["non_response"] == [
        {
            "field": "value",
            "rater": "ann",
            "asked": 10,
            "answered": 7,
            "missing": 1,
            "off_label": 0,
            "abstained": {"Cannot judge": 2},
        }
    ]
    assert [finding["code"] for finding in document["findings"]] == ["c", "b", "a"]


def test_same_result_same_bytes() -> None:
    assert result().to_json() == result().to_json()
    assert "é" in result((estimate(field="é"),)).to_json()


# CSV


def cells(*rows: accord.Estimate) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(result(rows).to_csv())))


def test_csv() -> None:
    text = result().to_csv()
    assert text.splitlines()[0] == ",".join([*COLUMNS, "details"])
    first, second, third = cells(*ROWS)[:3]
    assert (first["value"], first["pair"], first["limited_support"]) == ("0.333333333333", "", "false")
    assert json.loads(first["details"]) == {"k": 2, "dropped": 0}
    assert (second["value"], second["reason"], second["details"]) == ("", "no_variation", "")
    assert third["pair"] == "ann|bob"
    assert "\r" not in text


def test_csv_keeps_negative_numbers_and_flags() -> None:
    (row,) = cells(estimate(value=-0.25, low=-1.0, high=0.0, limited_support=True, raters=None))
    assert (row["value"], row["low"], row["high"]) == ("-0.25", "-1.0", "0.0")
    assert (row["limited_support"], row["raters"]) == ("true", "")


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r"])
def test_csv_holds_no_formula(start: str) -> None:
    name = f"{start}SUM(1)"
    (row,) = cells(estimate(field=name, between=(name, "bob"), where={"part": "x"}))
    assert row["field"] == "'" + name
    assert row["pair"] == f"'{name}|bob"
    assert row["slice"] == "part=x"


def test_csv_quotes_what_it_must() -> None:
    (row,) = cells(estimate(field='a "b", c\nd', where={"p": "x", "q": "y"}))
    assert (row["field"], row["slice"]) == ('a "b", c\nd', "p=x,q=y")


def test_a_result_does_not_change() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        result().version = "2"  # type: ignore[misc]
