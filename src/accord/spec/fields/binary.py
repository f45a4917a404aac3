"""A yes/no question: two labels, the negative and the positive one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

import numpy as np
from pydantic import Field as Option

from accord.errors import UsageError
from accord.spec.field import Field, declared, listed, match_scalars
from accord.spec.form import Form
from accord.spec.labels import NO_ALIASES
from accord.spec.reading import ScalarReading, Scale
from accord.spec.wording import Label, LabelLike, Word


class BinaryForm(Form):
    """A yes/no question."""

    kind: Literal["binary"]
    """A yes/no question."""
    labels: tuple[LabelLike, ...] = Option((Label(id="0"), Label(id="1")), min_length=2, max_length=2)
    """Two labels, the negative one first."""
    matches: Word | None = None
    """The text field whose answer by another rater is compared with the item's references."""
    reference: Word | None = None
    """The column of the items with the references, alternatives separated by `||`; that of the matched field's
    name where it is left out."""

    def field(self, others: Mapping[str, Form]) -> Binary:
        """The field that reads answers."""
        negative, positive = self.labels
        return Binary(negative.id, positive.id, **self.tokens(*self.labels))

    def label_space(self) -> tuple[Label, ...]:
        """Both labels."""
        return self.labels

    def matched(self) -> str | None:
        """The text field that is matched against references."""
        return self.matches

    def refers(self) -> Mapping[str, tuple[str, str]]:
        """The matched field is free text."""
        return {} if self.matches is None else {"matches": (self.matches, "text")}


class Binary(Field):
    """Two labels, negative first; 0 and 1 unless declared.

    >>> reading = Binary().read(["1", "0", "1.0", "yes", ""])
    >>> reading.codes.tolist(), reading.states.tolist()
    ([1, 0, 1, -1, -1], [0, 0, 0, 3, 2])
    >>> Binary("No", "Yes").read(["yes", "No"]).codes.tolist()
    [1, 0]
    """

    kind = "binary"
    form = BinaryForm

    def __init__(
        self,
        negative: object = "0",
        positive: object = "1",
        *,
        missing: Iterable[object] = (),
        abstain: Iterable[object] = (),
        aliases: Mapping[str, Sequence[str]] = NO_ALIASES,
    ) -> None:
        super().__init__(missing=missing, abstain=abstain, aliases=aliases)
        self.labels = declared((negative, positive), "binary")
        if len(self.labels) != 2:
            raise UsageError("binary: exactly two labels are needed, the negative and the positive")

    def read(self, cells: Sequence[str]) -> ScalarReading:
        """Codes 0 (negative) and 1 (positive); anything else is off the label space."""
        states, codes, notes = match_scalars(self, cells, self.labels, listed(self.labels))
        scale = Scale(self.labels, np.array([0.0, 1.0]), positive=1)
        return ScalarReading(states, codes, scale, tuple(notes))
