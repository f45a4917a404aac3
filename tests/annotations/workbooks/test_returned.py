"""One returned workbook: which sheet, which plan, and what keeps its rows from being taken in."""

from __future__ import annotations

import hashlib
import json
import shutil

import pytest
from made_returns import workbook
from returned_museum import SHEET, Sheet, copies, filled, museum

from accord.annotations.workbooks.grid import BadWorkbook
from accord.annotations.workbooks.manifest import TITLE
from accord.annotations.workbooks.returned import read_returned
from accord.annotations.workbooks.wrong import Wrong
from accord.verbs.export_workbooks import plans_of
from accord.verbs.opened import opened

PATH = "ann.xlsx"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return museum(tmp_path_factory.mktemp("museum") / "m")


@pytest.fixture(scope="module")
def right(folder):
    return filled(copies(folder)[0])


@pytest.fixture
def sheet(right):
    return Sheet(right[0])


@pytest.fixture(scope="module")
def read(folder):
    its = opened(folder)
    plans = plans_of(its)

    def command(data, into=None, **options):
        home = its if into is None else opened(into)
        made = plans if into is None else plans_of(home)
        return read_returned(PATH, data, hashlib.sha256(data).hexdigest(), home.benchmark, made, **options)

    return command


@pytest.fixture
def refused(read):
    def command(data, into=None):
        with pytest.raises(BadWorkbook) as caught:
            read(data, into)
        return str(caught.value), caught.value.fix

    return command


def told(book):
    return [f"{finding.code} {finding.severity} {finding.where.removeprefix(PATH + '!')}" for finding in book.findings]


def test_a_workbook_that_is_right(read, right):
    data, said = right
    book = read(data)
    assert (told(book), book.is_right, book.annotator, book.title) == ([], True, "ann", SHEET)
    assert (book.plan.assignment, book.plan.group) == ("sample", "1")
    assert book.complete == (0, 1, 2, 3)
    assert (book.file.path, book.file.sha256, book.file.rows) == (PATH, hashlib.sha256(data).hexdigest(), 4)
    found = {
        ("ann", book.plan.rows[at].item, model, field): text
        for at, answers in {at: row.texts for at, row in book.answered.items()}.items()
        for (model, field), text in answers.items()
    }
    assert found == said


def test_a_workbook_as_it_was_given_out_has_no_time_and_no_complete_row(read, folder):
    book = read(copies(folder)[0].read_bytes())
    assert book.saved is None
    assert book.complete == ()
    assert {at: row.texts for at, row in book.answered.items()} == {0: {}, 1: {}, 2: {}, 3: {}}


def test_when_a_workbook_was_saved(read, sheet):
    book = read(sheet.data())
    assert book.saved is not None and book.saved > "2020"


def test_a_wrong_cell_spoils_its_row_alone(read, sheet):
    sheet.at("obj-01", "model-a_title_match_0_or_1").value = 2
    book = read(sheet.data())
    assert told(book) == ["cell_not_allowed error answers!E3"]
    assert (book.is_right, book.complete) == (False, (0, 2, 3))


def test_what_is_about_the_whole_sheet_spoils_every_row(read, sheet):
    sheet.cells.cell(1, sheet.columns["reference_title"]).value = "object"
    book = read(sheet.data())
    assert [code.split()[0] for code in told(book)] == ["column_missing", "other_columns"]
    assert (book.is_right, book.complete) == (False, ())


def test_without_an_annotator_nothing_is_complete(read, sheet):
    for item in sheet.items:
        sheet.at(item, "annotator").value = "eve"
    book = read(sheet.data())
    assert (told(book), book.annotator, book.complete) == (["annotator_differs error answers!AF2"], None, ())


def test_remarks_come_in_the_order_of_the_cells(read, sheet):
    sheet.at("obj-06", "model-a_title_match_0_or_1").value = None
    sheet.at("obj-06", "reference_title").value = "x"
    sheet.at("obj-10", "annotator").value = "eve"
    del sheet.book[TITLE]
    assert told(read(sheet.data())) == [
        "sheet_lost error answers",
        "annotator_differs error answers!AF2",
        "cell_changed error answers!C5",
        "cell_blank error answers!E5",
    ]


def test_one_thing_more_that_does_not_fit(read, right):
    book = read(right[0]).with_wrongs([Wrong("same_copy", "error", 0, 0, "so", whole=True)])
    assert (told(book), book.is_right, book.complete) == (["same_copy error answers"], False, ())


def test_formulas_are_taken_where_that_is_allowed(read, sheet):
    sheet.at("obj-01", "model-a_title_match_0_or_1").value = "=1"
    assert told(read(sheet.data(), allow_formulas=True)) == ["cell_formula error answers!E3"]


def test_a_lost_hidden_sheet_is_told_and_its_rows_can_still_be_complete(read, sheet):
    del sheet.book[TITLE]
    book = read(sheet.data())
    assert (told(book), book.is_right) == (["sheet_lost error answers"], False)
    assert (book.complete, book.plan.group) == ((0, 1, 2, 3), "1")


def test_a_hidden_sheet_may_have_another_name(read, sheet):
    sheet.book[TITLE].title = "Sheet3"
    assert told(read(sheet.data())) == []


@pytest.mark.parametrize("key", ["obj-01", "columns", "digest"])
def test_a_hidden_sheet_that_was_changed(read, sheet, key):
    sheet.given(key).value = "0" * 64
    book = read(sheet.data())
    assert told(book) == ["sheet_changed error answers"]
    assert "'accord' was changed" in book.findings[0].message


def test_a_hidden_sheet_of_a_newer_accord(refused, sheet):
    sheet.given("schema").value = "accord.workbook/2"
    message, _ = refused(sheet.data())
    assert message.startswith("the hidden sheet 'accord' cannot be read: it was written by a newer accord")


@pytest.mark.parametrize("value", ["accord.workbook/", "accord.workbook/x"])
def test_a_hidden_sheet_that_makes_no_sense(refused, sheet, value):
    sheet.given("schema").value = value
    assert refused(sheet.data())[0] == "the hidden sheet 'accord' cannot be read: it is not what accord wrote"


def test_a_hidden_sheet_without_its_list(refused, sheet):
    sheet.book[TITLE].delete_rows(sheet.given("digest").row + 1, 99)
    assert refused(sheet.data())[0].endswith("it lacks the list of items")


def test_a_workbook_of_another_benchmark(refused, sheet):
    sheet.given("benchmark").value = "paintings"
    assert refused(sheet.data())[0] == "it is a workbook of the benchmark 'paintings', not of 'museum'"


def test_a_workbook_of_an_assignment_that_is_gone(refused, sheet):
    sheet.given("assignment").value = "round-2"
    message, fix = refused(sheet.data())
    assert message == "it was made for assignment 'round-2', group '1', which the benchmark does not have"
    assert fix == "there are: sample group 1, sample group 2, sample group 3"


def test_a_workbook_of_something_else(refused):
    message, fix = refused(workbook([["name", "score"], ["a", 1]]))
    assert message == "it is no workbook of this benchmark: none of the items given out is in it"
    assert "accord workbook export" in fix


def test_a_form_that_has_changed_is_a_warning(read, right, folder, tmp_path):
    other = tmp_path / "m"
    shutil.copytree(folder, other)
    spec = (other / "benchmark.yaml").read_text(encoding="utf-8")
    changed = spec.replace("question: Does the title name the same thing", "question: Is it the same thing")
    assert changed != spec
    (other / "benchmark.yaml").write_text(changed.replace("version: 1.0.0", "version: 1.1.0"), encoding="utf-8")
    book = read(right[0], other)
    assert (told(book), book.is_right) == (["form_changed warning answers"], True)
    assert "(version 1.0.0, now 1.1.0)" in book.findings[0].message


def test_an_item_that_has_changed_since(read, right, folder, tmp_path):
    other = tmp_path / "m"
    shutil.copytree(folder, other)
    rows = [json.loads(line) for line in (other / "items.jsonl").read_text(encoding="utf-8").splitlines()]
    for row in rows:
        if row["id"] == "obj-01":
            row["title"] = "A vase"
    (other / "items.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    book = read(right[0], other)
    assert (told(book), book.complete) == (["benchmark_changed error answers!AB3"], (0, 2, 3))


def test_a_sheet_of_another_name(read, sheet):
    sheet.cells.title = "my answers"
    book = read(sheet.data())
    assert (told(book), book.title) == ([], "my answers")


def test_a_workbook_without_the_sheet(refused, sheet):
    del sheet.book[SHEET]
    assert refused(sheet.data()) == ("no sheet has the headings of the workbook", "copy the answers into a fresh copy")


def test_a_copy_of_the_sheet_is_noted(read, sheet):
    sheet.book.copy_worksheet(sheet.cells).title = "answers (2)"
    sheet.book.copy_worksheet(sheet.cells).title = "old"
    sheet.book["old"].sheet_state = "hidden"
    book = read(sheet.data())
    assert told(book) == ["other_sheet info answers", "other_sheet info answers"]
    assert [finding.message for finding in book.findings] == [
        "sheet 'answers (2)' was not read",
        "hidden sheet 'old' was not read",
    ]


def test_an_emptied_sheet_gives_way_to_the_copy(read, sheet):
    sheet.book.copy_worksheet(sheet.cells).title = "mine"
    sheet.cells.delete_rows(1, 99)
    book = read(sheet.data())
    assert (book.title, told(book)) == ("mine", ["pictures_lost info mine"])
