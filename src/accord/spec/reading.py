"""What a field makes of the distinct cells of a column: a state, a value and a note for each."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Note:
    """Something to say about one distinct cell. `cell` is its index among the distinct cells.

    `index` is the place inside the cell (the box) where there is one; `fatal` notes refuse the whole input.
    """

    cell: int
    code: str
    message: str
    index: int | None = None
    fatal: bool = False


@dataclass(frozen=True, slots=True)
class Scale:
    """The values of a field: labels in their order, and where each lies when distances mean something.

    positions: (V,) numbers for interval and ratio distances, None where labels have no order or number.
    categories: how many values the form offers (Gwet's q); for labels as seen, how many were seen.
    positive: index of the positive label of a binary field.
    """

    labels: tuple[str, ...]
    positions: NDArray[np.float64] | None = None
    declared: bool = True
    positive: int | None = None


@dataclass(frozen=True, slots=True)
class ScalarReading:
    """One value a cell. states: (U,) uint8; codes: (U,) int32 into scale.labels, -1 where not answered."""

    states: NDArray[np.uint8]
    codes: NDArray[np.int32]
    scale: Scale
    notes: tuple[Note, ...]


@dataclass(frozen=True, slots=True)
class SetReading:
    """A set of labels a cell. members: (U, L) bool; labels: L names; domains: name -> label indexes."""

    states: NDArray[np.uint8]
    members: NDArray[np.bool_]
    labels: tuple[str, ...]
    domains: dict[str, tuple[int, ...]]
    notes: tuple[Note, ...]


@dataclass(frozen=True, slots=True)
class BoxReading:
    """Boxes a cell. offsets: (U + 1,); label: (K,) class codes; xyxy: (K, 4) corners, x1 < x2 and y1 < y2."""

    states: NDArray[np.uint8]
    offsets: NDArray[np.int64]
    label: NDArray[np.int32]
    xyxy: NDArray[np.float64]
    labels: tuple[str, ...]
    domains: dict[str, tuple[int, ...]]
    notes: tuple[Note, ...]


Reading = ScalarReading | SetReading | BoxReading
