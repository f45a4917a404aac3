"""Agreement of label sets, on small tables by hand."""

from __future__ import annotations

from typing import Any

import pytest
from made_ratings import frame_of

import accord
from accord.agreement.measures.sets import Presence

NONE: set[str] = set()
A, B, AB, BC = {"a"}, {"b"}, {"a", "b"}, {"b", "c"}


def result(cells: Any, *measures: str, **options: Any) -> accord.Agreement:
    field = accord.Labels(["a", "b", "c"])
    asked = {"item": "item", "rater": "rater", "fields": {"value": field}, "replicates": 0}
    return accord.agree(frame_of(cells), measures=measures, **{**asked, **options})


def row(cells: Any, measure: str, **options: Any) -> accord.Estimate:
    return result(cells, measure, **options).get("value", measure)


def test_exact_set_counts_agreed_empties() -> None:
    found = row([[A, A, None], [NONE, NONE, NONE], [A, AB, AB], [A, None, None]], "exact_set")
    assert (found.value, found.items, found.ratings) == (pytest.approx(2 / 3, abs=1e-15), 3, 8)


def test_order_and_repeats_in_a_set_do_not_matter() -> None:
    assert accord.exact_set([[["a", "b"], ["b", "a", "a"]]]) == 1.0


def test_positive_label_pools_counts() -> None:
    """Shared 1 + 0 + 0 of 4 + 1 + 0 labels."""
    found = row([[AB, BC], [A, NONE], [NONE, NONE]], "positive_label")
    assert (found.value, found.items) == (pytest.approx(2 / 5, abs=1e-15), 3)


def test_positive_label_of_unequal_panels() -> None:
    """{a} {a} {a, b}: pairs share 1, 1, 1 of 2, 3, 3 labels, mean 2 / 8/3; {a} {b}: 0 of 2."""
    assert row([[A, A, AB], [A, B, None]], "positive_label").value == pytest.approx(2 / (8 / 3 + 2), abs=1e-15)


def test_jaccard_leaves_pairs_of_empty_sets_out() -> None:
    """ml-01: 0, 0, 1/3, 1 of the four pairs that are defined."""
    pairs = [[[], []], [["a"], []], [[], ["a"]], [["a", "b"], ["b", "c"]], [["a", "a"], ["a"]]]
    assert accord.jaccard(pairs) == pytest.approx(1 / 3, abs=1e-15)


def test_jaccard_leaves_them_out_within_an_item_too() -> None:
    """{} {} {a}: two pairs at 0; {a} {a} {a, b}: 1, 1/2, 1/2."""
    assert row([[NONE, NONE, A], [A, A, AB]], "jaccard").value == pytest.approx((0 + 2 / 3) / 2, abs=1e-15)


@pytest.mark.parametrize("measure", ["positive_label", "jaccard"])
def test_both_empty(measure: str) -> None:
    found = row([[NONE, NONE], [NONE, NONE]], measure)
    assert (found.value, found.reason, found.items) == (None, "both_empty", 2)


@pytest.mark.parametrize("measure", ["exact_set", "positive_label", "jaccard"])
def test_nothing_to_pair(measure: str) -> None:
    found = row([[A, None], [None, NONE]], measure)
    assert (found.value, found.reason, found.items) == (None, "no_pairable", 0)


@pytest.mark.parametrize(
    ("measure", "items"), [("exact_set", 50), ("positive_label", 20), ("jaccard", 20)], ids=lambda x: str(x)
)
def test_full_agreement_has_wilsons_interval_of_the_items_that_speak(measure: str, items: int) -> None:
    """Jaccard also says how many items it leaves out."""
    found = row([[A, A]] * 20 + [[NONE, NONE]] * 30, measure, replicates=50)
    left_out = {"both_empty": 30} if measure == "jaccard" else {}
    assert (found.value, found.high, found.details) == (1.0, 1.0, {"degenerate": True, **left_out})
    assert found.low == pytest.approx(items / (items + 1.959964**2), abs=1e-6)


# Presence


def test_presence_of_the_worked_example() -> None:
    """3 of 8 present: D_o = 2 / 8, D_e = 2 x 3 x 5 / (8 x 7): 1 - 7 / 15 = .533."""
    sets = [[["x"], ["x"]], [["x"], []], [[], []], [[], []]]
    assert accord.presence(sets, "x") == pytest.approx(8 / 15, abs=1e-15)
    said = (Presence.__doc__ or "").split("Worked example")[1].split(">>>")[0]
    assert ".533" in said, "the figure in words is not the one that the example below it computes"


def test_presence_is_nominal_alpha_of_each_class() -> None:
    cells = [[A, AB, None], [BC, BC, B], [NONE, NONE, NONE], [A, NONE, A], [B, None, None]]
    found = result(cells, "presence")
    assert [(e.measure, e.where) for e in found.estimates] == [("presence", {"class": name}) for name in "abc"]
    for name in "abc":
        units = [[name in chosen for chosen in line if chosen is not None] for line in cells]
        one = found.get("value", "presence", f"class={name}")
        assert one.value == pytest.approx(accord.alpha(units), abs=1e-15)
        assert (one.items, one.ratings, one.raters) == (4, 11, 3)


def test_presence_of_a_class_that_nobody_or_everybody_chose() -> None:
    found = result([[A, A], [AB, A]], "presence")
    assert [(e.value, e.reason) for e in found.estimates] == [
        (None, "no_variation"),
        (0.0, "no_replicates"),
        (None, "no_variation"),
    ]


def test_rare_classes_have_limited_support() -> None:
    """Class a has 25 disagreements, class b has 5."""
    cells = [[A, NONE]] * 25 + [[B, NONE]] * 5 + [[AB, AB]] * 70
    found = {e.where["class"]: e.limited_support for e in result(cells, "presence").estimates}
    assert found == {"a": False, "b": True, "c": True}


def test_presence_of_a_label_that_is_not_there() -> None:
    assert accord.presence([[["x"], ["y"]]], "z") is None


def test_presence_of_a_pair_names_its_class() -> None:
    """Presence is always of one class; it may not stand for a whole field."""
    found = result([[A, B], [AB, A], [NONE, B]], "presence", pairs=True)
    assert {e.slice for e in found.estimates} == {"class=a", "class=b", "class=c"}


def test_presence_without_any_label() -> None:
    cells = [[NONE, NONE], [NONE, NONE]]
    found = result(cells, "presence", pairs=True, fields={"value": accord.Labels()})
    assert found.estimates == ()
