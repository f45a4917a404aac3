"""What came of writing and reading workbooks as plain values."""

from __future__ import annotations

import json
from pathlib import Path

from accord.annotations.workbooks.outcomes import ReturnedFile, WrittenWorkbook
from accord.findings import Finding

WARNING = Finding("text_number", "warning", "b.xlsx!answers!C5", "is a text", None, 9)
ERROR = Finding("cell_blank", "error", "b.xlsx!answers!C6", "is blank", "fill it in", 3)


def test_a_copy_that_was_written():
    book = WrittenWorkbook(Path("out") / "a.xlsx", "sample", "1", "ann", 75, 74, 1125, 4_000_000)
    assert book.to_dict() == {
        "path": str(Path("out") / "a.xlsx"),
        "assignment": "sample",
        "group": "1",
        "annotator": "ann",
        "rows": 75,
        "pictures": 74,
        "asked": 1125,
        "bytes": 4_000_000,
    }


def test_a_path_that_is_no_text_can_be_written_out():
    book = WrittenWorkbook(Path("a\udcff.xlsx"), "sample", "1", "ann", 1, 0, 1, 5)
    json.dumps(book.to_dict()).encode()
    json.dumps(book.to_dict(), ensure_ascii=False).encode()


def test_a_file_that_came_back():
    file = ReturnedFile("b.xlsx", (WARNING, ERROR), "sample", "1", "ann", 75, 70, 0, True)
    assert file.wrong == 3
    assert file.to_dict() == {
        "path": "b.xlsx",
        "read": True,
        "assignment": "sample",
        "group": "1",
        "annotator": "ann",
        "rows": 75,
        "complete": 70,
        "taken": 0,
        "findings": [WARNING.to_dict(), ERROR.to_dict()],
    }


def test_a_file_that_could_not_be_read():
    file = ReturnedFile("b.xls", (ERROR, ERROR))
    assert (file.is_read, file.wrong, file.rows, file.complete, file.taken) == (False, 6, 0, 0, 0)
    assert (file.to_dict()["annotator"], file.to_dict()["read"]) == (None, False)
    assert ReturnedFile("b.xlsx", (WARNING,)).wrong == 0
