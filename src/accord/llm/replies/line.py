"""One line of values, taken apart as RFC 4180 has it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from accord.llm.replies.unreadable import Unreadable

MOST_CELLS: Final = 10_000

_QUOTED = re.compile(r'[^\S\r\n]*"([^"]*(?:""[^"]*)*)("?)[^\S\r\n]*')


@dataclass(frozen=True, slots=True)
class Cell:
    """One value as it is written, without white space around it. quoted: whether it stood in quotes."""

    text: str
    quoted: bool = False


def rows_of(text: str, delimiter: str = ",") -> list[list[Cell]]:
    """The lines of a text that are not blank, in cells.

    A quote inside a value that does not begin with one is an ordinary character. Raises Unreadable where a quote is not
    closed, or text follows a closing one.

    >>> [[cell.text for cell in row] for row in rows_of('a, "b, c", d "e"')]
    [['a', 'b, c', 'd "e"']]
    """
    plain = re.compile(rf"[^{re.escape(delimiter)}\r\n]*")
    rows: list[list[Cell]] = [[]]
    at = 0
    for _ in range(MOST_CELLS):
        cell, at = _cell(text, at, delimiter, plain)
        rows[-1].append(cell)
        if at >= len(text):
            return [row for row in rows if len(row) > 1 or row[0].quoted or row[0].text]
        if text[at] != delimiter:
            rows.append([])
        at += 1
    raise Unreadable("wrong_width", f"More than {MOST_CELLS:,} values.")


def _cell(text: str, at: int, delimiter: str, plain: re.Pattern[str]) -> tuple[Cell, int]:
    quoted = _QUOTED.match(text, at)
    if quoted is None:
        found = plain.match(text, at)
        assert found is not None, "the pattern fits nothing too"
        return Cell(found[0].strip()), found.end()
    if not quoted[2]:
        raise Unreadable("unclosed_quote")
    if quoted.end() < len(text) and text[quoted.end()] not in (delimiter, "\n", "\r"):
        raise Unreadable("text_after_quote")
    return Cell(quoted[1].replace('""', '"').strip(), True), quoted.end()
