"""A number on an open scale: a count, a length, a score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from accord.spec.field import Field, text_of
from accord.spec.form import Form
from accord.spec.labels import number
from accord.spec.reading import Note, Reading, ScalarReading, Scale
from accord.spec.states import State


class NumberForm(Form):
    """Any number."""

    kind: Literal["number"]
    """Any finite number."""

    def field(self, others: Mapping[str, Form]) -> Number:
        """The field that reads answers."""
        return Number(**self.tokens())


class Number(Field):
    """Any finite number; codes follow the distinct numbers in rising order.

    >>> reading = Number().read(["2.5", "10", "2.50", "3,5", "nan"])
    >>> reading.codes.tolist(), reading.scale.positions.tolist()
    ([0, 1, 0, -1, -1], [2.5, 10.0])
    """

    kind = "number"
    form = NumberForm

    def read(self, cells: Sequence[str]) -> ScalarReading:
        """Codes into the sorted distinct numbers of the cells."""
        states = np.zeros(len(cells), np.uint8)
        values = np.full(len(cells), np.nan)
        notes = []
        for at, cell in enumerate(cells):
            state = self.nothing(cell)
            value = number(cell) if state is None else None
            if state is not None:
                states[at] = state
            elif value is None or not np.isfinite(value):
                states[at] = State.OFF_LABEL
                notes.append(Note(at, "off_label", f"{cell!r} is not a finite number with a decimal point"))
            else:
                values[at] = value
        answered = states == State.ANSWERED
        positions, inverse = np.unique(values[answered] + 0.0, return_inverse=True)
        codes = np.full(len(cells), -1, np.int32)
        codes[answered] = inverse
        return ScalarReading(states, codes, _scale(positions), tuple(notes))

    def value(self, reading: Reading, at: int, cell: str) -> int | float:
        """The number; a whole one without a fraction."""
        assert isinstance(reading, ScalarReading) and reading.scale.positions is not None
        found = float(reading.scale.positions[int(reading.codes[at])])
        return int(found) if found.is_integer() and abs(found) < 2**53 else found

    def read_numbers(self, numbers: NDArray[np.float64]) -> ScalarReading:
        """The reading of distinct numbers in rising order, which need no parsing."""
        states = np.zeros(len(numbers), np.uint8)
        return ScalarReading(states, np.arange(len(numbers), dtype=np.int32), _scale(numbers), ())


def _scale(positions: NDArray[np.float64]) -> Scale:
    return Scale(tuple(text_of(value) for value in positions.tolist()), positions, declared=False)
