"""Notes on cells are named."""

from __future__ import annotations

import io
import zipfile

import openpyxl
import pytest
from openpyxl.comments import Comment

from accord.annotations.workbooks.notes import noted_cells


def workbook(**notes: tuple[str, str]) -> bytes:
    book = openpyxl.Workbook()
    book.active.title = "answers"
    book.create_sheet("other")["A1"].comment = Comment("elsewhere", "ann")
    for address, (text, author) in notes.items():
        book["answers"][address].comment = Comment(text, author)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def test_notes_of_people_are_named_in_reading_order() -> None:
    (found,) = noted_cells(workbook(C10=("?", "ann"), B2=("broken", "ann"), A3=("is blank", "accord")), "answers")
    assert (found.code, found.severity, found.count) == ("cell_notes", "info", 2)
    assert found.message == "notes on cells are not taken in: B2, C10"


@pytest.mark.parametrize("notes", [{}, {"A3": ("is blank", "accord")}])
def test_without_notes_there_is_nothing_to_say(notes: dict[str, tuple[str, str]]) -> None:
    assert noted_cells(workbook(**notes), "answers") == []


@pytest.mark.parametrize(
    "broken", [b"<comments>", b'<comments><commentList><comment ref="nowhere"/></commentList></comments>']
)
def test_damaged_notes_are_told(broken: bytes) -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(workbook(A1=("a", "ann")))) as source, zipfile.ZipFile(stream, "w") as target:
        for name in source.namelist():
            content = source.read(name)
            target.writestr(name, broken if "comment" in name and name.endswith(".xml") else content)
    (found,) = noted_cells(stream.getvalue(), "answers")
    assert found.message.startswith("whether cells have notes is not known")
