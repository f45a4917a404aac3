"""Which cell of a line was written for which field.

A label says by itself where it belongs, an abstention or a text outside the labels does not. So a line of the right
width is taken as it stands unless other places would fit more of its labels, or a label stands in another field than
its own, which has none; and a line that is too wide only where its labels leave exactly one way.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from accord.llm.replies.column import Column, Role
from accord.llm.replies.line import Cell
from accord.llm.replies.unreadable import Unreadable

WIDEST: Final = 4
"""How many times as many cells as fields are looked at."""


@dataclass(frozen=True, slots=True)
class Aligned:
    """Per field the cells that are its value, and the codes of what was forgiven."""

    cells: list[list[Cell]]
    codes: tuple[str, ...] = ()


def aligned(cells: Sequence[Cell], columns: Sequence[Column], tolerant: bool) -> Aligned:
    """The cells of each field. tolerant: whether a line of another width may be aligned. Raises Unreadable."""
    if len(cells) == len(columns):
        if _most_fitting(cells, columns) > _fitting(cells, columns):
            raise misaligned()
        return _none_astray(Aligned([[cell] for cell in cells]), columns)
    if tolerant and len(columns) < len(cells) <= WIDEST * len(columns):
        wide = _by_labels(cells, columns)
        if wide is not None:
            return _none_astray(wide, columns)
    raise wrong_width(len(cells), str(len(columns)))


def misaligned() -> Unreadable:
    """The labels of a line say that its cells are not those of the fields at their places."""
    return Unreadable("misaligned")


def wrong_width(cells: int, asked: str) -> Unreadable:
    """A line is too wide or too narrow."""
    return Unreadable("wrong_width", f"{cells} columns where {asked} were asked.")


def _fitting(cells: Sequence[Cell], columns: Sequence[Column]) -> int:
    """How many cells are labels of the field at their place."""
    return sum(column.role(cell.text) is Role.ANSWER for cell, column in zip(cells, columns, strict=True))


def _most_fitting(cells: Sequence[Cell], columns: Sequence[Column]) -> int:
    """How many cells can be labels of fields in the order of both, whatever is left out: the longest chain that does
    not fall. Two cells in one field are a set that was torn, or show that one of them stands for another field.
    """
    if all(_in_place(column.role(cell.text)) for cell, column in zip(cells, columns, strict=True)):
        return _fitting(cells, columns)
    chain: list[int] = []
    for cell in cells:
        fields = [at for at, column in enumerate(columns) if column.role(cell.text) is Role.ANSWER]
        is_label = len(fields) == 1 and bool(columns[fields[0]].own)
        # Falling within one cell, so that a cell takes at most one link of the chain.
        for at in reversed(fields):
            place = (bisect_right if is_label or columns[at].is_set else bisect_left)(chain, at)
            chain[place : place + 1] = [at]
    return len(chain)


def _none_astray(line: Aligned, columns: Sequence[Column]) -> Aligned:
    """The line. Raises where a cell means nothing to its field, and is a label of one other field that has none."""
    for of_field, column in zip(line.cells, columns, strict=True):
        text = of_field[0].text
        if column.role(text) is not Role.OTHER:
            continue
        other = [at for at, column in enumerate(columns) if column.own and column.role(text) is Role.ANSWER]
        if len(other) == 1 and columns[other[0]].role(line.cells[other[0]][0].text) is not Role.ANSWER:
            raise misaligned()
    return line


def _in_place(role: Role) -> bool:
    return role in (Role.ANSWER, Role.ABSTENTION, Role.NOTHING)


def _by_labels(cells: Sequence[Cell], columns: Sequence[Column]) -> Aligned | None:
    """A line that is too wide, between the labels that each belong to one field only; None where that leaves a doubt.

    Between two labels there must be as many cells as fields, or one more where all of them are one abstention.
    """
    if any(column.free for column in columns):
        return None
    places = [[at for at, column in enumerate(columns) if column.role(cell.text) is Role.ANSWER] for cell in cells]
    if any(len(at) > 1 for at in places) or not any(places):
        return None
    filed: list[list[Cell]] = []
    codes: list[str] = []
    between: list[Cell] = []
    for cell, at in zip(cells, places, strict=True):
        if not at:
            between.append(cell)
            continue
        field = at[0]
        if not between and field == len(filed) - 1 and columns[field].is_set:
            filed[-1].append(cell)
            codes.append("rejoined_set")
            continue
        if not filed and field == 0 and len(between) == 1 and _is_foreign(between[0], columns):
            between = []
            codes.append("leading_cell")
        if not _fill(between, columns[len(filed) : field], filed, codes) or field != len(filed):
            return None
        filed.append([cell])
        between = []
    if not _fill(between, columns[len(filed) :], filed, codes):
        return None
    return Aligned(filed, tuple(codes))


def _fill(between: Sequence[Cell], columns: Sequence[Column], filed: list[list[Cell]], codes: list[str]) -> bool:
    """File the cells between two labels; False where it is not known which is which."""
    if len(between) == len(columns) + 1 and columns and _is_one_abstention(between, columns):
        between = between[: len(columns)]
        codes.append("repeated_abstention")
    if len(between) != len(columns):
        return False
    filed += [[cell] for cell in between]
    return True


def _is_one_abstention(cells: Sequence[Cell], columns: Sequence[Column]) -> bool:
    return len({cell.text for cell in cells}) == 1 and all(
        column.role(cells[0].text) is Role.ABSTENTION for column in columns
    )


def _is_foreign(cell: Cell, columns: Sequence[Column]) -> bool:
    return bool(cell.text) and all(column.role(cell.text) is Role.OTHER for column in columns)
