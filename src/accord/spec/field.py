"""The base of every kind of field: blanks, declared missing tokens and abstentions, the same for all kinds."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from accord.errors import UsageError
from accord.spec.labels import NO_ALIASES, LabelIndex, folded
from accord.spec.reading import BoxReading, Note, Reading, SetReading
from accord.spec.states import NOT_ASKED_CELL, State

if TYPE_CHECKING:
    from accord.spec.form import Form

LONGEST_SHOWN = 60


class Field(ABC):
    """One question of the form: it turns the distinct cells of a column into states and values.

    missing: texts that stand for "no value" (blank cells always do). abstain: labels that say "I do not answer".
    aliases: label or abstention -> other texts for it, such as its name in another language.
    """

    kind: ClassVar[str]
    form: ClassVar[type[Form]]
    """What `benchmark.yaml` says of a field of this kind."""
    measured_as: ClassVar[str | None] = None
    """The kind whose measures fit, where that is another one; "" for answers that are not compared."""

    def __init__(
        self,
        *,
        missing: Iterable[object] = (),
        abstain: Iterable[object] = (),
        aliases: Mapping[str, Sequence[str]] = NO_ALIASES,
    ) -> None:
        self.missing = _tokens(missing)
        self.abstain = _tokens(abstain)
        self.aliases = aliases
        self._missing = LabelIndex(self.missing)
        self._abstain = LabelIndex(self.abstain, aliases)

    @classmethod
    def measures_of(cls) -> str:
        """The kind by which measures are chosen; "" where answers are not compared."""
        return cls.kind if cls.measured_as is None else cls.measured_as

    @abstractmethod
    def read(self, cells: Sequence[str]) -> Reading:
        """States and values of distinct cells (text, never null), with notes about those that need one."""

    def value(self, reading: Reading, at: int, cell: str) -> Any:
        """The answer in cell `at` of a reading as a JSON value: a label, or a list of labels.

        >>> from accord.spec.fields import Rating
        >>> Rating(1, 5).value(Rating(1, 5).read(["2.0"]), 0, "2.0")
        '2'
        """
        assert not isinstance(reading, BoxReading), "boxes say themselves how they are stored"
        if isinstance(reading, SetReading):
            return [reading.labels[label] for label in np.flatnonzero(reading.members[at])]
        return reading.scale.labels[int(reading.codes[at])]

    def says(self, value: Any, cell: str) -> bool:
        """Whether a cell is a value to the letter, so that the raw text need not be kept beside it."""
        if isinstance(value, str):
            return value == cell
        try:
            return bool(json.loads(cell) == value)
        except (ValueError, RecursionError):
            return False

    def nothing(self, cell: str) -> State | None:
        """MISSING or ABSTAINED where the cell is one, else None."""
        if not cell or not folded(cell) or self._missing.find(cell):
            return State.MISSING
        if cell == NOT_ASKED_CELL:
            return State.NOT_ASKED
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
    index = LabelIndex(labels, field.aliases)
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
