"""Random tables of ratings of every kind of field, with gaps, for property-based tests."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import polars as pl
from hypothesis import strategies as st

import accord
from accord.agreement.measure import Measure
from accord.agreement.measures import MEASURES
from accord.agreement.names import read_measure
from accord.spec.field import Field
from accord.spec.fields import COMPARED

CLASSES = ("cat", "dog", "elk")
WORDS = ("ash", "birch", "cedar", "dill")
NUMBERS = (-2.5, 0.0, 1.0, 1.25, 4.0, 7.5)
STEPS = (1, 2, 3, 4, 5)

OPEN_FORMS = {"within": ("within(0)", "within(2)"), "instance_f1": ("instance_f1(iou=0.75)",)}
"""Further forms of the measures that take a number."""

box = st.tuples(st.integers(0, 3), st.integers(0, 1), st.integers(2, 4), st.integers(2, 3))
VALUES: dict[str, st.SearchStrategy[Any]] = {
    "binary": st.sampled_from((0, 1)),
    "choice": st.sampled_from(range(len(WORDS))),
    "rating": st.sampled_from(range(len(STEPS))),
    "number": st.sampled_from(range(len(NUMBERS))),
    "labels": st.frozensets(st.sampled_from(CLASSES)),
    "boxes": st.lists(st.tuples(st.sampled_from(CLASSES[:2]), box), max_size=3),
}
"""The values of a kind: places on its scale, sets of labels, or lists of (label, (x, y, width, height))."""


@dataclass(frozen=True)
class Table:
    """Items by raters. grid: for each item, for each rater a value of VALUES, or None."""

    kind: str
    grid: list[list[Any]]
    items: tuple[str, ...]
    raters: tuple[str, ...]
    names: Mapping[str, str]
    field: Field

    @property
    def units(self) -> list[list[Any]]:
        """For each item its values, gaps left out."""
        return [[value for value in row if value is not None] for row in self.grid]

    @property
    def frame(self) -> pl.DataFrame:
        """One row a rater and item; gaps are null cells. `part` is a slice, `where` a cluster in `layer`, a stratum."""
        rows = [
            (self.items[i], self.raters[r], self.cell(value), f"p{i % 2}", f"c{i // 2 % 5}", f"s{i // 2 % 5 % 2}")
            for i, line in enumerate(self.grid)
            for r, value in enumerate(line)
        ]
        columns = ["item", "rater", "value", "part", "where", "layer"]
        return pl.DataFrame(rows, schema=dict.fromkeys(columns, pl.String), orient="row")

    def cell(self, value: Any) -> str | None:
        """A value as a cell of a table."""
        if value is None:
            return None
        if self.kind == "labels":
            return json.dumps(sorted(self.names[label] for label in value))
        if self.kind == "boxes":
            return json.dumps([{"label": self.names[label], "box": list(sides)} for label, sides in value])
        if self.kind == "choice":
            return self.names[WORDS[value]]
        return str({"binary": (0, 1), "rating": STEPS, "number": NUMBERS}[self.kind][value])

    def agree(self, **options: Any) -> accord.Agreement:
        """The agreement of the table: every measure that fits and every pair, in slices, few replicates."""
        asked = {
            "item": "item",
            "rater": "rater",
            "fields": {"value": self.field},
            "measures": fitting(self.kind),
            "by": "part",
            "pairs": True,
            "replicates": 20,
            **options,
        }
        return accord.agree(asked.pop("frame", self.frame), **asked)

    def with_rows(self, grid: Sequence[Sequence[Any]]) -> Table:
        """The same raters and field with other items."""
        return replace(self, grid=[list(row) for row in grid], items=item_names(len(grid)))


def item_names(count: int) -> tuple[str, ...]:
    return tuple(f"i{at:02}" for at in range(count))


def fields_of(kind: str) -> list[Field]:
    """Fields of a kind that hold all its VALUES, declared or with labels as seen."""
    return {
        "binary": [accord.Binary()],
        "choice": [accord.Choice(WORDS), accord.Choice()],
        "rating": [accord.Rating(1, 5), accord.Rating(*STEPS)],
        "number": [accord.Number()],
        "labels": [accord.Labels({"pets": CLASSES[:2], "wild": CLASSES[2:]}), accord.Labels()],
        "boxes": [accord.Boxes(CLASSES[:2], format="xywh"), accord.Boxes(format="xywh")],
    }[kind]


@st.composite
def tables(draw: st.DrawFn, kind: str, gaps: bool = True, most: int = 8) -> Table:
    """Tables of 1 to `most` items and 2 to 4 raters; some have many gaps, some none."""
    raters = draw(st.integers(2, 4))
    value = VALUES[kind]
    cell = st.one_of(value, value, st.none()) if gaps and draw(st.booleans()) else value
    grid = draw(st.lists(st.lists(cell, min_size=raters, max_size=raters), min_size=1, max_size=most))
    field = draw(st.sampled_from(fields_of(kind)))
    names = {name: name for name in (*CLASSES, *WORDS)}
    return Table(kind, grid, item_names(len(grid)), tuple(f"r{at}" for at in range(raters)), names, field)


def every_form() -> list[Measure]:
    """Every registered measure in every form, with some of the open ones."""
    closed = [measure for family in MEASURES.values() for measure in family.forms().values()]
    return [*closed, *(read_measure(name) for names in OPEN_FORMS.values() for name in names)]


def fitting(kind: str) -> list[str]:
    """The names of all forms that fit a kind of field."""
    return list(dict.fromkeys(measure.name for measure in every_form() if measure.fits(kind)))


ALL_KINDS = COMPARED
