"""Krippendorff's alpha: published values, small tables by hand, and where it is undefined."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from made_ratings import frame_of

import accord
from accord.agreement.measures.alpha import DENSE_VALUES, LEVELS, Alpha

KRIPPENDORFF = [
    [1, 1, None, 1],
    [2, 2, 3, 2],
    [3, 3, 3, 3],
    [3, 3, 3, 3],
    [2, 2, 2, 2],
    [1, 2, 3, 4],
    [4, 4, 4, 4],
    [1, 1, 2, 1],
    [2, 2, 2, 2],
    [None, 5, 5, 5],
    [None, None, 1, 1],
    [None, None, 3, None],
]
"""Four raters, 12 units: Content Analysis, 4th ed. 2018, p. 290."""


def rows(*words: str) -> list[list[str]]:
    """One list of values an item, written as a word: "aab" is a, a, b."""
    return [list(word) for word in words]


@pytest.mark.parametrize(
    ("level", "value"), [("nominal", 0.743421), ("ordinal", 0.815388), ("interval", 0.849107), ("ratio", 0.797403)]
)
def test_krippendorff_2018_p_290(level: str, value: float) -> None:
    assert accord.alpha(KRIPPENDORFF, level) == pytest.approx(value, abs=1e-6)


def test_only_values_that_can_be_paired_are_counted() -> None:
    """The unit with one value is no item of alpha: 11 units, 40 values."""
    result = accord.agree(
        frame_of(KRIPPENDORFF),
        item="item",
        rater="rater",
        fields={"value": accord.Rating(1, 5)},
        measures=["alpha(nominal)"],
        replicates=50,
    )
    row = result.get("value", "alpha(nominal)")
    assert (row.items, row.ratings, row.raters, row.details) == (11, 40, 4, {})


@pytest.mark.parametrize(
    ("one", "other", "value"),
    [("0100000010", "1110010000", 0.095), ("aabbdcccedda", "babbbcccedd" + "d", 0.692)],
    ids=["binary", "nominal"],
)
def test_two_observers_of_krippendorff_2011(one: str, other: str, value: float) -> None:
    """Computing Krippendorff's alpha-reliability, examples A and B."""
    assert accord.alpha(zip(one, other, strict=True)) == pytest.approx(value, abs=5e-4)


def test_hayes_and_krippendorff_2007(shared: Path) -> None:
    """40 units, five observers, gaps, values 0 to 3."""
    studies = json.loads((shared / "data" / "dkpro_statistics" / "studies.json").read_text(encoding="utf-8"))
    units = studies["HayesKrippendorff2007.createExample"]
    assert accord.alpha(units, "ordinal") == pytest.approx(0.759829, abs=1e-6)
    assert accord.alpha(units, "nominal") == pytest.approx(0.476510, abs=1e-6)


def test_artstein_and_poesio() -> None:
    """100 utterances: 46 statements, 32 requests and 10 checks agreed; 6 and 6 not."""
    cells = {("s", "s"): 46, ("s", "r"): 6, ("r", "r"): 32, ("c", "r"): 6, ("c", "c"): 10}
    units = [pair for pair, count in cells.items() for _ in range(count)]
    assert accord.alpha(units) == pytest.approx(0.800535, abs=1e-6)


@pytest.mark.parametrize(("distance", "value"), [("jaccard", 0.315620), ("masi", 0.273081)])
def test_set_annotations_of_dkpro(distance: str, value: float) -> None:
    one = ["", "A", "A", "A", "AB", "AB", "ABC", "C", "C"]
    other = ["", "", "A", "B", "A", "AC", "ABC", "AC", "AC"]
    units = [(list(a), list(b)) for a, b in zip(one, other, strict=True)]
    assert accord.alpha(units, distance) == pytest.approx(value, abs=1e-6)


# By hand


def test_nominal_by_hand() -> None:
    """Coincidences aa 2, ab 2, bb 2 of n = 6: D_o = 2 / 6, D_e = 2 x 3 x 3 / (6 x 5), alpha 4 / 9."""
    assert accord.alpha(rows("aa", "ab", "bb")) == pytest.approx(4 / 9, abs=1e-15)


def test_a_larger_panel_counts_by_its_values() -> None:
    """aab adds 2 x 2 / 2 to cell (a, b), bb nothing: D_o = 2 / 5; D_e = 2 x 2 x 3 / (5 x 4)."""
    assert accord.alpha(rows("aab", "bb")) == pytest.approx(1 - (2 / 5) / (12 / 20), abs=1e-15)


def test_it_is_not_clipped_at_zero() -> None:
    assert accord.alpha(rows("ab", "ba", "ab")) == pytest.approx(-2 / 3, abs=1e-15)


def test_ordinal_is_not_interval() -> None:
    """Three values to four decimals tell the ordinal metric from its imitations."""
    pairs = list(zip([1, 1, 2, 3, 4, 5, 5, 5, 5, 5], [1, 2, 2, 3, 5, 5, 5, 5, 5, 4], strict=True))
    values = [accord.alpha(pairs, level) for level in ("nominal", "ordinal", "interval")]
    assert values == pytest.approx([0.5839416058, 0.8667532468, 0.9412976313], abs=1e-9)


def test_a_step_that_nobody_used_changes_nothing() -> None:
    pairs = list(zip([1, 2, 5, 4, 2, 1], [1, 2, 4, 5, 1, 2], strict=True))
    expected = {"nominal": 0.1538461538, "ordinal": 0.7222222222, "interval": 0.8641975309}
    for level, value in expected.items():
        assert accord.alpha(pairs, level) == pytest.approx(value, abs=1e-9)
        assert accord.alpha(pairs, level, scale=range(1, 6)) == pytest.approx(value, abs=1e-9)
        assert accord.alpha(pairs, level, scale=range(-3, 40)) == pytest.approx(value, abs=1e-9)


def test_words_need_their_order() -> None:
    pairs = [("low", "low"), ("low", "mid"), ("mid", "mid"), ("high", "high"), ("high", "mid"), ("mid", "high")]
    with pytest.raises(accord.UsageError, match=r"needs an order.*scale"):
        accord.alpha(pairs, "ordinal")
    right = accord.alpha(pairs, "ordinal", scale=("low", "mid", "high"))
    numbered = [tuple(("low", "mid", "high").index(word) for word in pair) for pair in pairs]
    assert right == pytest.approx(accord.alpha(numbered, "ordinal"), abs=1e-15)
    assert right != pytest.approx(accord.alpha(pairs, "ordinal", scale=("high", "low", "mid")))


def test_ratio_by_hand() -> None:
    """Distances (1, 3) 1/4, (0, 1) and (0, 3) 1; pool 0 1 1 3: D_o = (1/4 + 1) / 2, D_e = 2 x 3.5 / (4 x 3)."""
    observed, expected = Fraction(5, 8), Fraction(2 * (2 + 1) * 4 + 2 * 2, 4 * 12)
    assert accord.alpha([(1, 3), (0, 1)], "ratio") == pytest.approx(float(1 - observed / expected), abs=1e-15)


def test_sets_by_hand() -> None:
    """{a} {a, b}: Jaccard 1/2, MASI 1 - 1/2 x 2/3; {} {}: 0; {} against another: 1."""
    units = [[["a"], ["a", "b"]], [[], []]]
    # Pool {} {} {a} {a, b}: 2 x (2 x 1 + 2 x 1 + d) of n (n - 1) = 12, where d is the distance within the first item.
    for distance, apart in (("jaccard", Fraction(1, 2)), ("masi", Fraction(2, 3))):
        observed, expected = apart / 2, 2 * (4 + apart) / 12
        assert accord.alpha(units, distance) == pytest.approx(float(1 - observed / expected), abs=1e-15)


def test_nominal_takes_a_set_as_one_value() -> None:
    result = accord.agree(
        frame_of([[{"a"}, {"a", "b"}], [set(), set()], [{"a", "b"}, {"a", "b"}]]),
        item="item",
        rater="rater",
        fields={"value": accord.Labels(["a", "b"])},
        measures=["alpha(nominal)"],
        replicates=0,
    )
    expected = accord.alpha(rows("xy", "zz", "yy"))
    assert result.get("value", "alpha(nominal)").value == pytest.approx(expected, abs=1e-15)


# More values than are held densely


@pytest.mark.parametrize("level", ["nominal", "ordinal", "interval", "ratio"])
def test_many_values_are_the_same_as_few(level: str) -> None:
    """A scale of many steps, most of them unused, takes the sparse way and gives the same number."""
    few, many = accord.alpha(KRIPPENDORFF, level), accord.alpha(KRIPPENDORFF, level, scale=range(DENSE_VALUES + 10))
    assert many == pytest.approx(few, rel=1e-12)


def test_time_stamps_lose_no_digit() -> None:
    start = 1_700_000_000
    units = [[1, 2], [2, 2], [3, 1], [5, 5]]
    moved = [[start + value for value in unit] for unit in units]
    assert accord.alpha(moved, "interval") == pytest.approx(accord.alpha(units, "interval"), rel=1e-12)


# Where it is undefined, and what must not matter


def only(cells: Any, field: accord.Number | accord.Rating, measure: str, **options: Any) -> accord.Agreement:
    asked = {"item": "item", "rater": "rater", "fields": {"value": field}, "measures": [measure], "replicates": 0}
    return accord.agree(frame_of(cells, **options.pop("columns", {})), **asked, **options)


@pytest.mark.parametrize("level", ["nominal", "ordinal", "interval", "ratio"])
def test_no_variation(level: str) -> None:
    row = only([[2, 2], [2, 2]], accord.Rating(1, 3), f"alpha({level})").get("value", f"alpha({level})")
    assert (row.value, row.reason, row.items, row.ratings) == (None, "no_variation", 2, 4)


@pytest.mark.parametrize("level", ["nominal", "jaccard", "masi"])
def test_no_variation_of_sets(level: str) -> None:
    name = f"alpha({level})"
    frame = frame_of([[{"a"}, {"a"}], [{"a"}, {"a"}]])
    labels = {"value": accord.Labels(["a", "b"])}
    row = accord.agree(frame, item="item", rater="rater", fields=labels, measures=[name]).get("value", name)
    assert (row.value, row.low, row.reason) == (None, None, "no_variation")


def test_nothing_to_pair() -> None:
    row = only([[1, None], [None, 2]], accord.Rating(1, 3), "alpha(nominal)").get("value", "alpha(nominal)")
    assert (row.value, row.reason, row.items, row.ratings) == (None, "no_pairable", 0, 0)


def test_ratio_of_negative_numbers() -> None:
    row = only([[-1, 2], [3, 3]], accord.Number(), "alpha(ratio)").get("value", "alpha(ratio)")
    assert (row.value, row.reason) == (None, "negative_values")


def test_a_negative_number_that_can_not_be_paired_leaves_ratio_alone() -> None:
    units = [[1, 2], [3, 3], [2, 2]]
    row = only([*units, [-1, None]], accord.Number(), "alpha(ratio)").get("value", "alpha(ratio)")
    assert row.value == pytest.approx(accord.alpha(units, "ratio"), abs=1e-15)


def test_a_negative_number_elsewhere_leaves_ratio_of_a_slice_alone() -> None:
    units = [[1, 2], [3, 3], [2, 2]]
    result = only(
        [*units, [-1, -1]], accord.Number(), "alpha(ratio)", by="part", columns={"part": ["a", "a", "a", "b"]}
    )
    assert result.get("value", "alpha(ratio)").reason == "negative_values"
    assert result.get("value", "alpha(ratio)", "part=a").value == pytest.approx(accord.alpha(units, "ratio"), abs=1e-15)


def test_far_numbers_elsewhere_leave_interval_of_a_slice_alone() -> None:
    units = [[1, 2], [2, 2], [3, 1], [5, 5]]
    far = [[1_700_000_000, 1_700_000_001], [1_700_000_002, 1_700_000_002]]
    result = only(
        [*units, *far], accord.Number(), "alpha(interval)", by="part", columns={"part": ["a"] * 4 + ["b"] * 2}
    )
    row = result.get("value", "alpha(interval)", "part=a")
    assert row.value == pytest.approx(accord.alpha(units, "interval"), rel=1e-9)


def test_forms_and_the_kinds_they_fit() -> None:
    assert list(Alpha.forms()) == [f"alpha({level})" for level in LEVELS]
    fitting = {
        kind: [name for name, measure in Alpha.forms().items() if measure.fits(kind)]
        for kind in ("choice", "labels", "boxes", "number")
    }
    assert fitting == {
        "choice": ["alpha(nominal)"],
        "labels": ["alpha(nominal)", "alpha(jaccard)", "alpha(masi)"],
        "boxes": [],
        "number": ["alpha(nominal)", "alpha(ordinal)", "alpha(interval)", "alpha(ratio)"],
    }
