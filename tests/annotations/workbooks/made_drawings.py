"""Workbooks with pictures: as XlsxWriter writes them, and with anchors written by hand."""

from __future__ import annotations

import hashlib
import io

import xlsxwriter
from PIL import Image
from repacked import zipped

DRAWING = "xl/drawings/drawing1.xml"
SHEET = "xl/worksheets/sheet1.xml"
EMU = 12_700
HEIGHT = 60
"""Points of a row."""


def picture(number, size=(64, 48)):
    stream = io.BytesIO()
    Image.new("RGB", size, (number * 20, 255 - number * 20, 0)).save(stream, "PNG")
    return stream.getvalue()


def sha256(number):
    return hashlib.sha256(picture(number)).hexdigest()


def workbook(rows=6, title="answers", **options):
    """Row n from 2 holds picture n."""
    stream = io.BytesIO()
    with xlsxwriter.Workbook(stream, {"in_memory": True}) as book:
        book.add_worksheet("first").insert_image(0, 0, "other.png", {"image_data": io.BytesIO(picture(0))})
        sheet = book.add_worksheet(title)
        for row in range(2, rows + 2):
            sheet.set_row(row - 1, HEIGHT)
            image = {"image_data": io.BytesIO(picture(row)), "object_position": 1, **options}
            sheet.insert_image(row - 1, 1, f"{row}.png", image)
    return stream.getvalue()


def anchored(body, rows="", sheet=""):
    """A workbook with one picture, whose anchor (an XML text) and rows are written by hand."""
    relation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    spaces = (
        f'xmlns:xdr="d" xmlns:a="a" xmlns:r="{relation}" '
        'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
    )
    return zipped(
        {
            "_rels/.rels": f'<R><r Id="w" Type="{relation}/officeDocument" Target="xl/workbook.xml"/></R>',
            "xl/workbook.xml": f'<w xmlns:r="{relation}"><sheets><sheet name="answers" r:id="s"/></sheets></w>',
            "xl/_rels/workbook.xml.rels": f'<R><r Id="s" Type="{relation}/worksheet" Target="{SHEET[3:]}"/></R>',
            SHEET: sheet or f'<s xmlns:r="{relation}"><sheetData>{rows}</sheetData><drawing r:id="d"/></s>',
            "xl/worksheets/_rels/sheet1.xml.rels": f'<R><r Id="d" Type="{relation}/drawing" Target="/{DRAWING}"/></R>',
            DRAWING: f"<xdr:wsDr {spaces}>{body}</xdr:wsDr>",
            "xl/drawings/_rels/drawing1.xml.rels": (
                f'<R><r Id="p" Type="{relation}/image" Target="../media/1.png"/>'
                f'<r Id="q" Type="{relation}/image" Target="../media/2.png"/>'
                f'<r Id="out" Type="{relation}/image" Target="file:///etc/passwd" TargetMode="External"/></R>'
            ),
            "xl/media/1.png": picture(1),
            "xl/media/2.png": picture(2),
        }
    )


def pic(name="p", top=0, height=0, how="embed"):
    frame = f'<a:xfrm><a:off x="0" y="{top}"/><a:ext cx="1" cy="{height}"/></a:xfrm>'
    fill = f'<xdr:blipFill><a:blip r:{how}="{name}"/></xdr:blipFill>'
    return f"<xdr:pic>{fill}<xdr:spPr>{frame}</xdr:spPr></xdr:pic>"


def marker(name, row, points, column=2):
    """row, column: from 1; points: below the top of the row."""
    places = f"<xdr:row>{row - 1}</xdr:row><xdr:rowOff>{round(points * EMU)}</xdr:rowOff>"
    return f"<xdr:{name}><xdr:col>{column - 1}</xdr:col><xdr:colOff>0</xdr:colOff>{places}</xdr:{name}>"


def one_cell(row, points, height, body=None):
    size = f'<xdr:ext cx="1" cy="{round(height * EMU)}"/>'
    return f"<xdr:oneCellAnchor>{marker('from', row, points)}{size}{body or pic()}</xdr:oneCellAnchor>"


def two_cells(start, end, body=None):
    both = marker("from", *start) + marker("to", *end)
    return f"<xdr:twoCellAnchor>{both}{body or pic()}<xdr:clientData/></xdr:twoCellAnchor>"


def rows(count=8, hidden=(), height=HEIGHT):
    return "".join(f'<row r="{row}" ht="{height}" hidden="{int(row in hidden)}"/>' for row in range(1, count + 1))


def group(inner, top, height, inner_top=None, inner_height=None):
    own = f'<a:off x="0" y="{top}"/><a:ext cx="1" cy="{height}"/>'
    inside = f'<a:chOff x="0" y="{inner_top or top}"/><a:chExt cx="1" cy="{inner_height or height}"/>'
    return f"<xdr:grpSp><xdr:grpSpPr><a:xfrm>{own}{inside}</a:xfrm></xdr:grpSpPr>{inner}</xdr:grpSp>"


def alternatives(choice, fallback):
    other = f"<mc:Fallback>{fallback}</mc:Fallback>"
    return f'<mc:AlternateContent><mc:Choice Requires="a14">{choice}</mc:Choice>{other}</mc:AlternateContent>'
