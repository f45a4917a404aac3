"""Parts of a workbook: relations lead to parts inside of the file only; what is damaged is a ValueError."""

from __future__ import annotations

import hashlib
import io
import zipfile

import pytest
from repacked import zipped

from accord.annotations.workbooks import zip_parts
from accord.annotations.workbooks.zip_parts import Relation, ZipParts

TYPE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = {
    "_rels/.rels": f'<R><r Id="a" Type="{TYPE}/officeDocument" Target="xl/book.xml"/></R>',
    "xl/book.xml": f'<w xmlns:r="{TYPE}"><sheet name="one" r:id="s1"/><sheet name="two" r:id="no"/></w>',
    "xl/_rels/book.xml.rels": (
        f'<R><r Id="s1" Type="{TYPE}/worksheet" Target="sheets/a.xml"/>'
        f'<r Id="m" Type="{TYPE}/sheetMetadata" Target="/xl/metadata.xml"/>'
        f'<r Id="gone" Type="{TYPE}/styles" Target="styles.xml"/></R>'
    ),
    "xl/metadata.xml": "<m/>",
    "xl/sheets/a.xml": "<s/>",
    "xl/sheets/_rels/a.xml.rels": (
        f'<R><r Id="up" Type="{TYPE}/image" Target="../media/p.png"/>'
        f'<r Id="out" Type="{TYPE}/image" Target="../../../../etc/passwd"/>'
        f'<r Id="link" Type="{TYPE}/image" Target="https://host/p.png" TargetMode="External"/></R>'
    ),
    "xl/Media/P.png": b"picture",
}


def opened(path="xl/other.xml", text=""):
    """The package with another part, or another text in one."""
    return ZipParts(zipfile.ZipFile(io.BytesIO(zipped({**PACKAGE, path: text}))))


def test_a_sheet_is_found_by_its_title():
    parts = opened()
    assert (parts.workbook, parts.sheet("one")) == ("xl/book.xml", "xl/sheets/a.xml")
    with pytest.raises(ValueError, match="the part of the sheet 'two' is missing"):
        parts.sheet("two")
    with pytest.raises(ValueError, match="no sheet 'three'"):
        parts.sheet("three")


def test_as_strict_open_xml_names_it():
    book = PACKAGE["xl/book.xml"].replace(TYPE, "http://purl.oclc.org/ooxml/officeDocument/relationships")
    assert opened("xl/book.xml", book).sheet("one") == "xl/sheets/a.xml"


def test_relations_stay_inside_of_the_file():
    relations = opened().relations("xl/sheets/a.xml")
    assert relations == {
        "up": Relation("image", "xl/media/p.png"),
        "out": Relation("image", "etc/passwd"),
        "link": Relation("image", None),
    }
    assert opened().relations("xl/metadata.xml") == {}


def test_the_file_of_a_picture():
    parts = opened()
    relations = parts.relations("xl/sheets/a.xml")
    assert parts.media(relations["up"]) == (hashlib.sha256(b"picture").hexdigest(), None)
    assert parts.media(relations["out"]) == (None, zip_parts.LOST)
    assert parts.media(relations["link"]) == (None, zip_parts.LINKED)
    assert parts.media(None) == (None, zip_parts.LOST)


def test_what_the_workbook_leads_to():
    parts = opened()
    assert parts.beside_workbook("sheetMetadata") == "xl/metadata.xml"
    assert parts.beside_workbook("styles") is None
    assert parts.beside_workbook("other") is None


@pytest.mark.parametrize(
    "text", ["<a", "<a></b>", "", "<a>&nothing;</a>", '<?xml version="1.0" encoding="nonsense"?><a/>', "<a>\0</a>"]
)
def test_damaged_xml(text):
    with pytest.raises(ValueError, match=r"xl/metadata\.xml is damaged"):
        opened("xl/metadata.xml", text).tree("xl/metadata.xml")


def test_a_part_that_is_not_there():
    with pytest.raises(ValueError, match=r"xl/none\.xml is missing"):
        opened().tree("xl/none.xml")


def test_a_part_that_is_too_large_is_not_parsed(monkeypatch):
    monkeypatch.setattr(zip_parts, "MAX_XML", 1 << 20)
    large = f"<a>{' ' * (1 << 20)}</a>"
    with pytest.raises(ValueError, match="larger than 1 MiB"):
        opened("xl/metadata.xml", large).tree("xl/metadata.xml")


def test_a_part_whose_bytes_do_not_unpack():
    data = bytearray(zipped(PACKAGE))
    at = data.index(b"xl/metadata.xml") + len("xl/metadata.xml")
    data[at : at + 4] = b"\xff\xff\xff\xff"
    parts = ZipParts(zipfile.ZipFile(io.BytesIO(data)))
    with pytest.raises(ValueError, match=r"xl/metadata\.xml is damaged"):
        parts.data("xl/metadata.xml")


def test_names_in_the_file_may_begin_with_a_slash():
    parts = opened("/xl/late.xml", "<late/>")
    assert parts.has("xl/late.xml") and parts.tree("xl/late.xml").tag == "late"


@pytest.mark.parametrize(
    "rels", ["<R/>", f'<R><r Id="a" Type="{TYPE}/officeDocument" Target="https://x" TargetMode="External"/></R>']
)
def test_a_file_without_a_workbook(rels):
    with pytest.raises(ValueError, match="which part is the workbook"):
        opened("_rels/.rels", rels)
