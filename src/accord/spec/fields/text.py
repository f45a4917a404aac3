"""Free text: what a model says, or a comment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Literal

import numpy as np

from accord.spec.field import Field
from accord.spec.form import Form
from accord.spec.labels import in_order
from accord.spec.reading import ScalarReading, Scale
from accord.spec.states import State
from accord.spec.wording import Word


class TextForm(Form):
    """Free text."""

    optional: ClassVar[bool] = True
    kind: Literal["text"]
    """Free text. Not compared between raters; a binary field may match it against references."""
    reference: Word | None = None
    """The column of the items with the references, alternatives separated by `||`."""

    def field(self, others: Mapping[str, Form]) -> Text:
        """The field that reads answers."""
        return Text(**self.tokens())


class Text(Field):
    """Any text that is not blank, kept to the letter. Texts are not compared, so no measure fits them.

    >>> Text(abstain=["unknown"]).read(["A vase", " ", "Unknown"]).states.tolist()
    [0, 2, 1]
    """

    kind = "text"
    form = TextForm
    measured_as = ""

    def read(self, cells: Sequence[str]) -> ScalarReading:
        """Codes into the distinct texts."""
        nothing = [self.nothing(cell) for cell in cells]
        labels = in_order(cell for cell, state in zip(cells, nothing, strict=True) if state is None)
        code = {label: at for at, label in enumerate(labels)}
        states = np.array([State.ANSWERED if state is None else state for state in nothing], np.uint8)
        codes = np.array([code.get(cell, -1) for cell in cells], np.int32)
        codes[states != State.ANSWERED] = -1
        return ScalarReading(states, codes, Scale(labels, declared=False), ())
