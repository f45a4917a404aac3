from accord.annotations.rows.place import FileLine, Record, SheetCell


def test_a_place_without_a_column_names_the_row_only():
    assert FileLine("a.csv").at(12) == "a.csv:12"
    assert Record("a.parquet").at(5) == "a.parquet, record 5"
    assert SheetCell("a.xlsx", "S", {"x": "C"}).at(2) == "a.xlsx!S, row 2"


def test_a_place_with_a_column():
    assert FileLine("a.csv").at(12, "score") == "a.csv:12, column score"
    assert Record("a.parquet").at(5, "score") == "a.parquet, record 5, column score"
    assert SheetCell("a.xlsx", "S", {"score": "AB"}).at(2, "score") == "a.xlsx!S!AB2"


def test_a_column_that_the_sheet_does_not_have_is_still_named():
    assert SheetCell("a.xlsx", "S").at(2, "other") == "a.xlsx!S, row 2, column other"
