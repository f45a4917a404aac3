"""Reading one workbook as a table of text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import polars as pl

from accord.annotations.rows import header
from accord.annotations.rows.part import Grid, Part
from accord.annotations.rows.place import SheetCell
from accord.annotations.tables.xlsx import remarks
from accord.annotations.tables.xlsx.marks import SheetError, letters
from accord.annotations.tables.xlsx.package import PackageError, check_kind, check_package
from accord.annotations.tables.xlsx.sheet import Sheet, read_sheet
from accord.errors import InputError
from accord.findings import Finding


def read(data: bytes, file: str, needed: Sequence[str] | None, sheet: str | None = None) -> Part:
    """The needed columns (all where None) of the first visible sheet, or of `sheet`.

    The header is the first row that holds anything; wholly empty rows are skipped, columns with neither name
    nor value are dropped. A formula gives the result that is stored in the file; a needed one without is a
    problem of the part, as are repeated names. Raises InputError for a file or sheet that cannot be read,
    MissingExtra without openpyxl.
    """
    try:
        check_package(data)
        check_kind(data)
        found = read_sheet(data, sheet)
    except PackageError as error:
        raise InputError([Finding("bad_workbook", "error", file, str(error), error.fix)]) from None
    except SheetError as error:
        raise InputError([Finding("bad_workbook", "error", file, str(error))]) from None
    if not found.rows:
        raise InputError([Finding("empty_file", "error", f"{file}!{found.title}", "the sheet is empty")])
    return _part(found, file, needed)


def _part(sheet: Sheet, file: str, needed: Sequence[str] | None) -> Part:
    (top, heading), body = sheet.rows[0], sheet.rows[1:]
    used = sorted({column for _, texts in sheet.rows for column in texts})
    names = header.clean([heading.get(column, "") for column in used])
    columns = dict(zip(names, used, strict=True))
    read = [at for name, at in columns.items() if name and (needed is None or name in needed)]
    unnamed = [at for name, at in zip(names, used, strict=True) if not name]
    values = [[texts.get(column) for _, texts in body] for column in used]
    grid = Grid(
        header=names,
        header_line=top,
        frame=pl.DataFrame([pl.Series(str(at), texts, pl.String) for at, texts in enumerate(values)]),
        line=np.array([number for number, _ in body], np.int64),
        labels=tuple(letters(column) for column in used),
    )
    place = SheetCell(file, sheet.title, {name: letters(column) for name, column in columns.items()})
    part = grid.part(file, place, needed, remarks.findings(sheet, file, read, unnamed))
    return replace(part, problems=(*part.problems, *remarks.problems(sheet, file, read)))
