"""Damage to whole files: who filled them in, other sheets, pictures, bytes, and a benchmark that changed since."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from damaged import ANSWERS, EIGHT, ITEMS, KINDS, ONE, SIX, A, B, Damaged, Kind, kind
from openpyxl.comments import Comment
from repacked import changed, parts_of, zipped

import accord


@kind(ONE)
def annotator_of_one_row_a_stranger(book):
    return [f"annotator_differs error {book.put(ONE, 'annotator', 'eve')}"]


@kind(ONE)
def annotator_of_one_row_the_other_one(book):
    return [f"annotator_differs error {book.put(ONE, 'annotator', 'bob')}"]


@kind(ONE)
def annotator_of_one_row_blank(book):
    return [f"annotator_differs error {book.put(ONE, 'annotator', None)}"]


@kind(whole=True)
def annotator_of_half_of_the_rows_the_other_one(book):
    for item in (EIGHT, SIX):
        book.put(item, "annotator", "bob")
    return ["annotator_differs error answers!AF2", "annotator_differs error answers!AF3"]


@kind(whole=True)
def annotator_of_all_rows_a_stranger(book):
    for item in book.sheet.items:
        book.put(item, "annotator", "eve")
    return ["annotator_differs error answers!AF2"]


@kind(whole=True)
def annotator_of_all_rows_blank(book):
    for item in book.sheet.items:
        book.put(item, "annotator", None)
    return ["annotator_differs error answers!AF2"]


@kind()
def hidden_sheet_deleted(book):
    del book.sheet.book["accord"]
    return ["sheet_lost error answers"]


@kind()
def hidden_sheet_emptied(book):
    book.sheet.book["accord"].delete_rows(1, 99)
    return ["sheet_lost error answers"]


@kind()
def digest_in_the_hidden_sheet_changed(book):
    book.sheet.given(ONE).value = "0" * 64
    return ["sheet_changed error answers"]


@kind(whole=True)
def hidden_sheet_of_a_newer_accord(book):
    book.sheet.given("schema").value = "accord.workbook/9"
    return ["bad_workbook error "]


@kind(whole=True)
def hidden_sheet_of_another_benchmark(book):
    book.sheet.given("benchmark").value = "paintings"
    return ["bad_workbook error "]


@kind(whole=True)
def hidden_sheet_of_an_assignment_that_is_gone(book):
    book.sheet.given("assignment").value = "round-2"
    return ["bad_workbook error "]


@kind(*ITEMS)
def hidden_sheet_of_another_group(book):
    """The rows of the sheet are then none of that group's, and all of that group's are missing."""
    book.sheet.given("group").value = "2"
    return [
        *[f"row_unknown error answers!AB{row}" for row in range(2, 6)],
        *["row_missing error answers"] * 4,
    ]


@kind(whole=True)
def models_in_the_hidden_sheet_changed(book):
    book.sheet.given("models").value = "model-a"
    return ["bad_workbook error "]


@kind(fine=True)
def hidden_sheet_shown(book):
    book.sheet.book["accord"].sheet_state = "visible"
    return []


@kind(fine=True)
def sheet_with_the_answers_renamed(book):
    book.sheet.cells.title = "Sheet1"
    return []


@kind(whole=True)
def sheet_with_the_answers_deleted(book):
    del book.sheet.book["answers"]
    return ["bad_workbook error "]


@kind(fine=True)
def a_second_copy_of_the_sheet(book):
    book.sheet.book.copy_worksheet(book.sheet.cells)
    return ["other_sheet info answers"]


@kind(fine=True)
def guideline_deleted(book):
    (title,) = [title for title in book.sheet.book.sheetnames if title not in ("answers", "accord")]
    del book.sheet.book[title]
    return []


@kind(fine=True)
def a_picture_on_another_row(book):
    image = next(image for image in book.sheet.cells._images if image.anchor._from.row == 2)
    image.anchor._from.row = image.anchor.to.row = 3
    return ["picture_moved warning answers!B4"]


@kind(fine=True)
def pictures_deleted(book):
    book.sheet.cells._images = []
    return ["pictures_lost info answers"]


@kind(fine=True)
def saved_with_macros(book):
    book.name = "ann.xlsm"
    book.data = changed(
        book.sheet.data(),
        "[Content_Types].xml",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml",
        "application/vnd.ms-excel.sheet.macroEnabled.main+xml",
    )
    book.data = zipped({**parts_of(book.data), "xl/vbaProject.bin": b"macro"})
    return []


@kind(fine=True)
def protection_taken_off(book):
    book.sheet.cells.protection.sheet = False
    return []


@kind(fine=True)
def comments_of_reviewers(book):
    book.at(ONE, A).comment = Comment("Really?", "cleo")
    return ["cell_notes info answers"]


def _files() -> None:
    """Bytes that are no such workbook."""
    ods = zipped({"mimetype": "application/vnd.oasis.opendocument.spreadsheet"})
    for name, make in (
        ("password", lambda data: b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + data),
        ("cut in the middle", lambda data: data[: len(data) // 2]),
        ("last byte lost", lambda data: data[:-1]),
        ("no bytes", lambda data: b""),
        ("a CSV renamed", lambda data: b"item,score\nobj-01,1\n"),
        ("a page of HTML", lambda data: b"<html><table></table></html>"),
        ("an OpenDocument sheet", lambda data: ods),
        ("a zip file around it", lambda data: zipped({"ann.xlsx": data})),
        ("a byte of the sheet flipped", _flipped),
        ("the part of the sheet lost", lambda data: zipped({k: v for k, v in parts_of(data).items() if k != ANSWERS})),
        ("XML cut off", lambda data: zipped({**parts_of(data), ANSWERS: parts_of(data)[ANSWERS][:-500]})),
    ):

        def do(book: Damaged, make: Callable[[bytes], bytes] = make) -> list[str]:
            book.data = make(book.sheet.data())
            return ["bad_workbook error "]

        KINDS[name] = Kind(do, None, False)


def _flipped(data: bytes) -> bytes:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        entry = archive.getinfo(ANSWERS)
    place = entry.header_offset + 30 + len(ANSWERS) + entry.compress_size // 2
    return data[:place] + bytes([data[place] ^ 0xFF]) + data[place + 1 :]


_files()


def _rewrite(path: Path, change: Callable[[dict[str, Any]], object]) -> None:
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    for row in rows:
        change(row)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


@kind(ONE)
def reference_of_the_benchmark_changed_after_export(book):
    _rewrite(book.folder / "items.jsonl", lambda row: row["id"] == ONE and row.update(title="Vase"))
    return [f"benchmark_changed error {book.address(ONE, 'item')}"]


@kind(ONE)
def reference_of_the_benchmark_taken_away_after_export(book):
    _rewrite(book.folder / "items.jsonl", lambda row: row["id"] == ONE and row.update(title=None))
    return [
        f"benchmark_changed error {book.address(ONE, 'item')}",
        f"cell_not_asked error {book.address(ONE, A)}",
        f"cell_not_asked error {book.address(ONE, B)}",
    ]


@kind(ONE)
def output_replaced_after_export(book):
    table = book.folder / "again.jsonl"
    said = {"title": "A jug", "culture": "China", "period": "Qing", "origin": "China", "creator": "unknown"}
    table.write_text(json.dumps({"item": ONE, "rater": "model-a", **said}) + "\n", encoding="utf-8")
    done = accord.open(book.folder).import_answers(table, role="model")
    assert done.corrected == 1, done
    return [f"benchmark_changed error {book.address(ONE, 'item')}"]


@kind(fine=True)
def another_model_after_export(book):
    table = book.folder / "more.jsonl"
    said = {"title": "A jug", "culture": "China", "period": "Qing", "origin": "China", "creator": "unknown"}
    table.write_text(json.dumps({"item": ONE, "rater": "model-c", **said}) + "\n", encoding="utf-8")
    assert accord.open(book.folder).import_answers(table, role="model").added == 1
    return []


def _respec(folder: Path, old: str, new: str) -> None:
    path = folder / "benchmark.yaml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


@kind(whole=True)
def field_added_after_export(book):
    _respec(
        book.folder, "  culture_match:\n", "  title_style:\n    kind: binary\n    matches: title\n  culture_match:\n"
    )
    return ["form_changed warning answers", *["column_missing error answers, row 1"] * 2]


@kind(fine=True)
def question_changed_after_export(book):
    _respec(book.folder, "question: Does the title name the same thing", "question: Is the title that")
    return ["form_changed warning answers"]
