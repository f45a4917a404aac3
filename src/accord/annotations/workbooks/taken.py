"""Returned workbooks as rows of answers for the logs."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from accord.annotations.exchange.incoming import Incoming
from accord.annotations.log.submission import FIRST, Source
from accord.annotations.tables.xlsx.marks import letters
from accord.annotations.workbooks.returned import Returned

HEAD = ("item", "of", "rater", "role", "pass")


def incoming_of(books: Sequence[Returned], fields: Sequence[str], passing: str = FIRST) -> Incoming:
    """A row for every item or output that was answered about in the complete rows of workbooks.

    fields: of the benchmark; columns are those that any workbook asks.
    """
    places: list[tuple[Returned, int, int]] = []
    rows: list[dict[str, str | None]] = []
    for book in books:
        for at in sorted(book.complete, key=lambda at: book.located.row[at]):
            for model, texts in _units(book, at).items():
                head = (book.plan.rows[at].item, model, book.annotator, "human", passing)
                rows.append({**dict(zip(HEAD, head, strict=True)), **texts})
                places.append((book, at, _first_column(book, model)))
    asked = {book.plan.columns[at].field for book in books for at in book.plan.answers}
    names = [*HEAD, *(name for name in fields if name in asked)]
    frame = pl.DataFrame({name: pl.Series([row.get(name) for row in rows], dtype=pl.String) for name in names})

    def cell(row: int) -> str:
        book, at, column = places[row]
        return f"{book.title}!{letters(column)}{book.located.row[at]}"

    def place(row: int, column: str | None = None) -> str:
        tail = "" if column is None else f", {column}"
        return f"{places[row][0].file.path}!{cell(row)}{tail}"

    def source(row: int) -> Source:
        book = places[row][0]
        return Source(file=book.file.path, sha256=book.file.sha256, cell=cell(row), saved=book.saved)

    return Incoming(frame, place, source, [book.file for book in books])


def _units(book: Returned, at: int) -> dict[str | None, dict[str, str]]:
    """What was said about the item (None) and about the output of each model."""
    units: dict[str | None, dict[str, str]] = {}
    for (model, field), text in book.answered[at].texts.items():
        units.setdefault(model, {})[field] = text
    return units


def _first_column(book: Returned, model: str | None) -> int:
    """The column of the first answer about a model."""
    columns = book.plan.columns
    return min(book.located.column[at] for at in book.plan.answers if columns[at].model == model)
