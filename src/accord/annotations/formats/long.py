"""The format `long`: a table with one row a submission."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import polars as pl

from accord.annotations.exchange.answer_rows import AnswerRows, asked_columns, read_rows
from accord.annotations.exchange.format import Format, Outgoing
from accord.annotations.exchange.incoming import CORE, Incoming, Request
from accord.annotations.log.submission import Source
from accord.annotations.rows import header
from accord.annotations.rows.tally import first_few
from accord.annotations.tables.read import FILE_AS_RATER
from accord.annotations.tables.write import WRITERS, write_table
from accord.errors import InputError, UsageError
from accord.findings import Finding, counted
from accord.spec.benchmark import Benchmark
from accord.spec.roles import Role
from accord.spec.states import NOT_ASKED_CELL


class Long(Format):
    """One row a submission: a column for the item, one for the rater, and one for each field.

    Further columns say the model whose output is judged, role, pass, time, state and reason. The benchmark says what
    columns are called (`tables`, and `column` of a field); a request may say otherwise, `@file` for the rater makes
    each file one rater. A blank cell is a missing answer, or no answer where none is asked.
    """

    name = "long"
    suffixes = tuple(WRITERS)

    def doubt(self, paths: Sequence[Path], benchmark: Benchmark, request: Request) -> str:
        """Sure of tables with columns for item, rater (unless one filled in all rows) and at least one field."""
        if request.raters:
            return "has no columns for raters by name"
        columns = asked_columns((*CORE, *benchmark.fields), benchmark, request)
        rows = read_rows(paths, request)
        there = {part for part, name in columns.items() if name == FILE_AS_RATER or rows.stands_as(name) is not None}
        there |= set() if request.rater is None else {"rater"}
        lacks = [f"{part} ({columns.get(part, 'none')})" for part in ("item", "rater") if part not in there]
        lacks += [] if there & set(benchmark.fields) else ["any field"]
        shown = first_few(rows.frame.columns, shown=header.NAMES_SHOWN)
        return f"no column for {', '.join(lacks)}; columns: {shown}" if lacks else ""

    def read(self, paths: Sequence[Path], benchmark: Benchmark, request: Request) -> Incoming:
        """The rows of tables. Columns that an option names, and that of the item, must be there."""
        if request.raters:
            raise UsageError("--raters names the columns of a wide table: give --format wide as well")
        columns = asked_columns((*CORE, *benchmark.fields), benchmark, request)
        if "item" not in columns:
            raise UsageError("no column names the item: give it (--item COL)")
        rows = read_rows(paths, request)
        needed = [columns[part] for part in columns if part in ("item", *request.columns)]
        problems = rows.missing(name for name in needed if name != FILE_AS_RATER)
        if problems:
            raise InputError(problems)
        stands = {part: rows.stands_as(name) for part, name in columns.items() if name != FILE_AS_RATER}
        found = {part: name for part, name in stands.items() if name is not None}
        parts = [rows.frame[name].alias(part) for part, name in found.items()]
        if FILE_AS_RATER in columns.values():
            parts.append(rows.file_names().alias("rater"))

        def place(row: int, column: str | None = None) -> str:
            return rows.place(row, found.get(column or ""))

        def source(row: int) -> Source:
            return rows.source(row)

        findings = [*rows.findings, *_absent(rows, benchmark, columns, found, request.role)]
        return Incoming(pl.DataFrame(parts), place, source, rows.table.files, findings)

    def write(self, path: Path, outgoing: Outgoing, benchmark: Benchmark, request: Request) -> list[Finding]:
        """Write the columns that hold anything; item, rater, role, pass and state always do."""
        if request.raters:
            raise UsageError("--raters names the columns of a wide table: give --format wide as well")
        frame = outgoing.frame
        core = [name for name in CORE if frame[name].is_not_null().any()]
        columns = asked_columns((*core, *outgoing.fields), benchmark, request)
        if columns.get("rater", FILE_AS_RATER) == FILE_AS_RATER or "item" not in columns:
            raise UsageError("a long table needs a column for the item and one for the rater (--item COL, --rater COL)")
        left_out = [part for part in core if part not in columns]
        texts = [_blank_where_not_asked(frame[part]).alias(name) for part, name in columns.items()]
        typed = [columns[name] for name in outgoing.fields if name in columns and benchmark.fields[name].measures_of()]
        write_table(path, pl.DataFrame(texts), typed)
        return [*outgoing.blanks, *(_not_held(part, frame[part]) for part in left_out)]


def _absent(
    rows: AnswerRows, benchmark: Benchmark, columns: dict[str, str], found: dict[str, str], role: Role | None
) -> list[Finding]:
    """A finding about fields without a column that the raters are asked. Raises InputError where no field has one.

    role: of all rows, None where they say it themselves.
    """
    absent = [name for name in benchmark.fields if name not in found]
    if len(absent) == len(benchmark.fields):
        asked = first_few([columns.get(name, name) for name in absent], shown=header.NAMES_SHOWN)
        seen = first_few(rows.frame.columns, shown=header.NAMES_SHOWN)
        message = f"no column is a field of the benchmark; their columns would be {asked}"
        raise InputError([Finding("missing_column", "error", rows.files, message, f"columns: {seen}")])
    there = {benchmark.forms[name].matched() is not None for name in benchmark.fields if name in found}
    # A file about outputs lacks no field about items, and one of models lacks none that is not asked of them.
    absent = [
        name
        for name in absent
        if (role is None or role in benchmark.asked_of(name)) and (benchmark.forms[name].matched() is not None) in there
    ]
    if not absent:
        return []
    message = f"no column for {first_few(absent)}; answers to {'it' if len(absent) == 1 else 'them'} stay as they are"
    return [Finding("fields_absent", "info", rows.files, message, None, len(absent))]


def _blank_where_not_asked(texts: pl.Series) -> pl.Series:
    return texts.zip_with(texts != NOT_ASKED_CELL, pl.Series([None], dtype=pl.String))


def _not_held(part: str, texts: pl.Series) -> Finding:
    count = len(texts) - texts.null_count()
    message = f"{counted(count, 'submission says', 'submissions say')} it; the table was asked to have no such column"
    return Finding("not_held", "warning", f"column {part}", message, None, count)
