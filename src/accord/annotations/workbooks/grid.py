"""The cells of a returned workbook as they are: values with their kinds, formulas, merged ranges, hidden rows."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal
from zoneinfo import ZoneInfo

from accord.annotations.log.times import BadTime, utc
from accord.annotations.tables.xlsx.cells import cell_text
from accord.annotations.tables.xlsx.marks import Limits, SheetError, position, read_marks
from accord.annotations.tables.xlsx.opening import opened_workbook
from accord.annotations.tables.xlsx.package import AS_CSV, PackageError, check_kind, check_package
from accord.annotations.tables.xlsx.strings import unescaped
from accord.annotations.workbooks.xml_bounds import check_xml

Kind = Literal["text", "number", "boolean", "date", "error"]
LIMITS = Limits(rows=100_000, columns=4_000, cells=5_000_000, kept=100_000)
"""Far beyond what a person can be asked to fill in."""
MOST_GROWTH = 100 * 2**20
AS_SHEET = "hand in the workbook as .xlsx, or copy the answers into a fresh copy"
MOST_MERGED = 1_000
"""Merged ranges of a sheet; each cell is looked up in all of them."""
_PROPERTIES = "docProps/core.xml"
_MODIFIED = re.compile(rb"<(?:\w+:)?modified\b[^>]*>([^<]{1,60})<")
_KINDS: dict[str, Kind] = {"n": "number", "b": "boolean", "e": "error", "d": "date"}


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell that holds something. text: its value as text; formula: whether a formula made it.

    calculated: whether the file stores what the formula gives.
    """

    text: str
    kind: Kind
    formula: bool = False
    calculated: bool = True

    @property
    def is_blank(self) -> bool:
        """Whether it shows nothing, and no formula made that."""
        return not (self.text.strip() or self.formula)


@dataclass(frozen=True)
class Merged:
    """A range of cells that are one, with its rows and columns from 1."""

    name: str
    rows: tuple[int, int]
    columns: tuple[int, int]

    def holds(self, row: int, column: int) -> bool:
        """Whether a cell lies in it."""
        return self.rows[0] <= row <= self.rows[1] and self.columns[0] <= column <= self.columns[1]


@dataclass(frozen=True)
class Grid:
    """One sheet. cells: (row, column), both from 1 -> what stands there."""

    title: str
    cells: Mapping[tuple[int, int], Cell]
    merged: tuple[Merged, ...]
    hidden: frozenset[int]
    last_row: int

    def text(self, row: int, column: int) -> str:
        """The text of a cell, "" where it is empty."""
        cell = self.cells.get((row, column))
        return "" if cell is None else cell.text

    def merged_at(self, row: int, column: int) -> Merged | None:
        """The merged range that a cell belongs to."""
        return next((area for area in self.merged if area.holds(row, column)), None)

    def filled(self, row: int, column: int) -> Cell | None:
        """A cell; in a merged range the one that shows there."""
        area = self.merged_at(row, column)
        return self.cells.get((row, column) if area is None else (area.rows[0], area.columns[0]))


class BadWorkbook(ValueError):
    """Why a file cannot be read as a workbook, and what to do."""

    def __init__(self, message: str, fix: str | None = None) -> None:
        super().__init__(message)
        self.fix = fix


@dataclass(frozen=True)
class OpenWorkbook:
    """A workbook that was read. grids: its sheets by title, the hidden ones too; saved: when, by its own account."""

    grids: Mapping[str, Grid]
    hidden: frozenset[str]
    saved: str | None


def read_workbook(data: bytes) -> OpenWorkbook:
    """All sheets of a workbook, whatever program saved it.

    Raises BadWorkbook for what is none or cannot be read safely; at most 100,000 rows and 4,000 columns of a sheet
    are read. MissingExtra without openpyxl.
    """
    try:
        check_package(data, growth=MOST_GROWTH)
        check_kind(data)
        check_xml(data)
        return _read(data)
    except PackageError as error:
        raise BadWorkbook(str(error), AS_SHEET if error.fix in (AS_CSV, None) else error.fix) from None
    except SheetError as error:
        raise BadWorkbook(str(error)) from None


def _read(data: bytes) -> OpenWorkbook:
    with opened_workbook(data) as reader:
        if not reader.wb.worksheets:
            raise SheetError("no sheet can be read; if it is a Strict Open XML workbook, save it as plain .xlsx")
        parts = {entry.name: relation.target for entry, relation in reader.parser.find_sheets()}
        grids = {sheet.title: _grid(reader, sheet, parts[sheet.title]) for sheet in reader.wb.worksheets}
        hidden = frozenset(sheet.title for sheet in reader.wb.worksheets if sheet.sheet_state != "visible")
        return OpenWorkbook(grids, hidden, _saved(reader.archive))


def _saved(archive: Any) -> str | None:
    """When a workbook says that it was saved. openpyxl would give the present moment where nothing is said."""
    if _PROPERTIES not in archive.namelist():
        return None
    found = _MODIFIED.search(archive.read(_PROPERTIES))
    if found is None:
        return None
    try:
        return utc(found[1].decode("ascii", "replace"), ZoneInfo("UTC"))
    except BadTime:
        return None


def _grid(reader: Any, sheet: Any, part: str) -> Grid:
    with reader.archive.open(part) as stream:
        marks = read_marks(stream, LIMITS)
    if len(marks.merged) > MOST_MERGED:
        raise SheetError(f"sheet {sheet.title!r} has more than {MOST_MERGED:,} merged ranges; split them")
    sheet.reset_dimensions()
    calculated, uncalculated = marks.formulas.kept(), marks.uncalculated.kept()
    cells: dict[tuple[int, int], Cell] = {}
    for row, line in enumerate(sheet.iter_rows(max_row=marks.last_row), 1):
        for column, cell in enumerate(line, 1):
            text = cell_text(unescaped(cell.value) if isinstance(cell.value, str) else cell.value)
            at = (row, column)
            formula = at in calculated or at in uncalculated
            if text is not None or formula:
                kind = _KINDS.get(cell.data_type, "text") if text is not None else "text"
                cells[at] = Cell(text or "", kind, formula, at not in uncalculated)
    merged = tuple(_merged(name) for name, _, _ in marks.merged)
    return Grid(sheet.title, cells, merged, frozenset(marks.hidden), marks.last_row)


def _merged(name: str) -> Merged:
    first, _, last = name.partition(":")
    (top, left), (bottom, right) = position(first), position(last)
    return Merged(name, (top, bottom), (left, right))
