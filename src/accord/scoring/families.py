"""Families of models: a judge may favour outputs of its own kin."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from accord.spec.machine import Machine

_LETTERS = re.compile(r"[^\W\d_]+")

How = Literal["declared", "model", "name"]


@dataclass(frozen=True, slots=True)
class Family:
    """The family of a judge or model, None where it cannot be told.

    how: `declared` in `benchmark.yaml`, or taken from the first letters of the model that it names there (`model`), or
    of the rater's name (`name`).
    """

    rater: str
    role: Literal["judge", "model"]
    family: str | None
    how: How

    def to_dict(self) -> dict[str, object]:
        """The row as a JSON object."""
        return {"rater": self.rater, "role": self.role, "family": self.family, "how": self.how}


def family_of(rater: str, role: Literal["judge", "model"], machines: Sequence[Machine]) -> Family:
    """The family of a rater. machines: those of the benchmark.

    Guessed is the first run of letters, in small letters; of a name with a path, what stands behind the last slash.

    >>> family_of("GPT-4.1-mini", "judge", []).family, family_of("openai/gpt-5", "model", []).family
    ('gpt', 'gpt')
    """
    machine = next((machine for machine in machines if (machine.name, machine.role) == (rater, role)), None)
    if machine is not None and machine.family is not None:
        return Family(rater, role, machine.family.casefold(), "declared")
    named = None if machine is None else machine.model
    text = rater if named is None else named
    letters = _LETTERS.search(text.rpartition("/")[2]) or _LETTERS.search(text)
    return Family(rater, role, letters[0].casefold() if letters else None, "name" if named is None else "model")


def are_kin(one: Family, other: Family) -> bool:
    """Whether two raters are of one family that is known."""
    return one.family is not None and one.family == other.family
