"""Workbooks as text: a line a copy, a line a file, and the cells that are wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from accord.annotations.workbooks.outcomes import ReturnedFile, WrittenWorkbook
from accord.findings import Finding
from accord.report.workbook_text import exported_text, remarks_text, returned_text


def blank(cell, message="is blank"):
    return Finding("cell_blank", "error", f"b.xlsx!answers!{cell}", message)


def test_copies_that_were_written():
    books = [
        WrittenWorkbook(Path("w/s-group-1-ann.xlsx"), "s", "1", "ann", 75, 74, 1125, 9_437_184),
        WrittenWorkbook(Path("w/s-group-1-bob.xlsx"), "s", "1", "bob", 1075, 0, 3, 8_000),
    ]
    assert (
        exported_text(books)
        == """\
file                  group  annotator   rows  pictures  to answer     size
w/s-group-1-ann.xlsx  1      ann           75        74      1,125  9.0 MiB
w/s-group-1-bob.xlsx  1      bob        1,075         0          3  0.1 MiB
"""
    )


@pytest.mark.parametrize(("size", "said"), [(1, "0.1"), (1 << 20, "1.0"), ((1 << 20) + 1, "1.1"), (10_485_760, "10.0")])
def test_no_size_is_said_to_be_smaller_than_it_is(size, said):
    text = exported_text([WrittenWorkbook(Path("a.xlsx"), "s", "1", "ann", 1, 1, 1, size)])
    assert text.splitlines()[1].endswith(f" {said} MiB")


def test_files_that_came_back():
    files = [
        ReturnedFile("ann.xlsx", (), "s", "1", "ann", 75, 75, 75, True),
        ReturnedFile("bob.xlsx", (blank("E2"), blank("E3")), "s", "1", None, 1075, 0, 0, True),
        ReturnedFile("old.xls", (Finding("bad_workbook", "error", "old.xls", "is old"),)),
    ]
    assert (
        returned_text(files)
        == """\
file      group     annotator   rows  complete  taken in  wrong
ann.xlsx  1         ann           75        75        75      0
bob.xlsx  1         ?          1,075         0         0      2
old.xls   not read
"""
    )


def test_names_are_shown_and_not_obeyed():
    book = WrittenWorkbook(Path("a\x1b[31m.xlsx"), "s", "\x1b[1m", "an\nn", 1, 1, 1, 1)
    file = ReturnedFile("a\x1b[31m.xlsx", (), "s", "\x1b[1m", "[bold]an\nn", 1, 1, 1, True)
    for text in (exported_text([book]), returned_text([file]), remarks_text([blank("\x1b[31mE2")] * 9)):
        assert "\x1b" not in text
    assert len(exported_text([book]).splitlines()) == 2
    assert "[bold]" in returned_text([file])


def test_the_first_of_a_kind_in_full_and_the_places_of_all_others():
    findings = [blank(f"E{row}") for row in range(2, 11)]
    findings.insert(3, Finding("text_number", "info", "b.xlsx!answers!F2", "is the text '1', read as 1"))
    findings.append(Finding("rows_sorted", "info", "b.xlsx!answers", "are sorted"))
    findings.append(Finding("cell_formula", "warning", "b.xlsx!answers!G2", "holds a formula", "type over it"))
    lines = remarks_text(findings).splitlines()
    assert lines[:5] == [str(blank(f"E{row}")) for row in range(2, 7)]
    assert lines[5] == "error cell_blank: and 4 more: E7, E8, E9, E10"
    assert lines[6].startswith("warning cell_formula: b.xlsx!answers!G2: holds a formula")
    rest = [line for line in lines[6:] if not line.startswith(" ")][1:]
    assert [line.split(":")[0] for line in rest] == ["info text_number", "info rows_sorted"]


def test_exactly_five_are_told_in_full():
    text = remarks_text([blank(f"E{row}") for row in range(5)])
    assert len(text.splitlines()) == 5
    assert "more" not in text


def test_one_code_of_two_severities_is_two_kinds():
    findings = [Finding("cell_formula", severity, "b!s!A1", "f") for severity in ("error", "warning") for _ in range(6)]
    assert [line for line in remarks_text(findings).splitlines() if " more" in line] == [
        "error cell_formula: and 1 more: A1",
        "warning cell_formula: and 1 more: A1",
    ]


def test_a_place_that_is_no_cell_is_named_in_full():
    findings = [Finding("row_missing", "error", f"b.xlsx, row {row}", "is gone") for row in range(7)]
    assert remarks_text(findings).splitlines()[-1] == "error row_missing: and 2 more: b.xlsx, row 5, b.xlsx, row 6"


def test_nothing_is_no_text():
    assert remarks_text([]) == ""
