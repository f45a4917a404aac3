"""One number from arrays: the same numbers as from a frame, and no missing value taken for a value."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import accord
from accord.errors import UsageError

UNITS = [[1, 1, 2], [2, 2], [3, 3, 3], [1, 3], [2]]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (accord.all_agree(UNITS), 0.5),
        (accord.mean_pairwise(UNITS), (1 / 3 + 1 + 1 + 0) / 4),
        (accord.within(UNITS, 1), 0.75),
        (accord.within(UNITS, 0), 0.5),
        (accord.pairwise([1, 2, 3, None], [1, 2, 2, 1]), 2 / 3),
        (accord.cohen([1, 1, 0, 0], [1, 0, 0, 0]), 0.5),
        (accord.prevalence([[1, 0], [1, 1], [1]]), 0.75),
        (accord.specific([[1, 0], [1, 1]], "positive"), 2 / 3),
        (accord.specific([[1, 0], [1, 1]], "negative"), 0.0),
        (accord.exact_set([[{"a"}, {"a"}], [set(), set()], [{"a"}, {"b"}], [{"a"}]]), 2 / 3),
        (accord.positive_label([[{"a", "b"}, {"a"}], [{"b"}, set()]]), 0.5),
        (accord.jaccard([[{"a", "b"}, {"a"}], [set(), set()], [None, {"a"}]]), 0.5),
        (accord.alpha([[1, 1], [2, 2]]), 1.0),
        (accord.gwet([[1, 1], [2, 2]]), 1.0),
        (accord.fleiss([[1, 1], [2, 2]]), 1.0),
    ],
)
def test_values_by_hand(value: float | None, expected: float) -> None:
    assert value == pytest.approx(expected, abs=1e-12)


ONE_LIST: list[Callable[[Any], float | None]] = [
    accord.alpha,
    accord.fleiss,
    accord.gwet,
    accord.all_agree,
    accord.mean_pairwise,
    accord.prevalence,
    accord.exact_set,
    accord.positive_label,
    accord.jaccard,
    lambda units: accord.alpha(units, "interval"),
    lambda units: accord.alpha(units, "masi"),
    lambda units: accord.within(units, 1),
    lambda units: accord.specific(units, "positive"),
    lambda units: accord.presence(units, "a"),
    lambda units: accord.instance_f1(units, format="xywh"),
    lambda units: accord.fleiss(units, ragged=True),
]


@pytest.mark.parametrize("measure", ONE_LIST)
@pytest.mark.parametrize("units", [[], [[]], [[None, None]], [[None], []], np.empty((0, 2))])
def test_nothing_to_compare_is_none(measure: Callable[[Any], float | None], units: Any) -> None:
    assert measure(units) is None


@pytest.mark.parametrize("measure", [accord.cohen, accord.pairwise])
def test_pairs_with_nothing_to_compare_are_none(measure: Callable[..., float | None]) -> None:
    assert measure([], []) is None
    assert measure([1, None], [None, 2]) is None


MISSING = [None, math.nan, "", np.nan, np.float32("nan"), np.float64("nan"), pd.NA, pd.NaT]


@pytest.mark.parametrize("missing", MISSING, ids=[type(value).__name__ + repr(value) for value in MISSING])
def test_what_is_missing_is_no_value(missing: Any) -> None:
    units = [[1, 1, missing], [2, missing, 2], [missing, 1, 2], [1, 2, 2]]
    kept = [[1, 1], [2, 2], [1, 2], [1, 2, 2]]
    for measure in (accord.alpha, accord.mean_pairwise, accord.gwet):
        assert measure(units) == measure(kept)
    assert accord.cohen([1, missing, 2, 1], [1, 1, 2, 2]) == accord.cohen([1, 2, 1], [1, 2, 2])
    assert accord.pairwise([1, missing, 2, 1], [1, 1, 2, 2]) == pytest.approx(2 / 3)


def test_a_missing_set_is_not_the_empty_set() -> None:
    assert accord.exact_set([[None, {"a"}], [set(), {"a"}]]) == 0
    assert accord.exact_set([[math.nan, {"a"}], [set(), set()]]) == 1


@pytest.mark.parametrize("values", [[1, 1.0], ["1", 1], [np.int8(1), 1], [np.float64(1), 1], [True, True], ["a", "a"]])
def test_forms_of_one_value_are_one_value(values: list[Any]) -> None:
    assert accord.all_agree([values, ["other", "other"]]) == 1


@pytest.mark.parametrize("values", [["1.0", 1], ["1 ", 1], [np.float32(1), 1], ["e\u0301", "\u00e9"], ["\uff11", 1]])
def test_forms_of_one_text_are_one_value(values: list[Any]) -> None:
    assert accord.all_agree([values, ["other", "other"]]) == 1


def test_true_is_not_one() -> None:
    assert accord.all_agree([[True, 1], [0, 0]]) == 0.5
    with pytest.raises(UsageError, match="'true' not on the scale 0, 1"):
        accord.prevalence([[True, 1]])


@pytest.mark.parametrize(
    "units",
    [
        np.array([[1, 2, 2], [3, 3, 1], [1, 1, 1]]),
        np.array([[1, 2, 2], [3, 3, 1], [1, 1, 1]], np.int8),
        np.array([[1, 2, 2], [3, 3, 1], [1, 1, 1]], np.uint64),
        np.array([[1, 2, 2], [3, 3, 1], [1, 1, 1]], np.float32),
        np.array([[1, 2, 2], [3, 3, 1], [1, 1, 1]], object),
        [[1, 2, 2], [3, 3, 1], [1, 1, 1]],
        ((value for value in row) for row in [[1, 2, 2], [3, 3, 1], [1, 1, 1]]),
        [np.array([1, 2, 2]), (3, 3, 1), [1, 1, 1]],
    ],
)
def test_arrays_and_lists_of_all_types(units: Any) -> None:
    assert accord.alpha(units, "interval") == pytest.approx(1 - (10 / 9) / (108 / 72), abs=1e-12)


@pytest.mark.parametrize(
    "frame", [pd.DataFrame({"ann": [1, 2], "bob": [1, 2]}), pl.DataFrame({"ann": [1, 2], "bob": [1, 2]})]
)
def test_a_frame_is_not_read_by_columns_or_letters(frame: Any) -> None:
    """Iterating a frame yields its columns (or their names), which are not items."""
    try:
        value = accord.alpha(frame)
    except UsageError:
        return
    assert value == 1


@pytest.mark.parametrize("units", [5, [1, 2], [[1, 2], 3]])
def test_what_is_no_list_of_lists_is_refused(units: Any) -> None:
    with pytest.raises(UsageError):
        accord.all_agree(units)


def test_a_scale_gives_words_their_order() -> None:
    words = ["low", "mid", "high"]
    units = [["low", "high"], ["mid", "mid"], ["high", "mid"]]
    as_numbers = [[words.index(value) for value in unit] for unit in units]
    for level in ("ordinal", "interval"):
        assert accord.alpha(units, level, scale=words) == accord.alpha(as_numbers, level)
    assert accord.within(units, 1, scale=words) == accord.within(as_numbers, 1)
    left, right = zip(*units, strict=True)
    numbers = zip(*as_numbers, strict=True)
    assert accord.cohen(left, right, "quadratic", scale=words) == accord.cohen(*numbers, "quadratic")


def test_values_of_a_scale_that_nobody_gave_move_gwet() -> None:
    assert accord.gwet([[1, 2], [1, 1]]) == pytest.approx(0.2)
    assert accord.gwet([[1, 2], [1, 1]], scale=[1, 2, 3, 4, 5]) == pytest.approx(0.448275862069)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: accord.alpha([["a", "b"]], "ordinal"), r"alpha\(ordinal\) needs an order: give scale="),
        (lambda: accord.within([["a", "b"]], 1), r"within\(1\) needs an order"),
        (lambda: accord.cohen(["a"], ["b"], "linear"), r"cohen\(linear\) needs an order"),
        (lambda: accord.alpha([["a", "z"]], scale=["a", "b"]), "'z' not on the scale a, b"),
        (lambda: accord.cohen([1], [9], scale=[1, 2]), "'9' not on the scale 1, 2"),
        (lambda: accord.prevalence([[1, 2]]), "'2' not on the scale 0, 1"),
        (lambda: accord.alpha([[1, 2]], "median"), "write it as one of"),
        (lambda: accord.gwet([[1, 2]], "ac2"), "write it as one of"),
        (lambda: accord.gwet([[1, 2]], "ac1", "linear"), "write it as one of"),
        (lambda: accord.cohen([1], [1], "cubic"), "write it as one of"),
        (lambda: accord.specific([[1, 0]], "neither"), "write it as one of"),
        (lambda: accord.within([[1, 2]], -1), "must be 0 or more"),
        (lambda: accord.cohen([1], [1, 2]), "have 1 and 2 values"),
        (lambda: accord.pairwise([1], []), "have 1 and 0 values"),
        (lambda: accord.instance_f1([], 0, format="xywh"), "IoU"),
        (lambda: accord.instance_f1([], 1.5, format="xywh"), "IoU"),
        (lambda: accord.instance_f1([], 1e-9, format="xywh"), "IoU"),
        (lambda: accord.instance_f1([[[("a", [0, 0, 1, 1])]]], format="yolo"), "yolo"),
        (lambda: accord.instance_f1([[[], [("a", [0, 0, 0, 1])]]], format="xywh"), "item 0, box .*width 0, height 1"),
        (lambda: accord.instance_f1([[], [[("a", [0, 0, 1])]]], format="xywh"), "item 1, box .*found 3 values"),
        (lambda: accord.instance_f1([[[("a", [0, 0, 1, math.nan])]]], format="xywh"), "nan is not finite"),
        (lambda: accord.instance_f1([[[("a", None)]]], format="xywh"), "item 0"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_words(call: Callable[[], object], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        call()


def test_boxes_are_matched_within_a_label() -> None:
    box = [0, 0, 2, 2]
    units = [[[("a", box), ("b", box)], [("a", [0, 0, 2, 1.9])]], [None, [("a", box)]], [[], []]]
    assert accord.instance_f1(units, format="xywh") == pytest.approx(2 / 3)
    assert accord.instance_f1(units, 0.96, format="xywh") == 0
    assert accord.instance_f1([[[], []]], format="xywh") is None


def test_labels_of_boxes_are_taken_to_the_letter() -> None:
    box = [0, 0, 2, 2]
    assert accord.instance_f1([[[("a\0", box)], [("a", box)]]], format="xywh") == 0


@pytest.mark.parametrize("dtype", [np.int64, np.float32, np.float64])
def test_boxes_of_numpy(dtype: Any) -> None:
    box = np.array([0, 0, 2, 2], dtype)
    assert accord.instance_f1([[[("a", box)], [("a", [0, 0, 2, 2])]]], format="xywh") == 1


def test_sets_may_be_any_collection() -> None:
    units = [[{"a", "b"}, ["b", "a"]], [("a",), frozenset({"a"})]]
    assert accord.exact_set(units) == 1
    assert accord.exact_set([[np.array(["a", "b"]), ["b", "a"]]]) == 1


def test_one_text_is_no_set_of_letters() -> None:
    with pytest.raises(UsageError):
        accord.jaccard([["ab", "b"]])


def test_presence_of_a_label_that_nobody_chose_is_none() -> None:
    assert accord.presence([[{"a"}, {"b"}]], "zz") is None
    assert accord.presence([[{"a"}, set()], [{1}, {1}]], 1) == 1


# The same numbers as from a frame

values = st.sampled_from([0, 1, 2, None])
panels = st.lists(st.lists(values, min_size=3, max_size=3), min_size=1, max_size=8)
FEW = settings(max_examples=20)


def same(value: float | None) -> Any:
    return None if value is None else pytest.approx(value, abs=1e-12)


def from_frame(units: list[list[Any]], field: Any, measure: str, pair: str | None = None) -> float | None:
    rows = [(at, f"r{who}", value) for at, unit in enumerate(units) for who, value in enumerate(unit)]
    frame = pl.DataFrame(rows, schema=["item", "who", "s"], orient="row", strict=False)
    result = accord.agree(
        frame, item="item", rater="who", fields={"s": field}, measures=[measure], replicates=0, pairs=pair is not None
    )
    return result.get("s", measure, pair=pair).value


@FEW
@given(panels)
def test_panel_measures_equal_those_of_a_frame(units: list[list[int | None]]) -> None:
    for level in ("nominal", "ordinal", "interval", "ratio"):
        field = accord.Number() if level == "ratio" else accord.Rating(0, 2)
        expected = from_frame(units, field, f"alpha({level})")
        assert accord.alpha(units, level, scale=None if level == "ratio" else [0, 1, 2]) == same(expected)
    seen = accord.Choice()
    assert accord.gwet(units) == same(from_frame(units, seen, "gwet(ac1)"))
    assert accord.fleiss(units) == same(from_frame(units, seen, "fleiss"))
    assert accord.fleiss(units, ragged=True) == same(from_frame(units, seen, "fleiss(ragged)"))
    assert accord.mean_pairwise(units) == same(from_frame(units, seen, "mean_pairwise"))
    assert accord.all_agree(units) == same(from_frame(units, seen, "all_agree"))
    matrix = np.array([[math.nan if value is None else value for value in unit] for unit in units])
    assert accord.alpha(matrix, "interval") == same(accord.alpha(units, "interval"))
    assert accord.gwet(matrix) == same(accord.gwet(units))


@FEW
@given(panels)
def test_pair_measures_equal_those_of_a_frame(units: list[list[int | None]]) -> None:
    left, right = [unit[0] for unit in units], [unit[1] for unit in units]
    scale = accord.Rating(0, 1, 2)
    for weights in ("linear", "quadratic"):
        expected = from_frame(units, scale, f"cohen({weights})", "r0|r1")
        assert accord.cohen(left, right, weights, scale=[0, 1, 2]) == same(expected)
    assert accord.cohen(left, right) == same(from_frame(units, scale, "cohen", "r0|r1"))
    assert accord.pairwise(left, right) == same(from_frame(units, scale, "pairwise", "r0|r1"))


@FEW
@given(st.lists(st.lists(st.none() | st.sets(st.sampled_from("abc")), min_size=2, max_size=3), min_size=1, max_size=6))
def test_set_measures_equal_those_of_a_frame(units: list[list[set[str] | None]]) -> None:
    listed = [[None if chosen is None else sorted(chosen) for chosen in unit] for unit in units]
    for name, measure in (("exact_set", accord.exact_set), ("positive_label", accord.positive_label)):
        assert measure(units) == same(from_frame(listed, accord.Labels(), name))
    for name in ("jaccard", "masi"):
        assert accord.alpha(units, name) == same(from_frame(listed, accord.Labels(), f"alpha({name})"))
