"""Which picture lies on which row, whatever program saved the file; damage is a ValueError and nothing else."""

from __future__ import annotations

import hashlib
import io
import json
import random
import re
import zipfile

import pytest
import xlsxwriter
from PIL import Image

from accord.annotations.tables.xlsx.package import PackageError, check_package
from accord.annotations.workbooks.drawn import Drawing, drawings
from accord.annotations.workbooks.grid import BadWorkbook, read_workbook

RELATIONS = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
TYPES = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
DRAWING = (
    'xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" '
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
)
POINT = 12_700


def picture(colour):
    stream = io.BytesIO()
    Image.new("RGB", (40, 30), colour).save(stream, "PNG")
    return stream.getvalue()


RED, BLUE = picture("red"), picture("blue")


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def written(*inserts, hidden=(), height=None, default=None, sheets=1):
    """A workbook of XlsxWriter. inserts: row, column from 0, picture, options; its rows are so high, some hidden."""
    stream = io.BytesIO()
    workbook = xlsxwriter.Workbook(stream, {"in_memory": True})
    made = [workbook.add_worksheet() for _ in range(sheets)]
    sheet = made[-1]
    if default is not None:
        sheet.set_default_row(default)
    for row in range(8):
        sheet.write_string(row, 0, f"row {row}")
        if height is not None or row in hidden:
            sheet.set_row(row, height, None, {"hidden": row in hidden})
    for row, column, data, options in inserts:
        sheet.insert_image(row, column, "p.png", {"image_data": io.BytesIO(data), "object_position": 1, **options})
    workbook.close()
    return stream.getvalue()


def relations(*targets):
    lines = "".join(
        f'<Relationship Id="r{at}" Type="{TYPES}/{kind}" Target="{target}"/>'
        for at, (kind, target) in enumerate(targets, 1)
    )
    return f'<Relationships xmlns="{PACKAGE}">{lines}</Relationships>'


def anchor(start, end=None, *, cy=None, pic='<xdr:pic><a:blip r:embed="r1"/></xdr:pic>'):
    """An anchor from (column, row, offset) to another, or of a height."""

    def marker(name, at):
        column, row, offset = at
        inside = f"<xdr:col>{column}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>{row}</xdr:row>"
        return f"<xdr:{name}>{inside}<xdr:rowOff>{offset}</xdr:rowOff></xdr:{name}>"

    size = "" if cy is None else f'<xdr:ext cx="9" cy="{cy}"/>'
    body = ("" if start is None else marker("from", start)) + ("" if end is None else marker("to", end))
    return f"<xdr:anchor>{body}{size}{pic}</xdr:anchor>"


def built(*anchors, rows="", head="", tail='<drawing r:id="r1"/>', parts=None):
    """A workbook of the few parts that say where pictures are; parts: others, or None for one that is not there."""
    sheet = f'<worksheet {RELATIONS} xmlns="m">{head}<sheetData>{rows}</sheetData>{tail}</worksheet>'
    content = {
        "_rels/.rels": relations(("officeDocument", "xl/workbook.xml")),
        "xl/workbook.xml": f'<workbook {RELATIONS}><sheets><sheet name="s" r:id="r1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": relations(("worksheet", "worksheets/sheet1.xml")),
        "xl/worksheets/sheet1.xml": sheet,
        "xl/worksheets/_rels/sheet1.xml.rels": relations(("drawing", "../drawings/drawing1.xml")),
        "xl/drawings/drawing1.xml": f"<xdr:wsDr {DRAWING} {RELATIONS}>{''.join(anchors)}</xdr:wsDr>",
        "xl/drawings/_rels/drawing1.xml.rels": relations(("image", "../media/image1.png"), ("image", "/xl/Media/2.PNG")),
        "xl/media/image1.png": RED,
        "xl/media/2.png": BLUE,
        **(parts or {}),
    }
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in content.items():
            if data is not None:
                archive.writestr(name, data)
    return stream.getvalue()


def rows_of(data, title="s"):
    return [(drawing.row, drawing.anchor_row) for drawing in drawings(data, title)]


# Published cases


def case(shared, name):
    lines = (shared / "cases" / "cases.jsonl").read_text("utf-8").splitlines()
    return next(case for case in map(json.loads, lines) if case["id"] == name)


def digests(expected):
    """Item -> the digests that the text of a case names, short ones too."""
    return {item: re.findall(r"\b[0-9a-f]{12,64}\b", said) for item, said in expected.items() if item in ITEMS}


ITEMS = ("o1", "o2", "o3", "o4", "o5")


def test_the_published_case_of_anchors(shared):
    said = case(shared, "xls-08")
    data = (shared / "cases" / said["input"]["file"]).read_bytes()
    (grid,) = read_workbook(data).grids.values()
    item = {row: grid.text(row, 1) for row in range(2, 7)}
    found = drawings(data, grid.title)
    colours = said["expected"]["sha256"]
    by_item = {name: [made for made in found if item.get(made.row) == name] for name in item.values()}
    assert set(by_item) == set(ITEMS)
    for name, prefixes in digests(said["expected"]).items():
        assert len(by_item[name]) == len(prefixes), name
        for made, prefix in zip(by_item[name], prefixes, strict=True):
            assert (made.sha256 or "").startswith(prefix)
            assert made.column == 2
    assert said["expected"]["o3"] == "error:no_image" and by_item["o3"] == []
    assert "anchor row is 4" in said["expected"]["o4"]
    assert [made.row != made.anchor_row for made in found if made.row] == [
        made.sha256 == colours["blue"] for made in found if made.row
    ]
    assert [made.sha256 for made in found if made.row is None] == [colours["magenta"]]


def test_the_published_case_of_pictures_in_cells(shared):
    said = case(shared, "xls-09")
    data = (shared / "cases" / said["input"]).read_bytes()
    (grid,) = read_workbook(data).grids.values()
    found = {grid.text(made.row or 0, 1): made for made in drawings(data, grid.title)}
    assert set(found) == {"o1", "o2", "o3"}
    assert [found[name].sha256 for name in ("o1", "o2")] == [said["expected"][name] for name in ("o1", "o2")]
    assert said["expected"]["o3"] == f"error:{found['o3'].problem}"
    assert found["o3"].sha256 is None
    assert {made.column for made in found.values()} == {2}


def facts(folder):
    return json.loads((folder / "excel_facts.json").read_text("utf-8"))


def test_public_workbooks_have_as_many_pictures_as_another_reader_finds(shared):
    folder = shared / "data" / "excel_workbooks"
    counted, refused = {}, []
    for fact in facts(folder):
        data = (folder / fact["file"]).read_bytes()
        try:
            titles = read_workbook(data).grids
        except BadWorkbook:
            refused.append(fact["file"])
            continue
        counted[fact["file"]] = sum(len(drawings(data, title)) for title in titles)
    expected = {fact["file"]: fact["openpyxl_images"] for fact in facts(folder) if fact["file"] not in refused}
    # It is a picture in a group of shapes, which openpyxl does not look into.
    expected["xlsxwriter/image41.xlsx"] = 1
    assert counted == expected
    assert len(counted) > 50
    assert sum(counted.values()) > 20


def test_no_public_file_is_more_than_a_value_error(shared):
    folder = shared / "data" / "excel_workbooks"
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        for title in ("Sheet1", "Tabelle1", "none"):
            try:
                drawings(path.read_bytes(), title)
            except ValueError as error:
                assert "cannot be read" in str(error), path


# Anchors


def test_pictures_lie_on_their_rows():
    data = written((1, 2, RED, {}), (5, 0, BLUE, {}), height=60)
    assert drawings(data, "Sheet1") == [Drawing(2, 3, 2, sha256(RED)), Drawing(6, 1, 6, sha256(BLUE))]


@pytest.mark.parametrize("position", [1, 2, 3, 4])
def test_every_way_of_moving_with_cells(position):
    data = written((3, 1, RED, {"object_position": position, "y_offset": 4}), height=60)
    assert [made.row for made in drawings(data, "Sheet1")] == [4]


@pytest.mark.parametrize("default", [None, 15, 40.5])
def test_rows_of_the_default_height(default):
    data = written((0, 0, RED, {"y_offset": 100}), default=default)
    middle = (100 + 15) * 0.75
    assert [made.row for made in drawings(data, "Sheet1")] == [int(middle // (default or 15)) + 1]


def test_one_picture_twice_and_another_sheet():
    data = written((1, 0, RED, {}), (2, 0, RED, {}), height=60, sheets=2)
    assert [(made.row, made.sha256) for made in drawings(data, "Sheet2")] == [(2, sha256(RED)), (3, sha256(RED))]
    assert drawings(data, "Sheet1") == []


def test_a_workbook_without_pictures():
    assert drawings(written(), "Sheet1") == []


@pytest.mark.parametrize(
    ("start", "end", "row"),
    [
        ((1, 3, 0), (2, 3, 60 * POINT), 4),
        ((1, 3, 50 * POINT), (2, 4, 50 * POINT), 5),
        ((1, 3, 10 * POINT), (2, 4, 10 * POINT), 5),
        ((1, 3, 10 * POINT), (2, 4, 9 * POINT), 4),
        ((1, 3, 59 * POINT), (2, 6, 0), 6),
        ((1, 0, -5 * POINT), (2, 0, POINT), 1),
        ((1, 7, 0), (2, 4_000_000, 0), 1_048_576),
    ],
)
def test_the_row_is_that_of_the_middle(start, end, row):
    rows = "".join(f'<row r="{at}" ht="60"/>' for at in range(1, 9))
    assert rows_of(built(anchor(start, end), rows=rows)) == [(row, start[1] + 1)]


def test_an_anchor_with_a_size():
    rows = '<row r="1" ht="60"/><row r="2" ht="60"/>'
    assert rows_of(built(anchor((0, 0, 0), cy=60 * POINT), rows=rows)) == [(1, 1)]
    assert rows_of(built(anchor((0, 0, 40 * POINT), cy=60 * POINT), rows=rows)) == [(2, 1)]
    assert rows_of(built(anchor((0, 1, 0)), rows=rows)) == [(2, 2)]


def test_a_picture_that_floats_freely_is_on_no_row():
    assert drawings(built(anchor(None, cy=100)), "s") == [Drawing(None, None, None, sha256(RED))]


def test_offsets_beyond_a_row_stay_in_it():
    """A program that gives no height, because it lets rows grow with their text, stores offsets of the grown row."""
    assert rows_of(built(anchor((0, 3, 4 * POINT), (1, 3, 150 * POINT)))) == [(4, 4)]


def test_rows_without_numbers_are_counted():
    rows = '<row ht="100"/><row ht="100"/><row r="5" ht="100"/><row ht="100"/>'
    offsets = [0, 100, 200, 215, 230, 330, 430]
    made = [anchor((0, 0, at * POINT), cy=2 * POINT) for at in offsets]
    found = rows_of(built(*[anchor((0, at, 0), cy=2 * POINT) for at in range(7)], rows=rows))
    assert [row for row, _ in found] == [1, 2, 3, 4, 5, 6, 7]
    # Offsets end with their row, so all of these begin in the first.
    assert [start for _, start in rows_of(built(*made, rows=rows))] == [1] * 7


@pytest.mark.parametrize("height", ["nan", "inf", "-inf", "-5", "x", "", "1e999"])
def test_a_height_that_is_none_is_the_default(height):
    rows = f'<row r="1" ht="{height}"/>'
    head = f'<sheetFormatPr defaultRowHeight="{height}"/>'
    found = rows_of(built(anchor((0, 1, 0), cy=15 * POINT), anchor((0, 0, 0), cy=20 * POINT), rows=rows, head=head))
    assert found == [(2, 2), (1, 1)]


# Hidden rows


def test_a_picture_on_a_hidden_row_stays_on_it():
    data = written((1, 0, RED, {}), (2, 0, BLUE, {}), (3, 0, RED, {}), height=60, hidden=(2,))
    hidden = drawings(data, "Sheet1")[1]
    assert (hidden.row, hidden.sha256) == (3, sha256(BLUE))
    assert [made.row for made in drawings(data, "Sheet1")] == [2, 3, 4]


@pytest.mark.parametrize("value", ["1", "true"])
def test_pictures_keep_their_rows_when_rows_are_hidden_afterwards(value):
    """A filter hides rows and need not touch the anchors, which still hold offsets of the rows as they were."""
    made = [anchor((1, at, 3 * POINT), (1, at, 57 * POINT)) for at in range(6)]
    rows = "".join(f'<row r="{at}" ht="60" hidden="{value if at in (2, 3, 5) else 0}"/>' for at in range(1, 7))
    assert rows_of(built(*made, rows=rows)) == [(at, at) for at in range(1, 7)]


def test_a_picture_over_hidden_and_visible_rows_is_on_a_visible_one():
    rows = '<row r="1" ht="60" hidden="1"/><row r="2" ht="60"/>'
    assert rows_of(built(anchor((0, 0, 0), (1, 1, 30 * POINT)), rows=rows)) == [(2, 1)]


# Parts


def test_parts_are_found_whatever_their_names():
    parts = {
        "_rels/.rels": relations(("extended-properties", "docProps/app.xml"), ("officeDocument", "/XL/book7.xml")),
        "xl/workbook.xml": None,
        "xl/book7.xml": f'<workbook {RELATIONS}><sheet name="t" r:id="r1"/><sheet name="s" r:id="r2"/></workbook>',
        "XL/_rels/book7.xml.rels": relations(("worksheet", "other.xml"), ("worksheet", "/xl/worksheets/Sheet1.xml")),
    }
    made = anchor((0, 2, 0), (1, 2, POINT), pic='<xdr:grpSp><xdr:pic><a:blip r:embed="r2"/></xdr:pic></xdr:grpSp>')
    assert drawings(built(made, parts=parts), "s") == [Drawing(3, 1, 3, sha256(BLUE))]


def test_pictures_that_are_not_in_the_file():
    outside = relations(("image", "http://example.invalid/a.png"), ("image", "../media/gone.png"))
    outside = outside.replace('a.png"/>', 'a.png" TargetMode="External"/>')
    made = [
        anchor((0, 1, 0), (1, 1, POINT), pic=f'<xdr:pic><a:blip r:embed="{name}"/></xdr:pic>')
        for name in ("r1", "r2", "r3")
    ]
    made.append(anchor((0, 1, 0), (1, 1, POINT), pic="<xdr:pic/>"))
    found = drawings(built(*made, parts={"xl/drawings/_rels/drawing1.xml.rels": outside}), "s")
    assert found == [Drawing(2, 1, 2, None, "the file of the picture is not in the workbook")] * 4


def test_shapes_and_charts_are_no_pictures():
    assert drawings(built(anchor((0, 0, 0), (1, 1, 0), pic="<xdr:sp/>")), "s") == []


def test_a_drawing_that_is_not_there_has_no_pictures():
    made = anchor((0, 0, 0), (1, 1, 0))
    assert drawings(built(made, parts={"xl/drawings/drawing1.xml": None}), "s") == []
    assert drawings(built(made, parts={"xl/worksheets/_rels/sheet1.xml.rels": None}), "s") == []


def test_a_drawing_that_is_named_many_times_is_read_once():
    assert len(drawings(built(anchor((0, 0, 0), (0, 0, 9)), tail='<drawing r:id="r1"/>' * 50), "s")) == 1


def test_each_picture_is_read_once_however_often_it_is_shown(monkeypatch):
    data = built(*[anchor((0, at, 0), (0, at, 9)) for at in range(100)])
    reads = []
    read = zipfile.ZipFile.read
    monkeypatch.setattr(zipfile.ZipFile, "read", lambda self, name: reads.append(name) or read(self, name))
    assert {made.sha256 for made in drawings(data, "s")} == {sha256(RED)}
    assert reads.count("xl/media/image1.png") == 1


# Pictures in cells


def in_cells(*formulas, images=True):
    rows = "".join(f'<row r="{at}"><c r="B{at}"><f>{text}</f></c></row>' for at, text in enumerate(formulas, 1))
    pics = '<etc:pic><x:cNvPr name="ID_1"/><a:blip r:embed="r1"/></etc:pic>'
    pics += '<etc:pic><x:cNvPr name="ID_2"/><a:blip r:embed="r9"/></etc:pic><etc:pic/>'
    parts = {
        "xl/cellimages.xml": f'<etc:cellImages {RELATIONS} xmlns:etc="e" xmlns:x="x" xmlns:a="a">{pics}</etc:cellImages>',
        "xl/_rels/cellimages.xml.rels": relations(("image", "media/image1.png")),
    }
    return built(rows=rows, tail="", parts=parts if images else {})


@pytest.mark.parametrize(
    "formula",
    ["_xlfn.DISPIMG(&quot;ID_1&quot;,1)", 'DISPIMG("ID_1",1)', 'dispimg( "ID_1")', "_xlfn.DISPIMG(\"ID_1\", 1)"],
)
def test_a_picture_in_a_cell(formula):
    assert drawings(in_cells("", formula), "s") == [Drawing(2, 2, 2, sha256(RED))]


def test_pictures_in_cells_that_are_not_in_the_file():
    lost = "image id not in cellimages.xml"
    assert drawings(in_cells('DISPIMG("ID_2",1)', 'DISPIMG("x",1)'), "s") == [
        Drawing(1, 2, 1, None, lost),
        Drawing(2, 2, 2, None, lost),
    ]
    assert drawings(in_cells('DISPIMG("ID_1",1)', images=False), "s") == [Drawing(1, 2, 1, None, lost)]


def test_other_formulas_are_none():
    assert drawings(in_cells("1+1", 'IMAGE("x")', 'A1&amp;DISPIMG("ID_1",1)'), "s") == []


# Damage


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"PK",
        b"text",
        built(parts={"xl/workbook.xml": None}),
        built(parts={"_rels/.rels": None, "xl/workbook.xml": None}),
        built(parts={"xl/_rels/workbook.xml.rels": None}),
        built(parts={"xl/worksheets/sheet1.xml": None}),
        built(parts={"xl/worksheets/sheet1.xml": b"<a>"}),
        built(parts={"xl/worksheets/sheet1.xml": b""}),
        built(parts={"xl/drawings/drawing1.xml": b"<a"}),
        built(parts={"xl/drawings/_rels/drawing1.xml.rels": b"<a"}),
        built(anchor((0, "x", 0), (0, 1, 0))),
        built(anchor((0, 1, 0), (0, 1, "1.5"))),
        built(anchor((0, 10**400, 0), (0, 1, 0))),
        built(anchor((0, int("9" * 4000), 0), (0, 1, 0))),
        built(anchor((0, 1, 0), cy="x")),
        built(rows='<row r="1"><c r="nowhere"><f>DISPIMG("a",1)</f></c></row>'),
        built(rows=f'<row r="{"9" * 5000}"/>'),
    ],
    ids=range(18),
)
def test_damage_is_a_value_error(data):
    with pytest.raises(ValueError, match="^the pictures cannot be read"):
        drawings(data, "s")


def test_a_sheet_that_is_not_there():
    with pytest.raises(ValueError, match="no sheet 'T'"):
        drawings(built(), "T")


def test_damage_inside_a_part_that_the_check_of_the_package_does_not_see():
    noise = random.Random(1).randbytes(300_000)
    data = bytearray(built(anchor((0, 0, 0), (0, 0, 9)), parts={"xl/media/image1.png": noise}))
    at = data.index(noise[200_000:200_020])
    data[at : at + 20] = bytes(20)
    check_package(bytes(data))
    with pytest.raises(ValueError, match="^the pictures cannot be read"):
        drawings(bytes(data), "s")


def test_changed_bytes_never_raise_anything_else():
    whole = written((1, 2, RED, {}), (5, 0, BLUE, {}), height=60)
    rng = random.Random(7)
    for _ in range(300):
        data = bytearray(whole)
        for _ in range(rng.randint(1, 10)):
            data[rng.randrange(len(data))] = rng.randrange(256)
        try:
            check_package(bytes(data))
            drawings(bytes(data), "Sheet1")
        except PackageError:
            continue
        except ValueError as error:
            assert "cannot be read" in str(error)


def test_changed_xml_never_raises_anything_else():
    """Damage of the parts themselves, which the checksums of the zip file would hide above."""
    whole = built(*[anchor((0, at, 0), (0, at, 9)) for at in range(3)], rows='<row r="2" ht="30" hidden="1"/>')
    with zipfile.ZipFile(io.BytesIO(whole)) as archive:
        content = {name: archive.read(name) for name in archive.namelist() if name.endswith((".xml", ".rels"))}
    rng = random.Random(8)
    for _ in range(300):
        name = rng.choice(sorted(content))
        text = bytearray(content[name])
        for _ in range(rng.randint(1, 4)):
            text[rng.randrange(len(text))] = rng.choice(b'0189-. <>"/xr:')
        try:
            drawings(built(parts={**content, name: bytes(text)}), "s")
        except ValueError as error:
            assert "cannot be read" in str(error)
