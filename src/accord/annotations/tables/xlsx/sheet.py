"""One sheet of a workbook through openpyxl: its values, and what is to be known about them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from accord.annotations.rows.tally import first_few
from accord.annotations.tables.xlsx.cells import cell_text
from accord.annotations.tables.xlsx.marks import Cells, Marks, SheetError, read_marks
from accord.annotations.tables.xlsx.opening import opened_workbook
from accord.annotations.tables.xlsx.strings import unescaped

TITLES_SHOWN = 40


@dataclass
class Sheet:
    """A sheet as text.

    rows: every row that holds anything, as its number and its texts by column (both from 1). dates, errors:
    the cells that hold such. unread: titles of the other sheets, where nobody chose this one by name.
    """

    title: str
    unread: tuple[str, ...]
    marks: Marks
    rows: list[tuple[int, dict[int, str]]] = field(default_factory=list)
    dates: Cells = field(default_factory=Cells)
    errors: Cells = field(default_factory=Cells)


def read_sheet(data: bytes, wanted: str | None) -> Sheet:
    """The sheet named `wanted`, or the first visible one, of a workbook whose package has been checked.

    Formulas give their stored result. Raises SheetError, MissingExtra without openpyxl.
    """
    with opened_workbook(data) as reader:
        return _read(reader, wanted)


def _read(reader: Any, wanted: str | None) -> Sheet:
    sheet, unread = _choose(reader.wb.worksheets, wanted)
    part = next(relation.target for entry, relation in reader.parser.find_sheets() if entry.name == sheet.title)
    with reader.archive.open(part) as stream:
        found = Sheet(sheet.title, unread, read_marks(stream))
    # The size that a sheet declares may be a million rows of nothing, or too small.
    sheet.reset_dimensions()
    for number, cells in enumerate(sheet.iter_rows(max_row=found.marks.last_row), 1):
        texts: dict[int, str] = {}
        for column, cell in enumerate(cells, 1):
            text = cell_text(unescaped(cell.value) if isinstance(cell.value, str) else cell.value)
            if text is None:
                continue
            texts[column] = text
            if cell.data_type == "d":
                found.dates.add(number, column)
            elif cell.data_type == "e":
                found.errors.add(number, column)
        if texts:
            found.rows.append((number, texts))
    return found


def _choose(sheets: list[Any], wanted: str | None) -> tuple[Any, tuple[str, ...]]:
    titles = [sheet.title for sheet in sheets]
    if not titles:
        raise SheetError("no worksheet can be read; if it is a Strict Open XML workbook, save it as plain .xlsx")
    if wanted is not None:
        if wanted not in titles:
            raise SheetError(f"no sheet {wanted!r}; sheets: {first_few(titles, shown=TITLES_SHOWN)}")
        return sheets[titles.index(wanted)], ()
    chosen = next((sheet for sheet in sheets if sheet.sheet_state == "visible"), None)
    if chosen is None:
        raise SheetError(f"all sheets are hidden, name one: {first_few(titles, shown=TITLES_SHOWN)}")
    hidden = {sheet.title: "" if sheet.sheet_state == "visible" else " (hidden)" for sheet in sheets}
    return chosen, tuple(f"{title}{mark}" for title, mark in hidden.items() if title != chosen.title)
