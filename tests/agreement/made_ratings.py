"""Small ratings for tests, written as items by raters: for each item one cell a rater, None for a gap."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import polars as pl

from accord.agreement.estimate import Estimate
from accord.annotations.build import build_ratings
from accord.annotations.layout import Layout
from accord.annotations.ratings import Ratings
from accord.spec.field import Field

Cells = Sequence[Sequence[Any]]


def frame_of(
    answers: Cells | Mapping[str, Cells], raters: Sequence[str] = "ABCDEFGHIJKL", **columns: Sequence[str]
) -> pl.DataFrame:
    """A long table: columns item, rater, a column a field (`value` where only cells are given), and item columns.

    A rater who left all fields of an item blank has no row for it.
    """
    fields = answers if isinstance(answers, Mapping) else {"value": answers}
    rows = []
    for at, cells in enumerate(zip(*fields.values(), strict=True)):
        for who, values in enumerate(zip(*cells, strict=True)):
            if any(value is not None for value in values):
                here = [text[at] for text in columns.values()]
                rows.append((f"i{at:03}", raters[who], *map(_text, values), *here))
    schema = dict.fromkeys(["item", "rater", *fields, *columns], pl.String)
    return pl.DataFrame(rows, schema=schema, orient="row")


def ratings_of(
    answers: Cells | Mapping[str, Cells],
    fields: Field | Mapping[str, Field],
    *,
    raters: Sequence[str] = "ABCDEFGHIJKL",
    anonymous: bool = False,
    by: Iterable[str] = (),
    cluster: str | None = None,
    strata: str | None = None,
    **columns: Sequence[str],
) -> Ratings:
    """Ratings of these cells; `columns` are of items, and by, cluster and strata name some of them."""
    layout = Layout(
        item=("item",),
        rater=None if anonymous else "rater",
        by=tuple((name,) for name in by),
        cluster=cluster,
        strata=strata,
    )
    named = fields if isinstance(fields, Mapping) else {"value": fields}
    return build_ratings(frame_of(answers, raters, **columns), layout, named)


def estimate(**given: Any) -> Estimate:
    """An estimate with everything in order but what is given."""
    usual: dict[str, Any] = {
        "field": "value",
        "measure": "fleiss",
        "where": {},
        "between": None,
        "value": 0.5,
        "low": 0.4,
        "high": 0.6,
        "reason": None,
        "items": 100,
        "ratings": 200,
        "raters": 2,
        "undefined_replicates": 0,
        "limited_support": False,
    }
    return Estimate(**{**usual, **given})


def _text(value: Any) -> str | None:
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, (set, frozenset)):
        return json.dumps(sorted(value))
    if isinstance(value, list):
        return json.dumps([{"label": label, "box": list(box)} for label, box in value])
    return str(value)
