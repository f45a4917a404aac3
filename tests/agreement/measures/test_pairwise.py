"""Raw agreement of a named pair."""

from __future__ import annotations

from typing import Any

import pytest
from made_ratings import frame_of

import accord
from accord.agreement.measures.pairwise import Pairwise

FEW, MANY = accord.Rating(1, 2), accord.Rating(1, 40)
"""Scales on which two raters are told apart in the patterns of the panel, or not."""


def row(cells: Any, field: Any = FEW, **options: Any) -> accord.Estimate:
    asked = {"item": "item", "rater": "rater", "fields": {"value": field}, "replicates": 0}
    return accord.agree(frame_of(cells), measures=["pairwise"], **{**asked, **options}).get(
        "value", "pairwise", pair="A|B"
    )


def test_items_that_both_rated() -> None:
    assert accord.pairwise(["a", "b", None, "c", None], ["a", "a", "b", "c", None]) == pytest.approx(2 / 3, abs=1e-15)
    assert accord.pairwise([1, 2], [1.0, 3]) == 0.5
    assert accord.pairwise([None], ["a"]) is None


@pytest.mark.parametrize("field", [FEW, MANY])
def test_support_is_of_the_shared_items(field: accord.Rating) -> None:
    found = row([[1, 1], [1, 2], [2, 2], [1, None], [None, 2]], field)
    assert (found.value, found.items, found.ratings, found.raters) == (pytest.approx(2 / 3), 3, 6, 2)


@pytest.mark.parametrize("field", [FEW, MANY])
def test_full_agreement_has_wilsons_interval(field: accord.Rating) -> None:
    found = row([[1, 1], [2, 2]] * 10 + [[1, None]] * 50, field, replicates=50)
    assert (found.value, found.high, found.details) == (1.0, 1.0, {"degenerate": True})
    assert found.low == pytest.approx(0.838875, abs=1e-6)


@pytest.mark.parametrize("field", [FEW, MANY])
def test_no_item_in_common(field: accord.Rating) -> None:
    found = row([[1, None], [None, 2]], field)
    assert (found.value, found.reason, found.items) == (None, "no_pairable", 0)


def test_numbers_are_compared_as_numbers() -> None:
    assert row([["2.50", "2.5"], ["1e1", "10"], ["3", "4"]], accord.Number()).value == pytest.approx(2 / 3)


def test_where_it_fits() -> None:
    kinds = ("binary", "choice", "rating", "number", "labels", "boxes")
    assert [kind for kind in kinds if Pairwise().fits(kind)] == ["binary", "choice", "rating", "number"]
    assert (Pairwise().name, Pairwise().shape, Pairwise().share) == ("pairwise", "pair", True)
