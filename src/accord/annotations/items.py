"""The items of a benchmark: ids, pictures, references, and the columns they are grouped by."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
import polars as pl
from numpy.typing import NDArray

from accord.annotations.alike import alike_ids
from accord.annotations.rows import header
from accord.annotations.rows.tally import Tally
from accord.annotations.tables.read import Table, read_tables
from accord.errors import InputError
from accord.findings import Finding
from accord.spec.benchmark import Benchmark
from accord.spec.field import shown
from accord.spec.labels import folded
from accord.spec.roles import ROLES, Role

SEPARATOR = "||"
INVALID_OUTPUT = "invalid_output"
DESCRIPTION = "description"


@dataclass(frozen=True, eq=False)
class ItemTable:
    """The items as a table of text.

    ids: (N,) in the order of the file. frame: (N, columns) text, null where a value is absent. findings: items that
    stand twice, and ids that look alike.
    """

    ids: tuple[str, ...]
    frame: pl.DataFrame
    table: Table
    state: str | None
    findings: tuple[Finding, ...]

    @cached_property
    def row(self) -> dict[str, int]:
        """Id -> row, the first where an id stands twice."""
        return {name: at for at, name in reversed(list(enumerate(self.ids)))}

    @cached_property
    def invalid_outputs(self) -> frozenset[str]:
        """The items that cannot be rated at all."""
        if self.state is None:
            return frozenset()
        states = self.frame[self.state].to_list()
        return frozenset(
            name for name, state in zip(self.ids, states, strict=True) if folded(state or "") == INVALID_OUTPUT
        )

    def empty_reference(self, column: str) -> NDArray[np.bool_]:
        """(N,) whether an item has no reference in a column."""
        return np.array([not references(cell) for cell in self.frame[column].to_list()], np.bool_)


def references(cell: str | None) -> list[str]:
    """The alternatives in a cell: a JSON array, or texts separated by `||`; none where it is blank.

    >>> references("Ming dynasty || 14th century"), references('["a", ""]'), references(" ")
    (['Ming dynasty', '14th century'], ['a'], [])
    """
    if cell is None:
        return []
    parts = cell.split(SEPARATOR)
    if cell.lstrip().startswith("["):
        try:
            values = json.loads(cell)
        except (ValueError, RecursionError):
            values = None
        parts = [str(value) for value in values if value is not None] if isinstance(values, list) else parts
    return [part.strip() for part in parts if part.strip()]


def shown_columns(benchmark: Benchmark, items: ItemTable) -> tuple[str, ...]:
    """The columns of the items that people read."""
    if benchmark.items.shown is not None:
        return tuple(dict.fromkeys(benchmark.items.shown))
    return (DESCRIPTION,) if DESCRIPTION in items.frame.columns else ()


def left_blank(benchmark: Benchmark, items: ItemTable, field: str, role: Role) -> NDArray[np.bool_] | None:
    """(N,) the items for which a role leaves a field blank, because they have no reference to match.

    None where that cannot be: the field matches nothing, has no references, or the role answers without them.
    """
    column = benchmark.reference(field)
    if benchmark.forms[field].matched() is None or column is None or not benchmark.leaves_blank(role):
        return None
    return items.empty_reference(column)


def rows_left_blank(
    benchmark: Benchmark, items: ItemTable, field: str, item_row: NDArray[np.int64], roles: pl.Series
) -> NDArray[np.bool_]:
    """(R,) the submissions whose role leaves a field blank. item_row: (R,) rows of the items, -1 for none."""
    left = np.zeros(len(item_row), np.bool_)
    for role in ROLES:
        blank = left_blank(benchmark, items, field, role)
        if blank is not None:
            left |= np.append(blank, False)[item_row] & (roles == role).to_numpy()
    return left


def read_items(folder: Path, benchmark: Benchmark) -> ItemTable:
    """The items of a benchmark's folder. Raises InputError where the table, or a column of it, is not there."""
    asked = benchmark.items
    path = folder / asked.file
    table = read_tables([path])
    frame = table.frame
    # A column of JSON Lines that no item fills is no column at all: references that are all empty.
    absent = [name for name in _optional(benchmark) if name not in frame.columns]
    problems = header.missing(frame.columns, [name for name in _needed(benchmark) if name not in absent], str(path))
    if problems:
        raise InputError(problems)
    if path.suffix.lower() in (".jsonl", ".ndjson"):
        frame = frame.with_columns(pl.lit(None, pl.String).alias(name) for name in absent)
    elif absent:
        raise InputError(header.missing(frame.columns, absent, str(path)))
    ids = frame[asked.id]
    blank = np.flatnonzero((ids.is_null() | (ids.str.strip_chars() == "")).to_numpy())
    if len(blank):
        tally = Tally(str(path))
        for row in blank.tolist():
            tally.add("blank_id", table.place(row, asked.id), "the id is blank")
        raise InputError(tally.problems())
    findings = [*table.findings, *_twice(ids, table, asked.id), *alike_ids(ids.unique(maintain_order=True), "items")]
    return ItemTable(tuple(ids.to_list()), frame, table, asked.state, tuple(findings))


def _needed(benchmark: Benchmark) -> list[str]:
    """The columns that the items must have."""
    asked = benchmark.items
    named = [asked.id, *asked.strata, asked.cluster, asked.image, asked.state]
    named += [name for columns in asked.slice_columns for name in columns]
    named += asked.shown or ()
    return list(dict.fromkeys([name for name in named if name is not None] + _references(benchmark)))


def _optional(benchmark: Benchmark) -> list[str]:
    """Columns that JSON Lines may leave out of every line."""
    state = [benchmark.items.state] if benchmark.items.state is not None else []
    return list(dict.fromkeys([*_references(benchmark), *state]))


def _references(benchmark: Benchmark) -> list[str]:
    found = (benchmark.reference(field) for field in benchmark.forms)
    return [name for name in found if name is not None]


def _twice(ids: pl.Series, table: Table, column: str) -> list[Finding]:
    first: dict[str, int] = {}
    tally = Tally(table.files[0].path)
    for row, name in enumerate(ids.to_list()):
        earlier = first.setdefault(name, row)
        if earlier != row:
            message = f"item {shown(name)} stands twice, first at {table.place(earlier)}"
            tally.add("duplicate_item", table.place(row, column), message, "give every item an id of its own")
    return tally.problems()
