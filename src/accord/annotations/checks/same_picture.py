"""Items that have one picture file between them."""

from __future__ import annotations

from functools import partial

from accord.annotations.contents.contents import Contents
from accord.annotations.rows.gathered import gathered
from accord.findings import Finding

FIX = "if they are one item, take one of them out; if not, name a cluster, so that they are drawn together"


def same_picture(contents: Contents) -> list[Finding]:
    """A note: several questions about one picture are fine, the same item under two ids is not."""
    column = contents.benchmark.items.image
    if column is None:
        return []
    first: dict[str, str] = {}
    ids, cells = contents.items.ids, contents.items.frame[column].to_list()
    again = [
        row
        for row, (name, cell) in enumerate(zip(ids, cells, strict=True))
        if cell and first.setdefault(cell, name) != name
    ]
    if not again:
        return []
    place = partial(contents.items.table.place, column=column)
    message = f"item {ids[again[0]]!r} has the picture of item {first[cells[again[0]]]!r}"
    return [gathered("same_picture", "info", again, place, message, FIX)]
