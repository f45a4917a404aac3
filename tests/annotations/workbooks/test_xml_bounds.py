"""How much XML a workbook may hold."""

from __future__ import annotations

import io
import zipfile

import pytest
from made_returns import lines, workbook

from accord.annotations.tables.xlsx.package import PackageError
from accord.annotations.workbooks import xml_bounds
from accord.annotations.workbooks.xml_bounds import check_xml


def zipped(*parts, method=zipfile.ZIP_DEFLATED):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as archive:
        for number, content in enumerate(parts):
            archive.writestr(f"{number}.xml", content)
    return stream.getvalue()


def refusal(data):
    with pytest.raises(PackageError) as caught:
        check_xml(data)
    return str(caught.value)


def test_a_workbook_passes():
    check_xml(workbook(lines(0, 1)))


def test_cells_of_all_parts_are_counted(monkeypatch):
    monkeypatch.setattr(xml_bounds, "MOST_OF_CELLS", 7)
    check_xml(
        zipped("<sheet><row><c><v>1</v></c></row></sheet>", "<x:sst xmlns:x='y'><x:si><x:t/></x:si></x:sst>", "<f/>")
    )
    assert "more than 7 elements of cells" in refusal(zipped("<a><row/><row/><c/><c/></a>", "<is><r/><r/><t/></is>"))


def test_all_other_elements_of_all_parts_are_counted(monkeypatch):
    monkeypatch.setattr(xml_bounds, "MOST_OTHERS", 4)
    check_xml(zipped("<styles><xf/></styles>", "<names><name/><row/></names>"))
    assert "more than 4 formats, names and the like" in refusal(
        zipped("<styles><xf/></styles>", "<names><a/><b/></names>")
    )


def test_depth_is_counted_in_each_part(monkeypatch):
    monkeypatch.setattr(xml_bounds, "DEEPEST", 3)
    check_xml(zipped("<a><b><c/></b><b><c/></b></a>", "<a><b><c/></b></a>"))
    assert "more than 3 elements deep" in refusal(zipped("<a><b><c><d/></c></b></a>"))


def test_what_is_no_xml_ends_at_its_start_and_keeps_no_depth(monkeypatch):
    monkeypatch.setattr(xml_bounds, "DEEPEST", 3)
    check_xml(zipped(b"\x89PNG", b"\xff\xd8", b"", "<a><b><c>", "<a><b><c>", "<a></b>"))


def test_a_damaged_part():
    data = bytearray(zipped("<a>text</a>", method=zipfile.ZIP_STORED))
    data[data.index(b"text")] = ord("n")
    assert "damaged or cut off" in refusal(bytes(data))
