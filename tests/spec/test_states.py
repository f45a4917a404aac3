"""States: their codes are stored in arrays and index counts, so they must not move."""

from __future__ import annotations

import numpy as np

from accord.spec.states import NOT_ASKED_CELL, State
from accord.spec.yaml_lines import read_yaml


def test_codes_are_fixed() -> None:
    assert {state.name: int(state) for state in State} == {
        "ANSWERED": 0,
        "ABSTAINED": 1,
        "MISSING": 2,
        "OFF_LABEL": 3,
        "NOT_ASKED": 4,
    }


def test_codes_count_from_zero_without_gaps_and_fit_a_byte() -> None:
    assert sorted(State) == list(range(len(State)))
    assert np.array(list(State), np.uint8).tolist() == list(range(len(State)))


def test_no_file_can_hold_the_cell_of_a_field_that_is_not_asked() -> None:
    """Tables and YAML refuse NUL, and no label can be declared with it."""
    assert NOT_ASKED_CELL.startswith("\0")
    assert read_yaml(f'a: "{NOT_ASKED_CELL.replace(chr(0), chr(92) + "0")}"', "x.yaml").problems
