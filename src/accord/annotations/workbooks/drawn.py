"""Which picture lies on which row of a sheet, read from the parts of a workbook.

Source: ECMA-376 part 1, 20.5 (SpreadsheetML drawing), and the in-cell pictures of WPS (`xl/cellimages.xml`).
"""

from __future__ import annotations

import hashlib
import io
import posixpath
import re
import zipfile
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate
from xml.etree import ElementTree

from accord.annotations.tables.xlsx.marks import MAX_ROW, position

EMU = 12_700
"""English metric units in a point."""
DEFAULT_HEIGHT = 15.0
RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_IN_CELL = re.compile(r'(?:_xlfn\.)?DISPIMG\(\s*"([^"]*)"', re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture. row, column: from 1, where its middle and its left edge lie; None where it floats freely over the
    sheet. anchor_row: where its top edge lies. sha256: of its file; problem: why there is none.
    """

    row: int | None
    column: int | None
    anchor_row: int | None
    sha256: str | None
    problem: str | None = None


def drawings(data: bytes, title: str) -> list[Drawing]:
    """The floating pictures of a sheet in the order of the file, then those in cells of WPS.

    The package must have been checked (`check_package`). Raises ValueError where parts are not there or damaged.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = _Parts(archive)
            sheet = parts.sheet(title)
            return [*_floating(parts, sheet), *_in_cells(parts, sheet)]
    except (KeyError, ElementTree.ParseError, zipfile.BadZipFile) as error:
        raise ValueError(f"the pictures cannot be read ({error})") from None


class _Parts:
    """The parts of a workbook by their paths."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive
        self._names = {name.casefold(): name for name in archive.namelist()}

    def has(self, path: str) -> bool:
        """Whether there is such a part."""
        return path.casefold() in self._names

    def data(self, path: str) -> bytes:
        """The bytes of a part. Raises KeyError."""
        return self._archive.read(self._names[path.casefold()])

    def tree(self, path: str) -> ElementTree.Element:
        """The root of a part's XML; document types were refused before."""
        return ElementTree.fromstring(self.data(path))  # noqa: S314

    def relations(self, path: str) -> dict[str, str]:
        """Id of a relation -> the part that it leads to; those that lead out of the file are left out."""
        folder, name = posixpath.split(path)
        rels = posixpath.join(folder, "_rels", f"{name}.rels")
        if not self.has(rels):
            return {}
        return {
            relation.get("Id", ""): _resolved(folder, relation.get("Target", ""))
            for relation in self.tree(rels)
            if relation.get("TargetMode") != "External"
        }

    def sheet(self, title: str) -> str:
        """The part of the sheet with a title."""
        workbook = next(target for target in self.relations("").values() if target.endswith("workbook.xml"))
        targets = self.relations(workbook)
        for element in self.tree(workbook).iter():
            if _name(element) == "sheet" and element.get("name") == title:
                return targets[element.get(f"{RELATION}id", "")]
        raise KeyError(f"no sheet {title!r}")

    def digest(self, path: str | None) -> tuple[str | None, str | None]:
        """SHA-256 of a part, and why there is none."""
        if path is None or not self.has(path):
            return None, "the file of the picture is not in the workbook"
        return hashlib.sha256(self.data(path)).hexdigest(), None


def _resolved(folder: str, target: str) -> str:
    """The path of a target inside the file."""
    path = target if target.startswith("/") else posixpath.join("/", folder, target)
    return posixpath.normpath(path).lstrip("/")


def _name(element: ElementTree.Element) -> str:
    return element.tag.rpartition("}")[2]


def _first(element: ElementTree.Element, *names: str) -> ElementTree.Element | None:
    """The first element below of one of these names."""
    return next((inner for inner in element.iter() if _name(inner) in names), None)


def _floating(parts: _Parts, sheet: str) -> Iterator[Drawing]:
    tree = parts.tree(sheet)
    heights = _heights(tree)
    targets = parts.relations(sheet)
    for element in tree:
        if _name(element) != "drawing":
            continue
        path = targets.get(element.get(f"{RELATION}id", ""))
        if path is None or not parts.has(path):
            continue
        media = parts.relations(path)
        for anchor in parts.tree(path):
            for picture in (inner for inner in anchor.iter() if _name(inner) == "pic"):
                yield _placed(parts, anchor, picture, media, heights)


def _placed(
    parts: _Parts,
    anchor: ElementTree.Element,
    picture: ElementTree.Element,
    media: Mapping[str, str],
    heights: _Heights,
) -> Drawing:
    blip = _first(picture, "blip")
    digest, problem = parts.digest(None if blip is None else media.get(blip.get(f"{RELATION}embed", "")))
    start, end, size = (_first(anchor, name) for name in ("from", "to", "ext"))
    if start is None:
        return Drawing(None, None, None, digest, problem)
    row, column = _number(start, "row"), _number(start, "col")
    top = heights.top(row) + _number(start, "rowOff")
    if end is not None:
        bottom = heights.top(_number(end, "row")) + _number(end, "rowOff")
    else:
        bottom = top + int(size.get("cy", "0") if size is not None else "0")
    return Drawing(heights.row_at((top + bottom) // 2), column + 1, row + 1, digest, problem)


def _number(element: ElementTree.Element, name: str) -> int:
    found = _first(element, name)
    try:
        return int((found.text if found is not None else None) or 0)
    except ValueError:
        raise ValueError(f"the pictures cannot be read ({name} of an anchor is no number)") from None


class _Heights:
    """Where rows begin, in English metric units. rows: number from 1 -> points, where not the default."""

    def __init__(self, rows: Mapping[int, float], default: float) -> None:
        self._default = default
        self._numbers = sorted(rows)
        self._more = list(accumulate((rows[number] - default for number in self._numbers), initial=0.0))

    def top(self, row: int) -> int:
        """The upper edge of a row counted from 0."""
        return round((row * self._default + self._more[bisect_right(self._numbers, row)]) * EMU)

    def row_at(self, offset: int) -> int:
        """The row from 1 that holds an offset from the top; the last of a sheet for what lies below it."""
        return bisect_right(range(MAX_ROW), offset, key=self.top)


def _heights(tree: ElementTree.Element) -> _Heights:
    default = DEFAULT_HEIGHT
    rows: dict[int, float] = {}
    number = 0
    for element in tree.iter():
        if _name(element) == "sheetFormatPr":
            default = max(_points(element.get("defaultRowHeight")) or DEFAULT_HEIGHT, 1.0)
        elif _name(element) == "row":
            said = element.get("r", "")
            number = int(said) if said.isdecimal() else number + 1
            height = _points(element.get("ht"))
            if element.get("hidden") in ("1", "true"):
                rows[number] = 0.0
            elif height is not None:
                rows[number] = height
    return _Heights(rows, default)


def _points(text: str | None) -> float | None:
    try:
        return None if text is None else float(text)
    except ValueError:
        return None


def _in_cells(parts: _Parts, sheet: str) -> Iterator[Drawing]:
    """Pictures in cells, as WPS writes them: a formula names the picture."""
    found: dict[str, str] | None = None
    for cell in parts.tree(sheet).iter():
        if _name(cell) != "c":
            continue
        formula = _first(cell, "f")
        match = _IN_CELL.match((formula.text if formula is not None else None) or "")
        if match is None:
            continue
        found = _cell_images(parts) if found is None else found
        row, column = position(cell.get("r", ""))
        if match[1] not in found:
            yield Drawing(row, column, row, None, "image id not in cellimages.xml")
            continue
        digest, problem = parts.digest(found[match[1]])
        yield Drawing(row, column, row, digest, problem)


def _cell_images(parts: _Parts) -> dict[str, str]:
    """Id of a picture in a cell -> its part."""
    path = "xl/cellimages.xml"
    if not parts.has(path):
        return {}
    media = parts.relations(path)
    found = {}
    for picture in (element for element in parts.tree(path).iter() if _name(element) == "pic"):
        name, blip = _first(picture, "cNvPr"), _first(picture, "blip")
        target = None if blip is None else media.get(blip.get(f"{RELATION}embed", ""))
        if name is not None and target is not None:
            found[name.get("name", "")] = target
    return found
