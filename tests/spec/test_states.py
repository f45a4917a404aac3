"""States: their codes are stored in arrays and index counts, so they must not move."""

from __future__ import annotations

import numpy as np

from accord.spec.states import State


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
