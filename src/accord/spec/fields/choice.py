"""A single choice among labels without order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from accord.spec.field import Field, declared, listed, match_scalars
from accord.spec.form import Form
from accord.spec.labels import NO_ALIASES, PLACEHOLDERS, folded, in_order
from accord.spec.reading import Note, ScalarReading, Scale
from accord.spec.wording import Label, Labels


class ChoiceForm(Form):
    """One of several labels without order."""

    kind: Literal["choice"]
    """One of several labels without order."""
    labels: Labels
    """The labels."""

    def field(self, others: Mapping[str, Form]) -> Choice:
        """The field that reads answers."""
        return Choice([label.id for label in self.labels], **self.tokens(*self.labels))

    def label_space(self) -> tuple[Label, ...]:
        """The labels in their order."""
        return self.labels


class Choice(Field):
    """One of the declared labels; without a declaration the labels are those seen.

    Labels as seen are compared by their normal form, so "1.0" and "1 " are one label; labels that differ by case
    stay apart and are noted, and so are texts that look like placeholders ("nan", "None", "-1").

    >>> Choice(["cat", "dog"]).read(["Cat", "cow"]).codes.tolist()
    [0, -1]
    >>> Choice().read(["b", "a", "nan"]).scale.labels
    ('a', 'b', 'nan')
    """

    kind = "choice"
    form = ChoiceForm

    def __init__(
        self,
        labels: Iterable[object] | None = None,
        *,
        missing: Iterable[object] = (),
        abstain: Iterable[object] = (),
        aliases: Mapping[str, Sequence[str]] = NO_ALIASES,
    ) -> None:
        super().__init__(missing=missing, abstain=abstain, aliases=aliases)
        self.labels = None if labels is None else declared(labels, "choice")

    def read(self, cells: Sequence[str]) -> ScalarReading:
        """Codes into the declared labels, or into the labels seen in canonical order."""
        if self.labels is not None:
            states, codes, notes = match_scalars(self, cells, self.labels, listed(self.labels))
            return ScalarReading(states, codes, Scale(self.labels), tuple(notes))
        labels = in_order(folded(cell) for cell in cells if self.nothing(cell) is None)
        states, codes, notes = match_scalars(self, cells, labels, "any label")
        notes += seen_label_notes(cells, labels)
        return ScalarReading(states, codes, Scale(labels, declared=False), tuple(notes))


def seen_label_notes(cells: Sequence[str], labels: Sequence[str]) -> list[Note]:
    """Notes about undeclared labels: placeholders, and labels that differ only in case."""
    kept = set(labels)
    notes = [
        Note(at, "placeholder", f"{cell!r} looks like a placeholder and counts as a label")
        for at, cell in enumerate(cells)
        if folded(cell) in kept and folded(cell).casefold() in PLACEHOLDERS
    ]
    spellings = Counter(label.casefold() for label in labels)
    notes += [
        Note(at, "labels_differ_by_case", f"{cell!r} differs from another label only in case")
        for at, cell in enumerate(cells)
        if folded(cell) in kept and spellings[folded(cell).casefold()] > 1
    ]
    return notes
