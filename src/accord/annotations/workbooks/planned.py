"""The plan of a workbook: made of the benchmark, its items, the outputs of models and one group of an assignment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from accord.annotations.items import ItemTable, left_blank, references, shown_columns
from accord.annotations.log.standing import Standing
from accord.annotations.log.submission import FIRST
from accord.annotations.rows.tally import first_few
from accord.annotations.sample.assignments import Assignment, Group
from accord.annotations.tables.xlsx.marks import letters
from accord.annotations.workbooks.grid import LIMITS
from accord.annotations.workbooks.headings import headings
from accord.annotations.workbooks.held import MOST, alike, held
from accord.annotations.workbooks.plan import FIRST_ROW, Column, Plan, Row
from accord.errors import InputError, UsageError
from accord.findings import Finding, counted
from accord.spec.benchmark import Benchmark
from accord.spec.field import listed
from accord.spec.states import NOT_ASKED_CELL

ALTERNATIVES = " ||\n"
GROUP = "group"
SHOWN = 5


@dataclass(frozen=True, eq=False)
class GivenOutputs:
    """Outputs of models. texts: item -> model -> field -> text; an output that could not be read has None."""

    texts: Mapping[str, Mapping[str, Mapping[str, str] | None]]

    def models(self, items: Sequence[str]) -> tuple[str, ...]:
        """The models that say something about any of these items, sorted."""
        return tuple(sorted({model for item in items for model in self.texts.get(item, {})}))


def given_outputs(standing: Standing, fields: Sequence[str]) -> GivenOutputs:
    """The outputs of the first pass, with the fields that are named."""
    of_models = (pl.col("role") == "model") & pl.col("of").is_null() & (pl.col("pass") == FIRST)
    frame = standing.frame.filter(of_models)
    texts: dict[str, dict[str, dict[str, str] | None]] = {}
    columns = [frame[field].to_list() for field in fields]
    for at, (item, model, state) in enumerate(frame.select("item", "rater", "state").iter_rows()):
        said = {field: _text(cells[at]) for field, cells in zip(fields, columns, strict=True)}
        texts.setdefault(item, {})[model] = said if state == "answered" else None
    return GivenOutputs(texts)


def _text(cell: str | None) -> str:
    return "" if cell is None or cell == NOT_ASKED_CELL else cell


def plan_of(
    benchmark: Benchmark,
    items: ItemTable,
    outputs: GivenOutputs,
    assignment: Assignment,
    group: Group,
    models: Sequence[str] | None = None,
) -> Plan:
    """The workbook of a group. models: whose outputs are judged, all that there are where none are named.

    Raises InputError for items that the benchmark does not have, UsageError where people are asked nothing that a
    workbook can ask, or more than would be read back.
    """
    absent = [name for name in group.items if name not in items.row]
    if absent:
        where = f"assignment {assignment.name}, group {group.name}"
        message = f"{counted(len(absent), 'item')} the benchmark does not have: {listed(absent, SHOWN)}"
        raise InputError([Finding("unknown_item", "error", where, message, "draw the sample again: accord sample")])
    if len({alike(name) for name in group.raters}) < len(group.raters):
        raise UsageError(f"annotators that programs may take for one in a workbook: {listed(group.raters)}; rename one")
    if models is None:
        models = outputs.models(group.items) if benchmark.asked("human", about_output=True) else ()
    read = shown_columns(benchmark, items)
    tracking = [name for name in assignment.by if name not in read and name in items.frame.columns]
    columns = headings(benchmark, read, [GROUP, *tracking], models)
    _require_questions(benchmark, columns, assignment, group)
    _require_room(len(group.items) + 1, len(columns), assignment, group)
    planner = _Planner(benchmark, items, outputs, f"{assignment.name} {group.name}", columns)
    source = _sources(columns, read, tracking)
    rows = tuple(planner.row(name, number, source) for number, name in enumerate(group.items, FIRST_ROW))
    findings = (*_left_out(benchmark), *planner.findings())
    return Plan(assignment.name, group.name, group.raters, columns, rows, findings)


def _sources(columns: Sequence[Column], read: Sequence[str], tracking: Sequence[str]) -> dict[int, str]:
    """Place of a column -> the column of the items that it holds."""
    found = dict(enumerate(read))
    places = [at for at, column in enumerate(columns) if column.part == "tracking"]
    return found | dict(zip(places[1:], tracking, strict=True))


def _require_questions(benchmark: Benchmark, columns: Sequence[Column], assignment: Assignment, group: Group) -> None:
    if any(column.part == "answer" for column in columns):
        return
    if benchmark.asked("human", about_output=True):
        where = f"assignment {assignment.name}, group {group.name}"
        message = "no model has an output for any of its items, so there is nothing to judge"
        fix = "import the outputs first: accord import outputs.jsonl --role model --into DIR"
        raise InputError([Finding("no_outputs", "error", where, message, fix)])
    raise UsageError("people are asked nothing that a workbook can ask; see asked_of of the fields in benchmark.yaml")


def _require_room(rows: int, columns: int, assignment: Assignment, group: Group) -> None:
    if rows <= LIMITS.rows and columns <= LIMITS.columns and rows * columns <= LIMITS.cells:
        return
    raise UsageError(
        f"assignment {assignment.name}, group {group.name}: a workbook of {rows:,} rows and {columns:,} columns would "
        f"not be read back; at most {LIMITS.rows:,} rows, {LIMITS.columns:,} columns and {LIMITS.cells:,} cells are; "
        "make more groups, or judge fewer models at a time"
    )


def _left_out(benchmark: Benchmark) -> list[Finding]:
    """Fields that nobody can answer in cells."""
    asked = [name for about in (True, False) for name in benchmark.asked("human", about)]
    return [
        Finding("not_held", "warning", f"field {name}", f"a workbook cannot ask for {benchmark.forms[name].kind}")
        for name in asked
        if not benchmark.forms[name].in_cells
    ]


class _Planner:
    """Makes rows, and gathers what cells cannot hold."""

    def __init__(
        self, benchmark: Benchmark, items: ItemTable, outputs: GivenOutputs, where: str, columns: tuple[Column, ...]
    ) -> None:
        self._benchmark, self._items, self._outputs, self._columns = benchmark, items, outputs, columns
        self._where = where
        fields = {column.field for column in columns if column.part == "answer" and column.field is not None}
        self._blank = {name: left_blank(benchmark, items, name, "human") for name in fields}
        self._cut: list[str] = []
        self._replaced: list[str] = []

    def row(self, item: str, number: int, source: Mapping[int, str]) -> Row:
        """The row of an item. number: where it stands in the sheet."""
        at = self._items.row[item]
        texts = tuple(self._cell(item, at, number, place, source) for place in range(len(self._columns)))
        asked = tuple(column.part == "answer" and self._asked(item, at, column) for column in self._columns)
        image = self._benchmark.items.image
        path = None if image is None else _blank_as_none(self._items.frame[image][at])
        said = self._outputs.texts.get(item, {})
        models = {column.model for column in self._columns if column.model is not None}
        return Row(item, texts, asked, path, frozenset(model for model in models if said.get(model) is None))

    def _cell(self, item: str, at: int, number: int, place: int, source: Mapping[int, str]) -> str:
        cell = held(self._whole(item, at, place, source))
        address = f"{letters(place + 1)}{number}"
        if cell.units:
            self._cut.append(address)
        if cell.replaced:
            self._replaced.append(address)
        return cell.text

    def _whole(self, item: str, at: int, place: int, source: Mapping[int, str]) -> str:
        column = self._columns[place]
        if place in source:
            return self._items.frame[source[place]][at] or ""
        if column.part == "item":
            return item
        if column.part == "tracking":
            return self._where
        if column.part == "reference" and column.field is not None:
            return self._reference(column.field, at)
        if column.part == "output" and column.field is not None and column.model is not None:
            said = self._outputs.texts.get(item, {}).get(column.model)
            return (said or {}).get(column.field, "")
        return ""

    def _reference(self, target: str, at: int) -> str:
        name = self._benchmark.reference(target) or target
        return ALTERNATIVES.join(references(self._items.frame[name][at]))

    def _asked(self, item: str, at: int, column: Column) -> bool:
        """Whether an answer is wanted: not where there is no output to judge, nor where the reference is empty."""
        if item in self._items.invalid_outputs:
            return False
        if column.model is not None and self._outputs.texts.get(item, {}).get(column.model) is None:
            return False
        blank = self._blank[column.field or ""]
        return blank is None or not bool(np.asarray(blank)[at])

    def findings(self) -> list[Finding]:
        """What was cut or replaced."""
        found = []
        if self._cut:
            message = f"cells hold {MOST:,} characters; cut, with a mark at the end: {first_few(self._cut)}"
            fix = "people see the cut text, the log and the items keep the whole; shorten it if the end matters"
            found.append(Finding("text_cut", "warning", self._where, message, fix, len(self._cut)))
        if self._replaced:
            message = f"control characters that no workbook holds stand as \ufffd: {first_few(self._replaced)}"
            found.append(Finding("characters_replaced", "warning", self._where, message, None, len(self._replaced)))
        return found


def _blank_as_none(path: str | None) -> str | None:
    return path if path is not None and path.strip() else None
