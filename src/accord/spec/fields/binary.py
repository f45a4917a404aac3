"""A yes/no question: two labels, the negative and the positive one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from accord.errors import UsageError
from accord.spec.field import Field, declared, listed, match_scalars
from accord.spec.reading import ScalarReading, Scale


class Binary(Field):
    """Two labels, negative first; 0 and 1 unless declared.

    >>> reading = Binary().read(["1", "0", "1.0", "yes", ""])
    >>> reading.codes.tolist(), reading.states.tolist()
    ([1, 0, 1, -1, -1], [0, 0, 0, 3, 2])
    >>> Binary("No", "Yes").read(["yes", "No"]).codes.tolist()
    [1, 0]
    """

    kind = "binary"

    def __init__(
        self,
        negative: object = "0",
        positive: object = "1",
        *,
        missing: Iterable[object] = (),
        abstain: Iterable[object] = (),
    ) -> None:
        super().__init__(missing=missing, abstain=abstain)
        self.labels = declared((negative, positive), "binary")
        if len(self.labels) != 2:
            raise UsageError("binary: exactly two labels are needed, the negative and the positive")

    def read(self, cells: Sequence[str]) -> ScalarReading:
        """Codes 0 (negative) and 1 (positive); anything else is off the label space."""
        states, codes, notes = match_scalars(self, cells, self.labels, listed(self.labels))
        scale = Scale(self.labels, np.array([0.0, 1.0]), positive=1)
        return ScalarReading(states, codes, scale, tuple(notes))
