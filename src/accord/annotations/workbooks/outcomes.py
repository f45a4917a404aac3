"""What came of writing or reading one workbook, in numbers and findings."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from accord.canonical import path_text
from accord.findings import Finding


@dataclass(frozen=True)
class WrittenWorkbook:
    """One copy. rows: items; pictures: how many lie on them; asked: how many cells wait for an answer."""

    path: Path
    assignment: str
    group: str
    annotator: str
    rows: int
    pictures: int
    asked: int
    bytes: int

    def to_dict(self) -> dict[str, Any]:
        """The copy as plain values for JSON."""
        return {
            "path": path_text(self.path),
            "assignment": self.assignment,
            "group": self.group,
            "annotator": self.annotator,
            "rows": self.rows,
            "pictures": self.pictures,
            "asked": self.asked,
            "bytes": self.bytes,
        }


@dataclass(frozen=True)
class ReturnedFile:
    """What came of one file. rows: as given out; complete: rows that are right and filled in; taken: how many of them
    were taken in. A file that could not be read has `findings` only.
    """

    path: str
    findings: tuple[Finding, ...]
    assignment: str | None = None
    group: str | None = None
    annotator: str | None = None
    rows: int = 0
    complete: int = 0
    taken: int = 0
    is_read: bool = False

    @property
    def wrong(self) -> int:
        """How many findings are errors."""
        return sum(finding.count for finding in self.findings if finding.severity == "error")

    def to_dict(self) -> dict[str, Any]:
        """The outcome as plain values for JSON."""
        return {
            "path": self.path,
            "read": self.is_read,
            "assignment": self.assignment,
            "group": self.group,
            "annotator": self.annotator,
            "rows": self.rows,
            "complete": self.complete,
            "taken": self.taken,
            "findings": [finding.to_dict() for finding in self.findings],
        }
