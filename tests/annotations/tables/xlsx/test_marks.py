import io

import pytest

from accord.annotations.tables.xlsx.marks import ANY_SHEET, Cells, Limits, SheetError, letters, position, read_marks


def marks(rows, after="", limits=ANY_SHEET):
    return read_marks(io.BytesIO(f"<worksheet><sheetData>{rows}</sheetData>{after}</worksheet>".encode()), limits)


@pytest.mark.parametrize(("column", "name"), [(1, "A"), (26, "Z"), (27, "AA"), (702, "ZZ"), (16384, "XFD")])
def test_letters_and_positions_are_inverse(column, name):
    assert letters(column) == name
    assert position(f"{name}7") == (7, column)


@pytest.mark.parametrize("reference", ["", "A", "7", "A0", "A1048577", "XFE1", "AAAA1", "a1", "A1:B2", "A٣"])
def test_what_is_no_cell_is_refused(reference):
    with pytest.raises(SheetError):
        position(reference)


def test_formulas_with_and_without_a_stored_result():
    found = marks(
        '<row r="1"><c r="A1"><f>1</f><v>1</v></c><c r="B1"><f>1</f><v></v></c><c r="C1"><f>1</f></c></row>'
        '<row r="2"><c r="A2" t="str"><f>1</f><v></v></c><c r="B2"><f>1</f><v/> </c><c r="C2"><v>1</v></c></row>'
    )
    assert found.formulas.shown([1, 2, 3]) == "A1, A2"
    assert found.uncalculated.shown([1, 2, 3]) == "B1, C1, B2"
    assert found.last_row == 2


def test_names_may_have_a_prefix():
    xml = '<x:worksheet xmlns:x="u"><x:row r="3"><x:c r="A3"><x:f>1</x:f></x:c></x:row></x:worksheet>'
    assert read_marks(io.BytesIO(xml.encode())).uncalculated.count([1]) == 1


def test_rows_and_cells_without_references_are_counted():
    found = marks('<row><c><v>1</v></c></row><row hidden="1"><c/><c><f>1</f></c></row><row r="9"/>')
    assert found.uncalculated.shown([2]) == "B2"
    assert found.hidden == {2}
    assert found.last_row == 2


def test_merged_cells():
    found = marks("", '<mergeCells><mergeCell ref="B2:D4"/><mergeCell ref="A6"/></mergeCells>')
    assert found.merged == [("B2:D4", 2, 4)]


@pytest.mark.parametrize(
    "rows",
    [
        '<row r="2"/><row r="2"/>',
        '<row r="2"/><row r="1"/>',
        '<row r="1048577"/>',
        '<row r="x"/>',
        '<row r="1"><c r="B1"/><c r="A1"/></row>',
        '<row r="1"><c r="A1"/><c r="A1"/></row>',
        '<row r="1"><c r="A2"/></row>',
        '<row r="1">',
    ],
)
def test_rows_and_cells_out_of_order_are_refused(rows):
    with pytest.raises(SheetError):
        marks(rows)


def test_rows_that_reach_too_far_are_refused():
    far = '<row><c r="XFD{}"/></row>'
    limits = Limits(cells=32_768)
    assert marks(far.format(1) + far.format(2), limits=limits)
    with pytest.raises(SheetError, match="more than 32,768 cells"):
        marks("".join(far.format(row) for row in (1, 2, 3)), limits=limits)


def test_rows_and_columns_beyond_the_limits_are_refused():
    limits = Limits(rows=10, columns=5)
    assert marks('<row r="10"><c r="E10"><v>1</v></c></row>', limits=limits).last_row == 10
    with pytest.raises(SheetError, match="it has a row 11; at most 10 are read"):
        marks('<row r="11"/>', limits=limits)
    with pytest.raises(SheetError, match="it has a cell F1; at most 5 columns are read"):
        marks('<row r="1"><c r="F1"/></row>', limits=limits)


def test_as_many_formulas_are_kept_as_is_asked_for():
    cells = "".join(f'<row r="{row}"><c r="B{row}"><f>1</f><v>1</v></c></row>' for row in range(1, 10))
    assert len(marks(cells).formulas.kept()) == 5
    assert marks(cells, limits=Limits(kept=7)).formulas.kept() == {(row, 2) for row in range(1, 8)}


def test_cells_keep_a_few_rows_of_each_column_and_count_all():
    cells = Cells()
    for row in range(1, 101):
        cells.add(row, 2)
        cells.add(row, 1)
    assert cells.count([1]) == 100
    assert cells.shown([1]) == "A1, A2, A3, A4, A5 and 95 more"
    assert cells.shown([1, 2]) == "A1, B1, A2, B2, A3 and 195 more"
    assert cells.count([3]) == 0
