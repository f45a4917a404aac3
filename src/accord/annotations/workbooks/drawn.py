"""Which picture lies on which row of a sheet, read from the parts of a workbook.

Source: ECMA-376 part 1, 20.5 (drawings of sheets); for pictures in cells see `cell_pictures`.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from accord.annotations.tables.xlsx.marks import MAX_COLUMN, MAX_ROW
from accord.annotations.workbooks.cell_pictures import NO_ID, NO_VALUE, named_pictures, valued_pictures
from accord.annotations.workbooks.sheet_scan import RowHeights, SheetScan, scan_sheet
from accord.annotations.workbooks.zip_parts import ZipParts, below, blip_relation, local

ANCHORS = ("oneCellAnchor", "twoCellAnchor", "absoluteAnchor")
DEEPEST = 50
"""Groups in groups; deeper ones are refused."""
LARGEST = 10**12
"""A length in English metric units, of which a sheet is at most about 10 to the 10th long."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture. row: from 1, holds its vertical middle; column, anchor_row: from 1, where its anchor's left edge and
    its own top edge lie; all None where it is bound to no cell. sha256: of its file; problem: why there is none.
    """

    row: int | None
    column: int | None
    anchor_row: int | None
    sha256: str | None
    problem: str | None = None


def drawings(data: bytes, title: str) -> list[Drawing]:
    """The floating pictures of a sheet in the order of the file, then those in cells, by formula (WPS) and by value
    (Excel), in reading order.

    Hidden rows have no height, so a picture lies on the row where it is seen. One that begins in a hidden row is not
    seen: it is placed as if no row were hidden. In a group the place is that inside of the group, turned groups
    excepted.

    The package must have been checked (`check_package`). Raises ValueError where parts are not there or damaged.
    """
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except Exception as error:
        raise ValueError(f"the file cannot be unpacked ({error})") from None
    with archive:
        parts = ZipParts(archive)
        path = parts.sheet(title)
        with parts.stream(path) as stream:
            scan = scan_sheet(stream)
        return [*_floating(parts, path, scan), *_in_cells(parts, scan)]


def _floating(parts: ZipParts, sheet: str, scan: SheetScan) -> Iterator[Drawing]:
    if scan.drawing is None:
        return
    relation = parts.relations(sheet).get(scan.drawing)
    if relation is None or relation.path is None:
        raise ValueError("the part with the pictures of the sheet is missing")
    relations = parts.relations(relation.path)
    for found in _pictures(parts.tree(relation.path)):
        digest, problem = parts.media(blip_relation(found.element, relations))
        row, column, anchor_row = _place(found, scan)
        yield Drawing(row, column, anchor_row, digest, problem)


def _in_cells(parts: ZipParts, scan: SheetScan) -> Iterator[Drawing]:
    named = named_pictures(parts) if scan.named else {}
    for (row, column), name in scan.named.items():
        digest, problem = named.get(name, (None, NO_ID))
        yield Drawing(row, column, row, digest, problem)
    valued = valued_pictures(parts) if scan.valued else {}
    for (row, column), number in scan.valued.items():
        media = valued.get(number, (None, NO_VALUE))
        if media is not None:
            yield Drawing(row, column, row, *media)


@dataclass(frozen=True, slots=True)
class _Found:
    """A picture (xdr:pic) with the anchor it hangs on and the groups around it, outermost first."""

    element: Element
    anchor: Element
    groups: tuple[Element, ...]


def _pictures(tree: Element) -> Iterator[_Found]:
    waiting: list[tuple[Element, Element, tuple[Element, ...], int]] = [(tree, tree, (), 0)]
    while waiting:
        element, anchor, groups, depth = waiting.pop()
        name = local(element)
        if name == "pic" and anchor is not tree:
            yield _Found(element, anchor, groups)
        if depth > DEEPEST:
            raise ValueError("the pictures of the sheet lie in groups that are too deep")
        if name in ANCHORS:
            anchor = element
        elif name == "grpSp":
            groups = (*groups, element)
        if name in ANCHORS or name in ("wsDr", "grpSp", "Choice", "Fallback"):
            inner: Sequence[Element] = list(element)
        else:
            inner = _branch(element) if name == "AlternateContent" else ()
        waiting += [(child, anchor, groups, depth + 1) for child in reversed(inner)]


def _branch(alternatives: Element) -> list[Element]:
    """The first of several ways to say the same that has a picture."""
    for branch in alternatives:
        if any(local(element) == "pic" for element in branch.iter()):
            return [branch]
    return []


def _place(found: _Found, scan: SheetScan) -> tuple[int | None, int | None, int | None]:
    """Row, column and anchor row of a picture."""
    start, end = below(found.anchor, "from"), below(found.anchor, "to")
    if start is None:
        return None, None, None
    first = _index(start, "row", MAX_ROW)
    heights = scan.shown if scan.shown.height(first) else scan.opened
    top = _edge(heights, first, start)
    if end is not None:
        bottom = _edge(heights, _index(end, "row", MAX_ROW), end)
    else:
        bottom = top + _length(below(found.anchor, "ext"), "cy")
    begin, middle = (heights.row_at(top + int(share * max(bottom - top, 0))) for share in _shares(found))
    return middle, _index(start, "col", MAX_COLUMN), begin


def _edge(heights: RowHeights, row: int, marker: Element) -> int:
    """A marker's distance from the top of the sheet; Excel cuts what would reach beyond the marker's row."""
    offset = below(marker, "rowOff")
    inside = min(max(_number(offset.text if offset is not None else None), 0), max(heights.height(row) - 1, 0))
    return heights.top(row) + inside


def _shares(found: _Found) -> tuple[float, float]:
    """How far down its anchor a picture begins and has its middle: 0 to 1, more than 0 and 1/2 only in groups."""
    frames = [below(group, "grpSpPr", "xfrm") for group in found.groups]
    own = below(found.element, "spPr", "xfrm")
    if not frames or own is None or None in frames:
        return 0.0, 0.5
    top = float(_length(below(own, "off"), "y"))
    middle = top + _length(below(own, "ext"), "cy") / 2
    for frame in reversed(frames):
        assert frame is not None
        begin, height = (_length(below(frame, "chOff"), "y"), _length(below(frame, "chExt"), "cy"))
        shown, size = (_length(below(frame, "off"), "y"), _length(below(frame, "ext"), "cy"))
        if height <= 0 or size <= 0:
            return 0.0, 0.5
        top, middle = (shown + (edge - begin) * size / height for edge in (top, middle))
    return min(max((top - shown) / size, 0.0), 1.0), min(max((middle - shown) / size, 0.0), 1.0)


def _index(marker: Element, name: str, most: int) -> int:
    """The row or column of a marker, from 1."""
    element = below(marker, name)
    index = _number(element.text if element is not None else None) + 1
    if not 1 <= index <= most:
        raise ValueError(f"a picture begins or ends at {name} {index:,}, which no sheet has")
    return index


def _length(element: Element | None, name: str) -> int:
    return _number(None if element is None else element.get(name))


def _number(text: str | None) -> int:
    """A whole number; 0 where none is said."""
    said = (text or "0").strip()
    digits = said.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= 18 and int(digits) <= LARGEST):
        raise ValueError(f"the place of a picture is no number: {said[:20]!r}")
    return int(said)
