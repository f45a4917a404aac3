"""What a person should know about a sheet that was read as a table."""

from __future__ import annotations

from collections.abc import Sequence

from accord.annotations.rows.tally import first_few
from accord.annotations.tables.xlsx.marks import letters
from accord.annotations.tables.xlsx.sheet import Sheet
from accord.findings import Finding

DATES = "a date or time, read as ISO 8601 text"
DATES_FIX = "a sheet may have made it out of a number or of text such as 10-12; type it as text"
ERRORS = "an error of the sheet, kept as text such as #N/A"
FORMULAS = "a formula; the result stored in the file was read"
FORMULAS_FIX = "a program that cannot calculate stores 0; put values in place of formulas"
NO_RESULT = "a formula without a stored result"
NO_RESULT_FIX = "open the workbook in Excel or LibreOffice and save it, or put values in place of formulas"
MERGED = "merged cells: the value was read for the top left cell only, the others are empty"


def problems(sheet: Sheet, file: str, read: Sequence[int]) -> list[Finding]:
    """Formulas without a stored result in the columns that are read (numbers from 1)."""
    cells = sheet.marks.uncalculated
    count = cells.count(read)
    where = f"{file}!{sheet.title}!{cells.shown(read)}"
    return [Finding("formula_without_value", "error", where, NO_RESULT, NO_RESULT_FIX, count)] if count else []


def findings(sheet: Sheet, file: str, read: Sequence[int], unnamed: Sequence[int]) -> list[Finding]:
    """Dates, errors, formulas and merged cells in the columns read; hidden rows; what was not read.

    unnamed: columns that hold values below no name.
    """
    place = f"{file}!{sheet.title}"
    traits = (
        ("date_cell", sheet.dates, DATES, DATES_FIX),
        ("error_cell", sheet.errors, ERRORS, None),
        ("formula_cell", sheet.marks.formulas, FORMULAS, FORMULAS_FIX),
    )
    found = [
        Finding(code, "warning", f"{place}!{cells.shown(read)}", message, fix, cells.count(read))
        for code, cells, message, fix in traits
        if cells.count(read)
    ]
    merged = [name for name, first, last in sheet.marks.merged if any(first <= at <= last for at in read)]
    if merged:
        where = f"{place}!{first_few(merged)}"
        found.append(Finding("merged_cells", "warning", where, MERGED, "split them", len(merged)))
    hidden = [str(number) for number, _ in sheet.rows if number in sheet.marks.hidden]
    if hidden:
        found.append(_info("hidden_rows", place, f"hidden rows were read: {first_few(hidden)}", len(hidden)))
    if unnamed:
        columns = first_few([letters(column) for column in unnamed])
        message = f"columns with values and no name were not read: {columns}"
        found.append(_info("unnamed_column", place, message, len(unnamed)))
    if sheet.unread:
        message = f"sheet {sheet.title!r} was read; not read: {first_few(sheet.unread)}"
        found.append(_info("other_sheets", file, message, len(sheet.unread)))
    return found


def _info(code: str, where: str, message: str, count: int) -> Finding:
    return Finding(code, "info", where, message, None, count)
