"""The base of every kind of field: blanks, declared missing tokens and abstentions, the same for all kinds."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from accord.errors import UsageError
from accord.spec.labels import LabelIndex, folded
from accord.spec.reading import Note, Reading
from accord.spec.states import State

LONGEST_SHOWN = 60


class Field(ABC):
    """One question of the form: it turns the distinct cells of a column into states and values.

    missing: texts that stand for "no value" (blank cells always do). abstain: labels that say "I do not answer".
    """

    kind: ClassVar[str]

    def __init__(self, *, missing: Iterable[object] = (), abstain: Iterable[object] = ()) -> None:
        self.missing = _tokens(missing)
        self.abstain = _tokens(abstain)
        self._missing = LabelIndex(self.missing)
        self._abstain = LabelIndex(self.abstain)

    @abstractmethod
    def read(self, cells: Sequence[str]) -> Reading:
        """States and values of distinct cells (text, never null), with notes about those that need one."""

    def nothing(self, cell: str) -> State | None:
        """MISSING or ABSTAINED where the cell is one, else None."""
        if not cell or not folded(cell) or self._missing.find(cell):
            return State.MISSING
        if self._abstain.find(cell):
            return State.ABSTAINED
        return None

    def abstention(self, cell: str) -> str:
        """The declared label of a cell that abstains."""
        match = self._abstain.find(cell)
        return cell if match is None else self.abstain[match.index]


def _tokens(tokens: Iterable[object]) -> tuple[str, ...]:
    """Tokens as text; one text alone is one token."""
    return (tokens,) if isinstance(tokens, str) else tuple(text_of(token) for token in tokens)


def declared(labels: Iterable[object], what: str) -> tuple[str, ...]:
    """Declared labels as text, refused when blank or when two of them are one after folding."""
    if isinstance(labels, str):
        raise UsageError(f"{what}: give a list of labels, not the one text {labels!r}")
    names = tuple(text_of(label) for label in labels)
    blank = [name for name in names if not folded(name)]
    if blank:
        raise UsageError(f"{what}: a label is blank")
    seen: dict[str, str] = {}
    for name in names:
        if folded(name) in seen:
            raise UsageError(f"{what}: {seen[folded(name)]!r} and {name!r} are the same label")
        seen[folded(name)] = name
    return names


def text_of(label: object) -> str:
    """A label given in Python as the text it has in a table.

    >>> text_of(True), text_of(1.0), text_of("a")
    ('true', '1', 'a')
    """
    if isinstance(label, (bool, np.bool_)):
        return "true" if label else "false"
    if isinstance(label, (float, np.floating)) and label.is_integer():
        return str(int(label))
    return str(label)


def shown(cell: str) -> str:
    """A cell for a message, quoted, cut where it is long.

    >>> shown("x" * 100) == repr("x" * 57 + "...")
    True
    """
    return repr(cell if len(cell) <= LONGEST_SHOWN else cell[: LONGEST_SHOWN - 3] + "...")


def listed(labels: Sequence[str], most: int = 12) -> str:
    """Labels for a message, quoted, the list cut where it is long."""
    names = ", ".join(shown(label) for label in labels[:most])
    return names if len(labels) <= most else f"{names} and {len(labels) - most} more"


def match_scalars(
    field: Field, cells: Sequence[str], labels: Sequence[str], allowed: str
) -> tuple[NDArray[np.uint8], NDArray[np.int32], list[Note]]:
    """States, codes and notes of cells that must each be one of `labels`."""
    index = LabelIndex(labels)
    states = np.zeros(len(cells), np.uint8)
    codes = np.full(len(cells), -1, np.int32)
    notes = []
    for at, cell in enumerate(cells):
        # A label that is declared as an abstention too abstains; one that is a missing token too is an answer.
        match = None if field._abstain.find(cell) else index.find(cell)
        if match is None:
            state = field.nothing(cell)
            states[at] = State.OFF_LABEL if state is None else state
            if state is None:
                notes.append(Note(at, "off_label", f"{shown(cell)} is not allowed here; allowed: {allowed}"))
            continue
        codes[at] = match.index
        if match.how:
            notes.append(Note(at, "normalised", f"{shown(cell)} read as {shown(labels[match.index])} ({match.how})"))
    return states, codes, notes
