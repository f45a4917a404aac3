import pytest

from accord.annotations.tables.xlsx import read
from accord.errors import AccordError, InputError


def codes(found):
    return [item.code for item in found]


def test_a_table_of_text(workbook):
    part = read(workbook([["item", " score "], ["a", 1], [], ["b", None]]), "f.xlsx", None)
    assert part.frame.to_dicts() == [{"item": "a", "score": "1"}, {"item": "b", "score": None}]
    assert part.line.tolist() == [2, 4]
    assert part.place.at(4, "score") == "f.xlsx!Sheet!B4"
    assert not part.findings
    assert not part.problems


def test_the_header_may_stand_lower_and_further_right(workbook):
    part = read(workbook([[], [], [None, "a", None, "b"], [None, "1", None, "2"]]), "f.xlsx", None)
    assert part.frame.to_dicts() == [{"a": "1", "b": "2"}]
    assert part.place.at(4, "b") == "f.xlsx!Sheet!D4"


def test_values_without_a_name_are_left_out_unless_all_columns_are_needed(workbook):
    data = workbook([["a"], [1, None, "note"]])
    (problem,) = read(data, "f", None).problems
    assert problem.message == "column C has no name"
    part = read(data, "f", ["a"])
    assert part.frame.to_dicts() == [{"a": "1"}]
    assert codes(part.findings) == ["unnamed_column"]


def test_repeated_names_are_named_by_letters(workbook):
    (problem,) = read(workbook([["a", "b", "a"], [1, 2, 3]]), "f", ["b"]).problems
    assert "columns A, C" in problem.message
    assert problem.where == "f!Sheet, row 1"


@pytest.mark.parametrize(("rows", "message"), [([], "the sheet is empty"), ([["", None]], "the sheet is empty")])
def test_an_empty_sheet_is_refused(workbook, rows, message):
    with pytest.raises(InputError, match=message):
        read(workbook(rows), "f", None)


def test_a_header_alone_is_a_problem(workbook):
    assert codes(read(workbook([["a", "b"]]), "f", None).problems) == ["no_rows"]


def test_an_unknown_sheet_is_refused(workbook):
    with pytest.raises(InputError, match="f: no sheet 'x'; sheets: Sheet"):
        read(workbook([["a"], [1]]), "f", None, "x")


def test_merged_cells_hold_their_value_once(shared):
    part = read((shared / "cases/files/xls01_merged.xlsx").read_bytes(), "f", None)
    assert part.frame["culture"].to_list() == ["Japanese", None, None, "French", "French"]
    assert codes(part.findings) == ["merged_cells"]
    assert "C5:C6" in part.findings[0].where


def test_scores_as_people_type_them(shared):
    part = read((shared / "cases/files/xls02_score_cells.xlsx").read_bytes(), "f", None)
    typed = ["1", "1", "1 ", " 1", "\uff11", "1\xa0", "1", "1.0", "true", "TRUE", "0", "\uff10", "0", "false", "yes"]
    typed += ["2", "0.5", "-1", None, "  ", None, "O", "l", "1,0", "1e-12", "#N/A"]
    assert part.frame["title_score"].to_list() == typed
    assert [found.where for found in part.findings] == ["f!Sheet!C27"]


@pytest.mark.parametrize("name", ["xls03_dates.xlsx", "xls03_dates_1904.xlsx"])
def test_dates_are_iso_text_in_both_calendars(shared, name):
    part = read((shared / "cases/files" / name).read_bytes(), "f", None)
    assert part.frame["period_model_output"].to_list()[:3] == ["2026-12-10", "10-12", "1890"]
    assert part.frame["period_model_output"][4] == "46366"
    assert codes(part.findings) == ["date_cell"]
    assert part.findings[0].where == "f!Sheet!B2, B5, C7"


def test_formulas_without_a_result_are_a_problem_where_they_are_needed(shared):
    data = (shared / "cases/files/xls04a_formula_no_cache.xlsx").read_bytes()
    (problem,) = read(data, "f", None).problems
    assert problem.where == "f!Sheet!B2, B3"
    assert not read(data, "f", ["object_id"]).problems


def test_formulas_with_a_result_are_a_finding(shared):
    part = read((shared / "cases/files/xls04b_formula_cached.xlsx").read_bytes(), "f", None)
    assert part.frame["title_score"].to_list() == ["1", "0", "#DIV/0!"]
    assert codes(part.findings) == ["error_cell", "formula_cell"]


def test_hidden_rows_are_read_and_hidden_sheets_are_not(shared):
    part = read((shared / "cases/files/xls05_hidden_sorted.xlsx").read_bytes(), "f", None)
    scores = dict(zip(part.frame["object_id"], part.frame["title_score"], strict=True))
    assert scores == {"o1": "0", "o2": "1", "o3": "1", "o4": "0", "o5": "1"}
    assert [found.message for found in part.findings] == [
        "hidden rows were read: 3, 6",
        "sheet 'ann' was read; not read: backup (hidden)",
    ]


def test_text_that_looks_like_a_formula_stays_text(shared):
    part = read((shared / "cases/files/xls12_formula_text_in.xlsx").read_bytes(), "f", None)
    assert part.frame["model_output"][0] == "=cmd|' /C calc'!A0"
    assert part.frame["model_output"][5] == "\r=1+1"
    assert not part.findings


def test_labels_that_other_readers_swallow_stay(shared):
    part = read((shared / "cases/files/xls18_none_na.xlsx").read_bytes(), "f", None)
    assert part.frame["label"].to_list()[:5] == ["None", "NA", "N/A", "null", "nan"]
    assert part.frame["label"].to_list()[8:] == [None, "#N/A"]


def test_a_workbook_with_macros_is_read_like_any_other(shared):
    part = read((shared / "cases/files/xls16_formats/macro.xlsm").read_bytes(), "f", None)
    assert part.frame["title_score"].to_list() == ["1", "0"]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("csv_renamed.xlsx", "f: this is no Excel workbook, it is text"),
        ("cut_download.xlsx", "f: the workbook is damaged or cut off"),
        ("old_format_renamed.xlsx", "f: this is an old .xls workbook"),
        ("book.ods", r"f: this is an OpenDocument sheet \(.ods\)\n    save it as .xlsx"),
        ("empty.xlsx", "f: the file is empty, it has 0 bytes"),
    ],
)
def test_files_that_are_no_workbooks(shared, name, message):
    with pytest.raises(InputError, match=message):
        read((shared / "cases/files/xls16_formats" / name).read_bytes(), "f", None)


def test_no_real_workbook_raises_anything_else(shared):
    paths = sorted((shared / "data/excel_workbooks").rglob("*.xlsx"))
    assert len(paths) > 50
    for path in paths:
        try:
            part = read(path.read_bytes(), "f", None)
        except AccordError as error:
            assert str(error).startswith("f")
        else:
            assert part.problems or part.frame.height == len(part.line) > 0


def test_a_real_sheet_of_a_million_declared_rows(shared):
    data = (shared / "data/label_studio_exports/labic/annotation_workbook.xlsx").read_bytes()
    assert read(data, "f", None, "tasks").frame.height == 144
