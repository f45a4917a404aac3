"""What is wrong, or worth knowing, about one cell of a returned workbook."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from accord.annotations.tables.xlsx.marks import letters
from accord.findings import Finding, Severity


@dataclass(frozen=True, slots=True)
class Wrong:
    """One remark. row, column: of the cell, from 1; 0 where it is about a whole row, column or sheet.

    One of severity error keeps its row from being taken in; `whole` one the whole file.
    """

    code: str
    severity: Severity
    row: int
    column: int
    message: str
    fix: str | None = None
    count: int = 1
    whole: bool = False

    def finding(self, file: str, title: str) -> Finding:
        """The remark with its address: `file!sheet!E5`, or `file!sheet, row 5`."""
        return Finding(self.code, self.severity, self.place(f"{file}!{title}"), self.message, self.fix, self.count)

    def place(self, sheet: str) -> str:
        """Where it is."""
        if self.row and self.column:
            return f"{sheet}!{letters(self.column)}{self.row}"
        if self.row:
            return f"{sheet}, row {self.row}"
        return f"{sheet}, column {letters(self.column)}" if self.column else sheet


def errors(wrongs: Iterable[Wrong]) -> list[Wrong]:
    """Those that keep something from being taken in."""
    return [wrong for wrong in wrongs if wrong.severity == "error"]
