"""Labels that hold a comma, written without quotes: their parts are put together again."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from accord.llm.replies.column import Column, Role
from accord.llm.replies.line import Cell
from accord.llm.replies.words import loose

LONGEST_SPAN: Final = 12
"""Cells that one value may have been torn into."""


def rejoined(cells: Sequence[Cell], columns: Sequence[Column]) -> list[Cell]:
    """The cells, with those put together that are one label, or labels of one set, only together.

    A part that is a label by itself is left alone, so nothing is guessed: cells are joined only where one of them means
    nothing to any field.
    """
    whole: list[Cell] = []
    at = 0
    while at < len(cells):
        end = _end(cells, at, columns)
        whole.append(cells[at] if end == at + 1 else joined(cells[at:end]))
        at = end
    return whole


def joined(cells: Sequence[Cell]) -> Cell:
    """Cells as the one value that was torn at its commas."""
    return Cell(", ".join(cell.text for cell in cells))


def _end(cells: Sequence[Cell], at: int, columns: Sequence[Column]) -> int:
    """Where the value that begins at a cell ends."""
    beginning = loose(cells[at].text.replace("|", ";").rpartition(";")[2])
    starting = [column for column in columns if beginning in column.comma_starts]
    if not starting or cells[at].quoted:
        return at + 1
    for end in range(at + 2, min(len(cells), at + LONGEST_SPAN) + 1):
        span = cells[at:end]
        if span[-1].quoted:
            break
        text = joined(span).text
        if any(column.role(text) is Role.ANSWER for column in starting) and any(map(partial(_alone, columns), span)):
            return end
    return at + 1


def _alone(columns: Sequence[Column], cell: Cell) -> bool:
    """Whether a cell means nothing to any field."""
    roles = (column.role(cell.text) for column in columns)
    return all(role in (Role.OTHER, Role.FREE) for role in roles)
