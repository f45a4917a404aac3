"""Plans and sheets that came back, made by hand, for tests of reading workbooks."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import openpyxl
from repacked import parts_of, zipped

from accord.annotations.tables.xlsx.marks import letters
from accord.annotations.workbooks.grid import Cell, Grid, Merged
from accord.annotations.workbooks.located import Located, locate
from accord.annotations.workbooks.plan import Column, Plan, Row
from accord.annotations.workbooks.wrong import Wrong

COLUMNS = (
    Column("description", "shown"),
    Column("image", "picture"),
    Column("reference_title", "reference", "title"),
    Column("m_title", "output", "title", "m"),
    Column("m_title_match_0_or_1", "answer", "title_match", "m", ("0", "1")),
    Column("item", "item"),
    Column("group", "tracking"),
    Column("annotator", "annotator"),
)
HEADING = [column.name for column in COLUMNS]
DESCRIPTION, IMAGE, REFERENCE, OUTPUT, SCORE, ITEM, GROUP, ANNOTATOR = range(1, len(COLUMNS) + 1)
"""Columns of the sheet, from 1."""
ROWS = (
    ("a tall vase", "vase ||\njar", "a jar", "o1"),
    ("a bowl", "bowl", "10-12", "o2"),
    ("a coin", "", "1890", "o3"),
)
"""Description, reference, output and item; the third has no reference."""


def plan(rows: Sequence[Sequence[str]] = ROWS, raters: Sequence[str] = ("ann", "bob")) -> Plan:
    """Rows of description, reference, output and item as a plan; asked is where there is a reference."""
    made = tuple(
        Row(item, (text, "", reference, output, "", item, "s 1", ""), (False,) * 4 + (bool(reference),) + (False,) * 3)
        for text, reference, output, item in rows
    )
    return Plan("s", "1", tuple(raters), COLUMNS, made)


def lines(*scores: object, made: Plan | None = None, annotator: str = "ann") -> list[list[Any]]:
    """The sheet as it was given out, with scores in its rows, from the first."""
    found = [list(HEADING)]
    for at, row in enumerate((made or plan()).rows):
        line: list[Any] = [text or None for text in row.texts]
        line[ANNOTATOR - 1] = annotator
        line[SCORE - 1] = scores[at] if at < len(scores) else None
        found.append(line)
    return found


def grid(
    table: Iterable[Sequence[object]], merged: Iterable[Merged] = (), hidden: Iterable[int] = (), title: str = "answers"
) -> Grid:
    """A sheet of plain values or `Cell`s, None where nothing stands."""
    cells = {
        (number, column): value if isinstance(value, Cell) else cell(value)
        for number, line in enumerate(table, 1)
        for column, value in enumerate(line, 1)
        if value is not None
    }
    last = max((row for row, _ in cells), default=0)
    return Grid(title, cells, tuple(merged), frozenset(hidden), last)


def cell(value: object) -> Cell:
    """A value as the cell that holds it."""
    if isinstance(value, bool):
        return Cell(str(value).casefold(), "boolean")
    return Cell(str(value), "text" if isinstance(value, str) else "number")


def merged(first: tuple[int, int], last: tuple[int, int]) -> Merged:
    """The range of cells between two (row, column)."""
    name = ":".join(f"{letters(column)}{row}" for row, column in (first, last))
    return Merged(name, (first[0], last[0]), (first[1], last[1]))


def located(table: Iterable[Sequence[object]], made: Plan | None = None, **traits: Any) -> Located:
    """A plan in a sheet."""
    return locate(made or plan(), grid(table, **traits))


def told(wrongs: Iterable[Wrong]) -> list[str]:
    """Code, severity and place of every remark, such as `cell_blank error E2`."""
    return [f"{wrong.code} {wrong.severity} {wrong.place('').lstrip('!, ')}".rstrip() for wrong in wrongs]


def workbook(table: Iterable[Sequence[object]], change: Callable[[Any], object] | None = None) -> bytes:
    """The bytes of a workbook with one sheet `answers`; `change(book)` for anything else."""
    book = openpyxl.Workbook()
    book.active.title = "answers"
    for line in table:
        book.active.append(list(line))
    if change is not None:
        change(book)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def replaced(data: bytes, parts: Mapping[str, str | bytes | None]) -> bytes:
    """A copy of a zip file in which some parts are others (None: no such part), or more."""
    kept = {**parts_of(data), **parts}
    return zipped({name: content for name, content in kept.items() if content is not None})


def part(data: bytes, name: str) -> str:
    """A part of a zip file as text."""
    return parts_of(data)[name].decode()
