"""Every registered measure where there is little or no data: a number or null with a reason, never NaN or a crash."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from drawn_tables import ALL_KINDS, CLASSES, WORDS, Table, every_form, fields_of, fitting, tables
from hypothesis import given, settings
from hypothesis import strategies as st

import accord
from accord.agreement import engine
from accord.agreement.design import Design
from accord.agreement.estimate import REASONS, Estimate
from accord.agreement.measure import Measure
from accord.agreement.panel import pair_panel, panel_of
from accord.agreement.settings import Settings
from accord.annotations.ratings import Scalars, Sets
from accord.spec.reading import Scale

kinds = pytest.mark.parametrize("kind", ALL_KINDS)
USES_SINGLES = ("gwet(ac1)", "gwet(ac2,linear)", "gwet(ac2,ordinal)", "gwet(ac2,quadratic)", "fleiss(ragged)")


def check_row(estimate: Estimate) -> None:
    numbers = [getattr(estimate, name) for name in ("value", "low", "high")]
    for number in numbers:
        assert number is None or math.isfinite(number)
        assert number is None or number <= 1 + 1e-12
    value, low, high = numbers
    assert (low is None) == (high is None)
    assert estimate.reason is None or estimate.reason in REASONS
    assert (estimate.reason is None) == (low is not None)
    if value is None:
        assert low is None
    if low is not None and high is not None:
        assert low <= high
    share = estimate.measure in SHARES
    assert not share or all(number is None or number >= -1e-12 for number in numbers), estimate
    assert estimate.items >= 0
    assert estimate.ratings >= estimate.items


SHARES = {measure.name for measure in every_form() if measure.share}


@kinds
@settings(max_examples=40)
@given(data=st.data())
def test_every_row_is_whole(kind: str, data: st.DataObject) -> None:
    """A value from minus infinity (shares: 0) to 1, or null with a known reason; no NaN; JSON and CSV can be made."""
    table = data.draw(tables(kind))
    design = data.draw(
        st.sampled_from([{}, {"cluster": "where"}, {"strata": "layer"}, {"interval": "bca"}, {"replicates": 0}])
    )
    result = table.agree(leave_one_out=len(table.raters) > 2, **design)
    for estimate in result.estimates:
        check_row(estimate)
    for row in result.influence:
        assert (row.value is None) == (row.reason is not None)
        assert row.reason is None or row.reason in REASONS
    json.loads(result.to_json(), parse_constant=pytest.fail)
    assert result.to_csv().count("\n") == len(result.estimates) + 1
    assert result.to_frame().height == len(result.estimates)


@kinds
def test_all_missing(kind: str) -> None:
    for field in fields_of(kind):
        table = Table(kind, [[None, None], [None, None]], ("a", "b"), ("r0", "r1"), {}, field)
        result = table.agree(by=())
        assert {estimate.measure for estimate in result.estimates} >= set(fitting(kind)) - {"presence"}
        for estimate in result.estimates:
            assert (estimate.value, estimate.items, estimate.ratings) == (None, 0, 0)
            assert estimate.reason in ("no_items", "no_pairable")
            assert estimate.limited_support


@kinds
@pytest.mark.parametrize("answered", [1, 2])
def test_one_item(kind: str, answered: int) -> None:
    value = {"labels": frozenset({"cat"}), "boxes": [("cat", (0, 0, 2, 2))]}.get(kind, 1)
    names = {name: name for name in (*CLASSES, *WORDS)}
    row = [value] * answered + [None] * (2 - answered)
    for field in fields_of(kind):
        result = Table(kind, [row], ("a",), ("r0", "r1"), names, field).agree(by=())
        for estimate in result.estimates:
            check_row(estimate)
            assert estimate.items <= 1
            if answered == 1 and estimate.measure not in USES_SINGLES:
                assert estimate.value is None
                assert estimate.reason in ("no_items", "no_pairable")


@kinds
def test_an_empty_table_is_refused(kind: str) -> None:
    table = Table(kind, [], (), ("r0", "r1"), {}, fields_of(kind)[0])
    with pytest.raises(accord.InputError, match="no rows"):
        table.agree()


@pytest.mark.parametrize("measure", every_form(), ids=str)
@pytest.mark.parametrize("items", [0, 3])
def test_a_panel_without_ratings(measure: Measure, items: int) -> None:
    none = np.zeros(0, np.int32)
    state = np.zeros(0, np.uint8)
    nobody = (none.astype(np.int64), none.astype(np.int64))
    if measure.shape == "boxes":
        return  # a panel of boxes is made from boxes only: see test_all_missing
    for labels in ((), ("a", "b", "c")):
        scale = Scale(labels, np.arange(len(labels), dtype=float), positive=1)
        members = np.zeros((0, max(len(labels), 1)), np.bool_)
        answers: Any = Scalars(state, none, scale)
        if measure.fits("labels") and not measure.fits("choice"):
            answers = Sets(state, none, members, labels, {})
        panel: Any = panel_of(none, answers, items)
        if measure.shape == "pair":
            panel = pair_panel(nobody, nobody, scale, items)
        (number,) = engine.numbers([(measure, panel)], None, Design(), Settings(replicates=10))
        assert (number.value, number.low, number.reason, number.items) == (None, None, "no_items", 0)


@pytest.mark.parametrize(
    "number",
    [
        lambda: accord.alpha([]),
        lambda: accord.alpha([], "ordinal"),
        lambda: accord.alpha([[None, 1]], "interval"),
        lambda: accord.alpha([], "ratio"),
        lambda: accord.alpha([[]], "masi"),
        lambda: accord.fleiss([]),
        lambda: accord.fleiss([[], []], ragged=True),
        lambda: accord.gwet([]),
        lambda: accord.gwet([], "ac2", "ordinal"),
        lambda: accord.gwet([], "ac2", "quadratic"),
        lambda: accord.gwet([[None]], "ac2", "linear"),
        lambda: accord.all_agree([]),
        lambda: accord.mean_pairwise([[1], []]),
        lambda: accord.within([], 1),
        lambda: accord.prevalence([]),
        lambda: accord.specific([], "negative"),
        lambda: accord.cohen([], []),
        lambda: accord.cohen([], [], "quadratic"),
        lambda: accord.cohen([None, 1], [1, None], "linear"),
        lambda: accord.pairwise([], []),
        lambda: accord.exact_set([]),
        lambda: accord.positive_label([[[], []]]),
        lambda: accord.jaccard([]),
        lambda: accord.presence([], "a"),
        lambda: accord.instance_f1([], format="xyxy"),
        lambda: accord.instance_f1([[[], []]], format="xyxy"),
    ],
)
def test_plain_functions_of_nothing_are_none(number: Callable[[], float | None]) -> None:
    assert number() is None
