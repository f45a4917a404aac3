"""Rows of table files that hold answers: which column is which, which rows count, and where they stand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path

import numpy as np
import polars as pl
from numpy.typing import NDArray

from accord.annotations.exchange.incoming import CORE, Request
from accord.annotations.log.submission import Source
from accord.annotations.rows import header
from accord.annotations.rows.formulas import DELIMITED, guarded
from accord.annotations.rows.place import SheetCell
from accord.annotations.tables.read import Table, read_tables
from accord.errors import InputError, UsageError
from accord.findings import Finding
from accord.spec.benchmark import Benchmark
from accord.spec.field import listed, shown

VALUES_SHOWN = 8
JOINED = "\0item"
"""The column of items that several columns name together; no file can have such a name."""


@dataclass(frozen=True, eq=False)
class AnswerRows:
    """Rows of one or several tables. frame: (R, all columns) text; row: (R,) where each stands in the table."""

    table: Table
    frame: pl.DataFrame
    row: NDArray[np.int64]

    @property
    def files(self) -> str:
        """The paths of the files, for messages."""
        return ", ".join(file.path for file in self.table.files)

    @property
    def findings(self) -> list[Finding]:
        """What was noticed while reading. Columns of mixed types are none: the form says what each may hold."""
        return [finding for finding in self.table.findings if finding.code != "mixed_types"]

    def stands_as(self, name: str) -> str | None:
        """The column of a name, which may be guarded; None where there is none."""
        names = [name]
        if self.table.files[0].path.lower().endswith(DELIMITED):
            names = [guarded(pl.Series(names))[0], name]
        return next((found for found in names if found in self.frame.columns), None)

    def missing(self, names: Iterable[str]) -> list[Finding]:
        """A problem for every column that is not there, with the nearest name."""
        return header.missing(self.frame.columns, [name for name in names if self.stands_as(name) is None], self.files)

    def place(self, row: int, column: str | None = None) -> str:
        """Where row `row` of the frame stands."""
        return self.table.place(int(self.row[row]), None if column == JOINED else column)

    def source(self, row: int, column: str | None = None) -> Source:
        """The file and line, or the sheet and row (the cell where a column is named), of row `row` of the frame."""
        at = int(self.row[row])
        index, line = int(self.table.file_index[at]), int(self.table.line[at])
        file, place = self.table.files[index], self.table.places[index]
        if isinstance(place, SheetCell):
            cell = place.at(line, column).removeprefix(f"{place.file}!")
            return Source(file=file.path, sha256=file.sha256, cell=cell)
        return Source(file=file.path, sha256=file.sha256, line=line)

    def file_names(self) -> pl.Series:
        """(R,) the name of each row's file."""
        return self.table.file_names().gather(self.row)


def read_rows(paths: Sequence[Path], request: Request) -> AnswerRows:
    """The rows that meet the conditions of a request, guards taken off. Raises UsageError, InputError."""
    table = read_tables(paths, sheet=request.sheet)
    rows = AnswerRows(table, table.frame, np.arange(table.frame.height))
    problems = rows.missing([*request.where, *request.item])
    if problems:
        raise InputError(problems)
    if request.item:
        parts = [rows.stands_as(name) or name for name in request.item]
        joined = pl.concat_str(parts, separator=" | ").alias(JOINED)
        rows = replace(rows, frame=rows.frame.with_columns(joined))
    keep = np.ones(table.frame.height, np.bool_)
    for name, values in request.where.items():
        column = rows.frame[rows.stands_as(name) or name].fill_null("")
        hit = column.is_in(list(values)).to_numpy()
        if not hit.any():
            seen = listed(column.unique(maintain_order=True).to_list(), VALUES_SHOWN)
            message = f"no row has {' or '.join(map(shown, values))}; there are {seen}"
            raise InputError([Finding("no_rows", "error", f"where {name}", message)])
        keep &= hit
    if not keep.any():
        raise InputError([Finding("no_rows", "error", "where", "no row meets all conditions at once")])
    return replace(rows, frame=rows.frame.filter(keep), row=np.flatnonzero(keep))


def asked_columns(parts: Iterable[str], benchmark: Benchmark, request: Request) -> dict[str, str]:
    """Part (one of CORE, or a field) -> its column: as the request says, else as the benchmark says.

    A part whose column the request gives as "" is left out: the table has none. Raises UsageError for a part that is
    neither, and for two parts in one column.
    """
    _check_parts(benchmark, request.columns)
    found: dict[str, str] = {}
    owner: dict[str, str] = {}
    for part in parts:
        column = JOINED if part == "item" and request.item else request.columns.get(part)
        column = _declared(part, benchmark) if column is None else column
        if not column:
            continue
        other = owner.setdefault(column, part)
        if other != part:
            raise UsageError(
                f"column {column!r} would hold both {other} and {part}: name another one by an option, "
                "or under `tables` or `column` in benchmark.yaml"
            )
        found[part] = column
    return found


def _declared(part: str, benchmark: Benchmark) -> str:
    """The column of a part by the benchmark."""
    if part in benchmark.forms:
        return benchmark.forms[part].column or part
    name: str = getattr(benchmark.tables, "passing" if part == "pass" else part)
    return name


def _check_parts(benchmark: Benchmark, columns: Mapping[str, str]) -> None:
    for part in columns:
        if part in CORE or part in benchmark.fields:
            continue
        near = get_close_matches(part, list(benchmark.fields), n=1, cutoff=0.5)
        hint = f"; the nearest name is {near[0]!r}" if near else ""
        raise UsageError(f"no field {part!r}{hint}\n    fields: {', '.join(benchmark.fields)}")
