"""What a cell of a workbook can hold of a text, and when two texts are the same there."""

from __future__ import annotations

import re
from dataclasses import dataclass

from accord.annotations.tables.xlsx.strings import unescaped

MOST = 32_767
"""UTF-16 units that a cell holds. Source: Excel specifications and limits, "Total number of characters that a cell can
contain"; Excel counts in UTF-16."""
REPLACEMENT = "\ufffd"
_NO_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""Characters that no XML 1.0 document can hold, apart from those beyond the first plane."""


@dataclass(frozen=True, slots=True)
class Held:
    """A text as a cell holds it. replaced: how many characters no workbook can hold; units: UTF-16 units of the whole
    text where it had to be cut, else 0.
    """

    text: str
    replaced: int = 0
    units: int = 0


def held(text: str, most: int = MOST) -> Held:
    r"""A text as a cell of at most so many UTF-16 units holds it. Nothing is lost silently: what cannot be held is
    U+FFFD, and a text that is too long ends with a mark that says so.

    Line ends become "\n", as they do in every XML document.

    >>> held("a\x00b\r\nc")
    Held(text='a\ufffdb\nc', replaced=1, units=0)
    >>> held("x" * 100, most=50).text
    'xxxxxxxx[... cut: 100 characters, a cell holds 50]'
    """
    ends = text.replace("\r\n", "\n").replace("\r", "\n")
    clean, replaced = _NO_XML.subn(REPLACEMENT, ends)
    units = utf16_units(clean)
    if units <= most:
        return Held(clean, replaced)
    mark = f"[... cut: {units:,} characters, a cell holds {most:,}]"
    return Held(_first_units(clean, max(most - len(mark), 0)) + mark, replaced, units)


def utf16_units(text: str) -> int:
    """How long Excel takes a text to be.

    >>> utf16_units("a\U0001f600")
    3
    """
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _first_units(text: str, units: int) -> str:
    """The longest start of so many UTF-16 units that ends with a whole character."""
    return text.encode("utf-16-le")[: 2 * units].decode("utf-16-le", "ignore")


def alike(text: str | None) -> str:
    r"""The text as it is compared: programs keep the words of a cell and not all of its white space.

    Some take `_x0041_` for an escaped letter when they save a text that holds just that, so it is compared as the
    letter.

    >>> alike(" a\n\u3000b "), alike(None), alike("_x005F_x0041_") == alike("_x0041_") == "A"
    ('a b', '', True)
    """
    return " ".join(unescaped(unescaped(text or "")).split())
