"""The texts that the cells of a workbook share, to the letter.

openpyxl takes `x005F_` out of them, and so cannot tell the text `_x0041_` from an escaped letter A.
Source: ECMA-376 part 1, 18.4.8 (si), 22.9.2.19 (ST_Xstring: characters escaped as `_xHHHH_`).
"""

from __future__ import annotations

import re
from typing import IO
from xml.parsers import expat

PART = "xl/sharedStrings.xml"
_ESCAPED = re.compile("_x((?![Dd][89A-Fa-f])[0-9A-Fa-f]{4})_")
"""Halves of a character pair left out: alone they are no text."""


def unescaped(text: str) -> str:
    r"""The text that is meant by one with escaped characters.

    >>> unescaped("a_x000D_b"), unescaped("_x005F_x0041_")
    ('a\rb', '_x0041_')
    """
    return _ESCAPED.sub(lambda match: chr(int(match[1], 16)), text) if "_x" in text else text


def shared_strings(stream: IO[bytes]) -> list[str]:
    """The texts of a part of shared strings in their order, still escaped; phonetic guides are left out.

    Raises expat.ExpatError for damaged XML.
    """
    scan = _Scan()
    scan.parser.ParseFile(stream)
    return scan.texts


class _Scan:
    def __init__(self) -> None:
        self.parser = expat.ParserCreate()
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.CharacterDataHandler = self.data
        self.texts: list[str] = []
        self.pieces: list[str] = []
        self.phonetic = 0
        self.inside = False

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        name = tag.rpartition(":")[2]
        if name == "si":
            self.pieces = []
        elif name == "rPh":
            self.phonetic += 1
        elif name == "t":
            self.inside = not self.phonetic

    def end(self, tag: str) -> None:
        name = tag.rpartition(":")[2]
        if name == "si":
            self.texts.append("".join(self.pieces))
        elif name == "rPh":
            self.phonetic -= 1
        elif name == "t":
            self.inside = False

    def data(self, text: str) -> None:
        if self.inside:
            self.pieces.append(text)
