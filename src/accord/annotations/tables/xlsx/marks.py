"""What a sheet holds besides values: formulas, merged cells, hidden rows, and how far it reaches.

openpyxl's streaming mode gives values only. This is one pass over the XML of the sheet.
Source: ECMA-376 part 1, 18.3.1 (row, c, f, v, mergeCell).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import IO
from xml.parsers import expat

from accord.annotations.rows.tally import SHOWN, first_few

REFERENCE = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")
MAX_ROW = 1_048_576
MAX_COLUMN = 16_384
MAX_CELLS = 100_000_000


class SheetError(ValueError):
    """The XML of the sheet is damaged or not as the standard wants it."""


def letters(column: int) -> str:
    """Letters of a column counted from 1.

    >>> letters(1), letters(28)
    ('A', 'AB')
    """
    text = ""
    while column:
        column, rest = divmod(column - 1, 26)
        text = chr(ord("A") + rest) + text
    return text


def position(reference: str) -> tuple[int, int]:
    """Row and column, both from 1, of a cell such as C12. Raises SheetError where no sheet has such."""
    match = REFERENCE.fullmatch(reference)
    if match is None:
        raise SheetError(f"{reference[:20]!r} is not a cell")
    column = 0
    for letter in match[1]:
        column = column * 26 + ord(letter) - ord("A") + 1
    row = int(match[2])
    if not 1 <= row <= MAX_ROW or column > MAX_COLUMN:
        raise SheetError(f"cell {reference} lies outside of a sheet")
    return row, column


@dataclass(frozen=True)
class Limits:
    """How far a sheet may reach, and how many cells with a trait are kept for each column."""

    rows: int = MAX_ROW
    columns: int = MAX_COLUMN
    cells: int = MAX_CELLS
    kept: int = SHOWN


ANY_SHEET = Limits()
"""As far as any sheet may reach."""


class Cells:
    """Cells that share a trait: of every column the first rows and a count, so that memory is bounded."""

    def __init__(self, most: int = SHOWN) -> None:
        self._most = most
        self._rows: dict[int, list[int]] = {}
        self._count: dict[int, int] = {}

    def add(self, row: int, column: int) -> None:
        """One more cell; rows come in order."""
        rows = self._rows.setdefault(column, [])
        if len(rows) < self._most:
            rows.append(row)
        self._count[column] = self._count.get(column, 0) + 1

    def kept(self) -> set[tuple[int, int]]:
        """Row and column of the cells that are kept."""
        return {(row, column) for column, rows in self._rows.items() for row in rows}

    def count(self, columns: Iterable[int]) -> int:
        """How many cells lie in these columns."""
        return sum(self._count.get(column, 0) for column in columns)

    def shown(self, columns: Iterable[int]) -> str:
        """The first cells of these columns in reading order, and how many more there are."""
        wanted = list(columns)
        first = sorted((row, column) for column in wanted for row in self._rows.get(column, ()))
        return first_few([f"{letters(column)}{row}" for row, column in first], self.count(wanted))


@dataclass
class Marks:
    """formulas: cells with a formula and a stored result; uncalculated: cells with a formula and none.

    An empty result counts as none, unless the cell is declared a string. merged: ranges such as C5:C6 with
    their first and last column. hidden: rows that are not shown. last_row: the last row with a cell that
    holds something.
    """

    formulas: Cells = field(default_factory=Cells)
    uncalculated: Cells = field(default_factory=Cells)
    merged: list[tuple[str, int, int]] = field(default_factory=list)
    hidden: set[int] = field(default_factory=set)
    last_row: int = 0


def read_marks(stream: IO[bytes], limits: Limits = ANY_SHEET) -> Marks:
    """The marks of a sheet's XML.

    Raises SheetError; also where rows or cells are out of order, which openpyxl would drop without a word,
    and where rows reach over more cells than the limits allow, empty ones included.
    """
    scan = _Scan(limits)
    try:
        scan.parser.ParseFile(stream)
    except expat.ExpatError as error:
        raise SheetError(f"its XML is damaged: {error}") from None
    return scan.marks


class _Scan:
    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.parser = expat.ParserCreate()
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.marks = Marks(Cells(limits.kept), Cells(limits.kept))
        self.row = 0
        self.column = 0
        self.area = 0
        self.string = False
        self.formula = False
        self.result = False

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        name = tag.rpartition(":")[2]
        if name == "c":
            self._cell(attributes)
        elif name == "v" or name == "is":
            self._value()
        elif name == "f":
            self.formula = True
        elif name == "row":
            self._row(attributes)
        elif name == "mergeCell":
            self._merge(attributes.get("ref", ""))

    def end(self, tag: str) -> None:
        name = tag.rpartition(":")[2]
        if name == "v":
            self.parser.CharacterDataHandler = None
        elif name == "c":
            self._end_cell()
        elif name == "row":
            self.area += self.column
            if self.area > self.limits.cells:
                raise SheetError(f"its rows reach over more than {self.limits.cells:,} cells")

    def _value(self) -> None:
        if self.formula and not self.string:
            self.parser.CharacterDataHandler = self._digits
        else:
            self.result = True

    def _digits(self, text: str) -> None:
        self.result = self.result or bool(text.strip())

    def _end_cell(self) -> None:
        if self.formula:
            kind = self.marks.formulas if self.result else self.marks.uncalculated
            kind.add(self.row, self.column)
        if self.formula or self.result:
            self.marks.last_row = self.row

    def _merge(self, reference: str) -> None:
        first, _, last = reference.partition(":")
        if last:
            self.marks.merged.append((reference, position(first)[1], position(last)[1]))

    def _row(self, attributes: dict[str, str]) -> None:
        number = attributes.get("r", str(self.row + 1))
        if not number.isdecimal() or not self.row < int(number) <= MAX_ROW:
            raise SheetError(f"row {number[:20]!r} follows row {self.row}; save the workbook again in Excel")
        if int(number) > self.limits.rows:
            raise SheetError(f"it has a row {int(number):,}; at most {self.limits.rows:,} are read")
        self.row = int(number)
        self.column = 0
        if attributes.get("hidden") in ("1", "true"):
            self.marks.hidden.add(self.row)

    def _cell(self, attributes: dict[str, str]) -> None:
        reference = str(attributes.get("r", f"{letters(self.column + 1)}{self.row}"))
        row, column = position(reference)
        if row != self.row or column <= self.column:
            raise SheetError(f"cell {reference} is out of order; save the workbook again in Excel")
        if column > self.limits.columns:
            raise SheetError(f"it has a cell {reference}; at most {self.limits.columns:,} columns are read")
        self.column = column
        self.string = attributes.get("t") == "str"
        self.formula = self.result = False
