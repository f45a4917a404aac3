"""Workbooks as text: what was written, what came back, and every cell that is wrong."""

from __future__ import annotations

import math
from collections.abc import Sequence

from accord.annotations.workbooks.outcomes import ReturnedFile, WrittenWorkbook
from accord.findings import Finding, most_severe_first, visible
from accord.report.layout import Cell, table_text

SHOWN = 5
"""Findings of one kind that are told in full; of the others only the places are named."""


def exported_text(written: Sequence[WrittenWorkbook]) -> str:
    """A line for every copy."""
    rows: list[list[Cell]] = [
        [
            str(book.path),
            book.group,
            book.annotator,
            f"{book.rows:,}",
            f"{book.pictures:,}",
            f"{book.asked:,}",
            _size(book.bytes),
        ]
        for book in written
    ]
    headings = ["file", "group", "annotator", "rows", "pictures", "to answer", "size"]
    return table_text(headings, rows, right=headings[3:])


def returned_text(files: Sequence[ReturnedFile]) -> str:
    """A line for every file."""
    rows: list[list[Cell]] = []
    for file in files:
        if not file.is_read:
            rows.append([file.path, "not read"])
            continue
        numbers = [f"{number:,}" for number in (file.rows, file.complete, file.taken, file.wrong)]
        rows.append([file.path, file.group or "", file.annotator or "?", *numbers])
    headings = ["file", "group", "annotator", "rows", "complete", "taken in", "wrong"]
    return table_text(headings, rows, right=headings[3:])


def remarks_text(findings: Sequence[Finding]) -> str:
    """The findings of one file: of each kind the first five in full, and the places of all others."""
    kinds: dict[tuple[str, str], list[Finding]] = {}
    for finding in most_severe_first(findings):
        kinds.setdefault((finding.severity, finding.code), []).append(finding)
    lines = []
    for (severity, code), found in kinds.items():
        lines += [str(finding) for finding in found[:SHOWN]]
        rest = found[SHOWN:]
        if rest:
            places = ", ".join(_place(finding) for finding in rest)
            lines.append(visible(f"{severity} {code}: and {len(rest):,} more: {places}"))
    return "".join(f"{line}\n" for line in lines)


def _size(size: int) -> str:
    """What a mail needs to hold: tenths of a MiB, rounded up."""
    return f"{math.ceil(size / 2**20 * 10) / 10:.1f} MiB"


def _place(finding: Finding) -> str:
    """The cell, or all of a place that is none."""
    return finding.where.rpartition("!")[2]
