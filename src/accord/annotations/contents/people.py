"""How many people answered about every item, or every output, that people are asked about."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl

from accord.annotations.contents.contents import Contents


@dataclass(frozen=True)
class Panel:
    """The people of one item, or of one output of it (`of`, the id of the output)."""

    item: str
    of: str | None
    people: int


def panels(contents: Contents) -> list[Panel]:
    """Every item, or output, of the first pass in the order of the items; of the assignments only, where there are any.

    Someone who says that an item cannot be judged has answered.
    """
    frame = contents.standing.frame[np.flatnonzero(contents.first_pass & contents.of_role("human"))]
    counts = frame.group_by("item", "of").agg(pl.col("rater").n_unique())
    people = {(item, of): number for item, of, number in counts.iter_rows()}
    sampled = {item for made in contents.assignments for group in made.groups for item in group.items}
    return [
        Panel(item, of, people.get((item, of), 0))
        for item, units in contents.units_of("human").items()
        for of in units
        if not sampled or item in sampled
    ]
