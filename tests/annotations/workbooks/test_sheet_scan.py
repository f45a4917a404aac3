"""Row heights, the drawing and the cells with pictures of a sheet, in one pass."""

from __future__ import annotations

import io

import pytest

from accord.annotations.workbooks.sheet_scan import EMU, LONGEST_FORMULA, RowHeights, scan_sheet

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def scan(inner, before=""):
    text = f'<worksheet xmlns="{MAIN}" xmlns:r="{RELATION}">{before}<sheetData>{inner}</sheetData></worksheet>'
    return scan_sheet(io.BytesIO(text.encode()))


def test_tops_and_rows_agree():
    heights = RowHeights({2: 30.0, 3: 0.0, 5: 7.5}, 15.0)
    assert [heights.top(row) for row in range(1, 8)] == [points * EMU for points in (0, 15, 45, 45, 60, 67.5, 82.5)]
    assert [heights.row_at(round(points * EMU)) for points in (0, 14.9, 15, 44.9, 45, 59.9, 60, 67.5, 83)] == [
        *(1, 1, 2, 2, 4, 4, 5, 6, 7)
    ]


def test_the_last_row_holds_what_lies_below_it():
    assert RowHeights({}, 15.0).row_at(10**15) == 1_048_576
    assert RowHeights({}, 0.0).row_at(0) == 1_048_576


def test_heights_of_rows():
    found = scan(
        '<row r="2" ht="60"/><row r="4" ht="60" hidden="1"/><row r="5" hidden="true"/><row/><row r="9" ht="0"/>',
        '<sheetFormatPr defaultRowHeight="20"/>',
    )
    assert [found.shown.height(row) // EMU for row in range(1, 10)] == [20, 60, 20, 0, 0, 20, 20, 20, 0]
    assert [found.opened.height(row) // EMU for row in range(1, 10)] == [20, 60, 20, 60, 20, 20, 20, 20, 20]


def test_rows_without_an_entry_may_all_be_hidden():
    found = scan('<row r="2"/><row r="3" ht="30"/>', '<sheetFormatPr defaultRowHeight="20" zeroHeight="1"/>')
    assert [found.shown.height(row) // EMU for row in range(1, 5)] == [0, 20, 30, 0]
    assert found.opened.height(1) == 20 * EMU


@pytest.mark.parametrize("height", ["nan", "inf", "-3", "1e308", "tall", ""])
def test_a_height_that_no_row_has_is_the_default(height):
    found = scan(f'<row r="1" ht="{height}"/>', f'<sheetFormatPr defaultRowHeight="{height}"/>')
    assert found.shown.height(1) == 15 * EMU


def test_the_drawing_by_the_name_of_its_relation():
    assert scan('</sheetData><drawing r:id="rId7"/><sheetData>').drawing == "rId7"
    assert scan("</sheetData><drawing/><sheetData>").drawing == ""
    assert scan("").drawing is None


def test_formulas_of_pictures_in_cells():
    formulas = [
        '=_xlfn.DISPIMG("ID_1",1)',
        'DISPIMG("ID_2",1)',
        ' dispimg( "ID_3", 1)',
        '1+DISPIMG("ID_4",1)',
        'HYPERLINK("ID_5")',
    ]
    cells = "".join(f"<c><f>{text.replace(chr(34), '&quot;')}</f><v>x</v></c>" for text in formulas)
    found = scan(f'<row r="3">{cells}</row><row><c r="C4"><f>DISPIMG("ID_6",1)</f></c></row>')
    assert found.named == {(3, 1): "ID_1", (3, 2): "ID_2", (3, 3): "ID_3", (4, 3): "ID_6"}


def test_errors_with_metadata_of_their_values():
    found = scan('<row r="2"><c r="B2" t="e" vm="1"/><c t="e"/><c vm="2"/><c t="e" vm="3"/></row>')
    assert found.valued == {(2, 2): "1", (2, 5): "3"}


@pytest.mark.parametrize(
    "inner",
    [
        '<row r="0"/>',
        '<row r="1048577"/>',
        '<row r="-1"/>',
        '<row r="x"/>',
        f'<row r="{"9" * 5000}"/>',
        '<row r="1"><c r="A0"/></row>',
        '<row r="1"><c r="ZZZ1"/></row>',
        '<row r="1"><c r="nowhere"/></row>',
        "<c/>",
        "<row>",
    ],
)
def test_what_no_sheet_has(inner):
    with pytest.raises(ValueError, match=r"sheet|cell"):
        scan(inner)


def test_other_prefixes():
    text = f'<x:worksheet xmlns:x="{MAIN}"><x:sheetData><x:row r="1" ht="40"/></x:sheetData></x:worksheet>'
    assert scan_sheet(io.BytesIO(text.encode())).shown.height(1) == 40 * EMU


def test_a_formula_without_end_takes_no_memory():
    long = f'DISPIMG("ID_1",1){"+" * 4_000_000}'
    assert scan(f'<row r="1"><c><f>{long}</f></c></row>').named == {(1, 1): "ID_1"}
    late = f'{" " * 4 * LONGEST_FORMULA}DISPIMG("ID_1",1)'
    assert scan(f'<row r="1"><c><f>{late}</f></c></row>').named == {}
