"""Workbooks that are made to exhaust a machine or to lead it out of its folder: refused, and others are taken in."""

from __future__ import annotations

import io
import shutil
import struct
import sys
import tracemalloc
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

import openpyxl
import pytest

from accord.verbs.export_workbooks import export_workbooks
from accord.verbs.import_workbooks import import_workbooks
from accord.verbs.init import init
from accord.verbs.opened import opened

resource = pytest.importorskip("resource")
SHEET = "xl/worksheets/sheet1.xml"
STRINGS = "xl/sharedStrings.xml"
Parts = dict[str, bytes]


@pytest.fixture(scope="module")
def museum(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("bombs") / "museum"
    init(folder, "museum")
    shutil.rmtree(folder / "annotations" / "human")
    for book in export_workbooks(opened(folder)).written:
        # As it was given out, with its texts in a part of their own; openpyxl writes them into the cells.
        shutil.copy(book.path, book.path.with_suffix(".given"))
        workbook = openpyxl.load_workbook(book.path)
        for row in workbook["answers"].iter_rows(min_row=2):
            for cell in row:
                if not cell.protection.locked:
                    cell.value = 1
        workbook.save(book.path)
    return folder


@pytest.fixture
def books(museum, tmp_path) -> tuple[Path, bytes, Path]:
    """A fresh copy of the museum, the bytes of one returned workbook, and the path of another."""
    folder = tmp_path / "museum"
    shutil.copytree(museum, folder)
    first, second = sorted((folder / "workbooks").glob("*.xlsx"))[:2]
    return folder, first.read_bytes(), second


@pytest.fixture
def given(museum) -> bytes:
    """A workbook as it was given out."""
    return min((museum / "workbooks").glob("*.given")).read_bytes()


def parts_of(data: bytes) -> Parts:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def packed(parts: Parts) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return stream.getvalue()


def png(width: int, height: int) -> bytes:
    """A picture that claims a size and holds nothing."""
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = [(b"IHDR", head), (b"IDAT", zlib.compress(b"\0")), (b"IEND", b"")]
    body = b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in chunks
    )
    return b"\x89PNG\r\n\x1a\n" + body


def entities(parts: Parts) -> Parts:
    layers = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 10))
    bomb = f'<?xml version="1.0"?><!DOCTYPE sst [<!ENTITY e0 "ha">{layers}]><sst><si><t>&e9;</t></si></sst>'
    return parts | {STRINGS: bomb.encode()}


def outside(parts: Parts) -> Parts:
    bomb = '<?xml version="1.0"?><!DOCTYPE sst [<!ENTITY e SYSTEM "file:///etc/passwd">]><sst><si><t>&e;</t></si></sst>'
    return parts | {STRINGS: bomb.encode()}


def million_rows(parts: Parts) -> Parts:
    rows = b"".join(b'<row r="%d"><c r="A%d"><v>1</v></c></row>' % (row, row) for row in range(1, 1_000_001))
    return parts | {SHEET: b"<worksheet><sheetData>" + rows + b"</sheetData></worksheet>"}


def wide_rows(parts: Parts) -> Parts:
    rows = b"".join(b'<row r="%d"><c r="EXA%d"><v>1</v></c></row>' % (row, row) for row in range(1, 5_001))
    return parts | {SHEET: b"<worksheet><sheetData>" + rows + b"</sheetData></worksheet>"}


def last_cell(parts: Parts) -> Parts:
    far = b'<row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>'
    return parts | {SHEET: parts[SHEET].replace(b"</sheetData>", far)}


def unpacks_to_gigabytes(parts: Parts) -> Parts:
    return parts | {"xl/media/huge.xml": b"<a>" + b"0" * (600 << 20) + b"</a>"}


def many_parts(parts: Parts) -> Parts:
    return parts | {f"xl/media/{number}.xml": b"<a/>" for number in range(20_001)}


def long_texts(parts: Parts) -> Parts:
    return parts | {STRINGS: b"<sst>" + b"<si><t>%s</t></si>" % (b"0123456789" * 20_000_000) + b"</sst>"}


def many_texts(parts: Parts) -> Parts:
    return parts | {STRINGS: b"<sst>" + b"<si><t>a</t></si>" * 5_000_000 + b"</sst>"}


def deep(parts: Parts) -> Parts:
    return parts | {STRINGS: b"<a>" * 200_000 + b"</a>" * 200_000}


def merged(parts: Parts) -> Parts:
    ranges = b"".join(b'<mergeCell ref="A%d:B%d"/>' % (row, row) for row in range(2, 200_000))
    return parts | {
        SHEET: parts[SHEET].replace(b"</sheetData>", b"</sheetData><mergeCells>" + ranges + b"</mergeCells>")
    }


def no_sheet(parts: Parts) -> Parts:
    return {name: content for name, content in parts.items() if name != SHEET}


BOMBS: list[Callable[[Parts], Parts]] = [
    entities,
    outside,
    million_rows,
    wide_rows,
    last_cell,
    unpacks_to_gigabytes,
    many_parts,
    long_texts,
    many_texts,
    deep,
    merged,
    no_sheet,
]


def peak() -> int:
    """MiB of this process so far."""
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit >> 20


@pytest.mark.parametrize("bomb", BOMBS, ids=lambda bomb: bomb.__name__)
def test_a_bomb_is_refused_and_the_other_file_goes_on(books, given, tmp_path, bomb):
    folder, _, other = books
    path = tmp_path / "bomb.xlsx"
    path.write_bytes(packed(bomb(parts_of(given))))
    tracemalloc.start()
    done = import_workbooks(opened(folder), [path, other])
    used = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert used < 200 << 20
    refused, taken = done.files
    assert [finding.code for finding in refused.findings] == ["bad_workbook"], refused.findings
    assert refused.findings[0].where == str(path)
    assert not refused.is_read
    assert taken.taken == taken.rows == 4
    assert done.imported is not None and done.imported.added == 7  # one output cannot be read


def test_a_picture_that_claims_to_be_huge_is_not_opened(books, tmp_path):
    """Pictures of a returned workbook are compared by their bytes and never decoded."""
    folder, data, _ = books
    parts = parts_of(data)
    media = [name for name in parts if name.startswith("xl/media/")]
    path = tmp_path / "picture.xlsx"
    path.write_bytes(packed(parts | dict.fromkeys(media, png(50_000, 50_000))))
    before = peak()
    done = import_workbooks(opened(folder), [path])
    assert done.files[0].taken == 4
    assert peak() - before < 200


def test_sizes_that_lie(books, given, tmp_path):
    """The directory of the zip says that a part is small; what comes out is cut there and refused."""
    folder, _, _ = books
    parts = parts_of(given)
    parts[STRINGS] = parts[STRINGS].replace(b"</sst>", b"<si><t>" + b"0" * (20 << 20) + b"</t></si></sst>")
    whole = bytearray(packed(parts))
    at = whole.rindex(STRINGS.encode()) - 46  # in the central directory
    assert whole[at : at + 4] == b"PK\x01\x02"
    whole[at + 24 : at + 28] = struct.pack("<I", 1_000)
    path = tmp_path / "lies.xlsx"
    path.write_bytes(bytes(whole))
    done = import_workbooks(opened(folder), [path])
    assert [finding.code for finding in done.files[0].findings] == ["bad_workbook"]


@pytest.mark.parametrize(
    "target", ["../../../../etc/passwd", "/etc/passwd", "file:///etc/passwd", "https://example.invalid/a.png"]
)
def test_relations_do_not_lead_out_of_the_file(books, tmp_path, target):
    folder, data, _ = books
    parts = parts_of(data)
    relations = next(name for name in parts if name.startswith("xl/drawings/_rels/"))
    broken = parts[relations].replace(b'Target="', b'Target="' + target.encode() + b"?", 1)
    path = tmp_path / "out.xlsx"
    path.write_bytes(packed(parts | {relations: broken}))
    done = import_workbooks(opened(folder), [path])
    assert done.files[0].taken == 4
    assert {finding.severity for finding in done.files[0].findings} <= {"info"}


RELATIONS = "xl/_rels/workbook.xml.rels"
STYLES, BOOK = "xl/styles.xml", "xl/workbook.xml"


def styles(parts: Parts) -> Parts:
    formats = b"".join(b'<xf numFmtId="%d" fontId="0"/>' % number for number in range(600_000))
    return parts | {STYLES: parts[STYLES].replace(b"</cellXfs>", formats + b"</cellXfs>")}


def defined_names(parts: Parts) -> Parts:
    names = b"".join(b'<definedName name="n%d">answers!$A$1</definedName>' % number for number in range(600_000))
    return parts | {BOOK: parts[BOOK].replace(b"</sheets>", b"</sheets><definedNames>" + names + b"</definedNames>")}


def rules(parts: Parts) -> Parts:
    made = b"".join(b'<dataValidation sqref="A%d"/>' % row for row in range(1, 600_000))
    return parts | {SHEET: parts[SHEET].replace(b"</sheetData>", b"</sheetData><dataValidations>" + made)}


def deep_in(part: str) -> Callable[[Parts], Parts]:
    def bomb(parts: Parts) -> Parts:
        start, end = parts[part].rsplit(b"</", 1)
        return parts | {part: start + b"<a>" * 100_000 + b"</a>" * 100_000 + b"</" + end}

    bomb.__name__ = f"deep in {part}"
    return bomb


def sheet_outside(target: str) -> Callable[[Parts], Parts]:
    def bomb(parts: Parts) -> Parts:
        assert b"worksheets/sheet1.xml" in parts[RELATIONS]
        names = [b"/xl/worksheets/sheet1.xml", b"worksheets/sheet1.xml"]
        name = next(name for name in names if name in parts[RELATIONS])
        return parts | {RELATIONS: parts[RELATIONS].replace(name, target.encode())}

    bomb.__name__ = f"sheet at {target}"
    return bomb


MORE = [
    styles,
    defined_names,
    rules,
    deep_in(SHEET),
    deep_in(BOOK),
    deep_in(STYLES),
    deep_in("xl/drawings/drawing1.xml"),
    deep_in("[Content_Types].xml"),
    sheet_outside("../../../../etc/passwd"),
    sheet_outside("/etc/passwd"),
    sheet_outside("file:///etc/passwd"),
    sheet_outside("https://example.invalid/sheet1.xml"),
]


@pytest.mark.parametrize("bomb", MORE, ids=lambda bomb: bomb.__name__)
def test_more_bombs_are_refused_in_little_memory(books, given, tmp_path, bomb):
    folder, _, _ = books
    path = tmp_path / "bomb.xlsx"
    path.write_bytes(packed(bomb(parts_of(given))))
    tracemalloc.start()
    done = import_workbooks(opened(folder), [path])
    used = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert used < 200 << 20
    assert [finding.code for finding in done.files[0].findings] == ["bad_workbook"]
    assert done.imported is None


def test_a_sheet_that_claims_to_be_as_large_as_any_is_read_as_far_as_it_reaches(books, tmp_path):
    folder, data, _ = books
    parts = parts_of(data)
    start = parts[SHEET].index(b'<dimension ref="') + len(b'<dimension ref="')
    end = parts[SHEET].index(b'"', start)
    sheet = parts[SHEET][:start] + b"A1:XFD1048576" + parts[SHEET][end:]
    path = tmp_path / "wide.xlsx"
    path.write_bytes(packed(parts | {SHEET: sheet}))
    tracemalloc.start()
    done = import_workbooks(opened(folder), [path])
    used = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert (done.files[0].findings, done.files[0].taken) == ((), 4)
    assert used < 50 << 20


def test_a_hidden_sheet_that_reaches_far_is_read_in_its_three_columns(books, tmp_path):
    folder, data, _ = books
    book = openpyxl.load_workbook(io.BytesIO(data))
    book["accord"].cell(99_999, 3_999).value = "x"
    path = tmp_path / "far.xlsx"
    book.save(path)
    tracemalloc.start()
    done = import_workbooks(opened(folder), [path])
    used = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert (done.files[0].findings, done.files[0].taken) == ((), 4)
    assert used < 100 << 20


def test_parts_that_share_their_bytes_count_each(books, given, tmp_path):
    """A directory may name the same packed bytes again and again."""
    folder, _, _ = books
    zeros = b"<a>" + bytes(5 << 20) + b"</a>"
    stream = io.BytesIO(packed(parts_of(given)))
    with zipfile.ZipFile(stream, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/zeros.xml", zeros)
        archive.filelist += [archive.getinfo("xl/zeros.xml")] * 40
        archive._didModify = True
    path = tmp_path / "shared.xlsx"
    path.write_bytes(stream.getvalue())
    done = import_workbooks(opened(folder), [path])
    (finding,) = done.files[0].findings
    assert (finding.code, "more than its size" in finding.message) == ("bad_workbook", True)


@pytest.mark.parametrize(("offset", "value"), [(30, b"Z"), (14, b"\0\0\0\0"), (18, b"\xff\xff\xff\x7f" * 2)])
def test_a_part_whose_own_head_lies(books, given, tmp_path, offset, value):
    """Name, checksum and sizes that a part says of itself are not those of the directory: the directory counts."""
    folder, _, _ = books
    data = bytearray(packed(parts_of(given)))
    with zipfile.ZipFile(io.BytesIO(bytes(data))) as archive:
        at = archive.getinfo(STRINGS).header_offset + offset
    data[at : at + len(value)] = value
    path = tmp_path / "lies.xlsx"
    path.write_bytes(bytes(data))
    done = import_workbooks(opened(folder), [path], partial=True)
    codes = {finding.code for finding in done.files[0].findings}
    assert codes == ({"bad_workbook"} if offset == 30 else {"cell_blank"})
    assert done.imported is None
