"""The outputs of models that other raters judge: which submission is whose, and which counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from accord.annotations.standing import Standing


@dataclass(frozen=True)
class Outputs:
    """Standing submissions of models. id: (item, model) -> submission; invalid: ids that could not be read as the form.

    model: id -> model; item: id -> item.
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
    """The outputs among standing submissions: those of the role model in the first pass."""
    frame = standing.frame
    rows: Sequence[tuple[str, ...]] = [
        row
        for row in zip(*(frame[name].to_list() for name in ("id", "item", "rater", "state", "role")), strict=True)
        if row[4] == "model"
    ]
    return Outputs(
        {(item, model): name for name, item, model, _, _ in rows},
        {name: model for name, _, model, _, _ in rows},
        {name: item for name, item, _, _, _ in rows},
        frozenset(name for name, _, _, state, _ in rows if state == "invalid"),
    )
