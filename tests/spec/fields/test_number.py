"""Numbers on an open scale."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.spec.fields import Number
from accord.spec.fields.number import NumberForm
from accord.spec.states import State

finite = st.floats(allow_nan=False, allow_infinity=False)


def test_codes_follow_the_size() -> None:
    reading = Number().read(["10", "9", "-1", "2.5", "9.0", "1e1"])
    assert reading.codes.tolist() == [3, 2, 0, 1, 2, 3]
    assert reading.scale.positions is not None
    assert reading.scale.positions.tolist() == [-1, 2.5, 9, 10]
    assert reading.scale.labels == ("-1", "2.5", "9", "10")
    assert not reading.scale.declared


def test_minus_zero_is_zero() -> None:
    reading = Number().read(["0", "-0.0", "-0"])
    assert reading.codes.tolist() == [0, 0, 0]
    assert reading.scale.labels == ("0",)


@pytest.mark.parametrize("cell", ["nan", "inf", "-Infinity", "1e999", "3,5", "1_000", "x", "true", "[red]", "=1+1"])
def test_off_the_scale(cell: str) -> None:
    reading = Number().read([cell, "1"])
    assert reading.states.tolist() == [State.OFF_LABEL, State.ANSWERED]
    assert reading.codes.tolist() == [-1, 0]
    assert repr(cell) in reading.notes[0].message


def test_nothing_answered() -> None:
    reading = Number(missing=["-1"], abstain=["skip"]).read(["", "-1", "Skip", "-1.0"])
    assert reading.states.tolist() == [2, 2, 1, 2]
    assert reading.scale.labels == ()
    assert reading.scale.positions is not None
    assert reading.scale.positions.shape == (0,)


@given(st.lists(finite, max_size=8))
def test_every_number_is_found_again(values: list[float]) -> None:
    reading = Number().read([repr(value) for value in values])
    assert reading.scale.positions is not None
    assert reading.scale.positions[reading.codes].tolist() == values
    assert (reading.scale.positions[1:] > reading.scale.positions[:-1]).all()


@given(st.lists(finite, unique=True, max_size=8))
def test_numbers_that_are_read_as_numbers_are_read_the_same(values: list[float]) -> None:
    rising = np.unique(np.array(values, np.float64) + 0.0)
    direct, from_text = Number().read_numbers(rising), Number().read([repr(value) for value in rising.tolist()])
    assert direct.scale.labels == from_text.scale.labels
    assert direct.codes.tolist() == from_text.codes.tolist()
    assert direct.states.tolist() == from_text.states.tolist()
    assert direct.states.dtype == from_text.states.dtype
    assert direct.codes.dtype == from_text.codes.dtype


@pytest.mark.parametrize(
    ("cell", "value"),
    [("2.50", 2.5), ("3", 3), ("3.0", 3), ("-0.0", 0), ("1e3", 1000), ("1e300", 1e300), ("\uff13", 3), ("0.1", 0.1)],
)
def test_the_value_of_a_cell(cell: str, value: float) -> None:
    reading = Number().read(["7", cell])
    found = Number().value(reading, 1, cell)
    assert found == value
    assert type(found) is type(value)


@given(finite)
def test_a_value_is_the_number_to_the_last_digit(number: float) -> None:
    cell = repr(number)
    found = Number().value(Number().read([cell]), 0, cell)
    assert found == number
    assert float(str(found)) == number


def test_a_form_says_nothing_beyond_what_all_say() -> None:
    said = NumberForm.model_validate({"kind": "number", "missing": [-1], "abstain": ["?"]})
    assert said.field({}).read(["-1", "?", "2"]).states.tolist() == [2, 1, 0]
    assert said.label_space() == ()
