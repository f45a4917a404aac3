"""The layout of a table of ratings: which columns hold what, and whether they are there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches

import polars as pl

from accord.errors import InputError, UsageError
from accord.findings import Finding
from accord.spec.field import Field


@dataclass(frozen=True)
class Layout:
    """Which columns hold what.

    item: id columns. rater: the rater column of a long table, None where raters are anonymous. raters: the rater
    columns of a wide table. where: column -> allowed values (text). by: slices, each a tuple of columns that are
    crossed. cluster, strata, time: columns.
    """

    item: tuple[str, ...] = ()
    rater: str | None = None
    raters: tuple[str, ...] = ()
    where: Mapping[str, tuple[object, ...]] | None = None
    by: tuple[tuple[str, ...], ...] = ()
    cluster: str | None = None
    strata: str | None = None
    time: str | None = None

    def columns(self, fields: Mapping[str, Field]) -> dict[str, str]:
        """Every column that is needed, with what it is needed for."""
        needed = dict.fromkeys(self.raters, "rater") if self.raters else dict.fromkeys(fields, "field")
        for column, role in [*self.item_columns().items(), *((column, "where") for column in self.where or {})]:
            needed.setdefault(column, role)
        if self.rater is not None:
            needed.setdefault(self.rater, "rater")
        return needed

    def item_columns(self) -> dict[str, str]:
        """The columns that say something of the row beside rater and answers, with what each is for."""
        roles = [(column, "item") for column in self.item]
        roles += [(column, "by") for columns in self.by for column in columns]
        roles += [(column, role) for column, role in self._single() if column is not None]
        found: dict[str, str] = {}
        for column, role in roles:
            found.setdefault(column, role)
        return found

    def _single(self) -> tuple[tuple[str | None, str], ...]:
        return (self.cluster, "cluster"), (self.strata, "strata"), (self.time, "time")


def check_layout(layout: Layout, fields: Mapping[str, Field]) -> None:
    """Refuse a layout that cannot be, with a UsageError."""
    lists = [("item", layout.item), ("raters", layout.raters), *(("by", columns) for columns in layout.by)]
    for role, columns in lists:
        if not all(columns) or (role == "by" and not columns):
            raise UsageError(f"{role}: a column name is empty")
        if len(set(columns)) < len(columns):
            raise UsageError(f"{role}: a column is named twice in {', '.join(columns)}")
    if not fields:
        raise UsageError(
            "no field is given: say which column holds the answers and of what kind they are\n"
            "    --binary, --choice, --rating, --number, --labels or --boxes COL; fields={...} in Python"
        )
    if layout.raters:
        if len(fields) != 1:
            raise UsageError(
                "with a column for each rater exactly one field is given; its name is a label for the result"
            )
        if layout.rater is not None:
            raise UsageError("either one rater column (rater) or a column for each rater (raters), not both")
        if len(layout.raters) < 2:
            raise UsageError("raters: name at least two different columns")
    elif not layout.item:
        raise UsageError("no item column is given: say which column or columns name the rated item")


def check_columns(frame: pl.DataFrame, layout: Layout, fields: Mapping[str, Field]) -> None:
    """Refuse a frame without rows or without a needed column; all of them in one InputError."""
    problems = []
    for column, role in layout.columns(fields).items():
        if column not in frame.columns:
            near = get_close_matches(column, frame.columns, n=1, cutoff=0.5)
            hint = f"did you mean {near[0]!r}? " if near else ""
            have = ", ".join(frame.columns)
            problems.append(
                Finding(
                    "missing_column",
                    "error",
                    f"column {column}",
                    f"there is no such column ({role})",
                    f"{hint}columns: {have}",
                )
            )
    if not problems and not frame.height:
        problems.append(Finding("empty_table", "error", "table", "there are no rows"))
    if problems:
        raise InputError(problems)
