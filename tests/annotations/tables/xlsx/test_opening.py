"""Opening a workbook: quietly, whatever is in its properties, and with one kind of error."""

from __future__ import annotations

import io
import sys
import zipfile

import openpyxl
import pytest

from accord.annotations.tables.xlsx.marks import SheetError
from accord.annotations.tables.xlsx.opening import opened_workbook
from accord.errors import MissingExtra


def workbook(**parts: bytes) -> bytes:
    """A sheet with one text; parts: name of a part, "/" as "__" -> other bytes for it."""
    book = openpyxl.Workbook()
    book.active["A1"] = "a"
    stream, target = io.BytesIO(), io.BytesIO()
    book.save(stream)
    with zipfile.ZipFile(stream) as source, zipfile.ZipFile(target, "w") as archive:
        for name in source.namelist():
            archive.writestr(name, parts.get(name.replace("/", "__").replace(".", "_"), source.read(name)))
    return target.getvalue()


def test_the_sheets_can_be_read(capsys: pytest.CaptureFixture[str]) -> None:
    with opened_workbook(workbook()) as reader:
        assert [sheet["A1"].value for sheet in reader.wb.worksheets] == ["a"]
    assert capsys.readouterr() == ("", "")


def test_a_date_in_the_properties_that_is_none_is_no_matter() -> None:
    core = b'<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" '
    core += b'xmlns:dcterms="http://purl.org/dc/terms/"><dcterms:modified>yesterday</dcterms:modified>'
    core += b"</cp:coreProperties>"
    with opened_workbook(workbook(docProps__core_xml=core)) as reader:
        assert reader.wb.sheetnames == ["Sheet"]


def test_what_is_damaged_is_one_kind_of_error() -> None:
    with (
        pytest.raises(SheetError, match="the workbook cannot be read"),
        opened_workbook(workbook(xl__workbook_xml=b"<")),
    ):
        pass


def test_errors_of_who_reads_are_of_that_kind_too() -> None:
    with (
        pytest.raises(SheetError, match=r"the workbook cannot be read \(KeyError"),
        opened_workbook(workbook()) as reader,
    ):
        reader.wb["no such sheet"]
    with pytest.raises(SheetError, match=r"^too far$"), opened_workbook(workbook()):
        raise SheetError("too far")


def test_without_openpyxl_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openpyxl.reader.excel", None)
    with pytest.raises(MissingExtra, match=r"reading .xlsx needs openpyxl"), opened_workbook(workbook()):
        pass
