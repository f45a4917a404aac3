"""An ordered scale: whole numbers from low to high, or words in their order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from accord.errors import UsageError
from accord.spec.field import Field, declared, listed, match_scalars, text_of
from accord.spec.labels import number
from accord.spec.reading import ScalarReading, Scale

MOST_STEPS = 1001


class Rating(Field):
    """Steps in order: `Rating(1, 5)`, or words from low to high: `Rating("low", "mid", "high")`.

    Distances between numbered steps are their differences, between words the difference of their places.

    >>> Rating(1, 5).read(["1", "5.0", "6", "\uff13"]).codes.tolist()
    [0, 4, -1, 2]
    >>> Rating("low", "mid", "high").read(["High", "low"]).codes.tolist()
    [2, 0]
    """

    kind = "rating"

    def __init__(self, *steps: object, missing: Iterable[object] = (), abstain: Iterable[object] = ()) -> None:
        super().__init__(missing=missing, abstain=abstain)
        numbers = [number(text_of(step)) for step in steps]
        known = [value for value in numbers if value is not None]
        if len(steps) < 2:
            raise UsageError("rating: give the lowest and the highest number, or at least two words in order")
        if len(steps) == 2 and len(known) == 2:
            self._range(steps, *known)
            return
        self.labels = declared(steps, "rating")
        if len(known) == len(steps):
            if sorted(known) != known:
                raise UsageError(f"rating {', '.join(self.labels)}: the numbers must rise")
            self.positions = np.array(known)
        else:
            self.positions = np.arange(len(steps), dtype=np.float64)
        self._allowed = listed(self.labels)

    def _range(self, steps: Sequence[object], low: float, high: float) -> None:
        """All whole numbers from low to high."""
        if any(isinstance(step, str) for step in steps):
            raise UsageError(f"rating {steps[0]}, {steps[1]}: write {steps[0]}..{steps[1]}, or name all steps")
        if not (low.is_integer() and high.is_integer() and 1 <= high - low < MOST_STEPS):
            raise UsageError(f"rating {low:g}..{high:g}: needs 2 to {MOST_STEPS} steps, the lower number first")
        self.labels = tuple(str(step) for step in range(int(low), int(high) + 1))
        self.positions = np.arange(int(low), int(high) + 1, dtype=np.float64)
        self._allowed = f"{low:g}..{high:g}"

    def read(self, cells: Sequence[str]) -> ScalarReading:
        """Codes 0 .. V - 1 along the scale; anything off the scale is off the label space."""
        states, codes, notes = match_scalars(self, cells, self.labels, self._allowed)
        return ScalarReading(states, codes, Scale(self.labels, self.positions), tuple(notes))
