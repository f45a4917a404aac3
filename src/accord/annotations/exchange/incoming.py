"""What a file of answers holds, before it is checked: the hand-over from a format to the intake."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import polars as pl

from accord.annotations.log.submission import FIRST, Source
from accord.annotations.places import Place
from accord.annotations.tables.read import TableFile
from accord.findings import Finding
from accord.spec.roles import Role

CORE = ("item", "of", "rater", "role", "pass", "at", "state", "reason")
"""What a row may say beside its answers."""


@dataclass(frozen=True)
class Request:
    """How a file is to be read, beyond what the benchmark says of its tables.

    columns: one of CORE or a field -> the column that holds it. item: columns that name the item together, their
    cells joined by " | ", where it takes several. raters: columns of a wide table. where: column ->
    values a row must have. role, rater, passing: of rows that say nothing of it. zone: of times without an offset.
    """

    columns: Mapping[str, str] = field(default_factory=dict)
    item: tuple[str, ...] = ()
    raters: tuple[str, ...] = ()
    where: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    sheet: str | None = None
    role: Role | None = None
    rater: str | None = None
    passing: str = FIRST
    zone: str | None = None


@dataclass(frozen=True, eq=False)
class Incoming:
    """Rows of answers as text, null where nothing stands.

    frame: (R, columns): those of CORE that the file has, and a column for each field that it has. place: names a row
    and a column of the frame. source: where a row stands. findings: what was noticed while reading.
    """

    frame: pl.DataFrame
    place: Place
    source: Callable[[int], Source]
    files: Sequence[TableFile]
    findings: Sequence[Finding] = ()
