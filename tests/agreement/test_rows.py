"""Numbers become rows, with the raters behind them counted."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from made_ratings import ratings_of

import accord
from accord.agreement.design import Design
from accord.agreement.engine import Number, numbers
from accord.agreement.field_panels import field_panel, whole
from accord.agreement.names import read_measure
from accord.agreement.rows import RaterCount, estimate_of
from accord.agreement.settings import Settings

CELLS: list[list[Any]] = [
    [1, 1, None, None, None],
    [1, 2, None, None, None],
    [None, None, 2, None, None],
    [None, 2, None, 2, None],
]
"""A, B and D share items, C rated one alone, E gave no value."""


def count(cells: Any, measure: str, chosen: Any = None, anonymous: bool = False) -> int | None:
    other = [[0] * len(line) for line in cells]
    fields = {"value": accord.Rating(1, 3), "other": accord.Binary()}
    ratings = ratings_of({"value": cells, "other": other}, fields, anonymous=anonymous)
    panel = whole(field_panel(ratings, "value", ()))
    chosen = None if chosen is None else np.array(chosen, np.bool_)
    (number,) = numbers([(read_measure(measure), panel)], chosen, Design(), Settings(replicates=0))
    return RaterCount(ratings, ratings.answers["value"]).of(panel, number.counted, chosen)


def test_raters_are_those_with_a_value_on_the_items_that_count() -> None:
    assert count(CELLS, "alpha(nominal)") == 3
    assert count(CELLS, "gwet(ac1)") == 4


@pytest.mark.parametrize(
    ("chosen", "of_alpha", "of_gwet"),
    [([1, 1, 0, 0], 2, 2), ([0, 0, 1, 0], 0, 1), ([0, 0, 1, 1], 2, 3), ([0, 0, 0, 0], 0, 0), ([1, 1, 1, 1], 3, 4)],
)
def test_of_a_slice(chosen: list[int], of_alpha: int, of_gwet: int) -> None:
    assert count(CELLS, "alpha(nominal)", chosen) == of_alpha
    assert count(CELLS, "gwet(ac1)", chosen) == of_gwet


def test_anonymous_raters_are_not_counted() -> None:
    assert count(CELLS, "alpha(nominal)", anonymous=True) is None


def test_values_given_by_each_rater() -> None:
    ratings = ratings_of(CELLS, accord.Rating(1, 3))
    panel = whole(field_panel(ratings, "value", ()))
    for known in (None, panel):
        given = RaterCount(ratings, ratings.answers["value"], known).given
        assert given is not None
        assert given.tolist() == [2, 3, 1, 1]
    nobody = ratings_of(CELLS, accord.Rating(1, 3), anonymous=True)
    assert RaterCount(nobody, nobody.answers["value"]).given is None


def test_one_counter_answers_for_many_panels() -> None:
    """What is remembered is never that of other items."""
    ratings = ratings_of(CELLS, accord.Rating(1, 3))
    counter = RaterCount(ratings, ratings.answers["value"])
    panel = whole(field_panel(ratings, "value", ()))
    all_items, none = np.ones(len(panel.size), np.bool_), np.zeros(len(panel.size), np.bool_)
    for chosen, raters in (([1, 1, 0, 0], 2), ([0, 0, 0, 1], 2), ([0, 0, 1, 1], 3), ([1, 1, 0, 0], 2)):
        assert counter.of(panel, all_items, np.array(chosen, np.bool_)) == raters
        assert counter.of(panel, none, np.array(chosen, np.bool_)) == 0


def test_a_number_becomes_a_row_with_its_place() -> None:
    number = Number(
        0.5, 0.25, 0.75, None, 10, 20, 3, True, {"k": 2}, counted=np.ones(1, np.bool_), replicates=np.zeros(5)
    )
    row = estimate_of(number, "score", "fleiss", {"part": "x"}, ("A", "B"), 2)
    assert row == accord.Estimate(
        field="score",
        measure="fleiss",
        where={"part": "x"},
        between=("A", "B"),
        value=0.5,
        low=0.25,
        high=0.75,
        reason=None,
        items=10,
        ratings=20,
        raters=2,
        undefined_replicates=3,
        limited_support=True,
        details={"k": 2},
    )
