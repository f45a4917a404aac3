"""What a curator should know about a workbook that was taken in: whose earlier answers it replaces, or leaves."""

from __future__ import annotations

from pathlib import Path

import polars as pl

from accord.annotations.rows.tally import first_few
from accord.annotations.workbooks.returned import Returned
from accord.annotations.workbooks.wrong import Wrong
from accord.canonical import sha256_file
from accord.findings import Finding, Severity, counted
from accord.spec.document import leads_out
from accord.spec.field import shown
from accord.spec.states import NOT_ASKED_CELL
from accord.verbs.import_answers import Imported
from accord.verbs.opened import Opened

LOOK = "see whether the answers hold for the new picture as well"
MANY = 0.1
"""The share of corrections above which a workbook may be that of another person."""


def corrections(book: Returned, done: Imported) -> list[Finding]:
    """That answers of before were replaced: a few are corrections, many may be those of another person."""
    if not done.corrected:
        return []
    count = counted(done.corrected, "submission replaces", "submissions replace")
    message = f"{count} what {book.annotator} said before, of {done.rows:,}"
    severity: Severity = "warning" if done.corrected > MANY * done.rows else "info"
    fix = "see whether the workbook is theirs; the earlier answers stay in the log"
    return [Finding("corrections", severity, book.file.path, message, fix, done.corrected)]


def not_withdrawn(folder: Opened, book: Returned, passing: str) -> list[Finding]:
    """Comments of before whose cells are blank now: a blank takes nothing back."""
    frame = folder.standing.frame
    optional = [column.field for column in book.plan.columns if column.optional and column.model is None]
    mine = (pl.col("role") == "human") & (pl.col("rater") == book.annotator) & (pl.col("pass") == passing)
    blank = [
        book.plan.rows[at].item
        for at in book.complete
        if not any(model is None for model, _ in book.answered[at].texts)
    ]
    said = [pl.col(name).is_not_null() & (pl.col(name) != NOT_ASKED_CELL) for name in optional if name is not None]
    if not said:
        return []
    items = frame.filter(mine & pl.col("of").is_null() & pl.col("item").is_in(blank) & pl.any_horizontal(said))["item"]
    if items.is_empty():
        return []
    message = f"blank now, and a comment of before stands: {first_few(items.to_list())}"
    fix = "a blank cell takes nothing back; write what holds in its place"
    return [Finding("not_withdrawn", "warning", book.file.path, message, fix, len(items))]


def changed_pictures(folder: Path, book: Returned) -> list[Wrong]:
    """A warning for every picture of the benchmark that is not the file any more that people have looked at."""
    places = [at for at, column in enumerate(book.plan.columns) if column.part == "picture"]
    columns = [book.located.column[at] for at in places if at in book.located.column]
    found = []
    for at, number in book.located.row.items():
        row = book.plan.rows[at]
        given = book.files.get(row.texts[book.plan.item_place])
        if given is None or row.image is None or leads_out(row.image):
            continue
        path = folder / row.image
        if not path.is_file() or sha256_file(path) != given:
            message = f"the picture of {shown(row.item)} is another file now than when the workbook was given out"
            found.append(Wrong("picture_changed", "warning", number, next(iter(columns), 0), message, LOOK))
    return found
