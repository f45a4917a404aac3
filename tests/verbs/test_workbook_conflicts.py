"""Workbooks that would replace answers which nobody means to replace stay out."""

from __future__ import annotations

import shutil
from pathlib import Path

import openpyxl
import pytest

import accord
from accord.verbs.export_workbooks import export_workbooks
from accord.verbs.import_workbooks import import_workbooks
from accord.verbs.init import init
from accord.verbs.opened import opened


@pytest.fixture(scope="module")
def museum(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("museum") / "museum"
    init(folder, "museum")
    shutil.rmtree(folder / "annotations" / "human")
    export_workbooks(opened(folder))
    return folder


@pytest.fixture
def folder(museum, tmp_path) -> Path:
    shutil.copytree(museum, tmp_path / "museum")
    return tmp_path / "museum"


def fill(source: Path, target: Path, score: int, but: dict[str, int | None] | None = None) -> Path:
    book = openpyxl.load_workbook(source)
    for row in book["answers"].iter_rows(min_row=2):
        for cell in row:
            if not cell.protection.locked:
                cell.value = score
    for address, other in (but or {}).items():
        book["answers"][address].value = other
    target.parent.mkdir(exist_ok=True)
    book.save(target)
    return target


def given(folder: Path, name: str) -> Path:
    return folder / "workbooks" / f"sample-group-{name}.xlsx"


def codes(file):
    return [finding.code for finding in file.findings if finding.severity == "error"]


def test_an_old_file_does_not_undo_a_correction(folder, tmp_path):
    first = fill(given(folder, "1-ann"), tmp_path / "first.xlsx", 1)
    second = fill(given(folder, "1-ann"), tmp_path / "second.xlsx", 1, {"E2": 0})
    assert import_workbooks(opened(folder), [first]).imported.added == 7
    assert import_workbooks(opened(folder), [second]).imported.corrected == 1
    done = import_workbooks(opened(folder), [first])
    assert [(finding.code, finding.severity) for finding in done.files[0].findings] == [("old_copy", "warning")]
    assert done.imported is None
    assert done.files[0].taken == 0
    # Neither does it with --partial, nor keep the file that counts from being taken in again.
    done = import_workbooks(opened(folder), [first, second], partial=True)
    assert [file.taken for file in done.files] == [0, 4]
    assert (done.imported.added, done.imported.unchanged) == (0, 7)


def test_the_same_file_again_adds_nothing(folder, tmp_path):
    file = fill(given(folder, "1-ann"), tmp_path / "first.xlsx", 1)
    assert import_workbooks(opened(folder), [file]).imported.added == 7
    again = import_workbooks(opened(folder), [file])
    assert codes(again.files[0]) == []
    assert (again.imported.added, again.imported.unchanged) == (0, 7)


def test_two_versions_in_one_call_are_refused_unless_one_is_incomplete(folder, tmp_path):
    right = fill(given(folder, "1-ann"), tmp_path / "right.xlsx", 1)
    other = fill(given(folder, "1-ann"), tmp_path / "other.xlsx", 1, {"E2": 0})
    incomplete = fill(given(folder, "1-ann"), tmp_path / "incomplete.xlsx", 1, {"E2": None})
    done = import_workbooks(opened(folder), [right, other])
    assert [codes(file) for file in done.files] == [["same_copy"], ["same_copy"]]
    assert str(other) in done.files[0].findings[0].message
    done = import_workbooks(opened(folder), [incomplete, right])
    assert [codes(file) for file in done.files] == [["cell_blank"], []]
    assert done.imported.added == 7


def test_one_object_in_two_assignments(folder, tmp_path):
    accord.open(folder).sample(raters=["ann", "bob"], raters_per_item=2, name="again", again=True)
    (book,) = export_workbooks(opened(folder), assignments=["again"], annotators=["ann"]).written
    one = fill(given(folder, "1-ann"), tmp_path / "one.xlsx", 1)
    two = fill(book.path, tmp_path / "two.xlsx", 0)
    done = import_workbooks(opened(folder), [one, two])
    assert [codes(file) for file in done.files] == [["same_copy"], ["same_copy"]]


def test_files_of_two_people_may_differ(folder, tmp_path):
    files = [
        fill(given(folder, f"1-{name}"), tmp_path / f"{name}.xlsx", score) for name, score in (("ann", 0), ("bob", 1))
    ]
    done = import_workbooks(opened(folder), files)
    assert [codes(file) for file in done.files] == [[], []]
    assert done.imported.added == 14


def test_another_pass_corrects_nothing(folder, tmp_path):
    first = fill(given(folder, "1-ann"), tmp_path / "first.xlsx", 1)
    second = fill(given(folder, "1-ann"), tmp_path / "second.xlsx", 0)
    import_workbooks(opened(folder), [first])
    done = import_workbooks(opened(folder), [second], passing="later")
    assert (done.imported.added, done.imported.corrected) == (7, 0)
    assert import_workbooks(opened(folder), [first]).imported.unchanged == 7
