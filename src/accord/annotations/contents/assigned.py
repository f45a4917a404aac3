"""How far every rater got with the items that were assigned."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from accord.annotations.contents.contents import Contents
from accord.annotations.sample.assignments import per_rater


@dataclass(frozen=True)
class Assigned:
    """One rater. assignments: the names of those that ask the rater; items: how many items that can be answered.

    open: those of them that lack an answer.
    """

    rater: str
    assignments: tuple[str, ...]
    items: int
    open: tuple[str, ...]

    @property
    def done(self) -> int:
        """How many items are answered."""
        return self.items - len(self.open)


def assigned(contents: Contents) -> list[Assigned]:
    """Every rater of an assignment, in the order of the assignments. Only people are assigned to items, so that what a
    judge of the same name answered does not count.

    Where outputs are judged, an item is done when all its outputs are; one without outputs to judge is not counted.
    """
    units = contents.units_of("human")
    frame = contents.standing.frame[np.flatnonzero(contents.first_pass & contents.of_role("human"))]
    done = set(zip(frame["rater"], frame["item"], frame["of"], strict=True))
    found = []
    for rater, items in per_rater(contents.assignments).items():
        names = tuple(made.name for made in contents.assignments if any(rater in group.raters for group in made.groups))
        asked = [item for item in items if item in units]
        left = tuple(item for item in asked if any((rater, item, of) not in done for of in units[item]))
        found.append(Assigned(rater, names, len(asked), left))
    return found
