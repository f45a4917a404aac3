"""Reading one Parquet file as text."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl

from accord.annotations.as_text import NoText, as_text
from accord.annotations.rows import header
from accord.annotations.rows.part import Part
from accord.annotations.rows.place import Record
from accord.annotations.tables.parquet.footer import MAX_ROWS, Footer, FooterError, read_footer
from accord.errors import InputError
from accord.findings import Finding

MAX_CELLS = MAX_ROWS


def read(data: bytes, file: str, needed: Sequence[str] | None) -> Part:
    """The needed columns (all where None) of a Parquet file as text; see `as_text` for the rules.

    Nothing is read before the footer has been checked (`read_footer`). At most 200 million cells are read.
    Raises InputError for a file that cannot be read; repeated names and columns without a text form are
    problems of the part.
    """
    footer = _footer(data, file)
    problems = header.repeated(footer.names, file) or header.unnamed(footer.names, file)
    wanted = [name for name in footer.names if needed is None or name in needed]
    if not footer.rows:
        problems.append(Finding("no_rows", "error", file, "the table has columns and no rows"))
    if footer.rows * len(wanted) > MAX_CELLS:
        message = f"{footer.rows:,} rows of {len(wanted)} columns; at most {MAX_CELLS:,} cells are read"
        problems.append(Finding("too_large", "error", file, message, "split the file or name fewer columns"))
    columns: list[pl.Series] = []
    if wanted and not problems:
        for column in _frame(data, file, wanted, footer.rows):
            try:
                columns.append(as_text(column))
            except NoText as error:
                where = f"{file}, column {column.name}"
                problems.append(Finding("not_text", "error", where, str(error), "leave the column out"))
    return Part(
        Record(file),
        footer.names,
        pl.DataFrame(columns),
        np.arange(1, footer.rows + 1, dtype=np.int64),
        problems=tuple(problems),
    )


def _footer(data: bytes, file: str) -> Footer:
    try:
        return read_footer(data)
    except FooterError as error:
        raise InputError([Finding("bad_parquet", "error", file, str(error))]) from None


def _frame(data: bytes, file: str, columns: list[str], rows: int) -> pl.DataFrame:
    try:
        frame = pl.read_parquet(data, columns=columns, hive_partitioning=False)
    except (Exception, pl.exceptions.PanicException) as error:
        # Whatever a damaged file provokes, down to a panic in polars, is one problem with the file.
        reason = str(error).partition("\n")[0]
        raise InputError([Finding("bad_parquet", "error", file, f"the file is damaged: {reason}")]) from None
    if frame.height != rows:
        what = f"the file is damaged: {rows:,} rows declared, {frame.height:,} found"
        raise InputError([Finding("bad_parquet", "error", file, what)])
    return frame
