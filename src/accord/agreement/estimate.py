"""Estimates: one number with its interval, its support and the reason where there is none."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Sequence
from dataclasses import dataclass

import polars as pl

from accord.canonical import csv_line, plain, rounded

COLUMNS = (
    "field",
    "measure",
    "slice",
    "pair",
    "value",
    "low",
    "high",
    "reason",
    "items",
    "ratings",
    "raters",
    "undefined_replicates",
    "limited_support",
)
"""The columns of an estimate wherever it is written."""

_TYPES: dict[str, type[pl.DataType]] = {
    "value": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "items": pl.Int64,
    "ratings": pl.Int64,
    "raters": pl.Int64,
    "undefined_replicates": pl.Int64,
    "limited_support": pl.Boolean,
}

REASONS = {
    "no_items": "the slice has no item with a value",
    "no_pairable": "no item has two or more values to compare",
    "no_variation": "all values are equal, so agreement beyond chance cannot be told",
    "no_such_value": "nobody gave this value",
    "both_empty": "nobody chose anything, so there is no overlap to measure",
    "unequal_raters": "fewer than 90 % of the items have the commonest number of raters",
    "negative_values": "ratio distances need numbers of 0 or more",
    "undefined_replicates": "more than 10 % of the replicates are undefined, so there is no interval",
    "no_spread": "every replicate has the same value, so a bootstrap interval would have width zero",
    "undefined_jackknife": "the value without some unit, or some rater, is undefined",
    "bca_undefined": "the replicates lie on one side of the value, so BCa limits are undefined",
    "too_few_raters": "an interval over a pool of raters needs at least five raters",
    "no_replicates": "no interval was asked for",
}
"""Every reason code with what it means."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """One row of a result.

    where: column -> value of the slice, empty for all items. between: the two raters (or roles) of a pair.
    value, low, high: None where undefined, then reason says why (of the value, else of the interval). items: units
    the measure looks at; ratings: values of them; raters: raters behind them, None where they are anonymous.
    details: what else belongs to the number (k of fleiss, q of gwet, `degenerate`).
    """

    field: str
    measure: str
    where: dict[str, str]
    between: tuple[str, str] | None
    value: float | None
    low: float | None
    high: float | None
    reason: str | None
    items: int
    ratings: int
    raters: int | None
    undefined_replicates: int
    limited_support: bool
    details: dict[str, object] = dataclasses.field(default_factory=dict)

    @property
    def slice(self) -> str:
        """`all`, or `name=value[,name=value]`."""
        return ",".join(f"{name}={value}" for name, value in self.where.items()) or "all"

    @property
    def pair(self) -> str | None:
        """`A|B`, or None."""
        return None if self.between is None else "|".join(self.between)

    def row(self) -> dict[str, object]:
        """The estimate by COLUMNS; numbers at 12 significant digits."""
        values: dict[str, object] = {name: getattr(self, name) for name in COLUMNS}
        for name in ("value", "low", "high"):
            values[name] = rounded(getattr(self, name))
        return values

    def to_dict(self) -> dict[str, object]:
        """The estimate as a JSON object: its row, and slice, pair and details apart."""
        between = None if self.between is None else list(self.between)
        return {**self.row(), "where": self.where, "between": between, "details": self.details}


def estimate_at(
    estimates: Sequence[Estimate], field: str, measure: str, slice: str = "all", pair: str | None = None
) -> Estimate:
    """The one estimate of a field, measure, slice and pair; the raters of a pair may be named in either order.

    Raises KeyError, naming what there is for the field, where there is none.
    """
    for estimate in estimates:
        swapped = None if estimate.between is None else "|".join(reversed(estimate.between))
        place = (estimate.field, estimate.measure, estimate.slice)
        if place == (field, measure, slice) and pair in (estimate.pair, swapped):
            return estimate
    have = sorted({e.measure for e in estimates if e.field == field}) or sorted({e.field for e in estimates})
    raise KeyError(f"no estimate of {field}, {measure}, {slice}, {pair}; there is {', '.join(have)}")


def frame_of(estimates: Sequence[Estimate]) -> pl.DataFrame:
    """Estimates as a polars frame, a column for each of COLUMNS."""
    schema = {name: _TYPES.get(name, pl.String) for name in COLUMNS}
    return pl.DataFrame([estimate.row() for estimate in estimates], schema=schema)


def csv_of(estimates: Sequence[Estimate]) -> str:
    """Estimates as CSV: COLUMNS and, last, details as JSON; an undefined number is an empty cell."""
    lines = [csv_line([*COLUMNS, "details"])]
    for estimate in estimates:
        details = json.dumps(plain(estimate.details), ensure_ascii=False) if estimate.details else None
        lines.append(csv_line([*estimate.row().values(), details]))
    return "".join(lines)
