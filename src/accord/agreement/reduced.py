"""What every panel has in common: the pattern of each item, and what is counted from it."""

from __future__ import annotations

from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Mask = NDArray[np.bool_]
Codes = NDArray[np.int32]


class Reduced(Protocol):
    """Items reduced to P patterns: what the engine asks of any panel."""

    @property
    def item(self) -> Codes:
        """(N,) the pattern of each item, -1 for an item without a value."""

    @property
    def size(self) -> Ints:
        """(P,) values an item."""

    @property
    def differs(self) -> Mask:
        """(P,) whether the raters of an item disagree."""

    @property
    def everywhere(self) -> Ints:
        """(P,) how many of all items have each pattern."""

    def uncommon(self, multiplicity: Ints) -> Mask:
        """(P,) whether an item has a value other than the commonest; multiplicity: (P,) items."""


class _OfItems(Protocol):
    @property
    def item(self) -> Codes: ...
    @property
    def size(self) -> Ints: ...


class Counted:
    """Counts the items of each pattern once, for whoever asks again."""

    @cached_property
    def everywhere(self: _OfItems) -> Ints:
        """(P,) how many of all items have each pattern."""
        item = self.item
        if item.min(initial=0) < 0:
            item = item[item >= 0]
        return np.bincount(item, minlength=len(self.size))


def multiplicity(panel: Reduced, chosen: Mask | None) -> Ints:
    """(P,) how many of the chosen items (N,), None for all, have each pattern."""
    if chosen is None:
        return panel.everywhere
    item = panel.item[chosen]
    return np.bincount(item[item >= 0], minlength=len(panel.size))
