"""A finding: something in the data that a person should know, with its place and its remedy."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Literal

DIRECTIONS = frozenset("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Marks that turn the direction of the text after them."""

Severity = Literal["info", "warning", "error"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing noticed about the data or the numbers.

    `code` is a stable machine name (`off_label`), `where` a place (`file:line`, a column, a field and slice),
    `message` says what is the case, `fix` what to do about it, `count` how many times it holds.

    >>> print(Finding("off_label", "warning", "a.csv:3, column score", "'7' is not on the scale 1..5"))
    warning off_label: a.csv:3, column score: '7' is not on the scale 1..5
    """

    code: str
    severity: Severity
    where: str
    message: str
    fix: str | None = None
    count: int = 1

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where else ""
        tail = f" ({self.fix})" if self.fix else ""
        return visible(f"{self.severity} {self.code}: {place}{self.message}{tail}")

    def to_dict(self) -> dict[str, object]:
        """The finding as a JSON object."""
        return asdict(self)


def visible(text: str) -> str:
    r"""The text on one line, with what a terminal would obey (escapes, line ends, direction marks) spelled out.

    >>> visible("a\nb\x1b[31m")
    'a\\nb\\x1b[31m'
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(letter.encode("unicode_escape").decode("ascii") if _obeyed(letter) else letter for letter in text)


def _obeyed(letter: str) -> bool:
    return unicodedata.category(letter) in ("Cc", "Cs", "Zl", "Zp") or letter in DIRECTIONS


def counted(number: int, noun: str, plural: str | None = None) -> str:
    """A number with its noun.

    >>> counted(1, "row"), counted(2000, "row")
    ('1 row', '2,000 rows')
    """
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def most_severe_first(findings: Iterable[Finding]) -> list[Finding]:
    """Findings ordered by severity; within one severity in the order they were raised."""
    rank = {"error": 0, "warning": 1, "info": 2}
    return sorted(findings, key=lambda finding: rank[finding.severity])
