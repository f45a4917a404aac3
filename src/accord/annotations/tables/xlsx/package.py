"""The zip file that a workbook is, checked before its XML is read: what it is, and what it unpacks to."""

from __future__ import annotations

import contextlib
import io
import zipfile
from xml.parsers import expat

MAX_GROWTH = 500 * 2**20
MAX_RATIO = 200
RATIO_FROM = 10 * 2**20
MAX_PARTS = 20_000
HEAD = 1 << 16
OLE = b"\xd0\xcf\x11\xe0"
BEFORE_XML = b"\xef\xbb\xbf\xfe\xff\0 \t\r\n"  # byte order marks, white space, half of a UTF-16 letter
AS_XLSX = "save it as .xlsx"
AS_CSV = "if it is a CSV, name it .csv"
OTHER_OFFICE = frozenset({"word/document.xml", "ppt/presentation.xml"})


class PackageError(ValueError):
    """The bytes are no workbook that can be read safely. fix: what to do."""

    def __init__(self, message: str, fix: str | None = None) -> None:
        super().__init__(message)
        self.fix = fix


def check_package(data: bytes, growth: int = MAX_GROWTH) -> None:
    """Raise PackageError unless the bytes are a zip file that is safe to unpack.

    growth: how many bytes more than the file itself all parts together may unpack to (pictures are packed already and
    do not count).

    Refused: other kinds of file, damaged or encrypted zip files; more than 20,000 parts; more growth; a part above
    10 MiB that unpacks to 200 times its packed size; XML with a document type, since only that can define
    entities, which may grow without limit.
    """
    if not data:
        raise PackageError("the file is empty, it has 0 bytes", "copy or download it again")
    if data.startswith(OLE):
        raise PackageError("this is an old .xls workbook or one with a password", f"{AS_XLSX} without password")
    if not data.startswith(b"PK"):
        raise _other_file(data)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = archive.infolist()
            _check_sizes(parts, len(data), growth)
            for part in parts:
                _refuse_document_type(archive, part)
    except PackageError:
        raise
    except Exception as error:
        # zipfile, zlib and their like raise a dozen kinds of error for a damaged file.
        raise PackageError(f"the workbook is damaged or cut off ({error})", "copy or download it again") from None


def check_kind(data: bytes) -> None:
    """Raise PackageError for a zip file that holds something other than a workbook of Excel's XML format.

    The package must have been checked (`check_package`).
    """
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        names = {name.casefold() for name in archive.namelist()}
        kind = b""
        if "mimetype" in names:
            with archive.open(next(name for name in archive.namelist() if name.casefold() == "mimetype")) as stream:
                kind = stream.read(HEAD)
    if kind.startswith(b"application/vnd.oasis.opendocument"):
        what = "an OpenDocument sheet (.ods)" if b".spreadsheet" in kind else "an OpenDocument file and no sheet"
        raise PackageError(f"this is {what}", AS_XLSX if b".spreadsheet" in kind else None)
    if "xl/workbook.bin" in names:
        raise PackageError("this is a binary workbook (.xlsb)", AS_XLSX)
    if "[content_types].xml" not in names or not names.isdisjoint(OTHER_OFFICE):
        raise PackageError("this is a zip file and no workbook", "if the workbook is inside, unpack it")


def _other_file(data: bytes) -> PackageError:
    """What the bytes may be, when they are no zip file."""
    if data.startswith(b"%PDF"):
        return PackageError("this is no Excel workbook, it is a PDF")
    try:
        start = data[:HEAD].decode(errors="strict" if len(data) <= HEAD else "ignore").lstrip("\ufeff \r\n\t")
    except UnicodeDecodeError:
        return PackageError("this is no Excel workbook", AS_XLSX)
    if start[:1] == "<":
        return PackageError("this is no Excel workbook, it is HTML", f"open it in Excel and {AS_XLSX}")
    return PackageError("this is no Excel workbook, it is text", AS_CSV)


def _check_sizes(parts: list[zipfile.ZipInfo], size: int, most: int) -> None:
    if len(parts) > MAX_PARTS:
        raise PackageError(f"the workbook has {len(parts):,} parts; at most {MAX_PARTS:,} are read")
    growth = sum(part.file_size for part in parts) - size
    if growth > most:
        raise PackageError(
            f"the workbook unpacks to {growth >> 20:,} MiB more than its size; refused above {most >> 20}"
        )
    for part in parts:
        if part.flag_bits & 1:
            raise PackageError("the workbook is encrypted; save it without password")
        if part.file_size > RATIO_FROM and part.file_size > MAX_RATIO * part.compress_size:
            ratio = part.file_size // max(part.compress_size, 1)
            raise PackageError(f"{part.filename} unpacks to {ratio:,} times its size; {MAX_RATIO} are allowed")


def _refuse_document_type(archive: zipfile.ZipFile, part: zipfile.ZipInfo) -> None:
    with archive.open(part) as stream:
        head = stream.read(HEAD)
    if head.lstrip(BEFORE_XML)[:1] not in (b"", b"<"):
        return  # a picture or the like
    seen: list[str] = []
    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler = lambda *_: seen.append("document type")
    parser.StartElementHandler = lambda *_: seen.append("element")
    with contextlib.suppress(expat.ExpatError):  # damaged XML is refused where it is read
        parser.Parse(head, len(head) < HEAD)
    # A document type stands before the first element; where none has come so far, it may come later.
    if seen[:1] == ["document type"] or (len(head) == HEAD and not seen):
        raise PackageError(f"{part.filename} has a document type, which workbooks do not have; refused")
