"""What every panel has in common: items counted by pattern."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from accord.agreement.reduced import Codes, Counted, Ints, multiplicity


@dataclass(frozen=True)
class Plain(Counted):
    """The least that a panel has."""

    item: Codes
    size: Ints

    @property
    def differs(self) -> np.ndarray:
        return np.zeros(len(self.size), np.bool_)

    def uncommon(self, multiplicity: Ints) -> np.ndarray:
        return self.differs


def panel(items: list[int], patterns: int) -> Plain:
    return Plain(np.array(items, np.int32), np.ones(patterns, np.int64))


def test_items_of_each_pattern() -> None:
    assert panel([0, 2, 0, 0], 4).everywhere.tolist() == [3, 0, 1, 0]


def test_items_without_a_value_are_left_out() -> None:
    some = panel([-1, 1, -1, 1, 0], 2)
    assert some.everywhere.tolist() == [1, 2]
    assert panel([-1, -1], 2).everywhere.tolist() == [0, 0]
    assert panel([], 2).everywhere.tolist() == [0, 0]


def test_it_is_counted_once() -> None:
    some = panel([0, 1, 1], 2)
    assert some.everywhere is some.everywhere
    assert multiplicity(some, None) is some.everywhere


def test_items_of_a_slice() -> None:
    some = panel([0, 1, -1, 1, 0], 3)
    assert multiplicity(some, np.array([1, 1, 1, 0, 0], np.bool_)).tolist() == [1, 1, 0]
    assert multiplicity(some, np.zeros(5, np.bool_)).tolist() == [0, 0, 0]
    assert multiplicity(some, np.ones(5, np.bool_)).tolist() == some.everywhere.tolist()
