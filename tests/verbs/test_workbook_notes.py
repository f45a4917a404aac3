"""What is said of workbooks that replace earlier answers, or leave them."""

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

SPEC = """
name: small
version: 1.0.0
fields:
  t: {kind: text, reference: t}
  m: {kind: binary, matches: t}
  comment: {kind: text, asked_of: [human]}
"""
ITEMS = [{"id": f"i{number}", "t": "right"} for number in range(20)]


@pytest.fixture
def folder(make_folder) -> Path:
    outputs = [{"item": item["id"], "rater": "m1", "role": "model", "t": "said"} for item in ITEMS]
    made = make_folder(SPEC, ITEMS, outputs)
    accord.open(made).sample(raters=["ann"], raters_per_item=1)
    export_workbooks(opened(made))
    return made


def hand_in(folder: Path, target: Path, zeros: int = 0, comments: int = 0):
    (book,) = (folder / "workbooks").iterdir()
    workbook = openpyxl.load_workbook(book)
    sheet = workbook["answers"]
    columns = {cell.value: cell.column for cell in sheet[1]}
    for number in range(2, 22):
        sheet.cell(number, columns["m1_m_0_or_1"]).value = int(number - 2 >= zeros)
        if number - 2 < comments:
            sheet.cell(number, columns["comment"]).value = "broken handle"
    workbook.save(target)
    return import_workbooks(opened(folder), [target])


def noted(done):
    return [(finding.code, finding.severity, finding.count) for finding in done.files[0].findings]


def test_a_few_corrections_are_noted_and_many_are_a_warning(folder, tmp_path):
    assert noted(hand_in(folder, tmp_path / "a.xlsx")) == []
    assert noted(hand_in(folder, tmp_path / "b.xlsx", zeros=2)) == [("corrections", "info", 2)]
    done = hand_in(folder, tmp_path / "c.xlsx", zeros=5)
    assert noted(done) == [("corrections", "warning", 3)]
    assert done.files[0].findings[0].message == "3 submissions replace what ann said before, of 20"


def test_a_comment_that_is_blank_now_is_not_withdrawn(folder, tmp_path):
    assert noted(hand_in(folder, tmp_path / "a.xlsx", comments=2)) == []
    done = hand_in(folder, tmp_path / "b.xlsx", comments=1)
    assert noted(done) == [("not_withdrawn", "warning", 1)]
    frame = opened(folder).standing.frame
    assert frame.filter(frame["comment"] == "broken handle").height == 2


def test_a_picture_that_was_replaced_is_told(tmp_path):
    folder = tmp_path / "museum"
    init(folder, "museum")
    shutil.rmtree(folder / "annotations" / "human")
    book = export_workbooks(opened(folder)).written[0].path
    sheet = openpyxl.load_workbook(book)["answers"]
    columns = {cell.value: cell.column for cell in sheet[1]}
    items = {sheet.cell(row, columns["item"]).value: row for row in range(2, sheet.max_row + 1)}
    assert [finding.code for finding in import_workbooks(opened(folder), [book]).files[0].findings][-1] == "cell_blank"
    first, second = sorted(items)[:2]
    (folder / "images" / f"{first}.png").write_bytes((folder / "images" / f"{second}.png").read_bytes())
    found = import_workbooks(opened(folder), [book]).files[0].findings
    told = [finding.where.rpartition("!")[2] for finding in found if finding.code == "picture_changed"]
    assert told == [f"B{items[first]}"]
