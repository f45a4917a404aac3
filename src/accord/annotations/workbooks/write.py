"""Writing one workbook: the sheet to fill in, guidelines, and what was given out in a hidden sheet."""

from __future__ import annotations

import hashlib
import importlib
import io
import math
from collections.abc import Mapping, Sequence
from typing import Any

from accord.annotations.workbooks import styles
from accord.annotations.workbooks.guideline import guideline, sheet_title
from accord.annotations.workbooks.held import alike, held, utf16_units
from accord.annotations.workbooks.manifest import TITLE as MANIFEST
from accord.annotations.workbooks.manifest import manifest_lines
from accord.annotations.workbooks.pictures import Fitted
from accord.annotations.workbooks.plan import FIRST_ROW, HEADING_ROW, Column, Plan, Row
from accord.annotations.workbooks.steady import CREATED
from accord.annotations.workbooks.styles import Styles
from accord.errors import MissingExtra
from accord.spec.benchmark import Benchmark

ANSWERS = "answers"
CHOICES = "accord choices"
LONGEST_LIST = 255
"""UTF-16 units of a drop-down that is written into its rule."""
LONGEST_MESSAGE = 200
_NOT_IN_RULES = {",", '"'}
"""A rule has no way to write these inside of a choice."""
UNLOCKED_ACTIONS = {"select_locked_cells": True, "format_columns": True, "format_rows": True, "autofilter": True}


def write_workbook(plan: Plan, benchmark: Benchmark, pictures: Mapping[str, Fitted], annotator: str) -> bytes:
    """The bytes of one copy. pictures: by the paths of the rows; a row without has an empty cell.

    Two copies of a plan differ in the cells of the annotator only. Raises MissingExtra without XlsxWriter.
    """
    try:
        xlsxwriter = importlib.import_module("xlsxwriter")
    except ModuleNotFoundError:
        raise MissingExtra("writing .xlsx", "XlsxWriter", "xlsx") from None
    stream = io.BytesIO()
    workbook = xlsxwriter.Workbook(stream, {"in_memory": True})
    workbook.set_properties({"created": CREATED.replace(tzinfo=None), "title": f"{benchmark.name} {plan.assignment}"})
    look = Styles(workbook)
    sheet = workbook.add_worksheet(ANSWERS)
    guides = [workbook.add_worksheet(title) for title in _guide_titles(benchmark)]
    hidden = workbook.add_worksheet(MANIFEST)
    lists = _Lists(workbook)
    _write_answers(sheet, plan, pictures, look, lists)
    for guide, language in zip(guides, benchmark.document.languages, strict=True):
        _write_guideline(guide, benchmark, language, look)
    shown = {row.item: fitted for row in plan.rows if (fitted := _picture(row, pictures)) is not None}
    digests = {item: _sha256(fitted) for item, fitted in shown.items()}
    files = {item: fitted.file for item, fitted in shown.items()}
    for number, line in enumerate(manifest_lines(plan, benchmark, ANSWERS, digests, files)):
        for place, text in enumerate(line):
            hidden.write_string(number, place, held(text).text)
    hidden.protect()
    hidden.hide()
    # Last, so that in the file's common table of texts no other text has another place in another copy.
    _write_annotator(sheet, plan, annotator, look)
    workbook.close()
    return stream.getvalue()


def _guide_titles(benchmark: Benchmark) -> list[str]:
    """A sheet a language; a title has at most 31 characters and no two are alike."""
    titles: list[str] = []
    for number, language in enumerate(benchmark.document.languages, 1):
        said = alike(held(sheet_title(language)).text)
        title = "".join(letter for letter in said if letter not in "[]:*?/\\'")[:28].strip()
        taken = title.casefold() in {other.casefold() for other in [*titles, ANSWERS, MANIFEST, CHOICES]}
        titles.append(f"{title} {number}" if taken else title)
    return titles


def _picture(row: Row, pictures: Mapping[str, Fitted]) -> Fitted | None:
    return None if row.image is None else pictures.get(row.image)


def _sha256(fitted: Fitted) -> str:
    return hashlib.sha256(fitted.data).hexdigest()


def _write_answers(sheet: Any, plan: Plan, pictures: Mapping[str, Fitted], look: Styles, lists: _Lists) -> None:
    """The sheet that people fill in."""
    for place, column in enumerate(plan.columns):
        sheet.set_column(place, place, styles.width(column))
        sheet.write_string(HEADING_ROW - 1, place, column.name, look.heading(column))
    sheet.set_row(HEADING_ROW - 1, styles.heading_height(plan.columns))
    for number, row in enumerate(plan.rows, FIRST_ROW):
        _write_row(sheet, number - 1, row, plan.columns, _picture(row, pictures), look)
    last = len(plan.rows) + FIRST_ROW - 2
    for place in plan.answers:
        column = plan.columns[place]
        sheet.conditional_format(FIRST_ROW - 1, place, last, place, look.filled())
        if column.choices:
            rule = _rule(column, lists.source(column.choices))
            sheet.data_validation(FIRST_ROW - 1, place, last, place, rule)
    sheet.freeze_panes(HEADING_ROW, styles.frozen(plan.columns))
    sheet.autofilter(HEADING_ROW - 1, 0, last, len(plan.columns) - 1)
    sheet.protect("", UNLOCKED_ACTIONS)
    sheet.set_landscape()
    sheet.set_paper(8)  # A3
    sheet.fit_to_pages(1, 0)
    sheet.repeat_rows(HEADING_ROW - 1)


def _write_row(sheet: Any, at: int, row: Row, columns: Sequence[Column], picture: Fitted | None, look: Styles) -> None:
    sheet.set_row(at, styles.row_height(row, columns, picture is not None))
    for place, (column, text) in enumerate(zip(columns, row.texts, strict=True)):
        form = look.cell(column, row.asked[place])
        if text:
            sheet.write_string(at, place, text, form)
        else:
            sheet.write_blank(at, place, None, form)
        if column.part == "picture" and picture is not None:
            _insert(sheet, at, place, row, picture)


def _write_annotator(sheet: Any, plan: Plan, annotator: str, look: Styles) -> None:
    for place, column in enumerate(plan.columns):
        if column.part == "annotator":
            for number in range(len(plan.rows)):
                sheet.write_string(FIRST_ROW - 1 + number, place, held(annotator).text, look.cell(column, False))


def _insert(sheet: Any, at: int, place: int, row: Row, picture: Fitted) -> None:
    """A picture in the middle of its cell, at most as large as the cell; it moves and is sized with it."""
    scale = min(styles.PICTURE_WIDTH / picture.width, styles.PICTURE_HEIGHT / picture.height, 1)
    options = {
        "image_data": io.BytesIO(picture.data),
        "x_scale": scale,
        "y_scale": scale,
        "x_offset": styles.MARGIN + (styles.PICTURE_WIDTH - picture.width * scale) / 2,
        "y_offset": styles.MARGIN,
        "object_position": 1,
        "description": held(row.item, LONGEST_LIST).text,
    }
    sheet.insert_image(at, place, "picture.jpg", options)


def _rule(column: Column, source: Any) -> dict[str, Any]:
    allowed = ", ".join(column.choices)
    said = allowed if utf16_units(allowed) <= LONGEST_MESSAGE else "the entries of the list"
    return {
        "validate": "list",
        "source": source,
        "error_title": "Not one of the answers",
        "error_message": f"Enter one of: {said}",
    }


class _Lists:
    """Drop-downs that do not fit into their rule: a hidden sheet, made when the first comes."""

    def __init__(self, workbook: Any) -> None:
        self._workbook = workbook
        self._sheet: Any = None
        self._sources: dict[tuple[str, ...], Any] = {}

    def source(self, choices: tuple[str, ...]) -> Any:
        """What a rule names as its source."""
        if choices not in self._sources:
            in_rule = utf16_units(",".join(choices)) <= LONGEST_LIST and all(map(_stays_in_rule, choices))
            self._sources[choices] = list(choices) if in_rule else self._written(choices)
        return self._sources[choices]

    def _written(self, choices: tuple[str, ...]) -> str:
        if self._sheet is None:
            self._sheet = self._workbook.add_worksheet(CHOICES)
            self._sheet.protect()
            self._sheet.hide()
        place = sum(isinstance(source, str) for source in self._sources.values())
        for number, choice in enumerate(choices):
            self._sheet.write_string(number, place, held(choice).text)
        utility = importlib.import_module("xlsxwriter.utility")
        area = utility.xl_range_abs(0, place, len(choices) - 1, place)
        return f"='{CHOICES}'!{area}"


def _stays_in_rule(choice: str) -> bool:
    """Whether a rule holds a choice to the letter; Excel takes white space from its ends."""
    return not _NOT_IN_RULES.intersection(choice) and choice == alike(held(choice).text)


def _write_guideline(sheet: Any, benchmark: Benchmark, language: str, look: Styles) -> None:
    sheet.set_column(0, 0, styles.GUIDELINE_WIDTH)
    for number, line in enumerate(guideline(benchmark, language)):
        sheet.write_string(number, 0, held(line.text).text, look.guideline(line.style))
        lines = math.ceil(styles.units(line.text) / styles.GUIDELINE_WIDTH)
        sheet.set_row(number, min(styles.LINE * lines + 6, styles.TALLEST))
    sheet.protect("", UNLOCKED_ACTIONS)
    sheet.hide_gridlines(2)
    sheet.set_paper(9)  # A4
    sheet.set_landscape()
