"""The share of outputs that a judge takes for a match, by model."""

from __future__ import annotations

import numpy as np
import pytest
from made_answers import DESIGN, POINT, QUICK, field_of

from accord.agreement.design import Design
from accord.scoring.judged import ACCURACY, WRONG, ModelOutputs, Outputs, accuracies, in_order

# Model a: four outputs, one of them unreadable (the last unit); model b: two; model c: one that nobody judges.
OUTPUTS = Outputs(
    (ModelOutputs("a", 4, 1), ModelOutputs("b", 2, 0), ModelOutputs("c", 1, 0)),
    np.array([0, 0, 0, 1, 1, 2, 0], np.int32),
    np.array([False] * 6 + [True]),
)
JUDGES = {"j": [1, 0, 1, 1, None, None, None], "k": [0, None, 1, 0, 0, None, None]}


def found(settings=POINT, outputs=OUTPUTS, design=DESIGN):
    rows = accuracies(field_of(JUDGES), outputs, design, settings)
    return {(e.where["judge"], e.where["output"], e.measure): e for e in rows}


@pytest.mark.parametrize(
    ("judge", "model", "measure", "value", "items"),
    [
        ("j", "a", ACCURACY, 2 / 3, 3),
        ("j", "a", WRONG, 2 / 4, 4),
        ("j", "b", ACCURACY, 1.0, 1),
        ("j", "b", WRONG, 1.0, 1),
        ("k", "a", ACCURACY, 1 / 2, 2),
        ("k", "a", WRONG, 1 / 3, 3),
        ("k", "b", ACCURACY, 0.0, 2),
    ],
)
def test_shares_and_their_denominators(judge, model, measure, value, items):
    row = found()[judge, model, measure]
    assert row.value == pytest.approx(value, abs=1e-15)
    assert (row.items, row.ratings, row.raters) == (items, items, 1)
    assert row.slice == f"judge={judge},output={model}"


def test_a_model_that_was_not_judged_is_null_with_a_reason():
    row = found()["j", "c", ACCURACY]
    assert (row.value, row.low, row.reason, row.items, row.raters) == (None, None, "no_items", 0, 0)


def test_one_unreadable_output_alone_is_wrong():
    outputs = Outputs((ModelOutputs("a", 1, 1),), np.array([-1] * 6 + [0], np.int32), OUTPUTS.unreadable)
    rows = found(outputs=outputs)
    assert rows["j", "a", ACCURACY].value is None
    assert (rows["j", "a", WRONG].value, rows["j", "a", WRONG].items) == (0.0, 1)


def test_every_judge_and_model_has_both_shares():
    assert set(found()) == {(j, m, s) for j in "jk" for m in "abc" for s in (ACCURACY, WRONG)}


def test_the_support_is_that_of_the_rarer_answer():
    field = field_of({"j": [1] * 30 + [0] * 20})
    outputs = Outputs((ModelOutputs("a", 50, 0),), np.zeros(50, np.int32), np.zeros(50, np.bool_))
    (row, _) = accuracies(field, outputs, DESIGN, QUICK)
    assert not row.limited_support
    assert row.low < 0.6 < row.high
    few = field_of({"j": [1] * 31 + [0] * 19})
    assert accuracies(few, outputs, DESIGN, QUICK)[0].limited_support


def test_intervals_draw_clusters():
    field = field_of({"j": [1] * 24 + [0] * 24})
    outputs = Outputs((ModelOutputs("a", 48, 0),), np.zeros(48, np.int32), np.zeros(48, np.bool_))
    alone, _ = accuracies(field, outputs, DESIGN, QUICK)
    clustered, _ = accuracies(field, outputs, Design(cluster=np.repeat(np.arange(4), 12).astype(np.int32)), QUICK)
    assert clustered.low < alone.low < alone.value == clustered.value


def test_valid_outputs_are_those_that_can_be_read():
    assert ModelOutputs("a", 75, 8).valid == 67


def test_names_stand_as_declared_where_all_are():
    assert in_order(["a", "c", "a"], ["c", "unused", "a"]) == ("c", "a")
    assert in_order(["b", "c", "a", "b"], ["c", "b"]) == ("a", "b", "c")
    assert in_order([], ["c"]) == ()
