"""A multiple choice: a set of labels, where the empty set is an answer of its own."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, Literal

import numpy as np
from pydantic import Field as Option

from accord.errors import UsageError
from accord.spec.domains import flat
from accord.spec.field import Field, listed, shown, text_of
from accord.spec.form import Form, grouped
from accord.spec.labels import NO_ALIASES, PLACEHOLDERS, LabelIndex, folded, in_order, is_text
from accord.spec.reading import Note, SetReading
from accord.spec.states import State
from accord.spec.wording import Label, LabelLike, Word
from accord.spec.wording import Labels as LabelList


class LabelsForm(Form):
    """A set of labels."""

    several: ClassVar[bool] = True
    kind: Literal["labels"]
    """A set of labels; none of them is an answer too."""
    labels: LabelList | None = None
    """The labels. Either this or `domains`."""
    domains: dict[Word, LabelList] | None = Option(None, min_length=1)
    """The labels in groups: `{road: [pothole, crack], air: [smoke]}`."""
    none: LabelLike | None = None
    """The label that means the empty set, such as "no violation"."""
    separator: str | None = Option(None, min_length=1)
    """What stands between labels in one cell of a table. A JSON array, and a label
    alone, are always read."""

    def field(self, others: Mapping[str, Form]) -> Labels:
        """The field that reads answers."""
        if (self.labels is None) == (self.domains is None):
            raise UsageError("labels: give either labels or domains")
        named = (*self.label_space(), *([self.none] if self.none else []))
        none = self.none.id if self.none else None
        texts = [text for label in named for text in (label.id, *label.texts())]
        split = [text for text in texts if self.separator is not None and self.separator in text]
        if split:
            raise UsageError(f"labels: {listed(split)} holds the separator {self.separator!r}")
        return Labels(grouped(self.domains, self.labels or ()), sep=self.separator, none=none, **self.tokens(*named))

    def label_space(self) -> tuple[Label, ...]:
        """All labels, domain after domain."""
        if self.domains is not None:
            return tuple(label for inside in self.domains.values() for label in inside)
        return self.labels or ()

    def choices(self) -> tuple[Label, ...]:
        """The labels, that of the empty set, and the abstentions."""
        none = () if self.none is None else (self.none,)
        return (*self.label_space(), *none, *self.abstain)


class Labels(Field):
    """A set of labels a cell: a JSON array, one declared label, or words joined by `sep`. A label twice counts once.

    `none` is the label that names the empty set ("no violation"). Labels may be given flat or as a mapping of
    domains to classes; without a declaration they are those seen. A cell with a label outside the declared ones is
    off the label space as a whole. Abstention labels are taken out first: a set left empty by that is abstained.

    >>> reading = Labels(["a", "b"], none="none").read(['["a", "b"]', '["none"]', "[]", '["c"]', ""])
    >>> reading.members.astype(int).tolist(), reading.states.tolist()
    ([[1, 1], [0, 0], [0, 0], [0, 0], [0, 0]], [0, 0, 0, 3, 2])
    """

    kind = "labels"
    form = LabelsForm

    def __init__(
        self,
        labels: Iterable[object] | Mapping[str, Iterable[object]] | None = None,
        *,
        sep: str | None = None,
        none: str | None = None,
        missing: Iterable[object] = (),
        abstain: Iterable[object] = (),
        aliases: Mapping[str, Sequence[str]] = NO_ALIASES,
    ) -> None:
        super().__init__(missing=missing, abstain=abstain, aliases=aliases)
        if sep is not None and not sep:
            raise UsageError("labels: the separator is empty")
        self.sep = sep
        self.none = none
        self._none = LabelIndex([none] if none else [], aliases)
        self.labels, self.domains = flat(labels, "labels")
        self._one = LabelIndex([*(self.labels or ()), *([none] if none else [])], aliases)

    def read(self, cells: Sequence[str]) -> SetReading:
        """Membership of each distinct cell in each label."""
        states = np.zeros(len(cells), np.uint8)
        notes: list[Note] = []
        sets = [self._names(at, cell, states, notes) for at, cell in enumerate(cells)]
        labels = self.labels
        if labels is None:
            labels = in_order(folded(name) for names in sets for name in names)
            notes += _seen_notes(sets, labels)
        index = LabelIndex(labels, self.aliases)
        members = np.zeros((len(cells), len(labels)), np.bool_)
        for at, names in enumerate(sets):
            found = [index.find(name) for name in names]
            strange = [name for name, match in zip(names, found, strict=True) if match is None]
            if strange:
                states[at] = State.OFF_LABEL
                notes.append(Note(at, "off_label", f"{listed(strange)} not allowed here; allowed: {listed(labels)}"))
                continue
            members[at, [match.index for match in found if match]] = True
        return SetReading(states, members, labels, self.domains, tuple(notes))

    def _names(self, at: int, cell: str, states: np.ndarray, notes: list[Note]) -> list[str]:
        """The label names in a cell after abstentions and the none label are taken out; sets the cell's state."""
        nothing = self.nothing(cell)
        if nothing is not None:
            states[at] = nothing
            return []
        names = self._split(cell)
        if names is None:
            states[at] = State.OFF_LABEL
            notes.append(
                Note(
                    at,
                    "off_label",
                    f"{shown(cell)} is not a JSON array of labels; if labels are joined by a text, give it (sep)",
                )
            )
            return []
        real = [name for name in names if not self._abstain.find(name)]
        if len(real) < len(names):
            if not real:
                states[at] = State.ABSTAINED
                return []
            notes.append(Note(at, "abstention_beside_label", f"{shown(cell)} holds an abstention beside a label"))
        kept = [name for name in real if not self._none.find(name)]
        if kept and len(kept) < len(real):
            notes.append(Note(at, "none_beside_label", f"{shown(cell)} holds {self.none!r} beside a label"))
        return kept

    def _split(self, cell: str) -> list[str] | None:
        """The names in a cell: a JSON array, one declared label, parts between separators; None where it is none."""
        names = _json_names(cell) if cell.lstrip().startswith("[") else None
        if names is None and self._one.find(cell):
            return [cell]
        if names is None and self.sep is not None:
            return [part for part in cell.split(self.sep) if folded(part)]
        return names

    def abstention(self, cell: str) -> str:
        """The first declared abstention in the cell."""
        for name in [cell, *(self._split(cell) or [])]:
            match = self._abstain.find(name)
            if match is not None:
                return self.abstain[match.index]
        return cell


def _json_names(cell: str) -> list[str] | None:
    try:
        values = json.loads(cell)
    except (ValueError, RecursionError):
        return None
    if not isinstance(values, list) or any(isinstance(value, (dict, list)) or value is None for value in values):
        return None
    names = [text_of(value) for value in values]
    return names if all(folded(name) and is_text(name) for name in names) else None


def _seen_notes(sets: Sequence[Sequence[str]], labels: Sequence[str]) -> list[Note]:
    """Notes about undeclared labels: placeholders, and labels that differ only in case."""
    spellings = Counter(label.casefold() for label in labels)
    alike = {label for label in labels if spellings[label.casefold()] > 1}
    notes = [
        Note(at, "labels_differ_by_case", f"{shown(name)} differs from another label only in case")
        for at, names in enumerate(sets)
        for name in names
        if folded(name) in alike
    ]
    return notes + [
        Note(at, "placeholder", f"{shown(name)} looks like a placeholder and counts as a label")
        for at, names in enumerate(sets)
        for name in names
        if folded(name).casefold() in PLACEHOLDERS
    ]
