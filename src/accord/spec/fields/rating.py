"""An ordered scale: whole numbers from low to high, or words in their order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

import numpy as np
from pydantic import Field as Option

from accord.errors import UsageError
from accord.spec.field import Field, declared, listed, match_scalars, text_of
from accord.spec.form import Form
from accord.spec.labels import NO_ALIASES, number
from accord.spec.reading import ScalarReading, Scale
from accord.spec.wording import Label, Word, Wording
from accord.spec.wording import Labels as Steps

MOST_STEPS = 1001


class RatingForm(Form):
    """An ordered scale."""

    kind: Literal["rating"]
    """An ordered scale."""
    scale: str | None = Option(None, pattern=r"^-?[0-9]{1,9}\.\.-?[0-9]{1,9}$")
    """Whole numbers from low to high, written `1..5`. Either this or `steps`."""
    words: dict[Word, Wording] = Option(default_factory=dict)
    """What the numbers of a scale mean: `{1: Impossible, 5: Certain}`. The words are accepted as answers."""
    steps: Steps | None = None
    """The steps from low to high, where they are words."""

    def field(self, others: Mapping[str, Form]) -> Rating:
        """The field that reads answers."""
        if (self.scale is None) == (self.steps is None):
            raise UsageError("rating: give either a scale (1..5) or steps (words from low to high)")
        if self.scale is None and self.words:
            raise UsageError("rating: words belong to a scale; give a step a name instead: {id: low, name: ...}")
        steps = [step.id for step in self.label_space()] if self.scale is None else _ends(self.scale)
        rating = Rating(*steps, **self.tokens(*self.label_space()))
        strange = [step for step in self.words if step not in rating.labels]
        if strange:
            raise UsageError(f"rating: words for {listed(strange)}, which the scale does not have")
        return rating

    def label_space(self) -> tuple[Label, ...]:
        """The steps from low to high; none where the scale cannot be."""
        if self.steps is not None:
            return self.steps
        if self.scale is None:
            return ()
        low, high = _ends(self.scale)
        steps = range(low, high + 1) if 0 < high - low < MOST_STEPS else ()
        return tuple(Label(id=str(step), name=self.words.get(str(step))) for step in steps)

    def choices(self) -> tuple[Label, ...]:
        """The steps and the abstentions; steps of a scale by their numbers, whose words say what they mean."""
        if self.scale is None:
            return super().choices()
        steps = tuple(Label(id=step.id, help=step.name) for step in self.label_space())
        return (*steps, *self.abstain)


def _ends(scale: str) -> tuple[int, int]:
    """The lowest and the highest number of `1..5`."""
    low, _, high = scale.partition("..")
    return int(low), int(high)


class Rating(Field):
    """Steps in order: `Rating(1, 5)`, or words from low to high: `Rating("low", "mid", "high")`.

    Distances between numbered steps are their differences, between words the difference of their places.

    >>> Rating(1, 5).read(["1", "5.0", "6", "\uff13"]).codes.tolist()
    [0, 4, -1, 2]
    >>> Rating("low", "mid", "high").read(["High", "low"]).codes.tolist()
    [2, 0]
    """

    kind = "rating"
    form = RatingForm

    def __init__(
        self,
        *steps: object,
        missing: Iterable[object] = (),
        abstain: Iterable[object] = (),
        aliases: Mapping[str, Sequence[str]] = NO_ALIASES,
    ) -> None:
        super().__init__(missing=missing, abstain=abstain, aliases=aliases)
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
