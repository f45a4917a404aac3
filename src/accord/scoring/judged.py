"""How often a judge takes the outputs of a model for a match: the table of models that a benchmark is read for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from accord.agreement.design import Design
from accord.agreement.engine import numbers
from accord.agreement.estimate import Estimate
from accord.agreement.reduced import Mask
from accord.agreement.rows import estimate_of
from accord.agreement.settings import Settings
from accord.annotations.ratings import Codes
from accord.scoring.answers import FieldAnswers
from accord.scoring.summed import Share, unit_rows

ACCURACY, WRONG = "accuracy(invalid=exclude)", "accuracy(invalid=wrong)"
"""The share without unreadable outputs, and the one in which they count as wrong."""


@dataclass(frozen=True, slots=True)
class ModelOutputs:
    """How many outputs a model has, and how many of them cannot be read as the form."""

    model: str
    outputs: int
    invalid: int

    @property
    def valid(self) -> int:
        """The outputs that are judged."""
        return self.outputs - self.invalid


@dataclass(frozen=True)
class Outputs:
    """The outputs that are judged: of which model each of U units is.

    models: each with its counts. model: (U,) codes into models, -1 for a unit that is no output. unreadable: (U,) the
    outputs that nobody is asked about.
    """

    models: tuple[ModelOutputs, ...]
    model: Codes
    unreadable: Mask


def accuracies(field: FieldAnswers, outputs: Outputs, design: Design, settings: Settings) -> list[Estimate]:
    """For every judge and model two shares, with the slice `judge=J,output=M`.

    `accuracy(invalid=exclude)` is the share of positive answers among the outputs that the judge answered: an
    unreadable output, a reply of the judge that cannot be read, a blank and an answer off the labels are in no
    denominator. In `accuracy(invalid=wrong)` the unreadable outputs of the model count as wrong; what the judge left
    out stays left out. items: the denominator. limited_support: few outputs have the rarer answer.
    """
    assert field.scale.positive is not None, "only a binary field says right or wrong"
    estimates = []
    for judge, codes in zip(field.judges, field.by_judge, strict=True):
        right = np.column_stack([codes == field.scale.positive, np.ones(len(codes))]).astype(np.float64)
        for measure, live in ((ACCURACY, codes >= 0), (WRONG, (codes >= 0) | outputs.unreadable)):
            units = unit_rows(right, live, np.ones(len(codes), np.int64))
            for at, model in enumerate(outputs.models):
                (number,) = numbers([(Share(measure), units)], outputs.model == at, design, settings)
                where = {"judge": judge, "output": model.model}
                estimates.append(estimate_of(number, field.name, measure, where, None, int(number.items > 0)))
    return estimates


def in_order(names: Sequence[str], declared: Sequence[str]) -> tuple[str, ...]:
    """Names in the order in which `benchmark.yaml` declares them, where it declares them all; else by name.

    >>> in_order(["b", "z"], ["z", "b", "y"]), in_order(["b", "a", "z"], ["z", "b", "y"])
    (('z', 'b'), ('a', 'b', 'z'))
    """
    place = {name: at for at, name in enumerate(declared)}
    if all(name in place for name in names):
        return tuple(sorted(set(names), key=place.__getitem__))
    return tuple(sorted(set(names)))
