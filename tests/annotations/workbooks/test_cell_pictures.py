"""Pictures in cells: of WPS through cellimages.xml, of Excel through its rich values; what is missing is said."""

from __future__ import annotations

import hashlib
import io
import zipfile

import pytest
import xlsxwriter
from PIL import Image
from repacked import changed, parts_of, without, zipped

from accord.annotations.workbooks.cell_pictures import NO_VALUE, ON_THE_WEB, named_pictures, valued_pictures
from accord.annotations.workbooks.zip_parts import LOST, ZipParts

RELATIONS = "xl/_rels/workbook.xml.rels"
METADATA = "xl/metadata.xml"
VALUES = "xl/richData/rdrichvalue.xml"
STRUCTURES = "xl/richData/rdrichvaluestructure.xml"
TARGETS = "xl/richData/richValueRel.xml"
TARGET_RELATIONS = "/xl/richData/_rels/richValueRel.xml.rels"


def picture(colour):
    stream = io.BytesIO()
    Image.new("RGB", (20, 10), colour).save(stream, "PNG")
    return stream.getvalue()


def sha256(data):
    return hashlib.sha256(data).hexdigest()


RED, BLUE = picture("red"), picture("blue")


def parts(data):
    return ZipParts(zipfile.ZipFile(io.BytesIO(data)))


@pytest.fixture
def excel():
    """Two pictures in cells, the second with a text that stands for it."""
    stream = io.BytesIO()
    with xlsxwriter.Workbook(stream, {"in_memory": True}) as book:
        sheet = book.add_worksheet("s")
        sheet.embed_image(0, 0, "red.png", {"image_data": io.BytesIO(RED)})
        sheet.embed_image(1, 0, "blue.png", {"image_data": io.BytesIO(BLUE), "description": "0"})
    return stream.getvalue()


@pytest.fixture
def wps():
    """A workbook with one picture of WPS, called ID_1."""
    stream = io.BytesIO()
    with xlsxwriter.Workbook(stream, {"in_memory": True}) as book:
        book.add_worksheet("s")
    relation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    images = (
        f'<e:cellImages xmlns:e="e" xmlns:x="x" xmlns:a="a" xmlns:r="{relation}"><e:cellImage><x:pic><x:nvPicPr>'
        '<x:cNvPr id="2" name="ID_1"/></x:nvPicPr><x:blipFill><a:blip r:embed="rId1"/></x:blipFill></x:pic>'
        "</e:cellImage></e:cellImages>"
    )
    added = {
        "xl/cellimages.xml": images,
        "xl/_rels/cellimages.xml.rels": f'<R><r Id="rId1" Type="{relation}/image" Target="media/1.png"/></R>',
        "xl/media/1.png": RED,
    }
    return zipped({**parts_of(stream.getvalue()), **added})


def test_values_of_excel(excel):
    assert valued_pictures(parts(excel)) == {"1": (sha256(RED), None), "2": (sha256(BLUE), None)}


def test_values_are_found_by_their_keys(excel):
    swapped = changed(
        excel,
        STRUCTURES,
        '<k n="_rvRel:LocalImageIdentifier" t="i"/><k n="CalcOrigin" t="i"/>',
        '<k n="CalcOrigin" t="i"/><k n="_rvRel:LocalImageIdentifier" t="i"/>',
    )
    found = valued_pictures(parts(swapped))
    assert found["1"] == (None, NO_VALUE)  # the value is 0 5: there is no sixth picture


@pytest.mark.parametrize("path", [VALUES, STRUCTURES, TARGETS, TARGET_RELATIONS])
def test_a_lost_part(excel, path):
    assert valued_pictures(parts(without(excel, path))) == {"1": (None, NO_VALUE), "2": (None, NO_VALUE)}


def test_lost_metadata(excel):
    assert valued_pictures(parts(without(excel, METADATA))) == {}


@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        (METADATA, 'rvb i="0"', 'rvb i="9"'),
        (METADATA, 'rvb i="0"', 'rvb i="-1"'),
        (METADATA, 'rvb i="0"', "other"),
        (METADATA, 'v="0"', 'v="9"'),
        (METADATA, 'v="0"', f'v="{"9" * 5000}"'),
        (METADATA, "futureMetadata", "otherMetadata"),
        (VALUES, '<rv s="0">', '<rv s="7">'),
        (VALUES, '<rv s="0">', "<rv>"),
        (VALUES, "<v>0</v>", "<v>9</v>"),
        (VALUES, "<v>0</v>", "<v/>"),
        (TARGETS, 'r:id="rId1"', 'r:id="rId9"'),
    ],
)
def test_a_pointer_to_nowhere(excel, path, old, new):
    assert valued_pictures(parts(changed(excel, path, old, new)))["1"] == (None, NO_VALUE)


def test_a_lost_file(excel):
    found = valued_pictures(parts(without(excel, "xl/media/image1.png")))
    assert found == {"1": (None, LOST), "2": (sha256(BLUE), None)}


def test_a_picture_on_the_web(excel):
    web = changed(excel, STRUCTURES, "_rvRel:LocalImageIdentifier", "WebImageIdentifier")
    assert valued_pictures(parts(web))["1"] == (None, ON_THE_WEB)


def test_values_that_are_no_pictures(excel):
    stock = changed(excel, STRUCTURES, "_rvRel:LocalImageIdentifier", "errorType")
    assert valued_pictures(parts(stock))["1"] is None
    none = changed(excel, METADATA, 't="1"', 't="0"')
    assert valued_pictures(parts(none))["1"] is None
    cube = changed(excel, METADATA, 'metadataType name="XLRICHVALUE"', 'metadataType name="XLMDX"')
    assert valued_pictures(parts(cube)) == {"1": None, "2": None}


def test_names_of_wps(wps):
    assert named_pictures(parts(wps)) == {"ID_1": (sha256(RED), None)}


def test_the_part_may_have_another_name(wps):
    others = parts_of(wps)
    for path in ("xl/cellimages.xml", "xl/_rels/cellimages.xml.rels"):
        others[path.replace("cellimages", "other")] = others.pop(path)
    relation = '<Relationship Id="c" Type="http://www.wps.cn/officeDocument/2020/cellImage" Target="other.xml"/>'
    assert named_pictures(parts(zipped(others))) == {}
    led = changed(zipped(others), RELATIONS, "</Relationships>", f"{relation}</Relationships>")
    assert named_pictures(parts(led)) == {"ID_1": (sha256(RED), None)}


def test_lost_parts_of_wps(wps):
    assert named_pictures(parts(without(wps, "xl/cellimages.xml"))) == {}
    assert named_pictures(parts(without(wps, "xl/media/1.png"))) == {"ID_1": (None, LOST)}
    assert named_pictures(parts(without(wps, "xl/_rels/cellimages.xml.rels"))) == {"ID_1": (None, LOST)}
    no_file = changed(wps, "xl/cellimages.xml", '<a:blip r:embed="rId1"/>', "")
    assert named_pictures(parts(no_file)) == {"ID_1": (None, LOST)}
