"""Workbooks without the moment at which they were written."""

from __future__ import annotations

import io
import zipfile

import openpyxl

from accord.annotations.workbooks.steady import CREATED, steady


def saved(text: str) -> bytes:
    book = openpyxl.Workbook()
    book.active["A1"] = text
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def test_only_the_moment_is_lost() -> None:
    data = saved("=1+1 is text")
    found = steady(data)
    book = openpyxl.load_workbook(io.BytesIO(found))
    moment = CREATED.replace(tzinfo=None)
    assert (book.properties.created, book.properties.modified) == (moment, moment)
    with zipfile.ZipFile(io.BytesIO(data)) as before, zipfile.ZipFile(io.BytesIO(found)) as after:
        assert before.namelist() == after.namelist()
        same = [name for name in before.namelist() if before.read(name) == after.read(name)]
        assert set(before.namelist()) - set(same) == {"docProps/core.xml"}
        assert {part.date_time for part in after.infolist()} == {(1980, 1, 1, 0, 0, 0)}


def test_it_changes_nothing_twice() -> None:
    once = steady(saved("a"))
    assert steady(once) == once
