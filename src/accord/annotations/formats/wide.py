"""The format `wide`: a table with one row an item and one column a rater, for one field."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import polars as pl

from accord.annotations.exchange.answer_rows import asked_columns, read_rows
from accord.annotations.exchange.format import Format, Outgoing
from accord.annotations.exchange.incoming import Incoming, Request
from accord.annotations.log.submission import Source
from accord.annotations.rows import header
from accord.annotations.rows.tally import first_few
from accord.annotations.tables.write import WRITERS, fits_header, write_table
from accord.errors import InputError, UsageError
from accord.findings import Finding, counted
from accord.spec.benchmark import Benchmark
from accord.spec.roles import ROLES, Role
from accord.spec.states import NOT_ASKED_CELL

UNIT = ("item", "of")


class Wide(Format):
    """One row an item (and the model whose output is judged), one column a rater, one field.

    The request names the raters, their role, and the field where more than one is asked of that role. A blank cell is
    no submission. Times, states, reasons and other fields have no place.
    """

    name = "wide"
    suffixes = tuple(WRITERS)

    def read(self, paths: Sequence[Path], benchmark: Benchmark, request: Request) -> Incoming:
        """A row of answers for every cell that is not blank, in the order of the file."""
        columns = _columns(benchmark, request)
        if not request.raters:
            raise UsageError("a wide table has a column for each rater: name them (--raters COL,COL)")
        if len({*request.raters, *columns.values()}) < len(request.raters) + len(columns):
            raise UsageError("--raters: a column is named twice, or is that of the item or output")
        rows = read_rows(paths, request)
        needed = [columns[part] for part in columns if part == "item" or part in request.columns]
        problems = rows.missing([*needed, *request.raters])
        if problems:
            raise InputError(problems)
        found = {part: there for part, name in columns.items() if (there := rows.stands_as(name)) is not None}
        field = _field(benchmark, request, _role(request.role), "of" in found)
        stands = [rows.stands_as(name) or name for name in request.raters]
        answers = [rows.frame[name].fill_null("") for name in stands]
        filled = [np.flatnonzero((cells.str.strip_chars() != "").to_numpy()) for cells in answers]
        at = np.concatenate(filled)
        if not len(at):
            message = "every cell of the rater columns is blank"
            raise InputError([Finding("empty_table", "error", rows.files, message)])
        order = np.argsort(at, kind="stable")
        at = at[order]
        who = np.repeat(np.arange(len(filled)), [len(rated) for rated in filled])[order]
        cells = pl.concat([column.gather(rated) for column, rated in zip(answers, filled, strict=True)])
        parts = [rows.frame[name].gather(at).alias(part) for part, name in found.items()]
        parts += [pl.Series("rater", request.raters, pl.String).gather(who), cells.gather(order).alias(field)]

        def place(row: int, column: str | None = None) -> str:
            name = stands[int(who[row])] if column in ("rater", field) else found.get(column or "")
            return rows.place(int(at[row]), name)

        def source(row: int) -> Source:
            return rows.source(int(at[row]), stands[int(who[row])])

        return Incoming(pl.DataFrame(parts), place, source, rows.table.files, rows.findings)

    def write(self, path: Path, outgoing: Outgoing, benchmark: Benchmark, request: Request) -> list[Finding]:
        """Write the answers to one field by the raters of one role in one pass, items in the order of the rows."""
        columns = _columns(benchmark, request)
        frame = outgoing.frame
        role = _role(request.role or _only_role(frame))
        about = bool(frame.filter(pl.col("role") == role)["of"].is_not_null().any())
        field = _field(benchmark, request, role, about)
        if field not in outgoing.fields:
            raise UsageError(f"{path}: no submission answers {field}; answered: {', '.join(outgoing.fields)}")
        taken = {name for part, name in columns.items() if part == "item" or about}
        there = frame["rater"].unique(maintain_order=True).to_list()
        nameable = [name for name in there if fits_header(name) and name not in taken]
        raters = _raters(request, nameable)
        findings, frame = _fitting(frame, field, role, request.passing, raters)
        if frame.is_empty():
            raise UsageError(f"{path}: there is no answer of role {role} to {field} that a wide table can hold")
        units = frame.select(UNIT).unique(maintain_order=True)
        parts = [units[part].alias(columns[part]) for part in UNIT if part == "item" or about]
        said = list(request.raters) or [name for name in nameable if (frame["rater"] == name).any()]
        for name in said:
            mine = frame.filter(pl.col("rater") == name).select(*UNIT, field)
            joined = units.join(mine, on=UNIT, how="left", nulls_equal=True, maintain_order="left")
            parts.append(joined[field].alias(name))
        write_table(path, pl.DataFrame(parts), said if benchmark.fields[field].measures_of() else ())
        return [*findings, *_beside(frame, field, outgoing.fields)]


def _columns(benchmark: Benchmark, request: Request) -> dict[str, str]:
    """The columns of item and output. Raises UsageError for what a wide table has no column for."""
    columns = asked_columns(UNIT, benchmark, request)
    strange = [part for part in request.columns if part not in (*UNIT, *benchmark.fields)]
    if strange or request.rater is not None:
        said = f"a column for {', '.join(strange)}" if strange else "one name for who filled it in (--by)"
        raise UsageError(f"a wide table has no use for {said}; it has a column for the item and one for each rater")
    if "item" not in columns:
        raise UsageError("no column names the item: give it (--item COL)")
    return columns


def _role(role: Role | None) -> Role:
    if role is None:
        raise UsageError(f"a wide table does not say the role of its raters: give it (--role {'|'.join(ROLES)})")
    return role


def _field(benchmark: Benchmark, request: Request, role: Role, about: bool) -> str:
    """The one field of a table: the one that is named, else the only one that the role is asked."""
    named = [part for part in request.columns if part in benchmark.fields]
    fields = named or benchmark.asked(role, about)
    if len(fields) != 1:
        of = " about outputs" if about else ""
        asked = "more than one is named" if named else f"{first_few(fields) or 'none'} of role {role}{of} can be"
        raise UsageError(f"a wide table holds one field; {asked}: name one (--field FIELD)")
    return fields[0]


def _only_role(frame: pl.DataFrame) -> Role | None:
    roles: list[Role] = frame["role"].unique().to_list()
    return roles[0] if len(roles) == 1 else None


def _raters(request: Request, nameable: Sequence[str]) -> Sequence[str]:
    """The raters that get a column. Raises UsageError for one that is named and cannot have one."""
    strange = [name for name in request.raters if name not in nameable]
    if strange:
        there = first_few(nameable, shown=header.NAMES_SHOWN)
        raise UsageError(f"--raters: no column can be made for {first_few(strange)}; raters: {there}")
    return request.raters or nameable


def _fitting(
    frame: pl.DataFrame, field: str, role: Role, passing: str, raters: Sequence[str]
) -> tuple[list[Finding], pl.DataFrame]:
    """The rows that fit into the table, and findings about those that do not."""
    unasked = pl.col(field) == NOT_ASKED_CELL
    reasons = {
        "of another role": pl.col("role") != role,
        f"of another pass than {passing}": pl.col("pass") != passing,
        "invalid or unusable": pl.col("state") != "answered",
        "by raters without a column": ~pl.col("rater").is_in(list(raters)),
        f"without an answer to {field}": pl.col(field).is_null() | unasked,
    }
    findings = []
    for words, reason in reasons.items():
        count = frame.filter(reason).height
        frame = frame.filter(~reason)
        if count:
            findings.append(_left_out(counted(count, "submission") + f" {words}", count))
    return findings, frame


def _beside(frame: pl.DataFrame, field: str, fields: Sequence[str]) -> list[Finding]:
    """What submissions say beside the answer to the field, as findings."""
    counts = {
        "time": frame.height - frame["at"].null_count(),
        "reason": frame.height - frame["reason"].null_count(),
    }
    found = [_left_out(counted(count, what), count) for what, count in counts.items() if count]
    for name in fields:
        count = frame.filter(_said(name)).height
        if count and name != field:
            found.append(_left_out(counted(count, f"answer to {name}", f"answers to {name}"), count))
    return found


def _left_out(what: str, count: int) -> Finding:
    return Finding("not_held", "warning", "wide table", f"left out: {what}", None, count)


def _said(field: str) -> pl.Expr:
    """Whether a submission says anything of a field, if only that it is missing."""
    return (pl.col(field) != NOT_ASKED_CELL).fill_null(True)
