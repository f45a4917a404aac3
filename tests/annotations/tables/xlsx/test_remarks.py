from accord.annotations.tables.xlsx import remarks
from accord.annotations.tables.xlsx.marks import Marks
from accord.annotations.tables.xlsx.sheet import Sheet


def sheet(**more):
    return Sheet("S", more.pop("unread", ()), Marks(**more), [(1, {1: "a"}), (2, {1: "x"}), (5, {1: "y"})])


def test_nothing_to_say_about_a_plain_sheet():
    assert remarks.findings(sheet(), "f", [1], []) == []
    assert remarks.problems(sheet(), "f", [1]) == []


def test_only_columns_that_are_read_matter():
    made = sheet(merged=[("B2:C2", 2, 3)])
    for cells in (made.dates, made.errors, made.marks.formulas, made.marks.uncalculated):
        cells.add(2, 3)
    assert remarks.findings(made, "f", [1], []) == []
    assert remarks.problems(made, "f", [1]) == []
    codes = [found.code for found in remarks.findings(made, "f", [3], [])]
    assert codes == ["date_cell", "error_cell", "formula_cell", "merged_cells"]
    (problem,) = remarks.problems(made, "f", [1, 3])
    assert problem.where == "f!S!C2"


def test_first_places_and_a_count():
    made = sheet()
    for row in range(2, 10):
        made.dates.add(row, 1)
    (found,) = remarks.findings(made, "f", [1], [])
    assert found.where == "f!S!A2, A3, A4, A5, A6 and 3 more"
    assert found.count == 8


def test_hidden_rows_count_where_they_hold_something():
    (found,) = remarks.findings(sheet(hidden={2, 3, 4, 5}), "f", [1], [])
    assert found.message == "hidden rows were read: 2, 5"
    assert (found.severity, found.count) == ("info", 2)


def test_what_was_not_read():
    columns, sheets = remarks.findings(sheet(unread=("T", "U (hidden)")), "f", [1], [4, 28])
    assert columns.message.endswith("not read: D, AB")
    assert sheets.message == "sheet 'S' was read; not read: T, U (hidden)"
