"""A copy of a returned workbook for its annotator, with the wrong cells marked and told in comments."""

from __future__ import annotations

import contextlib
import importlib
import io
import warnings
from collections.abc import Sequence
from typing import Any

from accord.annotations.workbooks.grid import BadWorkbook
from accord.annotations.workbooks.held import held
from accord.annotations.workbooks.steady import steady
from accord.annotations.workbooks.wrong import Wrong
from accord.errors import MissingExtra

TITLE = "to correct"
HEADING = ("cell", "what is wrong", "what to do")
WIDTHS = (16, 80, 60)
RED, LIGHT = "FFC00000", "FFFF9999"
GREY = "FFBFBFBF"
AUTHOR = "accord"
LONGEST_COMMENT = 2_000
FOR_CURATORS = frozenset({"benchmark_changed", "form_changed", "picture_changed", "same_copy", "old_copy"})
"""What annotators can do nothing about."""


def marked_copy(data: bytes, title: str, wrongs: Sequence[Wrong]) -> bytes:
    """The bytes of a copy (.xlsx, without macros). title: of the sheet with the answers.

    Its first sheet lists what is wrong; a cell that is wrong has a red ground and a comment. The copy can be
    corrected and handed in in place of the file. Formulas stand in it as text, so that none of them runs.

    Raises BadWorkbook for a file that cannot be written again, MissingExtra without openpyxl.
    """
    try:
        openpyxl = importlib.import_module("openpyxl")
    except ModuleNotFoundError:
        raise MissingExtra("writing a marked copy", "openpyxl", "xlsx") from None
    try:
        with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
            warnings.simplefilter("ignore")
            book = openpyxl.load_workbook(io.BytesIO(data), keep_vba=False, keep_links=False)
            _disarm(book)
            sheet = book[title]
            _clear(sheet)
            told = for_annotators(wrongs)
            for place, found in _by_cell(told).items():
                _mark(sheet, *place, found)
            _list(book, sheet.title, told)
            stream = io.BytesIO()
            book.save(stream)
    except Exception as error:
        # openpyxl raises whatever its parsing runs into: KeyError, TypeError, ValueError, ...
        raise BadWorkbook(f"no marked copy can be made ({type(error).__name__}: {error})") from None
    return steady(stream.getvalue())


def for_annotators(wrongs: Sequence[Wrong]) -> list[Wrong]:
    """What an annotator is to be told."""
    return [wrong for wrong in wrongs if wrong.severity != "info" and wrong.code not in FOR_CURATORS]


def _clear(sheet: Any) -> None:
    """Take off the marks of an earlier copy, which may have been corrected."""
    styles = importlib.import_module("openpyxl.styles")
    side = styles.Side("thin", GREY)
    for line in sheet.iter_rows():
        for cell in line:
            if cell.comment is not None and cell.comment.author == AUTHOR:
                cell.comment = None
                cell.fill = styles.PatternFill()
                cell.border = styles.Border(side, side, side, side)


def _by_cell(wrongs: Sequence[Wrong]) -> dict[tuple[int, int], list[Wrong]]:
    found: dict[tuple[int, int], list[Wrong]] = {}
    for wrong in wrongs:
        if wrong.row and wrong.column:
            found.setdefault((wrong.row, wrong.column), []).append(wrong)
    return found


def _disarm(book: Any) -> None:
    """Formulas become the text that they are written with."""
    for sheet in book.worksheets:
        for line in sheet.iter_rows():
            for cell in line:
                if cell.data_type == "f":
                    # Formulas of arrays and of tables of data are objects, the latter without a text.
                    formula = cell.value if isinstance(cell.value, str) else getattr(cell.value, "text", "") or ""
                    _write(cell, formula if formula.startswith("=") else f"={formula}")


def _write(cell: Any, text: str) -> None:
    """Text as text, also where it begins like a formula."""
    cell.value = held(text).text
    cell.data_type = "s"


def _mark(sheet: Any, row: int, column: int, wrongs: Sequence[Wrong]) -> None:
    styles = importlib.import_module("openpyxl.styles")
    comments = importlib.import_module("openpyxl.comments")
    cell = sheet.cell(row, column)
    if type(cell).__name__ == "MergedCell":
        return
    cell.fill = styles.PatternFill("solid", start_color=LIGHT)
    side = styles.Side("medium", RED)
    cell.border = styles.Border(side, side, side, side)
    text = "\n".join(f"{wrong.message}{f' ({wrong.fix})' if wrong.fix else ''}" for wrong in wrongs)
    cell.comment = comments.Comment(held(text, LONGEST_COMMENT).text, AUTHOR, height=120, width=320)


def _list(book: Any, title: str, wrongs: Sequence[Wrong]) -> None:
    """The first sheet: every remark with its cell."""
    if TITLE in book.sheetnames:
        del book[TITLE]
    sheet = book.create_sheet(TITLE, 0)
    styles = importlib.import_module("openpyxl.styles")
    lines = [HEADING, *((wrong.place(title), wrong.message, wrong.fix or "") for wrong in wrongs)]
    for number, line in enumerate(lines, 1):
        for place, text in enumerate(line, 1):
            cell = sheet.cell(number, place)
            _write(cell, text)
            cell.font = styles.Font(bold=number == 1)
            cell.alignment = styles.Alignment(wrap_text=True, vertical="top")
    for letter, width in zip("ABC", WIDTHS, strict=True):
        sheet.column_dimensions[letter].width = width
    sheet.page_setup.orientation = "landscape"
    sheet.page_setup.fitToHeight = 0
    sheet.sheet_properties.pageSetUpPr = importlib.import_module("openpyxl.worksheet.properties").PageSetupProperties(
        fitToPage=True
    )
    book.active = 0
    for other in book.worksheets:
        other.sheet_view.tabSelected = other.title == TITLE
