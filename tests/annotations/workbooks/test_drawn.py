"""Which picture lies on which row: by its middle, over rows of any height, hidden ones, in groups and in cells."""

from __future__ import annotations

import io
import json
import random
import re
from collections import Counter

import openpyxl
import pytest
import xlsxwriter
from made_drawings import (
    DRAWING,
    SHEET,
    alternatives,
    anchored,
    group,
    one_cell,
    pic,
    picture,
    rows,
    sha256,
    two_cells,
    workbook,
)
from repacked import changed, parts_of, without, zipped

from accord.annotations.tables.xlsx.package import check_package
from accord.annotations.workbooks.drawn import DEEPEST, drawings
from accord.annotations.workbooks.zip_parts import LINKED, LOST


def place(data):
    """Row and anchor row of the only picture."""
    [drawing] = drawings(data, "answers")
    assert drawing.problem is None
    return drawing.row, drawing.anchor_row


@pytest.mark.parametrize("position", [1, 2, 3])
@pytest.mark.parametrize("scale", [1, 0.5, 1.2])
def test_every_picture_on_its_row(position, scale):
    data = workbook(object_position=position, x_scale=scale, y_scale=scale, y_offset=4)
    found = drawings(data, "answers")
    assert [(drawing.row, drawing.anchor_row, drawing.column, drawing.sha256) for drawing in found] == [
        (row, row, 2, sha256(row)) for row in range(2, 8)
    ]
    assert [drawing.sha256 for drawing in drawings(data, "first")] == [sha256(0)]


def test_read_again_after_openpyxl():
    stream = io.BytesIO()
    openpyxl.load_workbook(io.BytesIO(workbook())).save(stream)
    found = drawings(stream.getvalue(), "answers")
    assert {(drawing.row, drawing.sha256) for drawing in found} == {(row, sha256(row)) for row in range(2, 8)}


def test_the_same_file_on_two_rows():
    stream = io.BytesIO()
    with xlsxwriter.Workbook(stream, {"in_memory": True}) as book:
        sheet = book.add_worksheet("answers")
        for row in (4, 9):
            sheet.insert_image(row - 1, 0, "1.png", {"image_data": io.BytesIO(picture(1, (20, 10)))})
    found = drawings(stream.getvalue(), "answers")
    assert [drawing.row for drawing in found] == [4, 9]
    assert found[0].sha256 == found[1].sha256


@pytest.mark.parametrize(
    ("anchor", "where"),
    [
        (one_cell(3, 0, 60), (3, 3)),
        (one_cell(3, 58, 50), (4, 3)),
        (one_cell(3, 20, 79), (3, 3)),
        (one_cell(3, 20, 81), (4, 3)),
        (one_cell(3, 20, 400), (6, 3)),
        (one_cell(3, 0, 0), (3, 3)),
        (two_cells((3, 5), (3, 55)), (3, 3)),
        (two_cells((3, 58), (4, 48)), (4, 3)),
        (two_cells((3, 5), (4, 0)), (3, 3)),
        (two_cells((3, 0), (6, 0)), (4, 3)),
        (two_cells((3, 30), (3, 20)), (3, 3)),
        (two_cells((4, 30), (2, 20)), (4, 4)),
        (one_cell(3, 30, -500), (3, 3)),
    ],
)
def test_the_row_of_the_middle(anchor, where):
    assert place(anchored(anchor, rows())) == where


def test_rows_of_the_default_height():
    assert place(anchored(one_cell(3, 0, 40))) == (4, 3)  # of 15 points
    sheet = '<sheetFormatPr defaultRowHeight="50"/>'
    tall = changed(anchored(one_cell(3, 0, 40)), SHEET, "<sheetData>", f"{sheet}<sheetData>")
    assert place(tall) == (3, 3)


def test_an_offset_beyond_its_row_ends_with_the_row():
    """As Excel draws it: heights may have been changed by a program that does not know of pictures."""
    assert place(anchored(two_cells((3, 500), (3, 900)), rows())) == (3, 3)
    assert place(anchored(two_cells((3, 0), (5, 900)), rows())) == (4, 3)
    assert place(anchored(one_cell(3, 900, 50), rows())) == (4, 3)
    assert place(anchored(two_cells((3, -20), (3, 30)), rows())) == (3, 3)


def test_a_picture_over_hidden_rows_lies_where_it_is_seen():
    """It begins 2 points above the end of row 3; the rest is over row 6, since 4 and 5 are hidden."""
    assert place(anchored(one_cell(3, 58, 50), rows(hidden=(4, 5)))) == (6, 3)
    assert place(anchored(two_cells((3, 58), (6, 48)), rows(hidden=(4, 5)))) == (6, 3)


@pytest.mark.parametrize("anchor", [one_cell(4, 5, 50), two_cells((4, 5), (4, 55)), two_cells((4, 0), (4, 0))])
@pytest.mark.parametrize("hidden", [(4,), (3, 4), (4, 5, 6), (2, 3, 4, 5)])
def test_a_picture_in_a_hidden_row_stays_in_it(anchor, hidden):
    """A filter hides rows and leaves the anchors as they are."""
    assert place(anchored(anchor, rows(hidden=hidden))) == (4, 4)


def test_filtered_after_it_was_written():
    stream = io.BytesIO()
    book = openpyxl.load_workbook(io.BytesIO(workbook()))
    for row in (3, 4, 7):
        book["answers"].row_dimensions[row].hidden = True
    book.save(stream)
    found = drawings(stream.getvalue(), "answers")
    assert {(drawing.row, drawing.sha256) for drawing in found} == {(row, sha256(row)) for row in range(2, 8)}


def test_an_absolute_anchor_is_on_no_row():
    anchor = f'<xdr:absoluteAnchor><xdr:pos x="0" y="0"/><xdr:ext cx="9" cy="9"/>{pic()}</xdr:absoluteAnchor>'
    [drawing] = drawings(anchored(anchor, rows()), "answers")
    assert (drawing.row, drawing.column, drawing.anchor_row, drawing.sha256) == (None, None, None, sha256(1))


def test_each_picture_of_a_group_on_its_own_row():
    body = group(pic("p", 1000, 600) + pic("q", 1800, 200), 1000, 1000)
    found = drawings(anchored(two_cells((2, 0), (5, 59), body), rows()), "answers")
    assert [(drawing.row, drawing.anchor_row, drawing.sha256) for drawing in found] == [
        (3, 2, sha256(1)),  # 0 to 0.6 of 239 points from the top of row 2
        (5, 5, sha256(2)),  # 0.8 to 1
    ]


def test_groups_in_groups_are_measured_in_their_own_lengths():
    inner = group(pic("q", 75, 20), 1500, 500, 50, 50)  # 75 of 50..100 is 1750, to 1950 of 1000..2000
    found = drawings(anchored(two_cells((2, 0), (5, 59), group(pic("p") + inner, 1000, 1000)), rows()), "answers")
    assert [drawing.sha256 for drawing in found] == [sha256(1), sha256(2)]
    assert (found[1].anchor_row, found[1].row) == (4, 5)  # 0.75 to 0.95 of 239 points


@pytest.mark.parametrize("body", [f"<xdr:grpSp>{pic()}</xdr:grpSp>", group(pic(), 0, 0)])
def test_a_group_without_lengths_counts_as_one_picture(body):
    assert place(anchored(two_cells((3, 0), (5, 59), body), rows())) == (4, 3)


@pytest.mark.parametrize(
    ("body", "number"),
    [
        (one_cell(3, 0, 50, alternatives(pic("p"), pic("q"))), 1),
        (one_cell(3, 0, 50, alternatives("<xdr:sp/>", pic("q"))), 2),
        (alternatives(one_cell(3, 0, 50, pic("q")), ""), 2),
        (alternatives(one_cell(3, 0, 50, pic("p")), one_cell(4, 0, 50, pic("q"))), 1),
    ],
)
def test_one_of_alternatives_counts(body, number):
    [drawing] = drawings(anchored(body, rows()), "answers")
    assert (drawing.row, drawing.sha256) == (3, sha256(number))


def test_shapes_and_charts_are_no_pictures():
    assert (
        drawings(anchored(one_cell(3, 0, 50, "<xdr:sp/>") + one_cell(4, 0, 9, "<xdr:graphicFrame/>")), "answers") == []
    )


@pytest.mark.parametrize(
    ("body", "problem"), [(pic("none"), LOST), (pic("out", how="link"), LINKED), ("<xdr:pic/>", LOST)]
)
def test_a_picture_without_its_file(body, problem):
    [drawing] = drawings(anchored(one_cell(3, 0, 50, body), rows()), "answers")
    assert (drawing.row, drawing.sha256, drawing.problem) == (3, None, problem)


def test_a_lost_file():
    found = drawings(without(anchored(one_cell(3, 0, 50)), "xl/media/1.png"), "answers")
    assert [drawing.problem for drawing in found] == [LOST]


def test_a_sheet_without_pictures():
    stream = io.BytesIO()
    with xlsxwriter.Workbook(stream, {"in_memory": True}) as book:
        book.add_worksheet("answers").write(0, 0, "text")
    assert drawings(stream.getvalue(), "answers") == []


def test_pictures_in_cells_by_value():
    stream = io.BytesIO()
    with xlsxwriter.Workbook(stream, {"in_memory": True}) as book:
        sheet = book.add_worksheet("answers")
        for row in (2, 5):
            sheet.embed_image(row - 1, 2, f"{row}.png", {"image_data": io.BytesIO(picture(row))})
    data = stream.getvalue()
    assert [
        (drawing.row, drawing.column, drawing.anchor_row, drawing.sha256) for drawing in drawings(data, "answers")
    ] == [
        (2, 3, 2, sha256(2)),
        (5, 3, 5, sha256(5)),
    ]
    lost = drawings(without(data, "xl/metadata.xml"), "answers")
    assert [(drawing.row, drawing.sha256) for drawing in lost] == [(2, None), (5, None)]
    assert all("rich values" in drawing.problem for drawing in lost)


def test_pictures_in_cells_by_formula():
    cells = '<row r="4"><c r="C4" t="str"><f>_xlfn.DISPIMG("ID_1",1)</f></c></row>'
    [drawing] = drawings(anchored(one_cell(3, 0, 9, "<xdr:sp/>"), cells), "answers")
    assert (drawing.row, drawing.column, drawing.anchor_row) == (4, 3, 4)
    assert drawing.problem == "image id not in cellimages.xml"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"PK", "cannot be unpacked"),
        (workbook(title="other"), "no sheet 'answers'"),
        (without(anchored(""), DRAWING), "drawing1.xml is missing"),
        (without(anchored(""), SHEET), "sheet1.xml is missing"),
        (without(anchored(""), "xl/worksheets/_rels/sheet1.xml.rels"), "pictures of the sheet is missing"),
        (anchored("<xdr:"), "drawing1.xml is damaged"),
        (anchored("", sheet="<s><row></s>"), "the sheet is damaged"),
        (anchored(one_cell(0, 0, 9)), "row 0"),
        (anchored(one_cell(1_048_577, 0, 9)), "row 1,048,577"),
        (anchored(two_cells((3, 0), (2_000_000, 9))), "row 2,000,000"),
        (anchored(one_cell(3, 0, 9).replace("<xdr:col>1<", "<xdr:col>99999<")), "col 100,000"),
        (anchored(one_cell(3, 0, 9).replace("<xdr:row>2<", "<xdr:row>two<")), "no number: 'two'"),
        (anchored(one_cell(3, 0, 9).replace("<xdr:row>2<", f"<xdr:row>{'9' * 9999}<")), "no number: '9999"),
        (anchored(one_cell(3, 0, 9).replace('cy="114300"', 'cy="1cm"')), "no number: '1cm'"),
        (anchored(one_cell(3, 0, 9, "<xdr:grpSp>" * 100_000 + pic() + "</xdr:grpSp>" * 100_000)), "too deep"),
    ],
)
def test_what_cannot_be_read_is_a_value_error(data, message):
    with pytest.raises(ValueError, match=message):
        drawings(data, "answers")


def test_groups_as_deep_as_anybody_makes_them():
    deep = DEEPEST - 5
    body = "<xdr:grpSp>" * deep + pic() + "</xdr:grpSp>" * deep
    assert place(anchored(one_cell(3, 0, 50, body), rows())) == (3, 3)


def test_changed_bytes_raise_nothing_but_value_errors():
    """Every part that is read, damaged in turn; a picture's file may be anything."""
    rng = random.Random(4)
    for data in (anchored(two_cells((2, 0), (5, 9), group(pic(), 5, 9)), rows()), workbook(2)):
        parts = parts_of(data)
        for path in (path for path in parts if path.endswith((".xml", ".rels"))):
            for _ in range(25):
                part = bytearray(parts[path])
                for _ in range(rng.randint(1, 3)):
                    part[rng.randrange(len(part))] = rng.choice(b'<>"/=0-9x \xff')
                try:
                    drawings(zipped({**parts, path: bytes(part)}), "answers")
                except ValueError as error:
                    assert type(error) is not UnicodeDecodeError and str(error)


def case(shared, name):
    for line in (shared / "cases" / "cases.jsonl").read_text(encoding="utf-8").splitlines():
        if json.loads(line)["id"] == name:
            return json.loads(line)
    raise AssertionError(name)


def of_item(path):
    """Item (the first column) -> its pictures, and those of no row. No two rows have the same item."""
    sheet = openpyxl.load_workbook(path).worksheets[0]
    found = drawings(path.read_bytes(), sheet.title)
    items = {cell.value: cell.row for (cell,) in sheet.iter_rows(min_row=2, max_col=1)}
    by_item = {item: [drawing for drawing in found if drawing.row == row] for item, row in items.items()}
    return by_item, [drawing for drawing in found if drawing.row is None]


def test_the_published_case_of_floating_pictures(shared):
    wanted = case(shared, "xls-08")["expected"]
    found, unassigned = of_item(shared / "cases" / "files" / "xls08_images.xlsx")
    assert [drawing.sha256 for drawing in found["o1"]] == [wanted["o1"]]
    assert [drawing.sha256 for drawing in found["o2"]] == [wanted["o2"]]
    assert wanted["o3"] == "error:no_image" and found["o3"] == []
    [moved] = found["o4"]
    assert wanted["o4"].startswith(f"{moved.sha256} + warning (anchor row is {moved.anchor_row} ")
    assert (moved.row, moved.anchor_row) == (5, 4)
    assert wanted["o5"].startswith("error:2_images")
    assert [drawing.sha256 for drawing in found["o5"]] == [wanted["sha256"][name] for name in ("yellow", "black")]
    assert wanted["unassigned"] == ["magenta (absolute anchor)"]
    assert [drawing.sha256 for drawing in unassigned] == [wanted["sha256"]["magenta"]]
    assert all(drawing.row == drawing.anchor_row for item in ("o1", "o2", "o5") for drawing in found[item])


def test_the_published_case_of_pictures_in_cells(shared):
    wanted = case(shared, "xls-09")["expected"]
    found, unassigned = of_item(shared / "cases" / "files" / "xls09_wps_dispimg.xlsx")
    assert unassigned == []
    assert {item: [drawing.sha256 for drawing in drawn] for item, drawn in found.items()} == {
        "o1": [wanted["o1"]],
        "o2": [wanted["o2"]],
        "o3": [None],
    }
    assert wanted["o3"] == f"error:{found['o3'][0].problem}"
    assert {drawing.column for drawn in found.values() for drawing in drawn} == {2}


def titles(data):
    """Of all sheets, read without this package."""
    book = parts_of(data).get("xl/workbook.xml", b'<sheet name="Sheet1"/>')
    return [name.decode() for name in re.findall(rb'<(?:\w+:)?sheet [^>]*?name="([^"]*)"', book)]


def test_real_workbooks(shared):
    """Pictures over cells are those that openpyxl finds too; pictures in cells it does not see."""
    folder = shared / "data" / "excel_workbooks"
    over = within = 0
    refused = []
    for fact in json.loads((folder / "excel_facts.json").read_text(encoding="utf-8")):
        name, data = fact["file"], (folder / fact["file"]).read_bytes()
        try:
            check_package(data)
            found = [drawing for title in titles(data) for drawing in drawings(data, title)]
        except ValueError:
            refused.append(name)
            continue
        in_cells = sum(part.count(b' vm="') for path, part in parts_of(data).items() if "/worksheets/" in path)
        assert (in_cells > 0) == fact["richData"], name
        assert all(drawing.problem is None for drawing in found), name
        if fact["anchors"]:
            assert len(found) - in_cells == len(fact["anchors"]), name
            places = Counter((drawing.anchor_row, drawing.column) for drawing in found)
            assert Counter(tuple(place) for _, place in fact["anchors"]) <= places, name
        elif not fact["richData"] and name != "xlsxwriter/image41.xlsx":  # an EMF file, which openpyxl drops
            assert found == [], name
        over, within = over + len(found) - in_cells, within + in_cells
    assert refused == ["calamine/pass_protected.xlsx", "excelize/encryptAES.xlsx"]
    assert (over, within) == (41 + 1, 20)  # those that openpyxl finds, and the EMF file
