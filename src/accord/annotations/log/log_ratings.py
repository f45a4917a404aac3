"""Ratings from the logs of a folder: the standing submissions of some raters, by the rules of the benchmark."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import polars as pl
from numpy.typing import NDArray

from accord.annotations.build import ANSWER, RATER, UNIT, build_ratings
from accord.annotations.items import ItemTable, rows_left_blank
from accord.annotations.layout import Layout
from accord.annotations.log.outputs import Outputs
from accord.annotations.log.standing import Standing
from accord.annotations.log.submission import FIRST
from accord.annotations.ratings import Ratings
from accord.annotations.rows.tally import first_few
from accord.errors import InputError
from accord.findings import Finding, counted
from accord.spec.benchmark import Benchmark
from accord.spec.field import Field
from accord.spec.roles import ROLES, Role
from accord.spec.states import NOT_ASKED_CELL

Mask = NDArray[np.bool_]
ITEM = "item"
RATERS_SHOWN = 20
OUTPUT = "output"
"""The slice of outputs by their model."""
GROUP = "group"
"""The slice of items by the group of the assignment, where the items have no column of that name."""


@dataclass(frozen=True)
class Selection:
    """Which submissions are rated. fields: all that can be compared where none is named; by: slices beside those of
    the benchmark; slices: whether those count at all. groups: item -> the group that it was given out in, for the slice
    of that name.
    """

    roles: tuple[Role, ...]
    passes: tuple[str, ...] = (FIRST,)
    fields: tuple[str, ...] = ()
    by: tuple[tuple[str, ...], ...] = ()
    slices: bool = True
    groups: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class LogRatings:
    """Ratings, and the raters of each role by the names that they have there."""

    ratings: Ratings
    raters: dict[str, tuple[str, ...]]


def log_ratings(
    benchmark: Benchmark, items: ItemTable, standing: Standing, outputs: Outputs, selection: Selection
) -> LogRatings:
    """Ratings of the selected submissions; what does not count is left out and counted in the findings.

    Raises InputError where nothing can be compared.
    """
    frame = standing.frame
    item_row = _rows_of(frame["item"], items)
    findings: list[Finding] = []
    chosen = _counted(frame, item_row, items, outputs, selection, findings)
    rows = np.flatnonzero(chosen)
    fields = _fields(benchmark, selection)
    if not len(rows) or not fields:
        nothing = Finding("no_submissions", "error", "annotations", _nothing(frame, selection, fields))
        raise InputError([nothing, *findings])
    findings += _repeats(benchmark, standing, selection)
    if len(rows) < frame.height:
        frame, item_row = frame[rows], item_row[rows]
    answers = _asked(benchmark, items, frame, item_row, fields, findings)
    names = _rater_names(frame)
    raters: dict[str, tuple[str, ...]] = {role: _named(names, frame, role) for role in selection.roles}
    about = bool(frame["of"].is_not_null().any())
    # Columns of the items may have the name of a field.
    column_of = {name: f"{ANSWER} {name}" for name in answers}
    columns = {column_of[name]: cells for name, cells in answers.items()}
    columns |= {RATER: names, UNIT: _units(frame, outputs)}
    layout = _layout(benchmark, selection, about)
    if selection.groups:
        columns[GROUP] = _groups(frame["item"], selection.groups)
    columns |= _item_columns(layout, benchmark, items, item_row, {OUTPUT, *([GROUP] if selection.groups else [])})
    if OUTPUT in {name for by in layout.by for name in by}:
        columns[OUTPUT] = _models(frame, outputs)

    def place(row: int, column: str | None = None) -> str:
        field = None if column is None else column.removeprefix(f"{ANSWER} ")
        return _inside(standing, standing.place(int(rows[row]), field))

    ratings = build_ratings(pl.DataFrame(columns), layout, {name: fields[name] for name in answers}, place, column_of)
    unrated = _unrated(items, outputs, about)
    about_logs = [replace(finding, where=_inside(standing, finding.where)) for finding in standing.findings]
    found = (*about_logs, *unrated, *findings, *ratings.findings)
    return LogRatings(replace(ratings, findings=found), raters)


def _inside(standing: Standing, place: str) -> str:
    """A place from the folder on, so that a result does not say where the folder is."""
    root = f"{standing.logs[0].parents[2]}{os.sep}"
    return place.removeprefix(root).replace(os.sep, "/")


def _repeats(benchmark: Benchmark, standing: Standing, selection: Selection) -> list[Finding]:
    """How many answers of the chosen roles were replaced. Raises InputError where the policy allows none."""
    stands = np.bincount(standing.log, minlength=len(standing.logs))
    replaced = sum(
        standing.records[log] - int(stands[log])
        for log, path in enumerate(standing.logs)
        if path.parent.name in selection.roles
    )
    if not replaced:
        return []
    message = f"{counted(replaced, 'submission was', 'submissions were')} replaced by a later one of the same rater"
    if benchmark.policies.repeats == "error":
        how = "policies.repeats is error: accord check says where"
        raise InputError([Finding("repeats", "error", "submissions", message, how, replaced)])
    return [Finding("repeats", "info", "submissions", message, "the latest counts", replaced)]


def _rows_of(names: pl.Series, items: ItemTable) -> NDArray[np.int64]:
    """(R,) the row of each item in the table, -1 where it is not there."""
    book = pl.DataFrame(
        {"item": list(items.row), "row": list(items.row.values())}, {"item": pl.String, "row": pl.Int64}
    )
    joined = names.to_frame("item").join(book, on="item", how="left", maintain_order="left")
    return joined["row"].fill_null(-1).to_numpy()


def _counted(
    frame: pl.DataFrame,
    item_row: NDArray[np.int64],
    items: ItemTable,
    outputs: Outputs,
    selection: Selection,
    findings: list[Finding],
) -> Mask:
    """(R,) the submissions that count, with a finding for each reason why others do not."""
    of = frame["of"]
    about = of.is_not_null().to_numpy()
    chosen = (frame["role"].is_in(selection.roles) & frame["pass"].is_in(selection.passes)).to_numpy()
    unreadable = frame["item"].is_in(list(items.invalid_outputs)).to_numpy()
    unreadable |= about & of.is_in(list(outputs.invalid)).fill_null(False).to_numpy()
    stale = about & ~of.is_in(list(outputs.model)).fill_null(False).to_numpy()
    reasons = [
        ("unknown_item", "warning", item_row < 0, "about items that the benchmark does not have"),
        ("stale_output", "warning", stale, "about an output that was replaced or is not there"),
        ("about_invalid_output", "warning", unreadable, "about outputs that cannot be read as the form"),
        ("invalid", "info", (frame["state"] == "invalid").to_numpy(), "whose reply cannot be read as the form"),
        (
            "unusable",
            "info",
            (frame["state"] == "unusable").to_numpy(),
            "where the rater says that the item cannot be judged",
        ),
    ]
    for code, severity, reason, words in reasons:
        hit = chosen & reason
        chosen &= ~reason
        count = int(np.count_nonzero(hit))
        if count:
            who = frame["rater"].filter(hit).value_counts(sort=True).rows()
            names = [f"{name} {number:,}" for name, number in sorted(who, key=lambda at: (-at[1], at[0]))]
            shares = first_few(names, shown=RATERS_SHOWN)
            message = f"{counted(count, 'submission')} left out, {words} ({shares})"
            findings.append(Finding(code, severity, "submissions", message, None, count))  # type: ignore[arg-type]
    return chosen


def _unrated(items: ItemTable, outputs: Outputs, about_output: bool) -> list[Finding]:
    """How many items or outputs nobody is asked about, because they are unreadable."""
    noun, count, of = "item", len(items.invalid_outputs), len(items.ids)
    if about_output:
        unreadable = outputs.invalid | {name for name, item in outputs.item.items() if item in items.invalid_outputs}
        noun, count, of = "output", len(unreadable), len(outputs.item)
    if not count:
        return []
    message = f"{count:,} of {counted(of, noun)} cannot be read as the form; outside of every denominator"
    return [Finding("invalid_output", "info", f"{noun}s", message, None, count)]


def _fields(benchmark: Benchmark, selection: Selection) -> dict[str, Field]:
    """The fields that can be compared and that a selected role is asked, in the order of the benchmark."""
    return {
        name: field
        for name, field in benchmark.fields.items()
        if field.measures_of()
        and (not selection.fields or name in selection.fields)
        and set(benchmark.asked_of(name)) & set(selection.roles)
    }


def _nothing(frame: pl.DataFrame, selection: Selection, fields: Mapping[str, Field]) -> str:
    roles = " and ".join(selection.roles)
    if not fields:
        return f"no field that can be compared is asked of {roles}"
    there = ", ".join(f"{role} {count:,}" for role, count in sorted(frame["role"].value_counts().rows()))
    return f"no submission by {roles} counts; there are {there or 'none at all'}"


def _asked(
    benchmark: Benchmark,
    items: ItemTable,
    frame: pl.DataFrame,
    item_row: NDArray[np.int64],
    fields: Mapping[str, Field],
    findings: list[Finding],
) -> dict[str, pl.Series]:
    """The answers to each field, with those that were not asked marked so."""
    about = frame["of"].is_not_null().to_numpy()
    roles = frame["role"]
    answers = {}
    for name in fields:
        asked = roles.is_in(benchmark.asked_of(name)).to_numpy()
        is_match = benchmark.forms[name].matched() is not None
        asked &= about if is_match else ~about
        left = asked & rows_left_blank(benchmark, items, name, item_row, roles)
        if left.any():
            asked &= ~left
            findings.append(_not_asked(name, int(np.count_nonzero(left)), roles.filter(left).unique().to_list()))
        if asked.any():
            cells = frame[name]
            answers[name] = cells if asked.all() else cells.zip_with(pl.Series(asked), _all_blank(len(asked)))
    return answers


def _all_blank(rows: int) -> pl.Series:
    return pl.repeat(NOT_ASKED_CELL, rows, eager=True)


def _not_asked(field: str, count: int, roles: Sequence[str]) -> Finding:
    who = " and ".join(role for role in ROLES if role in roles)
    message = f"{counted(count, 'answer')} not asked of {who}: the item has no reference (empty_reference: leave_blank)"
    return Finding("not_asked", "info", f"field {field}", message, None, count)


def _rater_names(frame: pl.DataFrame) -> pl.Series:
    """(R,) the raters; the role, or a later pass, is added where one name has several."""
    who = frame.select("rater", "role", "pass")
    kinds = who.unique().group_by("rater").agg(pl.col("role").n_unique().alias("roles"))
    shared = who.join(kinds, on="rater", how="left", maintain_order="left")["roles"] > 1
    later = who["pass"] != FIRST
    name = pl.col("rater") + pl.when(shared).then(" (" + pl.col("role") + ")").otherwise(pl.lit(""))
    names = who.select(name + pl.when(later).then(" (" + pl.col("pass") + ")").otherwise(pl.lit(""))).to_series()
    if names.n_unique() == who.n_unique():
        return names
    # Someone is called what another one would be called by these additions.
    return who.select(pl.concat_str("rater", "role", "pass", separator=" | ")).to_series()


def _named(names: pl.Series, frame: pl.DataFrame, role: Role) -> tuple[str, ...]:
    return tuple(names.filter(frame["role"] == role).unique().sort().to_list())


def _models(frame: pl.DataFrame, outputs: Outputs) -> pl.Series:
    """(R,) the model whose output is judged, null for forms about items."""
    return pl.Series(OUTPUT, [outputs.model.get(of) if of else None for of in frame["of"].to_list()], pl.String)


def _units(frame: pl.DataFrame, outputs: Outputs) -> pl.Series:
    """(R,) what is rated: the item, or the item and the model whose output is judged."""
    if not frame["of"].is_not_null().any():
        return frame["item"]
    names = frame.select(pl.col("item") + pl.lit(" | ") + _models(frame, outputs)).to_series()
    names = frame["item"].zip_with(frame["of"].is_null(), names)
    if names.n_unique() == frame.select("item", "of").n_unique():
        return names
    # Ids that hold " | " can make two units look like one.
    return frame.select(pl.concat_str("item", "of", separator=" | ", ignore_nulls=True)).to_series()


def _layout(benchmark: Benchmark, selection: Selection, about_output: bool) -> Layout:
    asked = benchmark.items
    return Layout(
        item=(UNIT,),
        rater=RATER,
        by=tuple(dict.fromkeys([*(asked.slice_columns if selection.slices else ()), *selection.by])),
        cluster=asked.cluster or (ITEM if about_output else None),
        strata=",".join(asked.strata) or None,
    )


def _groups(item: pl.Series, groups: Mapping[str, str]) -> pl.Series:
    """(R,) the group that each item was given out in, null where in none."""
    return pl.Series(GROUP, [groups.get(name) for name in item.to_list()], pl.String)


def _item_columns(
    layout: Layout, benchmark: Benchmark, items: ItemTable, item_row: NDArray[np.int64], there: set[str]
) -> dict[str, pl.Series]:
    """The columns of the items that a layout needs, for every row. there: slices that are no columns of the items."""
    asked = benchmark.items
    wanted = {name for by in layout.by for name in by} - there | ({asked.cluster} if asked.cluster else set())
    missing = sorted(wanted - set(items.frame.columns))
    if missing:
        have = ", ".join(items.frame.columns)
        problems = [
            Finding("missing_column", "error", f"items, column {name}", "no such column", have) for name in missing
        ]
        raise InputError(problems)
    columns = {name: items.frame[name] for name in sorted(wanted)}
    if layout.strata:
        columns[layout.strata] = items.frame.select(pl.concat_str(asked.strata, separator=" | ")).to_series()
    if layout.cluster == ITEM and asked.cluster is None:
        columns[ITEM] = items.frame[asked.id]
    return {name: column.gather(item_row) for name, column in columns.items()}
