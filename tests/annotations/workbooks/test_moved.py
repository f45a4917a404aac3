"""Pictures that lie on the rows of other items."""

from __future__ import annotations

import hashlib
import io

import openpyxl
import pytest
import xlsxwriter
from made_returns import COLUMNS, lines, plan, told
from PIL import Image

from accord.annotations.workbooks.grid import read_workbook
from accord.annotations.workbooks.located import locate
from accord.annotations.workbooks.manifest import Manifest
from accord.annotations.workbooks.moved import moved_pictures

IMAGE = next(at for at, column in enumerate(COLUMNS) if column.part == "picture")


def picture(name):
    """A picture of its own for every name."""
    stream = io.BytesIO()
    Image.new("RGB", (40, 30), tuple(hashlib.sha256(name.encode()).digest()[:3])).save(stream, "PNG")
    return stream.getvalue()


def sheet(pictures, table=None):
    """A workbook in which rows of the sheet (from 1) have pictures."""
    stream = io.BytesIO()
    with xlsxwriter.Workbook(stream, {"in_memory": True}) as book:
        written = book.add_worksheet("answers")
        for number, line in enumerate(table or lines(1, 0)):
            written.set_row(number, 60)
            written.write_row(number, 0, [value or None for value in line])
        for row, names in pictures.items():
            for name in names:
                written.insert_image(row - 1, IMAGE, f"{name}.png", {"image_data": io.BytesIO(picture(name))})
    return stream.getvalue()


def given(**names):
    """What the hidden sheet says: item -> name of its picture."""
    return Manifest({}, {}, {item: hashlib.sha256(picture(name)).hexdigest() for item, name in names.items()})


def moved(data, manifest, made=None):
    return moved_pictures(data, locate(made or plan(), read_workbook(data).grids["answers"]), manifest)


OWN = {"o1": "a", "o2": "b", "o3": "c"}


def test_pictures_on_their_rows():
    assert moved(sheet({2: "a", 3: "b", 4: "c"}), given(**OWN)) == []


def test_rows_that_were_sorted_with_their_pictures():
    table = lines(1, 0)
    data = sheet({2: "c", 3: "a", 4: "b"}, [table[0], table[3], table[1], table[2]])
    assert moved(data, given(**OWN)) == []


def test_rows_that_were_sorted_without_their_pictures():
    table = lines(1, 0)
    found = moved(sheet({2: "a", 3: "b", 4: "c"}, [table[0], table[3], table[1], table[2]]), given(**OWN))
    assert told(found) == [f"picture_moved warning B{row}" for row in (2, 3, 4)]
    assert [wrong.message for wrong in found] == [
        "the picture of 'o1' lies on the row of 'o3'",
        "the picture of 'o2' lies on the row of 'o1'",
        "the picture of 'o3' lies on the row of 'o2'",
    ]


def test_a_second_picture_on_a_row():
    found = moved(sheet({2: "ab", 4: "c"}), given(**OWN))
    assert told(found) == ["picture_moved warning B2"]
    assert "ask the annotator" in found[0].fix


def test_items_that_share_a_picture():
    data = sheet({2: "a", 3: "a", 4: "c"})
    assert moved(data, given(o1="a", o2="a", o3="c")) == []
    found = moved(sheet({2: "a", 3: "a", 4: "a"}), given(o1="a", o2="a", o3="c"))
    assert [wrong.message for wrong in found] == ["the picture of 'o1' lies on the row of 'o3'"]


def test_what_cannot_be_told_is_not_said():
    assert moved(sheet({2: "x", 3: "y", 4: "z"}), given(**OWN)) == []  # saved anew by another program
    assert moved(sheet({1: "a", 2: "a", 9: "b"}), given(**OWN)) == []  # above and below the rows


def test_pictures_that_are_gone():
    (wrong,) = moved(sheet({}), given(**OWN))
    assert (told([wrong]), wrong.message) == (["pictures_lost info"], "3 pictures given out, none in the file")


def test_pictures_that_cannot_be_read():
    data = sheet({2: "a"})
    drawing = b"xl/drawings/drawing1.xml"
    (wrong,) = moved(data.replace(drawing, drawing.replace(b"1", b"2")), given(**OWN))
    assert told([wrong]) == ["pictures_unread info"]
    assert wrong.message.startswith("whether the pictures lie on their rows is not known: ")


@pytest.mark.parametrize("manifest", [None, given()])
def test_where_no_pictures_were_given_out_none_are_looked_for(manifest):
    assert moved(sheet({2: "b"}), manifest) == []


def test_items_are_named_in_the_hidden_sheet_as_cells_hold_them():
    made = plan([("a", "vase", "c", "o\ufffd"), ("a", "bowl", "c", "o2")])
    rows = (type(made.rows[0])("o\x01", made.rows[0].texts, made.rows[0].asked), made.rows[1])
    made = type(made)(made.assignment, made.group, made.raters, made.columns, rows)
    data = sheet({2: "a", 3: "b"}, lines(1, 0, made=made))
    assert moved(data, given(**{"o\ufffd": "a", "o2": "b"}), made) == []


def test_pictures_kept_by_openpyxl():
    book = openpyxl.load_workbook(io.BytesIO(sheet({2: "a", 3: "c", 4: "c"})))
    stream = io.BytesIO()
    book.save(stream)
    assert told(moved(stream.getvalue(), given(**OWN))) == ["picture_moved warning B3"]
