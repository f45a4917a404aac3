"""The outputs of models that other raters judge: which submission is whose, and which counts."""

from __future__ import annotations

from dataclasses import dataclass, field

import polars as pl

from accord.annotations.log.standing import Standing
from accord.annotations.log.submission import FIRST


@dataclass(frozen=True)
class Outputs:
    """Standing submissions of models about items. id: (item, model) -> the one of the first pass, by which a model's
    name is understood; invalid: ids that could not be read as the form. model: id -> model; item: id -> item.
    """

    id: dict[tuple[str, str], str] = field(default_factory=dict)
    model: dict[str, str] = field(default_factory=dict)
    item: dict[str, str] = field(default_factory=dict)
    invalid: frozenset[str] = frozenset()

    def find(self, item: str, of: str) -> str | None:
        """The submission of a model for an item, named by the model or by its own id; None where there is none."""
        found = self.id.get((item, of))
        return found if found is not None else of if self.item.get(of) == item else None


def outputs_of(standing: Standing) -> Outputs:
    """The outputs among standing submissions: those of the role model that are not about another output."""
    parts = standing.frame.filter((pl.col("role") == "model") & pl.col("of").is_null())
    rows: list[tuple[str, ...]] = parts.select("id", "item", "rater", "state", "pass").rows()
    return Outputs(
        {(item, model): name for name, item, model, _, passing in rows if passing == FIRST},
        {name: model for name, _, model, _, _ in rows},
        {name: item for name, item, _, _, _ in rows},
        frozenset(name for name, _, _, state, _ in rows if state == "invalid"),
    )
