"""Workbooks made in memory."""

import io
import zipfile

import pytest

SHEET = "xl/worksheets/sheet1.xml"


@pytest.fixture
def workbook():
    """A workbook as bytes: rows of the first sheet; `change(book)` for anything else."""
    openpyxl = pytest.importorskip("openpyxl")

    def make(rows, change=None):
        book = openpyxl.Workbook()
        for row in rows:
            book.active.append(row)
        if change:
            change(book)
        stream = io.BytesIO()
        book.save(stream)
        return stream.getvalue()

    return make


@pytest.fixture
def replaced():
    """A copy of a zip file in which some parts have other bytes (None: no such part)."""

    def make(data, parts):
        stream = io.BytesIO()
        with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as new:
            kept = {name: old.read(name) for name in old.namelist()} | parts
            for name, content in kept.items():
                if content is not None:
                    new.writestr(name, content)
        return stream.getvalue()

    return make


@pytest.fixture
def with_rows(workbook, replaced):
    """A workbook whose sheet has exactly this XML inside of sheetData, and `after` behind it."""

    def make(rows, after=""):
        name = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
        xml = f'<worksheet xmlns="{name}"><sheetData>{rows}</sheetData>{after}</worksheet>'
        return replaced(workbook([["a"]]), {SHEET: xml.encode()})

    return make
