import io
import zipfile

import pytest

from accord.annotations.tables.xlsx import package
from accord.annotations.tables.xlsx.package import PackageError, check_kind, check_package


def zipped(parts, method=zipfile.ZIP_DEFLATED):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return stream.getvalue()


def refusal(data):
    with pytest.raises(PackageError) as caught:
        check_package(data)
    return str(caught.value)


def test_an_ordinary_package_passes():
    check_package(zipped({"a.xml": "<a/>", "b.png": b"\x89PNG", "empty": b""}))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "the file is empty, it has 0 bytes"),
        (b"\xd0\xcf\x11\xe0rest", "this is an old .xls workbook or"),
        (b"a,b\n1,2\n", "it is text"),
        (b"  <html>", "it is HTML"),
        (b"\x89PNG\xff", "this is no Excel workbook"),
        (b"PK\x03\x04 cut off", "damaged or cut off"),
    ],
)
def test_other_files_are_named(data, message):
    assert message in refusal(data)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-be"])
def test_a_document_type_is_refused(encoding):
    bomb = '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "bbbb">]><a>&b;</a>'.encode(encoding)
    assert "xl/x.bin has a document type" in refusal(zipped({"a.xml": "<a/>", "xl/x.bin": bomb}))


@pytest.mark.parametrize("cover", ["<!-- {} -->", "{}"])
def test_a_document_type_behind_a_long_cover_is_refused(cover):
    bomb = cover.format(" " * package.HEAD) + "<!DOCTYPE a><a/>"
    assert "document type" in refusal(zipped({"a.xml": bomb}))


def test_the_word_inside_of_text_is_no_document_type():
    check_package(zipped({"a.xml": "<a>&lt;!DOCTYPE a&gt; <![CDATA[<!DOCTYPE a>]]></a>"}))


def test_parts_that_unpack_to_too_much_are_refused():
    part = b"<a>" + b"0" * (1 << 20) + b"</a>"
    check_package(zipped({"a.xml": part}), growth=1 << 20)
    with pytest.raises(PackageError, match="MiB more than its size; refused above 1"):
        check_package(zipped({"a.xml": part, "b.xml": part}), growth=1 << 20)


def test_pictures_do_not_count_as_growth():
    check_package(zipped({"a.png": b"\x89PNG" * (1 << 20)}, zipfile.ZIP_STORED), growth=1 << 20)


def test_a_part_that_unpacks_to_a_multiple_of_its_size_is_refused(monkeypatch):
    part = b"<a>" + b"0" * (1 << 20) + b"</a>"
    check_package(zipped({"a.xml": part}))
    monkeypatch.setattr(package, "RATIO_FROM", 1 << 20)
    assert "200 are allowed" in refusal(zipped({"a.xml": part}))


def test_too_many_parts_are_refused(monkeypatch):
    monkeypatch.setattr(package, "MAX_PARTS", 2)
    assert "3 parts" in refusal(zipped(dict.fromkeys("abc", b"")))


def test_an_encrypted_part_is_refused():
    data = bytearray(zipped({"a.xml": "<a/>"}))
    data[data.index(b"PK\x01\x02") + 8] |= 1
    assert "encrypted" in refusal(bytes(data))


def test_a_wrong_checksum_is_refused():
    data = bytearray(zipped({"a.xml": "<a>text</a>"}, zipfile.ZIP_STORED))
    data[data.index(b"text")] = ord("n")
    assert "damaged" in refusal(bytes(data))


@pytest.mark.parametrize(
    ("parts", "message", "fix"),
    [
        ({"mimetype": "application/vnd.oasis.opendocument.spreadsheet"}, "an OpenDocument sheet (.ods)", "as .xlsx"),
        ({"mimetype": "application/vnd.oasis.opendocument.spreadsheet-template"}, "an OpenDocument sheet", "as .xlsx"),
        ({"mimetype": "application/vnd.oasis.opendocument.text"}, "an OpenDocument file and no sheet", None),
        ({"[Content_Types].xml": "<a/>", "xl/workbook.bin": "x"}, "a binary workbook (.xlsb)", "as .xlsx"),
        ({"[Content_Types].xml": "<a/>", "word/document.xml": "<a/>"}, "a zip file and no workbook", "unpack it"),
        ({"[Content_Types].xml": "<a/>", "ppt/presentation.xml": "<a/>"}, "a zip file and no workbook", "unpack it"),
        ({"mimetype": "application/epub+zip"}, "a zip file and no workbook", "unpack it"),
        ({"ann.xlsx": "PK"}, "a zip file and no workbook", "unpack it"),
        ({}, "a zip file and no workbook", "unpack it"),
    ],
)
def test_zip_files_that_are_no_workbook_are_named(parts, message, fix):
    data = zipped(parts)
    check_package(data)
    with pytest.raises(PackageError) as caught:
        check_kind(data)
    assert message in str(caught.value)
    assert caught.value.fix is None if fix is None else fix in caught.value.fix


def test_workbooks_whose_parts_lie_elsewhere_may_still_be_some():
    check_kind(zipped({"[content_types].xml": "<a/>", "book/workbook.xml": "<a/>"}))


def test_what_to_do_is_said_apart():
    with pytest.raises(PackageError) as caught:
        check_package(b"\xd0\xcf\x11\xe0")
    assert caught.value.fix == "save it as .xlsx without password"
