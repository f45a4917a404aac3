"""The cells of a returned workbook as they are."""

from __future__ import annotations

import datetime as dt
import io
import sys
import zipfile

import openpyxl
import openpyxl.chart
import openpyxl.formatting.rule
import pytest
import xlsxwriter
from made_returns import grid, merged, part, replaced, workbook

from accord.annotations.workbooks.grid import LIMITS, MOST_MERGED, BadWorkbook, Cell, read_workbook
from accord.errors import MissingExtra

SHEET = "xl/worksheets/sheet1.xml"
STRINGS = "xl/sharedStrings.xml"
PROPERTIES = "docProps/core.xml"


def read(table, change=None):
    return read_workbook(workbook(table, change)).grids["answers"]


def refusal(data):
    with pytest.raises(BadWorkbook) as caught:
        read_workbook(data)
    return str(caught.value)


@pytest.mark.parametrize(
    ("value", "text", "kind"),
    [
        ("a jar", "a jar", "text"),
        (" a\nb ", " a\nb ", "text"),
        ("1", "1", "text"),
        ("=) smile", "=) smile", "text"),
        (1, "1", "number"),
        (1.0, "1", "number"),
        (0.5, "0.5", "number"),
        (1e-12, "1e-12", "number"),
        (10**20, "1e+20", "number"),
        (True, "true", "boolean"),
        (False, "false", "boolean"),
        (dt.datetime(2026, 12, 10), "2026-12-10", "date"),
        (dt.time(15, 10), "15:10:00", "date"),
        (dt.timedelta(hours=30), "P1DT6H", "date"),
        ("#N/A", "#N/A", "error"),
        ("#DIV/0!", "#DIV/0!", "error"),
    ],
)
def test_a_value_has_its_text_and_kind(value, text, kind):
    def write(book):
        cell = book.active["B3"]
        cell.value = value
        if value == "=) smile":
            cell.data_type = "s"

    sheet = read([["x"]], write)
    assert sheet.cells == {(1, 1): Cell("x", "text"), (3, 2): Cell(text, kind)}
    assert sheet.text(3, 2) == text
    assert sheet.text(9, 9) == ""
    assert sheet.last_row == 3


def test_a_number_in_a_cell_that_is_formatted_as_a_date_is_a_date():
    def form(book):
        book.active["A1"].number_format = "yyyy-mm-dd"

    assert read([[1]], form).cells[1, 1] == Cell("1900-01-01", "date")


ESCAPED = [("a_x000A_b", "a\nb"), ("_x0041_", "A"), ("_x004", "_x004"), ("x", "x")]


@pytest.mark.parametrize(("written", "meant"), [*ESCAPED, ("_x005F_x0041_", "_x0041_")])
def test_escaped_letters_of_shared_texts(written, meant):
    stream = io.BytesIO()
    with xlsxwriter.Workbook(stream) as book:
        book.add_worksheet("answers").write_string(0, 0, "y")
    data = stream.getvalue()
    data = replaced(data, {STRINGS: part(data, STRINGS).replace(">y<", f">{written}<")})
    assert read_workbook(data).grids["answers"].text(1, 1) == meant


@pytest.mark.parametrize(("written", "meant"), ESCAPED)
def test_escaped_letters_of_texts_in_cells(written, meant):
    data = workbook([["y"]])
    data = replaced(data, {SHEET: part(data, SHEET).replace(">y<", f">{written}<")})
    assert read_workbook(data).grids["answers"].text(1, 1) == meant


def test_formulas_with_and_without_a_result():
    data = workbook([["=1+1", "=A1", 1, '=""', "=NA()"]])
    xml = part(data, SHEET)
    for number, result in ((1, "<v>2</v>"), (4, "<v></v>"), (5, "<v>#N/A</v>")):
        cell = f'"{"ABCDE"[number - 1]}1"'
        kind = {4: ' t="str"', 5: ' t="e"'}.get(number, "")
        start = xml.index(f"<c r={cell}")
        end = xml.index("</c>", start)
        formula = xml[xml.index("<f>", start) : xml.index("</f>", start) + 4]
        xml = f"{xml[:start]}<c r={cell}{kind}>{formula}{result}{xml[end:]}"
    found = read_workbook(replaced(data, {SHEET: xml})).grids["answers"].cells
    assert found == {
        (1, 1): Cell("2", "number", formula=True),
        (1, 2): Cell("", "text", formula=True, calculated=False),
        (1, 3): Cell("1", "number"),
        (1, 4): Cell("", "text", formula=True),
        (1, 5): Cell("#N/A", "error", formula=True),
    }


@pytest.mark.parametrize(
    ("cell", "blank"),
    [
        (Cell("", "text"), True),
        (Cell(" \n\u3000", "text"), True),
        (Cell("0", "number"), False),
        (Cell("", "text", formula=True, calculated=False), False),
    ],
)
def test_blank_is_what_shows_nothing(cell, blank):
    assert cell.is_blank is blank


def test_merged_cells_show_what_their_first_holds():
    def merge(book):
        book.active.merge_cells("A2:B3")

    sheet = read([["x", "y"], ["z", None], [None, None], ["w", "v"]], merge)
    (area,) = sheet.merged
    assert (area.name, area.rows, area.columns) == ("A2:B3", (2, 3), (1, 2))
    assert [sheet.merged_at(row, 2) for row in range(1, 5)] == [None, area, area, None]
    assert sheet.merged_at(2, 3) is None
    assert [sheet.filled(row, 2) for row in range(1, 5)] == [
        Cell("y", "text"), Cell("z", "text"), Cell("z", "text"), Cell("v", "text"),
    ]  # fmt: skip
    assert (3, 2) not in sheet.cells


def test_an_empty_merged_range_shows_nothing():
    area = merged((2, 1), (3, 1))
    assert grid([["x"]], [area]).filled(3, 1) is None


def test_hidden_rows_are_read():
    def hide(book):
        book.active.row_dimensions[2].hidden = True

    sheet = read([["x"], ["y"], ["z"]], hide)
    assert sheet.hidden == {2}
    assert sheet.text(2, 1) == "y"


def test_all_sheets_are_there_and_the_hidden_ones_named():
    def add(book):
        book.create_sheet("b")["A1"] = 1
        book.create_sheet("c").sheet_state = "hidden"
        book.create_sheet("d").sheet_state = "veryHidden"

    book = read_workbook(workbook([["x"]], add))
    assert list(book.grids) == ["answers", "b", "c", "d"]
    assert book.hidden == {"c", "d"}
    assert (book.grids["b"].title, book.grids["b"].text(1, 1)) == ("b", "1")
    assert (book.grids["c"].cells, book.grids["c"].last_row) == ({}, 0)


def test_charts_are_no_sheets():
    def add(book):
        drawn = openpyxl.chart.LineChart()
        drawn.add_data(openpyxl.chart.Reference(book["answers"], 1, 1))
        book.create_chartsheet("chart").add_chart(drawn)

    assert list(read_workbook(workbook([[1]], add)).grids) == ["answers"]


def test_when_it_was_saved():
    data = workbook([["x"]])
    xml = part(data, PROPERTIES)
    start = xml.index(">", xml.index("<dcterms:modified")) + 1
    end = xml.index("<", start)

    def saved(text):
        return read_workbook(replaced(data, {PROPERTIES: f"{xml[:start]}{text}{xml[end:]}"})).saved

    assert saved("2026-03-04T05:06:07Z") == "2026-03-04T05:06:07.000000Z"
    assert saved("2026-03-04T05:06:07+02:00") == "2026-03-04T03:06:07.000000Z"
    assert saved("yesterday") is None
    assert saved("") is None


def test_what_does_not_say_when_it_was_saved_has_no_moment():
    data = workbook([["x"]])
    assert read_workbook(replaced(data, {PROPERTIES: None})).saved is None


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "0 bytes"),
        (b"item,annotator\n", "it is text"),
        (b"<html>", "it is HTML"),
        (b"\xd0\xcf\x11\xe0", "password"),
        (b"PK\x03\x04", "damaged or cut off"),
    ],
)
def test_what_is_no_workbook_is_named_with_what_to_do(data, message):
    with pytest.raises(BadWorkbook, match=message) as caught:
        read_workbook(data)
    assert caught.value.fix


def test_a_zip_file_of_something_else():
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("ann.xlsx", b"PK")
    assert refusal(stream.getvalue()) == "this is a zip file and no workbook"


def test_a_cut_workbook():
    data = workbook([["x"]])
    for length in (len(data) // 3, len(data) - 1):
        assert "damaged or cut off" in refusal(data[:length])


def test_a_workbook_without_a_sheet_that_can_be_read():
    message = refusal(replaced(workbook([["x"]]), {SHEET: None}))
    assert message == "no sheet can be read; if it is a Strict Open XML workbook, save it as plain .xlsx"


def test_damaged_xml():
    xml = part(workbook([["x"]]), SHEET)
    assert "XML is damaged" in refusal(replaced(workbook([["x"]]), {SHEET: xml[: len(xml) // 2]}))


@pytest.mark.parametrize(
    ("reference", "message"),
    [
        (f"A{LIMITS.rows + 1}", "at most 100,000 are read"),
        ("EXX1", "at most 4,000 columns are read"),
        ("XFD1048576", "at most"),
        ("A1048577", "follows row"),
    ],
)
def test_sheets_that_reach_too_far_are_refused(reference, message):
    row = reference.lstrip("AEXFD")
    xml = part(workbook([["x"]]), SHEET)
    start, end = xml.index("<sheetData>") + len("<sheetData>"), xml.index("</sheetData>")
    body = f'<row r="{row}"><c r="{reference}"><v>1</v></c></row>'
    assert message in refusal(replaced(workbook([["x"]]), {SHEET: f"{xml[:start]}{body}{xml[end:]}"}))


def test_too_many_merged_ranges_are_refused():
    data = workbook([["x"]])
    xml = part(data, SHEET)

    def with_ranges(count):
        ranges = "".join(f'<mergeCell ref="B{row}:C{row}"/>' for row in range(1, count + 1))
        cells = f'</sheetData><mergeCells count="{count}">{ranges}</mergeCells>'
        return replaced(data, {SHEET: xml.replace("</sheetData>", cells)})

    assert len(read_workbook(with_ranges(MOST_MERGED)).grids["answers"].merged) == MOST_MERGED
    assert "more than 1,000 merged ranges" in refusal(with_ranges(MOST_MERGED + 1))


def test_without_openpyxl(monkeypatch):
    data = workbook([["x"]])
    monkeypatch.setitem(sys.modules, "openpyxl.reader.excel", None)
    with pytest.raises(MissingExtra, match="pip install"):
        read_workbook(data)


def test_nothing_is_printed_or_warned_about(capsys):
    def rule(book):
        book.active.conditional_formatting.add("A1", openpyxl.formatting.rule.FormulaRule(["1"]))

    read([["x"]], rule)
    streams = capsys.readouterr()
    assert (streams.out, streams.err) == ("", "")
