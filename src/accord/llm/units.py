"""What a machine is asked about: outputs of models, or items."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import polars as pl

from accord.annotations.items import ItemTable
from accord.annotations.log.standing import Standing
from accord.annotations.log.submission import FIRST
from accord.spec.benchmark import Benchmark

Key = tuple[str, str | None]


@dataclass(frozen=True, slots=True)
class Unit:
    """One form to fill in. of: the id of the output, model: whose it is, output: text field -> what it says; None of a
    form about an item.
    """

    item: str
    of: str | None = None
    model: str | None = None
    output: Mapping[str, str | None] | None = None

    @property
    def key(self) -> Key:
        """What has one standing submission of each rater."""
        return self.item, self.of


def outputs_to_judge(benchmark: Benchmark, items: ItemTable, standing: Standing) -> list[Unit]:
    """The outputs of models in the order of the items, then of the models' names: those of the first pass that can be
    read and whose item is one of the benchmark that can be rated.
    """
    matched = [benchmark.forms[name].matched() for name in benchmark.asked("judge", about_output=True)]
    fields = [name for name in dict.fromkeys(matched) if name is not None]
    frame = standing.frame.filter(
        (pl.col("role") == "model")
        & pl.col("of").is_null()
        & (pl.col("pass") == FIRST)
        & (pl.col("state") == "answered")
    )
    units = [
        Unit(item, of, model, dict(zip(fields, said, strict=True)))
        for item, of, model, *said in frame.select("item", "id", "rater", *fields).rows()
        if item in items.row and item not in items.invalid_outputs
    ]
    return sorted(units, key=lambda unit: (items.row[unit.item], unit.model or ""))


def items_to_answer(items: ItemTable) -> list[Unit]:
    """The items that can be rated, each once, in the order of their file."""
    return [Unit(name) for name in dict.fromkeys(items.ids) if name not in items.invalid_outputs]
