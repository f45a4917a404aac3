"""What happens between giving out workbooks and taking them in: ways of people and of Excel, from end to end."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import openpyxl
import pytest

import accord
from accord.errors import UsageError
from accord.verbs.export_workbooks import export_workbooks
from accord.verbs.import_workbooks import import_workbooks
from accord.verbs.mark_workbooks import mark_workbooks, report_paths
from accord.verbs.opened import opened

MATCH = """
name: small
version: 1.0.0
fields:
  t: {kind: text, reference: t}
  m: {kind: binary, matches: t}
"""
LETTERS = [*"abcdefghijklm", "n; o"]
SET = f"""
name: small
version: 1.0.0
fields:
  s: {{kind: labels, labels: {LETTERS}, none: nothing, abstain: [cannot tell]}}
"""
ITEMS = [{"id": "one", "t": "right"}, {"id": "two", "t": "right"}]


def outputs(model: str) -> list[dict[str, str]]:
    return [{"item": item["id"], "rater": model, "role": "model", "t": "said"} for item in ITEMS]


@pytest.fixture
def give(make_folder) -> Callable[..., Path]:
    """A folder whose only workbook, of ann, has been given out."""

    def make(spec: str, *batches: Any, raters: tuple[str, ...] = ("ann",)) -> Path:
        folder = make_folder(spec, ITEMS, *batches)
        accord.open(folder).sample(raters=raters, raters_per_item=len(raters))
        export_workbooks(opened(folder))
        return folder

    return make


def hand_in(folder: Path, cells: dict[str, Any], name: str = "returned.xlsx") -> Path:
    (book, *_) = sorted((folder / "workbooks").iterdir())
    workbook = openpyxl.load_workbook(book)
    for address, value in cells.items():
        workbook["answers"][address].value = value
    workbook.save(folder / name)
    return folder / name


def said(folder: Path, field: str) -> list[str | None]:
    frame = opened(folder).standing.frame
    return frame.filter(frame["role"] == "human").sort("item")[field].to_list()


def errors(done) -> list[tuple[str, str]]:
    findings = [finding for file in done.files for finding in file.findings if finding.severity == "error"]
    return [(finding.code, finding.where.rpartition("!")[2]) for finding in findings]


def test_a_model_that_comes_later_spoils_no_workbook(give, put_rows):
    folder = give(MATCH, outputs("m2"))
    put_rows(folder, outputs("m1"))
    done = import_workbooks(opened(folder), [hand_in(folder, {"C2": 1, "C3": 0})])
    assert errors(done) == []
    assert said(folder, "m") == ["1", "0"]
    standing = opened(folder)
    people = standing.standing.frame.filter(standing.standing.frame["role"] == "human")
    assert {standing.outputs.model[of] for of in people["of"]} == {"m2"}


@pytest.mark.parametrize(
    ("cell", "stored"),
    [
        ("a", '["a"]'),
        ("a; b", '["a","b"]'),
        ("a\nb;", '["a","b"]'),
        ("n; o", '["n; o"]'),
        ("a\nn; o", '["a","n; o"]'),
        ("nothing", "[]"),
        ("cannot tell", "cannot tell"),
    ],
)
def test_a_set_in_one_cell(give, cell, stored):
    folder = give(SET)
    done = import_workbooks(opened(folder), [hand_in(folder, {"A2": cell, "A3": "a"})])
    assert errors(done) == []
    assert said(folder, "s")[0] == stored


@pytest.mark.parametrize("cell", ["; ;", "nothing; a", "cannot tell; a", "a; z", "cannot tell\nnothing"])
def test_a_set_in_one_cell_that_is_not_clear(give, cell):
    folder = give(SET)
    done = import_workbooks(opened(folder), [hand_in(folder, {"A2": cell, "A3": "a"})])
    assert errors(done) == [("cell_not_allowed", "A2")]


def test_a_label_that_is_called_like_the_empty_set(give):
    folder = give("name: small\nversion: 1.0.0\nfields:\n  s: {kind: labels, labels: [a, (none)]}\n")
    sheet = openpyxl.load_workbook(next((folder / "workbooks").iterdir()))["answers"]
    assert [cell.value for cell in sheet[1]][:3] == ["s: a", "s: (none)", "s: (none) (2)"]
    import_workbooks(opened(folder), [hand_in(folder, {"B2": "x", "C3": "x"})])
    assert said(folder, "s") == ['["(none)"]', "[]"]


def test_excel_does_not_take_labels_for_numbers_or_dates(give):
    spec = 'name: small\nversion: 1.0.0\nfields:\n  c: {kind: choice, labels: ["1", "01", "1-2", "TRUE"]}\n'
    folder = give(f"{spec}  b: {{kind: binary}}\n  n: {{kind: number}}\n  t: {{kind: text}}\n")
    sheet = openpyxl.load_workbook(next((folder / "workbooks").iterdir()))["answers"]
    assert [sheet.cell(2, column).number_format for column in (1, 2, 3, 4)] == ["@", "General", "General", "@"]


def test_a_declared_text_for_no_answer_is_a_blank(give):
    spec = "name: small\nversion: 1.0.0\nfields:\n  c: {kind: choice, labels: [a, b], missing: [n/a]}\n"
    folder = give(f"{spec}  t: {{kind: text, missing: [n/a]}}\n")
    done = import_workbooks(opened(folder), [hand_in(folder, {"A2": "n/a", "A3": "a", "B3": "n/a"})], partial=True)
    assert errors(done) == [("cell_blank", "A2")]
    assert done.files[0].taken == 1


def test_names_that_a_program_may_take_for_one(give):
    with pytest.raises(UsageError, match="annotators that programs may take for one in a workbook: 'A_x0042_', 'AB'"):
        give(MATCH, outputs("m"), raters=("A_x0042_", "AB"))


def test_a_second_marked_copy_shows_only_what_is_still_wrong(give):
    folder = give(MATCH, outputs("m"))
    first = hand_in(folder, {"C2": 5, "C3": None})
    its = opened(folder)
    (once,) = mark_workbooks(import_workbooks(its, [first]).books, report_paths(its, [first], folder / "once.xlsx"))
    workbook = openpyxl.load_workbook(once)
    assert {cell.coordinate for row in workbook["answers"] for cell in row if cell.comment} == {"C2", "C3"}
    workbook["answers"]["C2"] = 1
    workbook.save(folder / "again.xlsx")
    done = import_workbooks(its, [folder / "again.xlsx"])
    paths = report_paths(its, [folder / "again.xlsx"], folder / "twice.xlsx")
    (twice,) = mark_workbooks(done.books, paths)
    sheet = openpyxl.load_workbook(twice)["answers"]
    assert {cell.coordinate for row in sheet for cell in row if cell.comment} == {"C3"}
    assert sheet["C2"].fill.fill_type is None


def test_with_partial_a_file_of_which_nothing_can_be_taken_is_a_failure(give, cli):
    folder = give(MATCH, outputs("m"))
    file = hand_in(folder, {"C2": None, "C3": 7})
    run = cli("workbook", "import", file, "--into", folder, "--partial")
    assert run.code == 1
    assert "no row of some workbooks could be taken in" in run.err
    file = hand_in(folder, {"C2": 1, "C3": 7})
    assert cli("workbook", "import", file, "--into", folder, "--partial").code == 0


def test_nothing_in_a_folder_is_overlooked(give, cli, tmp_path):
    folder = give(MATCH, outputs("m"))
    returned = tmp_path / "returned"
    returned.mkdir()
    hand_in(folder, {"C2": 1, "C3": 1}).rename(returned / "ann.xlsx")
    (returned / "bob.ods").write_bytes(b"PK")
    (returned / "cleo.csv").write_text("item,score\n", encoding="utf-8")
    (returned / "dan.pdf").write_bytes(b"%PDF-1.7")
    run = cli("workbook", "import", returned, "--into", folder)
    assert run.code == 2
    assert "2 submissions added" in run.out
    for name in ("bob.ods", "cleo.csv", "dan.pdf"):
        assert f"error bad_workbook: {returned / name}" in run.err
    assert "hand in the workbook as .xlsx, or copy the answers into a fresh copy" in run.err


def test_a_model_that_was_taken_out_of_the_hidden_sheet_is_noticed(give):
    """Else its answers would be left out as columns of somebody's own."""
    folder = give(MATCH, outputs("m1"), outputs("m2"))
    file = hand_in(folder, {"C2": 1, "C3": 0, "E2": 1, "E3": 1})
    workbook = openpyxl.load_workbook(file)
    hidden = workbook["accord"]
    (cell,) = [row[1] for row in hidden.iter_rows() if row[0].value == "models"]
    assert cell.value == '["m1", "m2"]'
    cell.value = '["m1"]'
    workbook.save(file)
    assert ("sheet_changed", "answers") in errors(import_workbooks(opened(folder), [file]))
