"""Ratings: who said what about which item. The one type that agreement, gold and scoring read."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace

import numpy as np
import polars as pl
from numpy.typing import NDArray

from accord.findings import Finding
from accord.spec.reading import Scale

Codes = NDArray[np.int32]
States = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Scalars:
    """One value a rating. state: (R,) codes of `State`; code: (R,) into scale.labels, -1 where not answered."""

    state: States
    code: Codes
    scale: Scale


@dataclass(frozen=True, slots=True)
class Sets:
    """A set of labels a rating. code: (R,) into the distinct sets, -1 where not answered.

    members: (V, L) bool, the labels of each distinct set; domains: name -> label indexes.
    """

    state: States
    code: Codes
    members: NDArray[np.bool_]
    labels: tuple[str, ...]
    domains: dict[str, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Boxes:
    """Boxes of a rating. offsets: (R + 1,) into label (K,) class codes and xyxy (K, 4) corners."""

    state: States
    offsets: NDArray[np.int64]
    label: Codes
    xyxy: NDArray[np.float64]
    labels: tuple[str, ...]
    domains: dict[str, tuple[int, ...]]


Answers = Scalars | Sets | Boxes


@dataclass(frozen=True, slots=True)
class Grouping:
    """A partition of the items by columns. code: (N,) into values, -1 where an item belongs to no group.

    names: the columns; values: for each group one value a column.
    """

    names: tuple[str, ...]
    values: tuple[tuple[str, ...], ...]
    code: Codes

    def where(self, group: int) -> dict[str, str]:
        """The group as column -> value."""
        return dict(zip(self.names, self.values[group], strict=True))


@dataclass(frozen=True, slots=True)
class Membership:
    """Subsets of the items that may overlap. mask: (N, S) bool; values: the subset each column of it is.

    fields: those that are looked at by subset; none given means all.
    """

    name: str
    values: tuple[str, ...]
    mask: NDArray[np.bool_]
    fields: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NonResponse:
    """How often one rater answered a field or did not, by state. rater: None for all of an anonymous pool."""

    field: str
    rater: str | None
    asked: int
    answered: int
    missing: int
    off_label: int
    abstained: dict[str, int]

    def to_dict(self) -> dict[str, object]:
        """The row as a JSON object."""
        return asdict(self)


@dataclass(frozen=True)
class Ratings:
    """R ratings of N items by raters, one row a rating (a rater's form for an item).

    item: (R,) codes 0 .. N - 1 into item_ids; rater: (R,) codes into raters, or None where raters are anonymous.
    answers: field name -> values of the R ratings. Item codes follow item_ids in rising order.
    """

    item_ids: pl.Series
    item: Codes
    raters: tuple[str, ...]
    rater: Codes | None
    answers: dict[str, Answers]
    kinds: dict[str, str]
    cluster: Grouping | None = None
    strata: Grouping | None = None
    slices: tuple[Grouping, ...] = ()
    non_response: tuple[NonResponse, ...] = ()
    findings: tuple[Finding, ...] = field(default=(), repr=False)

    @property
    def items(self) -> int:
        """N, the number of items."""
        return len(self.item_ids)

    def keep(self, rows: NDArray[np.bool_]) -> Ratings:
        """The same items with only the ratings where `rows` (R,) is true."""
        rater = None if self.rater is None else self.rater[rows]
        answers = {name: rows_of(answer, rows) for name, answer in self.answers.items()}
        return replace(self, item=self.item[rows], rater=rater, answers=answers)


def rows_of(answer: Answers, rows: NDArray[np.bool_]) -> Answers:
    """The answers of the chosen ratings."""
    if not isinstance(answer, Boxes):
        return replace(answer, state=answer.state[rows], code=answer.code[rows])
    sizes = np.diff(answer.offsets)
    boxes = np.repeat(rows, sizes)
    offsets = np.concatenate(([0], np.cumsum(sizes[rows])))
    return replace(
        answer, state=answer.state[rows], offsets=offsets, label=answer.label[boxes], xyxy=answer.xyxy[boxes]
    )
