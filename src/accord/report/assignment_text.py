"""An assignment as text that a person reads: what was drawn, and who is asked about how much."""

from __future__ import annotations

from collections import Counter

from accord.annotations.sample.assignments import Assignment
from accord.findings import counted, visible
from accord.report.layout import Cell, table_text

MOST_ROWS = 60
COUNTS = ("there", "asked", "taken", "short")


def assignment_text(made: Assignment, *, colour: bool = False) -> str:
    """Counts of each stratum with what was short, the groups, and the load of each rater."""
    taken = sum(stratum.taken for stratum in made.strata)
    short = sum(stratum.short for stratum in made.strata)
    lacking = f", {short:,} short" if short else ""
    head = (
        f"{counted(taken, 'item')} of {counted(len(made.strata), 'stratum', 'strata')}{lacking}; seed {made.seed}\n\n"
    )
    loads: Counter[str] = Counter()
    for group in made.groups:
        loads.update(dict.fromkeys(group.raters, len(group.items)))
    load = ", ".join(f"{rater} {number:,}" for rater, number in loads.items())
    return f"{head}{_strata(made, colour)}\n{_groups(made, colour)}\nItems of each rater: {visible(load)}\n"


def _strata(made: Assignment, colour: bool) -> str:
    rows: list[list[Cell]] = [
        [
            *(stratum.where.get(column, "") for column in made.by),
            *(f"{number:,}" for number in (stratum.available, stratum.asked, stratum.taken, stratum.short)),
        ]
        for stratum in made.strata
    ]
    return _cut([*made.by, *COUNTS], rows, COUNTS, colour)


def _groups(made: Assignment, colour: bool) -> str:
    rows: list[list[Cell]] = [[group.name, ", ".join(group.raters), f"{len(group.items):,}"] for group in made.groups]
    return _cut(["group", "raters", "items"], rows, ("items",), colour)


def _cut(headings: list[str], rows: list[list[Cell]], right: tuple[str, ...], colour: bool) -> str:
    rest = len(rows) - MOST_ROWS
    more = f"  and {rest:,} more\n" if rest > 0 else ""
    return table_text(headings, rows[:MOST_ROWS], right=right, colour=colour) + more
