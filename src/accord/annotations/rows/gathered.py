"""Findings of one kind gathered into one: the first in full, the places of a few more, then a count."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from accord.annotations.places import SHOWN
from accord.findings import Finding, Severity

LINE = re.compile(r"(?P<file>.*):(?P<line>\d+)(?P<rest>, .*)?", re.DOTALL)

Rows = Sequence[int] | NDArray[np.int64]


def gathered(
    code: str, severity: Severity, rows: Rows, place: Callable[[int], str], message: str, fix: str | None = None
) -> Finding:
    """One finding for all rows, of which there is at least one. message: of the first; place: of the first few.

    >>> print(gathered("blank_id", "error", [0, 4], lambda row: f"a.csv:{row + 2}", "the id is blank"))
    error blank_id: a.csv:2: the id is blank; also line 6
    """
    places = [place(int(row)) for row in rows[:SHOWN]]
    return Finding(code, severity, places[0], f"{message}{_also(places, len(rows))}", fix, len(rows))


@dataclass
class _Kind:
    """The first of a kind, the first places, and how many there are."""

    first: Finding
    places: list[str] = field(default_factory=list)
    count: int = 0


class Gathering:
    """Takes in problems one by one, as they are met; memory does not grow with their number.

    >>> gathering = Gathering()
    >>> for line in (2, 6):
    ...     gathering.add("blank_id", "error", f"a.csv:{line}", "the id is blank")
    >>> print(*gathering.findings())
    error blank_id: a.csv:2: the id is blank; also line 6
    """

    def __init__(self) -> None:
        self._kinds: dict[str, _Kind] = {}

    def add(self, code: str, severity: Severity, where: str, message: str, fix: str | None = None) -> None:
        """One more problem; of those with one code the first says what is the case."""
        kind = self._kinds.setdefault(code, _Kind(Finding(code, severity, where, message, fix)))
        kind.count += 1
        if len(kind.places) < SHOWN:
            kind.places.append(where)

    def findings(self) -> list[Finding]:
        """One finding a code, in the order of first sight."""
        found = []
        for kind in self._kinds.values():
            first = kind.first
            message = f"{first.message}{_also(kind.places, kind.count)}"
            found.append(Finding(first.code, first.severity, first.where, message, first.fix, kind.count))
        return found


def _also(places: Sequence[str], total: int) -> str:
    """The places after the first, as lines where all are of the same file."""
    if total == 1:
        return ""
    parts = [LINE.fullmatch(place) for place in places]
    lines = [part["line"] for part in parts if part]
    others = {(part["file"], part["rest"]) for part in parts if part}
    same = len(lines) == len(places) and len(others) == 1
    names = lines[1:] if same else places[1:]
    noun = ("lines " if total > 2 else "line ") if same else ""
    rest = f" and {total - len(places):,} more" if total > len(places) else ""
    return f"; also {noun}{', '.join(names)}{rest}"
