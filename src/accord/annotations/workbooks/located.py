"""Where the columns and rows of a plan stand in a returned sheet: joined by their names, never by position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from accord.annotations.rows.tally import first_few
from accord.annotations.tables.xlsx.marks import letters
from accord.annotations.workbooks.grid import Grid
from accord.annotations.workbooks.held import alike
from accord.annotations.workbooks.plan import FIRST_ROW, Part, Plan
from accord.annotations.workbooks.wrong import Wrong
from accord.spec.field import shown

DEEPEST_HEADING = 50
"""The heading is looked for in so many first rows."""
PROVING: frozenset[Part] = frozenset({"item", "reference", "output", "answer", "annotator"})
"""Parts without which no row can be taken in."""


@dataclass
class Located:
    """A plan in a sheet. column: place of a column of the plan -> column of the sheet; row: index of a row of the plan
    -> row of the sheet. wrongs: what does not fit.
    """

    plan: Plan
    grid: Grid
    heading: int
    column: dict[int, int] = field(default_factory=dict)
    row: dict[int, int] = field(default_factory=dict)
    wrongs: list[Wrong] = field(default_factory=list)


def headings_in(plan: Plan, grid: Grid) -> int:
    """How many headings of a plan the best row of a sheet has."""
    return max(_by_row(plan, grid).values(), default=0)


def heading_row(plan: Plan, grid: Grid) -> int:
    """The row with most of the headings of a plan; 0 where no row of the first has any."""
    found = _by_row(plan, grid)
    return min(found, key=lambda row: (-found[row], row), default=0)


def _by_row(plan: Plan, grid: Grid) -> Counter[int]:
    """Row of a sheet -> how many headings it has, of the first rows."""
    names = {alike(column.name).casefold() for column in plan.columns}
    return Counter(
        row for (row, _), cell in grid.cells.items() if row <= DEEPEST_HEADING and alike(cell.text).casefold() in names
    )


def locate(plan: Plan, grid: Grid) -> Located:
    """The columns and rows of a plan in a sheet that has its headings."""
    located = Located(plan, grid, heading_row(plan, grid))
    _find_columns(located)
    if plan.item_place in located.column:
        _find_rows(located, located.column[plan.item_place])
    return located


def _find_columns(located: Located) -> None:
    plan, grid, heading = located.plan, located.grid, located.heading
    there: dict[str, list[int]] = {}
    for (row, column), cell in sorted(grid.cells.items()):
        if row == heading and not cell.is_blank:
            there.setdefault(alike(cell.text).casefold(), []).append(column)
    for at, planned in enumerate(plan.columns):
        places = there.get(alike(planned.name).casefold(), [])
        whole = planned.part in PROVING
        if not places:
            fix = "take the column over from a fresh copy of the workbook"
            message = f"the column {shown(planned.name)} is gone, or its heading was changed"
            located.wrongs.append(Wrong("column_missing", "error", heading, 0, message, fix, whole=whole))
        elif len(places) > 1:
            first = letters(places[0])
            message = f"the column {shown(planned.name)} stands here again, first in column {first}"
            located.wrongs += [
                Wrong("column_twice", "error", heading, place, message, "delete the one that is wrong", whole=whole)
                for place in places[1:]
            ]
        if places:
            located.column[at] = places[0]
    _note_other_columns(located, set(there) - {alike(column.name).casefold() for column in plan.columns}, there)


def _note_other_columns(located: Located, names: set[str], there: Mapping[str, list[int]]) -> None:
    places = sorted(place for name in names for place in there[name])
    if places:
        titles = [f"{letters(place)} {shown(located.grid.text(located.heading, place))}" for place in places]
        message = f"columns that the workbook was not given out with are not read: {first_few(titles)}"
        located.wrongs.append(Wrong("other_columns", "info", located.heading, 0, message, None, len(places)))


def _find_rows(located: Located, item_column: int) -> None:
    grid = located.grid
    index = {row.texts[located.plan.item_place]: at for at, row in enumerate(located.plan.rows)}
    loose = _unique({alike(text): at for text, at in index.items()}, index)
    columns = set(located.column.values())
    filled = (at for at, cell in grid.cells.items() if not cell.is_blank)
    used = sorted({row for row, column in filled if row > located.heading and column in columns})
    stands: dict[int, list[int]] = {}
    for row in used:
        at = _row_of(located, row, item_column, index, loose)
        if at is not None:
            stands.setdefault(at, []).append(row)
    for at, rows in stands.items():
        if len(rows) == 1:
            located.row[at] = rows[0]
            continue
        name = shown(located.plan.rows[at].item)
        message = f"{name} stands in rows {', '.join(map(str, rows))}"
        located.wrongs += [
            Wrong("row_twice", "error", row, item_column, message, "delete the one that is wrong") for row in rows
        ]
    _note_missing(located, stands)
    _note_order(located)


def _unique(loose: dict[str, int], index: Mapping[str, int]) -> dict[str, int]:
    """Only the forms that a single item has."""
    times = Counter(alike(text) for text in index)
    return {text: at for text, at in loose.items() if times[text] == 1}


def _row_of(located: Located, row: int, column: int, index: Mapping[str, int], loose: Mapping[str, int]) -> int | None:
    grid = located.grid
    area = grid.merged_at(row, column)
    if area is not None:
        located.wrongs.append(Wrong("cell_merged", "error", row, column, f"merged: {area.name}", "split the cells"))
    text = grid.text(row, column)
    at = index.get(text, loose.get(alike(text)))
    if at is not None:
        return at
    if not text.strip():
        message = "the row has no item; nothing else says what it is about"
        fix = "empty the row, or put its item back"
        located.wrongs.append(Wrong("row_unknown", "error", row, column, message, fix))
        return None
    message = f"{shown(text)} is no item of this workbook"
    fix = "put back what stood there; the row of a lost item is named as missing"
    located.wrongs.append(Wrong("row_unknown", "error", row, column, message, fix))
    return None


def _note_missing(located: Located, stands: Mapping[int, list[int]]) -> None:
    for at, row in enumerate(located.plan.rows):
        if at not in stands:
            message = f"the row of {shown(row.item)} is missing; it was given out as row {at + FIRST_ROW}"
            located.wrongs.append(Wrong("row_missing", "error", 0, 0, message, "take it over from a fresh copy"))


def _note_order(located: Located) -> None:
    """What people did to the rows and need not undo."""
    rows = [located.row[at] for at in sorted(located.row)]
    if rows != sorted(rows):
        message = "the rows are in another order than they were given out in; they are joined by their items"
        located.wrongs.append(Wrong("rows_sorted", "info", 0, 0, message))
    hidden = sorted(row for row in rows if row in located.grid.hidden)
    if hidden:
        names = {number: located.plan.rows[at].item for at, number in located.row.items()}
        said = first_few([f"{shown(names[row])} (row {row})" for row in hidden])
        located.wrongs.append(Wrong("hidden_rows", "info", 0, 0, f"hidden rows were read: {said}", None, len(hidden)))
