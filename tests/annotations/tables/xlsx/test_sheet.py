import datetime as dt

import pytest

from accord.annotations.tables.xlsx.marks import SheetError
from accord.annotations.tables.xlsx.sheet import read_sheet
from accord.errors import MissingExtra


def test_values_stand_at_their_row_and_column(workbook):
    found = read_sheet(workbook([["a", None, "b"], [], [None, 1.0, True]]), None)
    assert found.rows == [(1, {1: "a", 3: "b"}), (3, {2: "1", 3: "true"})]


def test_dates_and_errors_are_marked(workbook):
    found = read_sheet(workbook([["a"], [dt.date(2026, 12, 10)], ["#N/A"], ["x"]]), None)
    assert [texts[1] for _, texts in found.rows] == ["a", "2026-12-10", "#N/A", "x"]
    assert found.dates.shown([1]) == "A2"
    assert found.errors.shown([1]) == "A3"


def test_escaped_control_characters_are_put_back(with_rows):
    data = with_rows('<row r="1"><c r="A1" t="inlineStr"><is><t>1_x000D_2_x005F_x000D_</t></is></c></row>')
    assert read_sheet(data, None).rows == [(1, {1: "1\r2_x000D_"})]


def test_the_declared_size_is_not_believed(with_rows, replaced):
    data = with_rows('<row r="1"><c r="A1"><v>1</v></c><c r="C1"><v>2</v></c></row>')
    sheet = "xl/worksheets/sheet1.xml"
    xml = '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><dimension ref="{}"/>{}'
    rows = '<sheetData><row r="1"><c r="A1"><v>1</v></c><c r="C1"><v>2</v></c></row></sheetData></worksheet>'
    for size in ("A1", "A1:XFD1048576", "B2:B3"):
        changed = replaced(data, {sheet: xml.format(size, rows).encode()})
        assert read_sheet(changed, None).rows == [(1, {1: "1", 3: "2"})]


def test_the_first_visible_sheet_is_read(workbook):
    def change(book):
        book.active.sheet_state = "hidden"
        book.create_sheet("two").append(["b"])
        book.create_sheet("three")

    data = workbook([["a"]], change)
    found = read_sheet(data, None)
    assert found.title == "two"
    assert found.unread == ("Sheet (hidden)", "three")
    named = read_sheet(data, "Sheet")
    assert named.rows == [(1, {1: "a"})]
    assert named.unread == ()


def test_an_unknown_sheet_is_refused_with_the_names_of_all(workbook):
    with pytest.raises(SheetError, match="no sheet 'x'; sheets: Sheet, two"):
        read_sheet(workbook([["a"]], lambda book: book.create_sheet("two")), "x")


def test_hidden_sheets_alone_need_a_name(workbook, replaced):
    xml = (
        '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" '
        'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>'
        '<sheet name="S" sheetId="1" state="hidden" r:id="rId1"/></sheets></workbook>'
    )
    data = replaced(workbook([["a"]]), {"xl/workbook.xml": xml.encode()})
    with pytest.raises(SheetError, match="all sheets are hidden, name one: S"):
        read_sheet(data, None)
    assert read_sheet(data, "S").rows == [(1, {1: "a"})]


@pytest.mark.parametrize(
    ("part", "content"),
    [
        ("[Content_Types].xml", None),
        ("xl/workbook.xml", b"<workbook"),
        ("xl/styles.xml", b"no xml"),
        ("xl/worksheets/sheet1.xml", b"<worksheet><sheetData><row>"),
        ("xl/_rels/workbook.xml.rels", None),
    ],
)
def test_a_damaged_part_is_refused(workbook, replaced, part, content):
    with pytest.raises(SheetError):
        read_sheet(replaced(workbook([["a"]]), {part: content}), None)


def test_what_openpyxl_prints_does_not_reach_standard_output(workbook, replaced, capsys):
    style = (
        '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
        '<cellXfs count="1"><xf numFmtId="0" fontId="9" fillId="0" borderId="0"/></cellXfs>'
        '<cellStyleXfs count="1"><xf numFmtId="0" fontId="9" fillId="9" borderId="9"/></cellStyleXfs>'
        '<cellStyles count="1"><cellStyle name="x" xfId="7"/></cellStyles></styleSheet>'
    )
    read_sheet_or_refuse(replaced(workbook([["a"]]), {"xl/styles.xml": style.encode()}))
    assert capsys.readouterr().out == ""


def read_sheet_or_refuse(data):
    try:
        read_sheet(data, None)
    except SheetError:
        return


def test_without_openpyxl_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "openpyxl.reader.excel", None)
    with pytest.raises(MissingExtra, match=r"pip install 'accord\[xlsx\]'"):
        read_sheet(b"", None)
