"""Copies for annotators, with the wrong cells marked."""

from __future__ import annotations

import io
import sys
import zipfile

import openpyxl
import pytest
from made_returns import SCORE, lines, part, replaced, workbook
from returned_museum import Sheet, copies, museum

from accord.annotations.workbooks.grid import BadWorkbook, read_workbook
from accord.annotations.workbooks.marked import HEADING, LIGHT, RED, TITLE, marked_copy
from accord.annotations.workbooks.wrong import Wrong
from accord.errors import MissingExtra

BLANK = Wrong("cell_blank", "error", 2, SCORE, "is blank", "fill it in")
ROW = Wrong("row_missing", "error", 0, 0, "a row is missing")
NOTE = Wrong("rows_sorted", "info", 3, 1, "rows were sorted")
TYPES = "[Content_Types].xml"


def marked(wrongs, data=None):
    return openpyxl.load_workbook(io.BytesIO(marked_copy(data or workbook(lines(1, 0)), "answers", wrongs)))


def test_a_wrong_cell_has_a_ground_a_border_and_a_comment():
    cell = marked([BLANK])["answers"]["E2"]
    assert cell.fill.start_color.rgb == LIGHT
    assert cell.border.left.color.rgb == cell.border.top.color.rgb == RED
    assert cell.comment.text == "is blank (fill it in)"
    assert cell.value == 1


def test_nothing_else_is_marked():
    sheet = marked([BLANK, ROW, NOTE])["answers"]
    assert [cell.coordinate for line in sheet for cell in line if cell.comment or cell.fill.fill_type] == ["E2"]


def test_all_that_is_wrong_with_one_cell_stands_in_one_comment():
    other = Wrong("cell_formula", "warning", 2, SCORE, "holds a formula")
    assert marked([BLANK, other])["answers"]["E2"].comment.text == "is blank (fill it in)\nholds a formula"


def test_the_first_sheet_lists_all_but_notes():
    book = marked([ROW, BLANK, NOTE])
    assert book.sheetnames == [TITLE, "answers"]
    assert (book.active.title, book["answers"].sheet_view.tabSelected) == (TITLE, False)
    assert list(book[TITLE].values) == [
        HEADING,
        ("answers", "a row is missing", None),
        ("answers!E2", "is blank", "fill it in"),
    ]


def test_a_copy_is_marked_anew():
    again = marked([ROW], marked_copy(workbook(lines(1, 0)), "answers", [BLANK]))
    assert again.sheetnames == [TITLE, "answers"]
    assert again[TITLE]["B2"].value == "a row is missing"
    assert again[TITLE].max_row == 2


def test_a_copy_can_be_read_and_holds_the_same():
    data = workbook(lines(1, 0))
    copy = read_workbook(marked_copy(data, "answers", [BLANK]))
    assert copy.grids["answers"].cells == read_workbook(data).grids["answers"].cells


def test_the_same_file_gives_the_same_bytes():
    data = workbook(lines(1, 0))
    assert marked_copy(data, "answers", [BLANK, ROW]) == marked_copy(data, "answers", [BLANK, ROW])


@pytest.mark.parametrize("text", ["=1+1", "=cmd|' /C calc'!A0", "@SUM(1)", "+1", "a\x00b\ud800", "x" * 40_000])
def test_remarks_are_text_whatever_they_quote(text):
    book = marked([Wrong("cell_not_allowed", "error", 2, SCORE, text, text)])
    cell = book[TITLE]["B2"]
    assert cell.data_type == "s"
    assert cell.value[:3] == text[:3].replace("\x00", "\ufffd")
    assert len(cell.value) <= 32_767
    assert len(book["answers"]["E2"].comment.text) <= 2_000


def test_formulas_become_text_and_run_no_more():
    data = workbook([["=1+1", "=cmd|' /C calc'!A0", 1]])
    sheet = marked([ROW], data)["answers"]
    assert [(cell.value, cell.data_type) for cell in sheet[1]] == [
        ("=1+1", "s"), ("=cmd|' /C calc'!A0", "s"), (1, "n"),
    ]  # fmt: skip


def test_formulas_of_every_kind_and_sheet_become_text():
    def add(book):
        book["answers"]["A2"] = openpyxl.worksheet.formula.ArrayFormula("A2:A3", "=SUM(B1:B2*1)")
        book.create_sheet("other")["A1"] = "=1+1"

    data = workbook([["x"]], add)
    assert "<f" in part(data, "xl/worksheets/sheet1.xml")
    book = marked([ROW], data)
    assert (book["answers"]["A2"].value, book["answers"]["A2"].data_type) == ("=SUM(B1:B2*1)", "s")
    assert book["other"]["A1"].data_type == "s"
    copy = marked_copy(data, "answers", [ROW])
    assert all("<f" not in part(copy, f"xl/worksheets/sheet{number}.xml") for number in (1, 2, 3))


def test_merged_cells_are_marked_where_they_can_be():
    def merge(book):
        book["answers"].merge_cells("E2:E3")

    wrongs = [Wrong("cell_merged", "error", row, SCORE, "is merged") for row in (2, 3)]
    book = marked(wrongs, workbook(lines(1), merge))
    assert book["answers"]["E2"].comment.text == "is merged"
    assert [cell.value for cell in book[TITLE]["A"]] == ["cell", "answers!E2", "answers!E3"]


def test_macros_are_left_behind():
    data = workbook(lines(1, 0))
    types = part(data, TYPES).replace(
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml",
        "application/vnd.ms-excel.sheet.macroEnabled.main+xml",
    )
    types = types.replace(
        "</Types>", '<Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/></Types>'
    )
    macro = replaced(data, {TYPES: types, "xl/vbaProject.bin": b"macro"})
    read_workbook(macro)
    copy = marked_copy(macro, "answers", [BLANK])
    with zipfile.ZipFile(io.BytesIO(copy)) as archive:
        assert not any("vba" in name for name in archive.namelist())
        assert b"macroEnabled" not in archive.read(TYPES)


def test_the_workbook_of_a_museum_keeps_its_pictures_rules_and_locks(tmp_path):
    sheet = Sheet(copies(museum(tmp_path / "m"))[0].read_bytes())
    sheet.fill()
    book = marked([BLANK], sheet.data())
    answers = book["answers"]
    assert len(answers._images) == 4
    assert answers.protection.sheet
    assert not answers["E2"].protection.locked
    assert answers["C2"].protection.locked
    assert len(answers.data_validations.dataValidation) == 10
    assert book["accord"].sheet_state == "hidden"


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", workbook([["x"]])])
def test_what_cannot_be_copied(data):
    with pytest.raises(BadWorkbook, match="no marked copy can be made"):
        marked_copy(data, "another sheet", [BLANK])


def test_without_openpyxl(monkeypatch):
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    with pytest.raises(MissingExtra, match="pip install"):
        marked_copy(b"", "answers", [BLANK])
