"""Small answers for tests: for each rater one label a unit, None for a gap."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from accord.agreement.design import Design
from accord.agreement.settings import Settings
from accord.scoring.answers import FieldAnswers
from accord.spec.fields import Binary, Choice, Field, Rating

FIELDS: dict[str, Field] = {
    "binary": Binary(),
    "choice": Choice(["a", "b", "c"]),
    "rating": Rating(1, 5),
}
DESIGN = Design()
POINT = Settings(replicates=0)
QUICK = Settings(replicates=200)


def field_of(
    judges: Mapping[str, Sequence[Any]], people: Mapping[str, Sequence[Any]] | None = None, kind: str = "binary"
) -> FieldAnswers:
    """The answers of these raters to one field."""
    units = len(next(iter(judges.values())))
    by_judge, by_person = (
        np.array([_codes(kind, cells) for cells in of.values()], np.int32).reshape(-1, units)
        for of in (judges, people or {})
    )
    scale = FIELDS[kind].read(["1"]).scale  # type: ignore[union-attr]
    return FieldAnswers("f", kind, scale, tuple(judges), tuple(people or {}), by_judge, by_person)


def _codes(kind: str, cells: Sequence[Any]) -> list[int]:
    reading = FIELDS[kind].read(["" if cell is None else str(cell) for cell in cells])
    return reading.codes.tolist()  # type: ignore[union-attr]
