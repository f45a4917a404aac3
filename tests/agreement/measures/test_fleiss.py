"""Fleiss' kappa: published tables, unequal panels, and what stands beside it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from made_ratings import frame_of

import accord
from accord.agreement.measures.fleiss import Fleiss


def rows(*words: str) -> list[list[str]]:
    """One list of values an item, written as a word: "aab" is a, a, b."""
    return [list(word) for word in words]


def of_counts(counts: Sequence[Sequence[int]]) -> list[list[int]]:
    return [[value for value, count in enumerate(line) for _ in range(count)] for line in counts]


FOURTEEN_RATERS = (
    *((0, 0, 0, 0, 14), (0, 2, 6, 4, 2), (0, 0, 3, 5, 6), (0, 3, 9, 2, 0), (2, 2, 8, 1, 1)),
    *((7, 7, 0, 0, 0), (3, 2, 6, 3, 0), (2, 5, 3, 2, 2), (6, 5, 2, 1, 0), (0, 2, 2, 3, 7)),
)


@pytest.mark.parametrize(
    ("counts", "value"),
    [(FOURTEEN_RATERS, 0.210), ([[7, 1], [3, 5]], 0.161905), ([[6, 1, 0], [0, 7, 0]], 0.708333)],
)
def test_published_counts(counts: Sequence[Sequence[int]], value: float) -> None:
    found = accord.fleiss(of_counts(counts))
    assert found is not None
    assert round(found, len(str(value).split(".")[1])) == value


def test_fleiss_1971(shared: Path) -> None:
    """30 patients, six raters, five diagnoses."""
    studies = json.loads((shared / "data" / "dkpro_statistics" / "studies.json").read_text(encoding="utf-8"))
    assert accord.fleiss(studies["Fleiss1971.createExample"]) == pytest.approx(0.430, abs=5e-4)


def test_by_hand() -> None:
    """P_o = (1/3 + 1 + 1 + 1/3) / 4 = 2/3, values 6 and 6 of 12: P_e = 1/2."""
    units = rows("aab", "bbb", "aaa", "abb")
    assert accord.fleiss(units) == pytest.approx(1 / 3, abs=1e-15)
    assert accord.fleiss(units, ragged=True) == pytest.approx(1 / 3, abs=1e-15)


def test_two_raters_are_scotts_pi() -> None:
    """Artstein and Poesio's table: pi .799."""
    cells = {"ss": 46, "sr": 6, "rr": 32, "cr": 6, "cc": 10}
    units = rows(*(unit for unit, count in cells.items() for _ in range(count)))
    assert accord.fleiss(units) == pytest.approx(0.799532, abs=1e-6)


def test_ragged_of_gwets_table_with_gaps() -> None:
    """Four raters, 12 units (Krippendorff 2018, p. 290): .76117."""
    units = rows("111", "2232", "3333", "3333", "2222", "1234", "4444", "1121", "2222", "555", "11", "3")
    assert accord.fleiss(units, ragged=True) == pytest.approx(0.761170, abs=1e-6)
    assert accord.fleiss(units) is None


def test_ragged_by_hand() -> None:
    """P_o over aa, ab: 1/2. Shares over aa, ab, b: a (1 + 1/2 + 0) / 3, so P_e = 1/2."""
    assert accord.fleiss(rows("aa", "ab", "b"), ragged=True) == pytest.approx(0.0, abs=1e-15)


def row(cells: Any, measure: str = "fleiss", **options: Any) -> accord.Agreement:
    asked = {"item": "item", "rater": "rater", "fields": {"value": accord.Rating(1, 3)}, "replicates": 0}
    return accord.agree(frame_of(cells, **options.pop("columns", {})), measures=[measure], **asked, **options)


TWO, ALSO_TWO, THREE, ONE = [1, 2, None], [None, 2, 2], [1, 1, 2], [3, None, None]


def test_k_and_what_is_dropped() -> None:
    """9 of 10 items with two or more values have two; items with one value are not among them."""
    found = row([TWO] * 4 + [ALSO_TWO] * 5 + [THREE] + [ONE] * 30).get("value", "fleiss")
    assert found.details == {"k": 2, "dropped": 1}
    assert found.value == pytest.approx(accord.fleiss([[1, 2]] * 4 + [[2, 2]] * 5), abs=1e-15)
    assert (found.items, found.ratings, found.raters) == (9, 18, 3)


def test_under_90_percent_it_is_undefined() -> None:
    found = row([TWO] * 4 + [ALSO_TWO] * 4 + [THREE]).get("value", "fleiss")
    assert (found.value, found.reason, found.details) == (None, "unequal_raters", {"k": 2, "dropped": 1})


def test_in_a_tie_k_is_the_larger() -> None:
    found = row([TWO, THREE]).get("value", "fleiss")
    assert (found.reason, found.details) == ("unequal_raters", {"k": 3, "dropped": 1})


def test_every_slice_has_its_own_k() -> None:
    parts = ["two"] * 4 + ["three"] * 2
    result = row([TWO, ALSO_TWO] * 2 + [THREE, [2, 2, 2]], by="part", columns={"part": parts})
    assert result.get("value", "fleiss").reason == "unequal_raters"
    assert result.get("value", "fleiss", "part=two").details == {"k": 2, "dropped": 0}
    three = result.get("value", "fleiss", "part=three")
    assert (three.details, three.items) == ({"k": 3, "dropped": 0}, 2)
    assert three.value == pytest.approx(accord.fleiss(rows("112", "222")), abs=1e-15)


@pytest.mark.parametrize("measure", ["fleiss", "fleiss(ragged)"])
def test_no_variation(measure: str) -> None:
    found = row([[2, 2, 2]] * 3, measure).get("value", measure)
    assert (found.value, found.reason, found.items) == (None, "no_variation", 3)


@pytest.mark.parametrize(("measure", "details"), [("fleiss", {}), ("fleiss(ragged)", {"single_rated": 2})])
def test_nothing_to_pair(measure: str, details: dict[str, int]) -> None:
    """Both items take part in the ragged form, which says that each has one value."""
    found = row([ONE] * 2, measure).get("value", measure)
    assert found.value is None
    assert found.details == details


def test_ragged_without_a_pair_says_so() -> None:
    """Items with one value are rated, so they are items of the ragged form; none of them can be compared."""
    found = row([ONE, [None, 2, None]], "fleiss(ragged)").get("value", "fleiss(ragged)")
    assert (found.value, found.reason) == (None, "no_pairable")


def test_ragged_counts_items_with_one_value() -> None:
    found = row([TWO, THREE, ONE], "fleiss(ragged)").get("value", "fleiss(ragged)")
    assert (found.items, found.ratings, found.details) == (3, 6, {"single_rated": 1})
    assert row([TWO, THREE], "fleiss(ragged)").get("value", "fleiss(ragged)").details == {}


def test_ragged_of_a_slice_counts_its_own_items_with_one_value() -> None:
    result = row([TWO, ONE, THREE, ALSO_TWO], "fleiss(ragged)", by="part", columns={"part": ["x", "x", "y", "y"]})
    found = {name: result.get("value", "fleiss(ragged)", name).details for name in ("all", "part=x", "part=y")}
    assert found == {"all": {"single_rated": 1}, "part=x": {"single_rated": 1}, "part=y": {}}


def test_forms() -> None:
    assert list(Fleiss.forms()) == ["fleiss", "fleiss(ragged)"]
    assert [kind for kind in ("binary", "choice", "rating", "number", "labels") if Fleiss().fits(kind)] == [
        "binary",
        "choice",
        "rating",
    ]
