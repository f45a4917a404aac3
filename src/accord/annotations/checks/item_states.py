"""States of items that are none."""

from __future__ import annotations

from functools import partial

from accord.annotations.contents.contents import Contents
from accord.annotations.items import INVALID_OUTPUT
from accord.annotations.rows.gathered import gathered
from accord.findings import Finding
from accord.spec.field import shown
from accord.spec.labels import folded

FIX = f"write {INVALID_OUTPUT}, or leave it blank"


def item_states(contents: Contents) -> list[Finding]:
    """An error where the column of states holds something else than blank or `invalid_output`."""
    column = contents.items.state
    if column is None:
        return []
    cells = [cell or "" for cell in contents.items.frame[column].to_list()]
    strange = [row for row, cell in enumerate(cells) if folded(cell) not in ("", INVALID_OUTPUT)]
    if not strange:
        return []
    place = partial(contents.items.table.place, column=column)
    message = f"the state {shown(cells[strange[0]])} is not known, so the item counts as one that can be rated"
    return [gathered("item_state", "error", strange, place, message, FIX)]
