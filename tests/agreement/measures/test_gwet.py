"""Gwet's AC1 and AC2: published values, declared values that nobody used, single ratings."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from made_ratings import frame_of

import accord
from accord.agreement.measures.gwet import WEIGHTS, Gwet


def rows(*words: str) -> list[list[str]]:
    """One list of values an item, written as a word: "aab" is a, a, b."""
    return [list(word) for word in words]


GAPS = rows("111", "2232", "3333", "3333", "2222", "1234", "4444", "1121", "2222", "555", "11", "3")
"""Four raters, 12 units (the table of Krippendorff 2018, p. 290)."""


def test_four_raters_with_gaps() -> None:
    assert accord.gwet(GAPS) == pytest.approx(0.775444, abs=1e-6)


@pytest.mark.parametrize(
    "name",
    [
        "fixture_01_paradox_2x2",
        "fixture_02_cohen_ex1",
        "fixture_03_cohen_ex2",
        "fixture_04_likert_4x4",
        "fixture_05_likert_5x5",
    ],
)
def test_tables_of_irr_cac(shared: Path, name: str) -> None:
    """R's irrCAC, five decimals; AC2 has quadratic weights."""
    path = shared / "data" / "dkpro_statistics" / "gwet" / f"{name}.json"
    fixture = json.loads(path.read_text(encoding="utf-8"))
    categories = fixture["categories"]
    units = [
        (first, second)
        for first, counts in zip(categories, fixture["table"], strict=True)
        for second, count in zip(categories, counts, strict=True)
        for _ in range(count)
    ]
    published = {case["measure"]: case["coefficient"] for case in fixture["cases"]}
    assert accord.gwet(units, scale=categories) == pytest.approx(published["AC1"], abs=5.1e-6)
    assert accord.gwet(units, "ac2", "quadratic", scale=categories) == pytest.approx(published["AC2"], abs=5.1e-6)


def test_ac1_by_hand() -> None:
    """P_a = 85 / 100, pi of the first value 87.5 / 100: P_e = 2 x .875 x .125."""
    table = [(1, 1)] * 80 + [(1, 2)] * 7 + [(2, 1)] * 8 + [(2, 2)] * 5
    expected = 2 * 0.875 * 0.125
    assert accord.gwet(table) == pytest.approx((0.85 - expected) / (1 - expected), abs=1e-15)


@pytest.mark.parametrize(
    ("weights", "between"),
    [("linear", (1 / 2, 1 / 2, 0)), ("ordinal", (2 / 3, 2 / 3, 0)), ("quadratic", (3 / 4, 3 / 4, 0))],
)
def test_ac2_by_hand(weights: str, between: tuple[float, float, float]) -> None:
    """Items 12, 23, 13, 22 of 1..3 with weights w12, w23, w13; shares 1/4, 1/2, 1/4."""
    agreed = (sum(between) + 1) / 4
    expected = (3 + 2 * sum(between)) / 6 * (2 * 3 / 16 + 1 / 4)
    found = accord.gwet(rows("12", "23", "13", "22"), "ac2", weights, scale="123")
    assert found == pytest.approx((agreed - expected) / (1 - expected), abs=1e-15)


def test_three_raters_with_weights_by_hand() -> None:
    """Pairs of 1, 1, 3: weights 1, 0, 0; of 2, 2, 2: 1. Shares 1/3, 1/2, 1/6; quadratic weights sum to 6."""
    agreed = (1 / 3 + 1) / 2
    expected = 6 / 6 * (1 / 3 * 2 / 3 + 1 / 4 + 1 / 6 * 5 / 6)
    found = accord.gwet(rows("113", "222"), "ac2", "quadratic", scale="123")
    assert found == pytest.approx((agreed - expected) / (1 - expected), abs=1e-15)


def test_with_two_values_all_weights_are_ac1() -> None:
    units = rows("00", "01", "11", "11", "111")
    for weights in WEIGHTS:
        assert accord.gwet(units, "ac2", weights, scale="01") == pytest.approx(accord.gwet(units), abs=1e-15)


def row(cells: Any, field: Any, measure: str = "gwet(ac1)") -> accord.Estimate:
    asked = {"item": "item", "rater": "rater", "fields": {"value": field}, "replicates": 0}
    return accord.agree(frame_of(cells), measures=[measure], **asked).get("value", measure)


CELLS = [["a", "a"], ["a", "b"], ["b", "b"]]


def test_a_declared_value_that_nobody_used_moves_it() -> None:
    """q is printed: P_e = sum of pi (1 - pi) / (q - 1)."""
    for labels, q in ((["a", "b"], 2), (["a", "b", "c"], 3), (["a", "b", "c", "d", "e"], 5), (None, 2)):
        found = row(CELLS, accord.Choice(labels))
        expected = 2 * 0.5 * 0.5 / (q - 1)
        assert found.details == {"q": q}
        assert found.value == pytest.approx((2 / 3 - expected) / (1 - expected), abs=1e-15)


def test_an_item_with_one_value_moves_the_marginals_only() -> None:
    """Shares with the single a: (1 + 1/2 + 0 + 1) / 4."""
    found = row([*CELLS, ["a", None]], accord.Choice(["a", "b"]))
    expected = 2 * 5 / 8 * 3 / 8
    assert found.value == pytest.approx((2 / 3 - expected) / (1 - expected), abs=1e-15)
    assert (found.items, found.ratings, found.details) == (4, 7, {"q": 2, "single_rated": 1})


def test_all_values_equal_is_full_agreement() -> None:
    found = row([["a", "a"], ["a", "a"]], accord.Choice(["a", "b"]))
    assert (found.value, found.reason) == (1.0, "no_replicates")


def test_one_value_on_the_form_is_no_variation() -> None:
    found = row([["a", "a"], ["a", "a"]], accord.Choice(["a"]))
    assert (found.value, found.reason, found.details) == (None, "no_variation", {"q": 1})


def test_no_pair_at_all() -> None:
    found = row([["a", None], [None, "b"]], accord.Choice(["a", "b"]))
    assert (found.value, found.reason, found.details) == (None, "no_pairable", {"q": 2, "single_rated": 2})


def test_forms_and_the_kinds_they_fit() -> None:
    assert list(Gwet.forms()) == ["gwet(ac1)", "gwet(ac2,linear)", "gwet(ac2,ordinal)", "gwet(ac2,quadratic)"]
    assert [measure.fits("choice") for measure in Gwet.forms().values()] == [True, False, False, False]
    assert all(measure.fits("rating") for measure in Gwet.forms().values())
    assert not Gwet().fits("number")
