"""Marked copies of returned workbooks: where they go, and which are written."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import openpyxl
import pytest

# Test files are loaded by path; the folders that several of them need are made in one place.
sys.path.insert(0, str(Path(__file__).parents[1] / "annotations"))
sys.path.insert(0, str(Path(__file__).parents[1] / "annotations" / "workbooks"))
from returned_museum import Sheet, hand_in, museum

from accord.annotations.workbooks import marked
from accord.errors import InputError, UsageError
from accord.verbs.import_workbooks import import_workbooks
from accord.verbs.mark_workbooks import mark_workbooks, report_paths
from accord.verbs.opened import opened

TITLE = "model-a_title_match_0_or_1"


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    home = tmp_path_factory.mktemp("made")
    folder = museum(home / "m")
    files, _ = hand_in(folder, home / "returned")
    return folder, files


@pytest.fixture
def folder(made):
    return opened(made[0])


@pytest.fixture
def files(made, tmp_path):
    copy = tmp_path / "returned"
    shutil.copytree(made[1][0].parent, copy)
    return sorted(copy.iterdir())[:2]


def spoil(path, value):
    sheet = Sheet(path.read_bytes())
    sheet.at("obj-01", TITLE).value = value
    path.write_bytes(sheet.data())


def books(folder, files):
    """The files as they were read; none is taken in, as every first is wrong."""
    spoil(files[0], "yes")
    return import_workbooks(folder, files[:1]).books


def test_one_file_goes_to_the_report(folder, files, tmp_path):
    report = tmp_path / "report.xlsx"
    assert report_paths(folder, files[:1], report) == {str(files[0]): report}


def test_several_files_go_beside_it(folder, files, tmp_path):
    report = tmp_path / "report.XLSX"
    assert report_paths(folder, files, report) == {str(file): tmp_path / f"report-{file.stem}.XLSX" for file in files}


@pytest.mark.parametrize("name", ["report", "report.xls", "report.xlsm", "report.csv"])
def test_a_report_is_a_workbook(folder, files, tmp_path, name):
    with pytest.raises(UsageError, match=r"name it \.xlsx"):
        report_paths(folder, files, tmp_path / name)


def test_files_of_the_same_name_would_share_a_report(folder, tmp_path):
    with pytest.raises(UsageError, match=r"several files have the same name, and would share .*r-a\.xlsx"):
        report_paths(folder, [tmp_path / "1/a.xlsx", tmp_path / "2/a.xlsx"], tmp_path / "r.xlsx")


def test_a_file_that_was_handed_in_is_not_written_over(folder, files):
    with pytest.raises(UsageError, match="is a file that was handed in"):
        report_paths(folder, files[:1], files[0].parent / "." / files[0].name, replace=True)


def test_what_the_benchmark_needs_is_not_written_over(folder, files):
    with pytest.raises(UsageError, match="the benchmark needs this file"):
        report_paths(folder, files[:1], folder.path / "annotations" / "r.xlsx", replace=True)


def test_a_report_that_is_there_needs_to_be_replaced(folder, files, tmp_path):
    report = tmp_path / "report.xlsx"
    report.write_bytes(b"")
    with pytest.raises(UsageError, match="is there already; --replace"):
        report_paths(folder, files[:1], report)
    assert report_paths(folder, files[:1], report, replace=True) == {str(files[0]): report}


def test_a_marked_copy_is_written_and_the_file_stays(folder, files, tmp_path):
    read = books(folder, files)
    before = files[0].read_bytes()
    report = tmp_path / "new" / "report.xlsx"
    report.parent.mkdir()
    assert mark_workbooks(read, {str(files[0]): report}) == [report]
    cell = openpyxl.load_workbook(report)["answers"]["E3"]
    assert cell.comment.text.startswith("holds no answer: 'yes'")
    assert files[0].read_bytes() == before


def test_a_marked_copy_that_is_corrected_is_taken_in(folder, files, tmp_path):
    report = tmp_path / "report.xlsx"
    mark_workbooks(books(folder, files), {str(files[0]): report})
    spoil(report, 1)
    copy = tmp_path / "m"
    shutil.copytree(folder.path, copy)
    done = import_workbooks(opened(copy), [report])
    assert (done.files[0].wrong, done.files[0].taken) == (0, 4)


def test_workbooks_with_nothing_wrong_have_no_copy(folder, files, tmp_path, made):
    copy = tmp_path / "m"
    shutil.copytree(folder.path, copy)
    done = import_workbooks(opened(copy), [files[1]])
    assert mark_workbooks(done.books, {str(files[1]): tmp_path / "report.xlsx"}) == []
    assert not (tmp_path / "report.xlsx").exists()


def test_warnings_are_marked_and_notes_are_not(folder, files, tmp_path):
    sheet = Sheet(files[0].read_bytes())
    sheet.cells["AH1"] = "note"
    files[0].write_bytes(sheet.data())
    copy = tmp_path / "m"
    shutil.copytree(folder.path, copy)
    (book,) = import_workbooks(opened(copy), files[:1]).books
    assert [finding.severity for finding in book.findings] == ["info"]
    assert mark_workbooks([book], {str(files[0]): tmp_path / "report.xlsx"}) == []


def test_what_cannot_be_copied_is_told_after_all_others_were_written(folder, files, tmp_path, monkeypatch):
    first = books(folder, files)
    spoil(files[1], 2)
    read = [*first, *import_workbooks(folder, files[1:]).books]
    files[0].write_bytes(files[0].read_bytes() + b"more")
    paths = {str(file): tmp_path / f"report-{at}.xlsx" for at, file in enumerate(files)}
    with pytest.raises(InputError, match="it was changed while it was taken in") as caught:
        mark_workbooks(read, paths)
    assert [problem.where for problem in caught.value.problems] == [str(files[0])]
    assert not paths[str(files[0])].exists()
    assert marked.TITLE in openpyxl.load_workbook(paths[str(files[1])]).sheetnames
