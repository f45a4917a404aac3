"""What places pictures on a sheet: how tall its rows are, its drawing, and cells that hold a picture.

One pass over the XML, whatever its size. Source: ECMA-376 part 1, 18.3.1 (sheetFormatPr, row, c, f, drawing).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import accumulate
from typing import IO
from xml.parsers import expat

from accord.annotations.tables.xlsx.marks import MAX_ROW, letters, position
from accord.annotations.workbooks.zip_parts import RELATIONS

EMU = 12_700
"""English metric units in a point."""
DEFAULT_HEIGHT = 15.0
TALLEST = 10_000.0
"""Points; Excel's rows are at most 409.5."""
LONGEST_FORMULA = 8_192
DRAWING_IDS = frozenset(f"{space.strip('{}')} id" for space in RELATIONS)
IN_CELL = re.compile(r'=?\s*(?:_xlfn\.)?DISPIMG\(\s*"([^"]*)"', re.IGNORECASE)

Cell = tuple[int, int]
"""Row and column, both from 1."""


class RowHeights:
    """Where rows begin, in English metric units from the top. rows: number from 1 -> points, where not the default."""

    def __init__(self, rows: Mapping[int, float], default: float) -> None:
        self._default = round(default * EMU)
        self._heights = {number: round(points * EMU) for number, points in rows.items()}
        self._numbers = sorted(rows)
        self._more = list(accumulate((self._heights[number] - self._default for number in self._numbers), initial=0))

    def height(self, row: int) -> int:
        """Of a row from 1."""
        return self._heights.get(row, self._default)

    def top(self, row: int) -> int:
        """The upper edge of a row from 1."""
        return (row - 1) * self._default + self._more[bisect_right(self._numbers, row - 1)]

    def row_at(self, offset: int) -> int:
        """The row that holds an offset; the last of a sheet for what lies below it.

        >>> RowHeights({2: 30.0}, 15.0).row_at(20 * EMU)
        2
        """
        return bisect_right(range(1, MAX_ROW + 1), offset, key=self.top)


@dataclass
class SheetScan:
    """shown: heights with hidden rows of none; opened: as if no row were hidden. drawing: id of the relation to the
    floating pictures. named: cell -> id of the picture that WPS shows in it; valued: cell -> number of the metadata
    of its value (`vm`), where the value is an error, as Excel writes a picture in a cell for older programs.
    """

    shown: RowHeights
    opened: RowHeights
    drawing: str | None
    named: dict[Cell, str]
    valued: dict[Cell, str]


def scan_sheet(stream: IO[bytes]) -> SheetScan:
    """Scan the XML of a sheet. Raises ValueError where it is damaged or has rows or cells that no sheet has."""
    scan = _Scan()
    try:
        scan.parser.ParseFile(stream)
    except (expat.ExpatError, LookupError) as error:
        raise ValueError(f"the XML of the sheet is damaged ({error})") from None
    shown = {**scan.heights, **dict.fromkeys(scan.hidden, 0.0)}
    return SheetScan(
        RowHeights(shown, 0.0 if scan.all_hidden else scan.default),
        RowHeights(scan.heights, scan.default),
        scan.drawing,
        scan.named,
        scan.valued,
    )


@dataclass
class _Scan:
    parser: expat.XMLParserType = field(default_factory=lambda: expat.ParserCreate(namespace_separator=" "))
    default: float = DEFAULT_HEIGHT
    all_hidden: bool = False
    heights: dict[int, float] = field(default_factory=dict)
    hidden: set[int] = field(default_factory=set)
    drawing: str | None = None
    named: dict[Cell, str] = field(default_factory=dict)
    valued: dict[Cell, str] = field(default_factory=dict)
    row: int = 0
    cell: Cell = (0, 0)
    formula: str = ""

    def __post_init__(self) -> None:
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        name = tag.rpartition(" ")[2]
        if name == "c":
            self._cell(attributes)
        elif name == "f":
            self.formula = ""
            self.parser.CharacterDataHandler = self._text
        elif name == "row":
            self._row(attributes)
        elif name == "sheetFormatPr":
            self.default = _points(attributes.get("defaultRowHeight")) or DEFAULT_HEIGHT
            self.all_hidden = _true(attributes.get("zeroHeight"))
        elif name == "drawing":
            self.drawing = next((attributes[key] for key in DRAWING_IDS if key in attributes), "")

    def end(self, tag: str) -> None:
        if tag.rpartition(" ")[2] != "f":
            return
        self.parser.CharacterDataHandler = None
        match = IN_CELL.match(self.formula)
        if match is not None:
            self.named[self.cell] = match[1]

    def _text(self, text: str) -> None:
        # Text without end, piece by piece, would take time by its square.
        if len(self.formula) < LONGEST_FORMULA:
            self.formula += text

    def _row(self, attributes: dict[str, str]) -> None:
        said = attributes.get("r", str(self.row + 1))
        # Without a limit a number of many digits takes long to read.
        if not (said.isascii() and said.isdecimal() and len(said) <= 9 and 1 <= int(said) <= MAX_ROW):
            raise ValueError(f"row {said[:20]!r} lies outside of a sheet")
        self.row = int(said)
        self.cell = (self.row, 0)
        height = _points(attributes.get("ht"))
        if height:
            self.heights[self.row] = height
        elif self.all_hidden:
            self.heights[self.row] = self.default
        if height == 0 or _true(attributes.get("hidden")):
            self.hidden.add(self.row)

    def _cell(self, attributes: dict[str, str]) -> None:
        self.cell = position(attributes.get("r") or f"{letters(self.cell[1] + 1)}{self.row}")
        if "vm" in attributes and attributes.get("t") == "e":
            self.valued[self.cell] = attributes["vm"]


def _true(text: str | None) -> bool:
    return text in ("1", "true")


def _points(text: str | None) -> float | None:
    """A height; None where none is said, or none that a row can have."""
    try:
        points = float(text or "")
    except ValueError:
        return None
    return points if 0 <= points <= TALLEST else None
