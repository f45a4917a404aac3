"""Ordered scales of numbers or words."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.errors import UsageError
from accord.spec.fields import Rating
from accord.spec.fields.rating import MOST_STEPS, RatingForm
from accord.spec.states import State


def positions(*steps: object) -> list[float]:
    found = Rating(*steps).read([]).scale.positions
    assert found is not None
    return found.tolist()


@given(st.integers(-50, 50), st.integers(1, 60))
def test_a_range_has_every_whole_step(low: int, width: int) -> None:
    field = Rating(low, low + width)
    assert field.labels == tuple(str(step) for step in range(low, low + width + 1))
    assert positions(low, low + width) == list(range(low, low + width + 1))
    assert field.read(list(field.labels)).codes.tolist() == list(range(width + 1))


@pytest.mark.parametrize("cell", ["3", "3.0", " 3", "\uff13", "3.00"])
def test_forms_of_one_step(cell: str) -> None:
    assert Rating(1, 5).read([cell]).codes.tolist() == [2]


@pytest.mark.parametrize("cell", ["0", "6", "2.5", "-1", "nan", "three", "true", "1..5", "3/5", "03"])
def test_off_the_scale(cell: str) -> None:
    reading = Rating(1, 5).read([cell])
    assert reading.states.tolist() == [State.OFF_LABEL]
    assert reading.notes[0].message == f"{cell!r} is not allowed here; allowed: 1..5"


def test_a_range_across_zero() -> None:
    assert Rating(-2, 2).read(["-2", "-1.0", "0", "2"]).codes.tolist() == [0, 1, 2, 4]


def test_words_lie_one_apart_in_their_order() -> None:
    field = Rating("low", "mid", "high")
    assert field.read(["HIGH", "low", "Mid "]).codes.tolist() == [2, 0, 1]
    assert positions("low", "mid", "high") == [0, 1, 2]


def test_numbers_that_are_named_keep_their_distances() -> None:
    assert positions(1, 2, 4, 8) == [1, 2, 4, 8]
    assert Rating(1, 2, 4).read(["3", "4"]).codes.tolist() == [-1, 2]


def test_distances_between_fractions_are_their_differences() -> None:
    assert positions(0, 0.5, 2.0) == [0, 0.5, 2]


@pytest.mark.parametrize("kind", [float, np.int64, np.float64])
def test_a_range_of_whole_numbers_of_another_type_is_a_range(kind: type) -> None:
    try:
        field = Rating(kind(1), kind(5))
    except UsageError:
        return
    assert field.labels == ("1", "2", "3", "4", "5")


def test_booleans_are_words() -> None:
    assert Rating(False, True).labels == ("false", "true")


def test_missing_and_abstained() -> None:
    reading = Rating(1, 3, missing=["-9"], abstain=["NA"]).read(["-9", "na", "", "2"])
    assert reading.states.tolist() == [2, 1, 2, 0]


@pytest.mark.parametrize(
    "steps",
    [
        (),
        (1,),
        ("low",),
        (5, 1),
        (1, 1),
        (1, MOST_STEPS + 1),
        (3, 2, 1),
        (1, 3, 2),
        (1, 1, 2),
        ("a", "a"),
        ("a", "", "b"),
    ],
)
def test_what_is_no_scale(steps: tuple[object, ...]) -> None:
    with pytest.raises(UsageError):
        Rating(*steps)


def test_the_longest_scale() -> None:
    assert len(Rating(1, MOST_STEPS).labels) == MOST_STEPS


def form(**keys: Any) -> RatingForm:
    return RatingForm.model_validate({"kind": "rating", **keys})


def test_a_form_with_a_scale_and_words() -> None:
    said = form(scale="-1..2", words={"-1": "Worse", "2": {"en": "Much better", "fr": "Bien mieux"}})
    assert [(label.id, label.texts()) for label in said.label_space()] == [
        ("-1", ("Worse",)),
        ("0", ()),
        ("1", ()),
        ("2", ("Much better", "Bien mieux")),
    ]
    field = said.field({})
    assert field.labels == ("-1", "0", "1", "2")
    assert field.read(["worse", "bien  MIEUX", "1.0", "better"]).codes.tolist() == [0, 3, 2, -1]
    assert field.read([]).scale.positions.tolist() == [-1, 0, 1, 2]  # type: ignore[union-attr]


def test_a_form_with_steps() -> None:
    said = form(steps=["low", {"id": "mid", "name": "Middle", "aliases": ["so-so"]}, "high"])
    assert [label.id for label in said.label_space()] == ["low", "mid", "high"]
    assert said.field({}).read(["HIGH", "so-so", "middle"]).codes.tolist() == [2, 1, 1]
    assert form(steps=[1, 2, 4]).field({}).read([]).scale.positions.tolist() == [1, 2, 4]  # type: ignore[union-attr]


@pytest.mark.parametrize("scale", ["0..1", f"1..{MOST_STEPS}", "-5..-1", "-999999999..-999999998"])
def test_scales(scale: str) -> None:
    said = form(scale=scale)
    assert [label.id for label in said.label_space()] == list(said.field({}).labels)


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({}, "give either a scale"),
        ({"scale": "1..5", "steps": ["a", "b"]}, "give either a scale"),
        ({"scale": "5..1"}, "the lower number first"),
        ({"scale": "1..1"}, "needs 2 to 1001 steps"),
        ({"scale": "-999999999..999999999"}, "needs 2 to 1001 steps"),
        ({"scale": "1..3", "words": {"0": "a", "4": "b"}}, "words for '0', '4', which the scale does not have"),
        ({"steps": ["a", "b"], "words": {"a": "c"}}, "words belong to a scale"),
        ({"steps": ["a"]}, "at least two words"),
        ({"steps": ["a", "a"]}, "are the same label"),
        ({"steps": [1, 5]}, "write 1..5, or name all steps"),
        ({"steps": [2, 1, 3]}, "the numbers must rise"),
    ],
)
def test_a_form_that_is_no_scale(keys: dict[str, Any], message: str) -> None:
    said = form(**keys)
    assert len(said.label_space()) <= MOST_STEPS
    with pytest.raises(UsageError, match=message):
        said.field({})


@pytest.mark.parametrize(
    "scale", ["1-5", "1...5", "1..", "..5", "a..b", "1.5..2.5", "1..5 ", "\u0661..\u0665", "1..1000000000", 5]
)
def test_what_is_no_scale_at_all(scale: object) -> None:
    with pytest.raises(ValueError, match="scale"):
        form(scale=scale)
