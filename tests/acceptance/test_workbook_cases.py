"""Reported problems with workbooks: each has the outcome that its case expects."""

from __future__ import annotations

import io
import json
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from made_plans import benchmark
from repacked import changed
from returned_museum import copies, filled, hand_in, lines, logged, museum

from accord.annotations.workbooks.answers import Answered, read_answers
from accord.annotations.workbooks.grid import BadWorkbook, Cell, Grid, read_workbook
from accord.annotations.workbooks.held import MOST, held, utf16_units
from accord.annotations.workbooks.located import Located, locate
from accord.annotations.workbooks.manifest import Manifest
from accord.annotations.workbooks.moved import moved_pictures
from accord.annotations.workbooks.plan import Column, Plan, Row
from accord.annotations.workbooks.proof import prove
from accord.annotations.workbooks.returned import read_returned
from accord.annotations.workbooks.wrong import Wrong
from accord.verbs.export_workbooks import export_workbooks
from accord.verbs.import_workbooks import import_workbooks
from accord.verbs.opened import opened
from accord.verbs.sample import sample

BINARY = benchmark("title: {kind: text, reference: title}\nscore: {kind: binary, matches: title}")
ITEM = Column("object_id", "item")
SCORE = Column("title_score", "answer", "score", None, ("0", "1"))


@pytest.fixture(scope="session")
def files(shared: Path) -> Path:
    return shared / "cases" / "files"


def grid(path: Path, title: str | None = None) -> Grid:
    """The first sheet, or the one of a title."""
    grids = read_workbook(path.read_bytes()).grids
    return next(iter(grids.values())) if title is None else grids[title]


def plan(columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> Plan:
    """What such a workbook would have been given out with: texts by column, every answer asked."""
    place = [column.part for column in columns].index("item")
    asked = tuple(column.part == "answer" for column in columns)
    return Plan("s", "1", ("ann",), tuple(columns), tuple(Row(row[place], tuple(row), asked) for row in rows))


def read(located: Located, *, formulas: bool = False, made: Any = BINARY) -> dict[str, Answered]:
    """Item -> its answers."""
    answered = read_answers(located, made.fields, formulas)
    return {located.plan.rows[at].item: found for at, found in answered.items()}


def said(found: Answered) -> str | None:
    """The one answer of a row."""
    return next(iter(found.texts.values()), None)


def told(wrongs: Sequence[Wrong], *severities: str) -> list[str]:
    return [f"{wrong.code} {wrong.place('')[1:]}" for wrong in wrongs if not severities or wrong.severity in severities]


def test_xls_01_merged_cells(case, files):
    file, expected = case("xls-01")
    cultures = expected["culture"]
    made = plan(
        [ITEM, Column("culture", "reference", "title"), SCORE], [(item, cultures[item], "") for item in cultures]
    )
    located = locate(made, grid(files.parent / file))
    assert located.wrongs == []
    assert prove(located, None) == []  # a merged reference holds what it shows, in each of its rows
    found = read(located)
    assert {item: said(answer) for item, answer in found.items() if said(answer)} == expected["title_score"]
    assert [told(found[item].wrongs) for item in ("o4", "o5")] == [["cell_merged C5"], ["cell_merged C6"]]
    assert all("C5:C6" in found[item].wrongs[0].message for item in ("o4", "o5"))
    assert len(expected["errors"]) == 1


CODES = {
    "error:boolean": "cell_boolean",
    "error:not_0_or_1": ("cell_not_allowed", "cell_error"),
    "missing": "cell_blank",
}


def test_xls_02_what_stands_in_score_cells(case, files):
    file, expected = case("xls-02")
    cells = expected["cells"]
    columns = [ITEM, Column("reference", "reference", "title"), SCORE]
    located = locate(plan(columns, [(item, "ref", "") for item in cells]), grid(files.parent / file))
    assert (located.wrongs, prove(located, None)) == ([], [])
    found = read(located)
    for number, (item, outcome) in enumerate(cells.items(), 2):
        errors = [wrong for wrong in found[item].wrongs if wrong.severity == "error"]
        if outcome in ("0", "1"):
            assert errors == []
            text = said(found[item])
            assert text is not None
            reading = BINARY.fields["score"].read([text])
            assert reading.scale.labels[int(reading.codes[0])] == outcome
        else:
            assert said(found[item]) is None
            assert [wrong.code in CODES[outcome] for wrong in errors] == [True]
            assert told(errors)[0].endswith(f" C{number}")


@pytest.mark.parametrize("which", [0, 1])
def test_xls_03_texts_that_became_dates(case, files, which):
    source, expected = case("xls-03")
    columns = [
        ITEM,
        Column("period_model_output", "output", "title", "m"),
        Column("score", "answer", "score", None, ("0", "1")),
    ]
    given = {"o1": "10-12", "o2": "10-12", "o3": "1890", "o4": "1:30", "o5": "46366", "o6": "1-2"}
    sheet = grid(files.parent / source["files"][which])
    located = locate(plan(columns, [(item, text, "") for item, text in given.items()]), sheet)
    assert told(prove(located, None)) == ["cell_date B2", "cell_date B5"]
    assert prove(located, None)[0].message == "the output was turned into the date 2026-12-10; it was '10-12'"
    found = read(located)
    assert {item: said(answer) for item, answer in found.items()} == {
        "o1": "1", "o2": "1", "o3": "1", "o4": "0", "o5": "0", "o6": None,
    }  # fmt: skip
    assert told(found["o6"].wrongs) == ["cell_date C7"]
    assert expected["both_files_same_dates"]
    assert sheet.cells == grid(files.parent / source["files"][0]).cells


def test_xls_03_a_number_in_place_of_the_text_that_was_given_out(case, files):
    """Only a plan can tell a number that was always one from a date that lost its format."""
    source, _ = case("xls-03")
    columns = [ITEM, Column("period_model_output", "output", "title", "m")]
    made = plan(columns, [("o2", "10-12"), ("o3", "1890"), ("o5", "10-12")])
    located = locate(made, grid(files.parent / source["files"][0]))
    assert told(prove(located, None)) == ["cell_changed B6"]


def test_xls_04_formulas(case, files):
    source, expected = case("xls-04")
    made = plan([ITEM, SCORE], [("o1", ""), ("o2", ""), ("o3", "")])
    for formulas in (False, True):
        found = read(locate(made, grid(files.parent / source["files"][0])), formulas=formulas)
        assert {item: told(answer.wrongs, "error") for item, answer in found.items()} == {
            "o1": ["cell_formula B2"],
            "o2": ["cell_formula B3"],
            "o3": [],
        }
        assert {found[item].wrongs[0].message for item in ("o1", "o2")} == {"holds a formula without a result"}
        assert said(found["o3"]) == expected["a"]["o3"]
    located = locate(made, grid(files.parent / source["files"][1]))
    found = read(located)
    assert [told(found[item].wrongs, "error") for item in found] == [[f"cell_formula B{row}"] for row in (2, 3, 4)]
    found = read(located, formulas=True)
    assert [said(found[item]) for item in found] == ["1", "0", None]
    assert [told(found[item].wrongs, "warning") for item in found] == [[f"cell_formula B{row}"] for row in (2, 3, 4)]
    assert told(found["o3"].wrongs, "error") == ["cell_error B4"]
    assert "#DIV/0!" in found["o3"].wrongs[-1].message


class OnePlan:
    """Plans of which there is one, for workbooks that were not made by accord."""

    def __init__(self, made: Plan) -> None:
        self.made = made
        self.keys = ()

    def get(self, assignment: str, group: str) -> Plan | None:
        return None

    def nearest(self, texts: object) -> Plan | None:
        return self.made


def test_xls_05_hidden_and_sorted_rows(case, files):
    file, expected = case("xls-05")
    made = plan([ITEM, SCORE, Column("annotator", "annotator")], [(f"o{at}", "", "") for at in range(1, 6)])
    data = (files.parent / file).read_bytes()
    book = read_returned("f", data, "", BINARY, OnePlan(made))
    assert {made.rows[at].item: said(found) for at, found in book.answered.items()} == expected["scores"]
    assert len(book.located.row) == expected["rows_read"]
    notes = [wrong.message for wrong in book.wrongs if wrong.severity == "info"]
    assert "hidden rows were read: 'o1' (row 3), 'o4' (row 6)" in notes
    assert "hidden sheet 'backup' was not read" in notes
    assert any("another order" in note for note in notes)
    assert len(notes) == len(expected["warnings"])


IMAGES = [ITEM, Column("image", "picture"), Column("title_ref", "reference", "title")]


def test_xls_08_pictures_on_other_rows(case, files):
    source, expected = case("xls-08")
    sha = expected["sha256"]
    located = locate(
        plan(IMAGES, [(f"o{at}", "", f"t{at}") for at in range(1, 6)]), grid(files.parent / source["file"])
    )
    data = (files.parent / source["file"]).read_bytes()
    right = {"o1": sha["red"], "o2": sha["green"], "o4": sha["blue"], "o5": sha["yellow"]}
    assert moved_pictures(data, located, Manifest({}, {}, right)) == []
    wrong = {**right, "o3": sha["blue"], "o4": sha["black"]}
    found = moved_pictures(data, located, Manifest({}, {}, wrong))
    assert sorted(told(found)) == ["picture_moved B5", "picture_moved B6"]
    assert {one.message for one in found} == {
        "the picture of 'o3' lies on the row of 'o4'",
        "the picture of 'o4' lies on the row of 'o5'",
    }


def test_xls_09_pictures_in_cells(case, files):
    file, expected = case("xls-09")
    columns = [ITEM, Column("image", "picture"), SCORE]
    located = locate(plan(columns, [(f"o{at}", "", "") for at in range(1, 4)]), grid(files.parent / file))
    data = (files.parent / file).read_bytes()
    right = {"o1": expected["o1"], "o2": expected["o2"]}
    assert moved_pictures(data, located, Manifest({}, {}, right)) == []
    swapped = {"o1": expected["o2"], "o2": expected["o1"]}
    assert told(moved_pictures(data, located, Manifest({}, {}, swapped))) == ["picture_moved B2", "picture_moved B3"]
    assert {item: said(answer) for item, answer in read(located).items()} == {"o1": "1", "o2": "0", "o3": "0"}


JUDGED = """
name: judged
version: 1.0.0
fields:
  title: {kind: text, reference: title}
  score: {kind: binary, matches: title}
"""


@pytest.fixture
def judged(make_folder):
    """`judged(texts)`: a folder in which a model said each text of an item of its own, and its workbooks."""

    def make(texts):
        items = [{"id": f"o{at}", "title": "right"} for at in range(1, len(texts) + 1)]
        outputs = [{"item": f"o{at}", "rater": "m", "role": "model", "title": text} for at, text in enumerate(texts, 1)]
        folder = make_folder(JUDGED, items, outputs)
        sample(opened(folder), raters=["ann", "bob"], groups=1)
        return folder, export_workbooks(opened(folder))

    return make


def answer_all(path: Path, value: int) -> None:
    """Fill in the one column of answers, as a person would."""
    book = openpyxl.load_workbook(path)
    sheet = book["answers"]
    (column,) = [cell.column for cell in sheet[1] if cell.value == "m_score_0_or_1"]
    for row in range(2, sheet.max_row + 1):
        sheet.cell(row, column).value = value
    book.save(path)


def outputs_in(sheet: Grid) -> dict[str, Cell]:
    """Item -> the cell with the output."""
    columns = {cell.text: column for (row, column), cell in sheet.cells.items() if row == 1}
    return {
        sheet.text(row, columns["item"]): sheet.cells[row, columns["m_title"]] for row in range(2, sheet.last_row + 1)
    }


def test_xls_12_outputs_that_look_like_formulas(case, judged):
    source, expected = case("xls-12")
    texts = source["texts"]
    folder, done = judged(texts)
    before = {line["item"]: line["answers"]["title"]["value"] for line in lines(folder, "model")}
    assert list(before.values()) == texts
    for book in done.written:
        data = book.path.read_bytes()
        cells = outputs_in(read_workbook(data).grids["answers"])
        assert {item: cell.text for item, cell in cells.items()} == {
            item: text.replace("\r", "\n") for item, text in before.items()
        }
        assert {(cell.kind, cell.formula) for cell in cells.values()} == {("text", False)}
        raw = openpyxl.load_workbook(io.BytesIO(data))
        assert {cell.data_type for sheet in raw for line in sheet for cell in line} <= {"s", "n"}
        answer_all(book.path, 1)
    taken = import_workbooks(opened(folder), [book.path for book in done.written])
    assert [finding for file in taken.files for finding in file.findings] == []
    assert {line["item"]: line["answers"]["title"]["value"] for line in lines(folder, "model")} == before
    assert len(logged_scores(folder)) == 2 * len(texts)
    assert expected["round_trip_equal"]


def logged_scores(folder: Path) -> dict[tuple[str, str], str]:
    return {(line["rater"]["name"], line["item"]): line["answers"]["score"]["value"] for line in lines(folder, "human")}


def test_xls_14_texts_that_are_too_long_for_a_cell(case, judged):
    source, _ = case("xls-14")
    texts = [eval(text.partition(" (")[0]) for text in source["texts"]]
    assert [utf16_units(text) for text in texts] == [MOST, MOST + 1, MOST + 1]
    folder, done = judged(texts)
    cells = outputs_in(read_workbook(done.written[0].path.read_bytes()).grids["answers"])
    assert cells["o1"].text == texts[0]
    rows = {item: row for row, item in enumerate(cells, 2)}
    for at in (1, 2):
        text = cells[f"o{at + 1}"].text
        assert text == held(texts[at]).text
        assert utf16_units(text) <= MOST
        assert text.endswith("[... cut: 32,768 characters, a cell holds 32,767]")
    (finding,) = done.findings
    assert (finding.code, finding.severity, finding.count) == ("text_cut", "warning", 2)
    for item in ("o2", "o3"):
        assert f"B{rows[item]}" in finding.message
    answer_all(done.written[0].path, 0)
    taken = import_workbooks(opened(folder), [done.written[0].path])
    assert [finding for file in taken.files for finding in file.findings] == []
    assert sorted(logged_scores(folder).values()) == ["0", "0", "0"]
    assert [line["answers"]["title"]["value"] for line in lines(folder, "model")] == texts


ANSWERS = {
    "legacy.xls": ("this is an old .xls workbook or one with a password", "save it as .xlsx without password"),
    "book.ods": ("this is an OpenDocument sheet (.ods)", "save it as .xlsx"),
    "old_format_renamed.xlsx": (
        "this is an old .xls workbook or one with a password",
        "save it as .xlsx without password",
    ),
    "html_table.xls": ("this is no Excel workbook, it is HTML", "open it in Excel and save it as .xlsx"),
    "csv_renamed.xlsx": ("this is no Excel workbook, it is text", ""),
    "empty.xlsx": ("the file is empty, it has 0 bytes", "copy or download it again"),
    "cut_download.xlsx": (
        "the workbook is damaged or cut off (File is not a zip file)",
        "copy or download it again",
    ),
}


@pytest.fixture(scope="module")
def returned(tmp_path_factory):
    home = tmp_path_factory.mktemp("returned")
    folder = museum(home / "m")
    return folder, *hand_in(folder, home / "in")


def test_xls_16_other_files_each_get_an_answer_and_the_others_go_on(case, files, returned, tmp_path, cli):
    source, expected = case("xls-16")
    folder, workbooks, filled_in = returned
    home = shutil.copytree(folder, tmp_path / "m")
    others = sorted(path for path in (files.parent / source["folder"]).iterdir() if path.suffix != ".xlsm")
    assert {path.name for path in others} | {"macro.xlsm"} == set(expected) - {"rule"} == set(ANSWERS) | {"macro.xlsm"}
    given = [path for pair in zip(others, workbooks, strict=False) for path in pair] + others[len(workbooks) :]
    done = import_workbooks(opened(home), given)
    assert done.unread == len(others)
    found = {Path(file.path).name: file.findings for file in done.files if not file.is_read}
    for path in others:
        (finding,) = found[path.name]
        message, fix = ANSWERS[path.name]
        assert (finding.code, finding.where, finding.message) == ("bad_workbook", str(path), message)
        assert finding.fix
        assert finding.fix.startswith(fix)
    assert logged(home) == filled_in
    run = cli("workbook", "import", *given, "--into", shutil.copytree(folder, tmp_path / "again"))
    assert run.code == 2
    assert "Traceback" not in run.err
    for path in others:
        assert f"error bad_workbook: {path}: {ANSWERS[path.name][0]}" in run.err
    assert run.err.splitlines()[-1] == "error: 7 files could not be read"


def test_xls_16_a_workbook_with_macros_is_read(case, files, returned, tmp_path):
    source, expected = case("xls-16")
    scores = {item: text for item, text in expected["macro.xlsm"].items() if item != "note"}
    made = plan([ITEM, SCORE], [(item, "") for item in scores])
    found = read(locate(made, grid(files.parent / source["folder"] / "macro.xlsm")))
    assert {item: said(answer) for item, answer in found.items()} == scores
    folder = shutil.copytree(returned[0], tmp_path / "m")
    data, filled_in = filled(copies(folder)[0])
    path = tmp_path / "ann.xlsm"
    kind = "application/vnd.{}.main+xml"
    xlsx, xlsm = (
        kind.format("openxmlformats-officedocument.spreadsheetml.sheet"),
        kind.format("ms-excel.sheet.macroEnabled"),
    )
    path.write_bytes(changed(data, "[Content_Types].xml", xlsx, xlsm))
    done = import_workbooks(opened(folder), [path])
    assert (done.files[0].findings, logged(folder)) == ((), filled_in)


def test_xls_18_labels_that_other_readers_take_for_nothing(case, files):
    source, expected = case("xls-18")
    answered = [label for label in source["schema_labels"] if label not in source["abstain_labels"]]
    form = f"label: {{kind: choice, labels: {json.dumps(answered)}, abstain: {json.dumps(source['abstain_labels'])}}}"
    columns = [Column("item", "item"), Column("label", "answer", "label", None, tuple(answered))]
    labels = expected["labels"]
    sheet = grid(files.parent / source["file"])
    found = read(locate(plan(columns, [(item, "") for item in labels]), sheet), made=benchmark(form))
    for row, (item, outcome) in enumerate(labels.items(), 2):
        if outcome == "missing":
            assert told(found[item].wrongs) == [f"cell_blank B{row}"]
        elif outcome == "error:#N/A cell error":
            assert told(found[item].wrongs) == [f"cell_error B{row}"]
        elif outcome.startswith("error:unknown_label"):
            assert told(found[item].wrongs) == [f"cell_not_allowed B{row}"]
            assert repr(outcome.split()[-1]) in found[item].wrongs[0].message
        else:
            assert (said(found[item]), found[item].wrongs) == (outcome, [])
        if outcome.startswith("error") or outcome == "missing":
            assert found[item].texts == {}


def test_every_real_workbook_is_read_or_refused_with_a_reason(data):
    paths = sorted((data / "excel_workbooks").rglob("*.xlsx"))
    assert len(paths) > 50
    made = plan([ITEM, SCORE, Column("annotator", "annotator")], [("o1", "", "")])
    read_ones = 0
    for path in paths:
        content = path.read_bytes()
        try:
            grids = read_workbook(content).grids
        except BadWorkbook as error:
            assert str(error)
            continue
        read_ones += 1
        assert grids
        with pytest.raises(BadWorkbook, match="no sheet has the headings"):
            read_returned(path.name, content, "", BINARY, OnePlan(made))
    assert read_ones > 50
