"""Estimates side by side: a line a slice or a published figure."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import polars as pl
import pytest

import accord
from accord.agreement.estimate import Estimate
from accord.agreement.result import Agreement
from accord.report.side_by_side import published_text, slices_text

COLUMNS = [("same", "s", "all_agree"), ("chance", "s", "fleiss")]


def estimate(measure: str = "all_agree", where: dict[str, str] | None = None, **changes: Any) -> Estimate:
    plain = Estimate("s", measure, where or {}, None, 0.5, 0.25, 0.75, None, 12, 24, 2, 0, False)
    return replace(plain, **changes)


def result(*estimates: Estimate) -> Agreement:
    table = pl.DataFrame({"item": [1, 1], "who": ["ann", "bob"], "s": [0, 1]})
    found = accord.agree(table, item="item", rater="who", fields={"s": accord.Binary()}, replicates=0)
    return replace(found, estimates=estimates)


def lines(text: str) -> list[list[str]]:
    assert text.endswith("\n")
    return [line.split() for line in text.splitlines()]


def test_a_line_a_slice_and_a_column_a_measure() -> None:
    found = result(
        estimate(),
        estimate("fleiss", value=0.4),
        estimate("fleiss", {"k": "p"}, value=-0.25, low=None, high=None, limited_support=True),
        estimate(where={"k": "p"}, value=None, low=None, high=None, reason="no_items"),
        estimate(where={"k": "q"}),
    )
    assert lines(slices_text(found, COLUMNS)) == [
        ["slice", "same", "chance"],
        ["all", "0.500", "0.25", "to", "0.75", "0.400", "0.25", "to", "0.75"],
        ["k=p", "-", "-0.250*"],
        ["k=q", "0.500", "0.25", "to", "0.75"],
    ]


def test_an_estimate_that_is_not_there_leaves_its_place_empty() -> None:
    found = result(estimate("fleiss"), estimate(where={"k": "p"}))
    header, all_items, sliced = slices_text(found, COLUMNS).splitlines()
    assert all_items.index("0.500") > header.index("same") + len("same")
    assert sliced.index("0.500") < header.index("chance")


def test_pairs_and_other_measures_have_no_line() -> None:
    found = result(
        estimate(),
        estimate(between=("ann", "bob"), value=0.9),
        estimate(where={"k": "p"}, between=("ann", "bob")),
        estimate("gwet(ac1)", {"k": "q"}),
        estimate(where={"k": "r"}, field="t"),
    )
    assert lines(slices_text(found, COLUMNS)) == [
        ["slice", "same", "chance"],
        ["all", "0.500", "0.25", "to", "0.75"],
    ]


def test_minus_zero_is_zero() -> None:
    found = result(estimate(value=-0.0001, low=-0.001, high=0.001))
    assert "-0.0" not in slices_text(found, COLUMNS)


@pytest.mark.parametrize("name", ["[red]x[/red]", "[/]", "=cmd()", ":smile:", "\u0634\u0627", "\U0001f642"])
def test_texts_of_the_data_are_shown_literally(name: str) -> None:
    found = result(estimate(where={name: name}))
    assert f"{name}={name}" in slices_text(found, [("[b]head[/b]", "s", "all_agree")])


def test_headings_are_shown_literally() -> None:
    assert "[b]head[/b]" in slices_text(result(estimate()), [("[b]head[/b]", "s", "all_agree")])


def test_control_characters_of_the_data_never_reach_the_terminal() -> None:
    assert "\x1b" not in slices_text(result(estimate(where={"k": "\x1b[2Jx"})), COLUMNS)


def test_a_long_slice_is_not_cut() -> None:
    text = slices_text(result(estimate(where={"k": "x" * 300})), COLUMNS)
    assert text.count("x") == 300
    assert len(text.splitlines()) == 2


def test_published_figures_stand_before_the_computed_ones() -> None:
    found = result(
        estimate(value=0.76849),
        estimate("pairwise", between=("ann", "bob"), value=0.8),
        estimate(field="t", value=0.1),
        estimate("pairwise", between=("ann", "bob"), field="t", value=None),
    )
    published = {"s": {"all_agree": 0.768, "bob|ann": 0.9}, "t": {"all_agree": 0.1004, "bob|ann": 1.0}}
    assert lines(published_text(found, published))[1:] == [
        ["all_agree", "0.768", "0.768", "0.100", "0.100"],
        ["bob|ann", "0.900", "0.800", "-"],
    ]


def test_a_figure_that_was_not_computed_is_an_error() -> None:
    with pytest.raises(KeyError, match="no estimate of s, fleiss"):
        published_text(result(estimate()), {"s": {"fleiss": 0.5}})
