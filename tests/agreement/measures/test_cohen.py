"""Cohen's kappa: published tables of counts, weights on the declared scale, and where it is undefined."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from made_ratings import frame_of

import accord
from accord.agreement.measures.cohen import Cohen

Counts = Mapping[tuple[Any, Any], int]

ARTSTEIN_POESIO = {("s", "s"): 46, ("s", "r"): 6, ("r", "r"): 32, ("c", "r"): 6, ("c", "c"): 10}
COHEN_1960 = {
    **{(1, 1): 88, (1, 2): 14, (1, 3): 18},
    **{(2, 1): 10, (2, 2): 40, (2, 3): 10},
    **{(3, 1): 2, (3, 2): 6, (3, 3): 12},
}
SAS = {(1, 2): 4, (1, 3): 1, (2, 2): 8, (3, 2): 1, (3, 3): 5}


def sides(counts: Counts) -> tuple[list[Any], list[Any]]:
    pairs = [pair for pair, count in counts.items() for _ in range(count)]
    return [a for a, _ in pairs], [b for _, b in pairs]


@pytest.mark.parametrize(
    ("counts", "weights", "value"),
    [
        (ARTSTEIN_POESIO, None, 0.801325),
        (COHEN_1960, None, 0.492),
        (SAS, None, 0.4842),
        (SAS, "linear", 0.4701),
    ],
    ids=["Artstein and Poesio", "Cohen 1960", "SAS", "SAS weighted 0, 1, 2"],
)
def test_published(counts: Counts, weights: str | None, value: float) -> None:
    decimals = len(str(value).split(".")[1])
    scale = range(1, 4) if weights else None
    found = accord.cohen(*sides(counts), weights, scale=scale)
    assert found is not None
    assert round(found, decimals) == value


def test_by_hand() -> None:
    """P_o = 2/4; marginals 3/4 and 2/4 of a: P_e = 3/8 + 1/8."""
    assert accord.cohen("aaab", "aabb") == pytest.approx((3 / 4 - 1 / 2) / (1 / 2), abs=1e-15)


def test_one_rater_may_give_one_value_throughout() -> None:
    assert accord.cohen("aaaa", "aabb") == 0.0
    assert accord.cohen("aa", "bb") == 0.0


GAP = ([1, 2, 5, 4, 2, 1], [1, 2, 4, 5, 1, 2])
"""Nobody used 3 of 1 to 5."""


@pytest.mark.parametrize(
    ("weights", "whole_scale", "seen_labels"),
    [("quadratic", 0.8518518519, 0.7073170732), ("linear", 0.5862068966, 0.4285714286)],
)
def test_weights_are_by_the_declared_scale(weights: str, whole_scale: float, seen_labels: float) -> None:
    assert accord.cohen(*GAP, weights, scale=range(1, 6)) == pytest.approx(whole_scale, abs=1e-9)
    words = [["abde"[(1, 2, 4, 5).index(value)] for value in side] for side in GAP]
    assert accord.cohen(*words, weights, scale="abde") == pytest.approx(seen_labels, abs=1e-9)
    name = f"cohen({weights})"
    result = accord.agree(
        frame_of(list(zip(*GAP, strict=True))),
        item="item",
        rater="rater",
        fields={"value": accord.Rating(1, 5)},
        measures=[name],
        replicates=0,
    )
    assert result.get("value", name, pair="A|B").value == pytest.approx(whole_scale, abs=1e-9)


def test_ends_that_nobody_used_change_linear_and_quadratic_weights_together() -> None:
    """Kappa is a ratio of mean disagreements, so a longer scale divides out."""
    for weights in ("linear", "quadratic"):
        short, long = (accord.cohen(*GAP, weights, scale=range(low, high)) for low, high in ((1, 6), (-4, 90)))
        assert long == pytest.approx(short, rel=1e-9)
    assert accord.cohen(*GAP, scale=range(90)) == pytest.approx(accord.cohen(*GAP), abs=1e-15)


def test_words_in_order() -> None:
    one = ["low", "low", "mid", "high", "high", "mid", "low", "high"]
    other = ["low", "mid", "mid", "high", "mid", "high", "low", "high"]
    right = accord.cohen(one, other, "quadratic", scale=["low", "mid", "high"])
    assert right == pytest.approx(0.7272727273, abs=1e-9)
    with pytest.raises(accord.UsageError, match="needs an order"):
        accord.cohen(one, other, "quadratic")


def test_binary_weights_are_the_identity() -> None:
    one, other = [0, 1, 1, 0, 1], [0, 1, 0, 0, 1]
    plain = accord.cohen(one, other)
    assert accord.cohen(one, other, "linear") == pytest.approx(plain, abs=1e-15)
    assert accord.cohen(one, other, "quadratic") == pytest.approx(plain, abs=1e-15)


def test_only_items_that_both_rated() -> None:
    assert accord.cohen([0, 1, 1, None, 1], [0, 0, 1, 0, None]) == accord.cohen([0, 1, 1], [0, 0, 1])


def test_items_must_be_as_many() -> None:
    with pytest.raises(accord.UsageError, match="3 and 2 values"):
        accord.cohen([0, 1, 1], [0, 0])


def pair_row(cells: Any, high: int, measure: str = "cohen") -> accord.Estimate:
    result = accord.agree(
        frame_of(cells),
        item="item",
        rater="rater",
        fields={"value": accord.Rating(1, high)},
        measures=[measure],
        replicates=20,
    )
    return result.get("value", measure, pair="A|B")


FEW, MANY = 2, 40
"""Steps of a scale on which two raters are told apart in the patterns of the panel, or not."""


@pytest.mark.parametrize("high", [FEW, MANY])
@pytest.mark.parametrize("measure", ["cohen", "cohen(linear)", "cohen(quadratic)"])
def test_no_variation(high: int, measure: str) -> None:
    found = pair_row([[1, 1], [1, 1], [2, None]], high, measure)
    assert (found.value, found.reason, found.items, found.ratings) == (None, "no_variation", 2, 4)


@pytest.mark.parametrize("high", [FEW, MANY])
def test_no_item_in_common(high: int) -> None:
    found = pair_row([[1, None], [None, 2]], high)
    assert (found.value, found.reason, found.items, found.raters) == (None, "no_pairable", 0, 0)


def test_forms_and_the_kinds_they_fit() -> None:
    assert list(Cohen.forms()) == ["cohen", "cohen(linear)", "cohen(quadratic)"]
    assert [measure.fits("choice") for measure in Cohen.forms().values()] == [True, False, False]
    assert not any(measure.fits(kind) for measure in Cohen.forms().values() for kind in ("number", "labels", "boxes"))
