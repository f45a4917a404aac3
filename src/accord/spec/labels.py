"""Labels: how a raw cell is brought to exactly one declared label, or to none."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

PLACEHOLDERS = frozenset(
    {
        "nan",
        "none",
        "null",
        "na",
        "n/a",
        "#n/a",
        "nil",
        "-",
        "--",
        "?",
        "-1",
        "-99",
        "-999",
        "undefined",
        "missing",
    }
)
"""Texts that often stand for "no value". Never taken as missing unless declared; raised as findings."""

NO_ALIASES: Mapping[str, Sequence[str]] = MappingProxyType({})

_WHOLE = re.compile(r"([+-]?)(0|[1-9]\d*)(?:\.0+)?")
_SPACE = re.compile(r"\s+")


def folded(text: str) -> str:
    """The text in its normal form: Unicode NFKC, white space collapsed and stripped, a whole number without ".0".

    >>> folded(" \uff11.0 "), folded("Not  applicable"), folded("1.5"), folded("007")
    ('1', 'Not applicable', '1.5', '007')
    """
    if not text or (text.isascii() and (text.isalnum() or text.isidentifier())):
        return text
    form = _SPACE.sub(" ", unicodedata.normalize("NFKC", text)).strip()
    whole = _WHOLE.fullmatch(form)
    if whole is None:
        return form
    return "0" if whole[2] == "0" else whole[1] + whole[2]


def is_text(text: str) -> bool:
    """Whether a text can be written as UTF-8; JSON can hold half of a character pair, which cannot.

    >>> is_text("a"), is_text(chr(0xD800))
    (True, False)
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def number(text: str) -> float | None:
    """The number a cell holds, or None; full-width digits are read, thousands separators and words are not.

    >>> number("\uff13"), number(" 2.50 "), number("1e-3"), number("3,5"), number("nan"), number("1_000")
    (3.0, 2.5, 0.001, None, None, None)
    """
    form = folded(text)
    if "_" in form or form.casefold().lstrip("+-") in {"nan", "inf", "infinity"}:
        return None
    try:
        return float(form)
    except ValueError:
        return None


@dataclass(frozen=True, slots=True)
class Match:
    """A cell's label (index) and how it was reached: "" when the cell was the label to the letter."""

    index: int
    how: str


class LabelIndex:
    """Finds the one label a cell means. Letters' case is ignored unless two labels differ only by it.

    aliases: label -> other texts for it, such as its name in another language.

    >>> index = LabelIndex(["Yes", "No"], {"Yes": ["Oui"]})
    >>> index.find("Yes"), index.find("no "), index.find("maybe"), index.find("oui")
    (Match(index=0, how=''), Match(index=1, how='case, white space'), None, Match(index=0, how='another name'))
    """

    def __init__(self, labels: Sequence[str], aliases: Mapping[str, Sequence[str]] = NO_ALIASES) -> None:
        self.labels = tuple(labels)
        self._exact = {label: at for at, label in enumerate(self.labels)}
        texts = list(self._exact.items())
        own = [(self._exact[label], names) for label, names in aliases.items() if label in self._exact]
        texts += [(name, at) for at, names in own for name in names]
        self._names = _unique(texts)
        self._folded = _unique((folded(text), at) for text, at in texts)
        self._caseless = _unique((folded(text).casefold(), at) for text, at in texts)

    def find(self, cell: str) -> Match | None:
        """The label of a cell, or None where no label, or more than one, fits."""
        if cell in self._exact:
            return Match(self._exact[cell], "")
        form = folded(cell)
        for names, key in ((self._names, cell), (self._folded, form), (self._caseless, form.casefold())):
            if key in names:
                return Match(names[key], self._how(cell, names[key]))
        return None

    def _how(self, cell: str, at: int) -> str:
        same = folded(cell).casefold() == folded(self.labels[at]).casefold()
        return how_folded(cell, self.labels[at]) if same else "another name"


def how_folded(cell: str, label: str) -> str:
    """What separates a cell from its label, in words."""
    reasons = []
    wide = unicodedata.normalize("NFKC", cell)
    if folded(cell) != folded(label):
        reasons.append("case")
    if _SPACE.sub(" ", wide).strip() != wide:
        reasons.append("white space")
    if unicodedata.normalize("NFC", cell) != wide and wide.strip() != cell.strip():
        reasons.append("full width or compatibility form")
    if "." in wide and _WHOLE.fullmatch(_SPACE.sub(" ", wide).strip()):
        reasons.append("number form")
    return ", ".join(reasons) or "Unicode form"


def in_order(labels: Iterable[str]) -> tuple[str, ...]:
    """Labels as seen in a canonical order: numbers by size, then text.

    >>> in_order(["10", "9", "b", "a"])
    ('9', '10', 'a', 'b')
    """

    def key(label: str) -> tuple[int, float, str]:
        value = number(label)
        return (1, 0.0, label) if value is None else (0, value, label)

    return tuple(sorted(set(labels), key=key))


def _unique(pairs: Iterable[tuple[str, int]]) -> dict[str, int]:
    """Text -> label, without the texts that several labels have."""
    found: dict[str, int] = {}
    ambiguous = set()
    for key, at in pairs:
        if found.setdefault(key, at) != at:
            ambiguous.add(key)
    return {key: at for key, at in found.items() if key not in ambiguous}
