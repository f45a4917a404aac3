"""Bias of judges: paired with people, by model, and towards their own kin."""

from __future__ import annotations

import numpy as np
import pytest
from made_answers import DESIGN, POINT, QUICK, field_of

from accord.scoring.bias import biases
from accord.scoring.families import family_of
from accord.scoring.judged import ModelOutputs, Outputs


def outputs_of(*models):
    """Units by model; None for a unit that is no output."""
    names = list(dict.fromkeys(model for model in models if model is not None))
    code = np.array([-1 if model is None else names.index(model) for model in models], np.int32)
    return Outputs(tuple(ModelOutputs(name, models.count(name), 0) for name in names), code, code < -1)


def found(judges, people, outputs, kind="binary", settings=POINT):
    families = (
        [family_of(name, "judge", []) for name in judges],
        [family_of(row.model, "model", []) for row in outputs.models],
    )
    rows = biases(field_of(judges, people, kind), outputs, families, DESIGN, settings)
    return {(e.measure, e.slice): e for e in rows}


GPT = {"gpt-j": [1, 1, 0, 1, 1, None]}
PEOPLE = {"ann": [1, 0, 0, None, 0, 1], "bob": [0, 0, 0, 1, None, 1]}
OUTPUTS = outputs_of("gpt-a", "gpt-a", "gpt-a", "qwen", "qwen", "qwen")


def test_the_judge_less_the_mean_of_people_on_the_same_outputs():
    rows = found(GPT, PEOPLE, OUTPUTS)
    apart = [0.5, 1.0, 0.0, 0.0, 1.0]
    overall = rows["bias", "judge=gpt-j"]
    assert overall.value == pytest.approx(np.mean(apart), abs=1e-15)
    assert (overall.items, overall.ratings, overall.raters) == (5, 3 * 3 + 2 * 2, 3)
    own, other = rows["bias", "judge=gpt-j,output=gpt-a"], rows["bias", "judge=gpt-j,output=qwen"]
    assert own.value == pytest.approx(np.mean(apart[:3]), abs=1e-15)
    assert other.value == pytest.approx(np.mean(apart[3:]), abs=1e-15)
    assert (own.details["kin"], other.details["kin"]) == (True, False)
    kin = rows["kin_bias", "judge=gpt-j"]
    assert kin.value == pytest.approx(np.mean(apart[:3]) - np.mean(apart[3:]), abs=1e-15)
    assert kin.items == 5


def test_steps_of_a_rating_are_numbers():
    rows = found({"j": [5, 1]}, {"ann": [3, 1], "bob": [4, 2]}, outputs_of(None, None), "rating")
    assert rows["bias", "judge=j"].value == pytest.approx((1.5 - 0.5) / 2)
    assert set(rows) == {("bias", "judge=j")}


def test_labels_without_numbers_have_no_bias():
    assert found({"j": ["a"]}, {"ann": ["b"]}, outputs_of("m"), "choice") == {}


@pytest.mark.parametrize(("models", "reason"), [(("qwen", "qwen"), "no_kin"), (("gpt-a", "gpt-b"), "no_others")])
def test_without_both_sides_there_is_no_kin_bias(models, reason):
    rows = found({"gpt-j": [1, 0]}, {"ann": [0, 0]}, outputs_of(*models), settings=QUICK)
    kin = rows["kin_bias", "judge=gpt-j"]
    assert (kin.value, kin.low, kin.reason) == (None, None, reason)


def test_units_that_are_no_output_count_in_the_whole_only():
    rows = found({"gpt-j": [1, 1, 0]}, {"ann": [0, 0, 0]}, outputs_of("gpt-a", None, "qwen"))
    assert rows["bias", "judge=gpt-j"].items == 3
    assert (rows["kin_bias", "judge=gpt-j"].value, rows["kin_bias", "judge=gpt-j"].items) == (1.0, 2)


def test_without_people_nothing_can_be_paired():
    rows = found({"j": [1, 0]}, {}, outputs_of("m", "m"))
    assert {row.reason for row in rows.values()} == {"no_pairable"}


def test_the_interval_of_a_kind_judge_lies_above_nothing():
    rng = np.random.default_rng(4)
    truth = (rng.random(400) < 0.5).astype(int)
    kind = np.where(rng.random(400) < 0.2, 1, truth)
    row = found({"j": kind.tolist()}, {"ann": truth.tolist()}, outputs_of(*["m"] * 400), settings=QUICK)
    overall = row["bias", "judge=j"]
    assert 0 < overall.low < 0.1 < overall.high
    assert not overall.limited_support
