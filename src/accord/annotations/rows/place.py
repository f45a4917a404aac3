"""How a place in a file is written: a line of text, a record, or a cell of a sheet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol


class Place(Protocol):
    """Writes the place of a row, and of a cell where a column is named."""

    def at(self, line: int, column: str | None = None) -> str:
        """The place of line `line` (as the file counts) and column `column`."""


@dataclass(frozen=True)
class FileLine:
    """Places in a text file.

    >>> FileLine("a.csv").at(12, "score")
    'a.csv:12, column score'
    """

    file: str

    def at(self, line: int, column: str | None = None) -> str:
        """The file and the 1-based line where the row starts."""
        return f"{self.file}:{line}{_column(column)}"


@dataclass(frozen=True)
class Record:
    """Places in a file of records without lines.

    >>> Record("a.parquet").at(5, "score")
    'a.parquet, record 5, column score'
    """

    file: str

    def at(self, line: int, column: str | None = None) -> str:
        """The file and the 1-based number of the record."""
        return f"{self.file}, record {line}{_column(column)}"


@dataclass(frozen=True)
class SheetCell:
    """Places in a sheet. letters: column name -> column letters.

    >>> SheetCell("a.xlsx", "Sheet1", {"score": "C"}).at(12, "score")
    'a.xlsx!Sheet1!C12'
    >>> SheetCell("a.xlsx", "Sheet1").at(12)
    'a.xlsx!Sheet1, row 12'
    """

    file: str
    sheet: str
    letters: Mapping[str, str] = field(default_factory=dict)

    def at(self, line: int, column: str | None = None) -> str:
        """The cell; the row alone where the sheet has no such column."""
        if column is not None and column in self.letters:
            return f"{self.file}!{self.sheet}!{self.letters[column]}{line}"
        return f"{self.file}!{self.sheet}, row {line}{_column(column)}"


def _column(column: str | None) -> str:
    return "" if column is None else f", column {column}"
