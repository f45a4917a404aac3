"""Yes or no: two labels, the negative first."""

from __future__ import annotations

from typing import Any

import pytest

from accord.errors import UsageError
from accord.spec.fields import Binary
from accord.spec.fields.binary import BinaryForm
from accord.spec.states import State


def test_zero_and_one_unless_declared() -> None:
    field = Binary()
    assert (field.labels, field.kind) == (("0", "1"), "binary")


@pytest.mark.parametrize("cell", ["1", "1.0", " 1 ", "\uff11", "1.000", "\u2460"])
def test_every_form_of_one_is_positive(cell: str) -> None:
    assert Binary().read([cell]).codes.tolist() == [1]


@pytest.mark.parametrize(
    "cell", ["true", "True", "TRUE", "yes", "Y", "2", "-1", "0.5", "01", "1,0", "nan", "None", "x"]
)
def test_nothing_else_is_taken_for_zero_or_one(cell: str) -> None:
    reading = Binary().read([cell])
    assert reading.states.tolist() == [State.OFF_LABEL]
    assert reading.codes.tolist() == [-1]
    assert [(note.code, note.fatal) for note in reading.notes] == [("off_label", False)]
    assert repr(cell) in reading.notes[0].message
    assert "'0', '1'" in reading.notes[0].message


def test_the_second_label_is_the_positive_one() -> None:
    scale = Binary("present", "absent").read([]).scale
    assert (scale.labels, scale.positive, scale.declared) == (("present", "absent"), 1, True)
    assert scale.positions is not None
    assert scale.positions.tolist() == [0, 1]


def test_booleans_are_declared_like_other_labels() -> None:
    assert Binary(False, True).read(["true", "False", "1"]).codes.tolist() == [1, 0, -1]


def test_missing_and_abstained() -> None:
    reading = Binary("No", "Yes", missing=["?"], abstain=["n/a"]).read(["yes", "?", "N/A", "", "NO"])
    assert reading.states.tolist() == [0, 2, 1, 2, 0]
    assert reading.codes.tolist() == [1, -1, -1, -1, 0]


@pytest.mark.parametrize(("negative", "positive"), [("a", "a"), ("1", 1.0), ("", "x"), ("x", " ")])
def test_labels_must_be_two(negative: object, positive: object) -> None:
    with pytest.raises(UsageError, match="binary: "):
        Binary(negative, positive)


def test_labels_that_differ_by_case_stay_two() -> None:
    assert Binary("n", "N").read(["n", "N", "n "]).codes.tolist() == [0, 1, 0]


def form(**keys: Any) -> BinaryForm:
    return BinaryForm.model_validate({"kind": "binary", **keys})


def test_a_form_has_zero_and_one_unless_it_says_others() -> None:
    assert form().field({}).labels == ("0", "1")
    assert form(labels=[0, 1]) == form()
    assert form(labels=["no", {"id": "yes", "name": {"fr": "Oui"}}]).field({}).read(["OUI", "no"]).codes.tolist() == [
        1,
        0,
    ]
    assert [label.id for label in form(labels=[False, True]).label_space()] == ["false", "true"]


@pytest.mark.parametrize("labels", [[], ["a"], ["a", "b", "c"], "ab", [None, "a"], {"a": "b"}, None])
def test_a_form_has_two_labels(labels: object) -> None:
    with pytest.raises(ValueError, match="labels"):
        form(labels=labels)


def test_what_a_form_is_about() -> None:
    said = form(matches="title", reference="title_reference")
    assert (said.matched(), said.reference) == ("title", "title_reference")
    assert dict(said.refers()) == {"matches": ("title", "text")}
    assert (form().matched(), dict(form().refers())) == (None, {})
