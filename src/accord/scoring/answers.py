"""The answers of judges and people to one field, unit by unit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from accord.agreement.reduced import Mask
from accord.agreement.sums import Floats
from accord.annotations.ratings import Codes, Ratings, Scalars
from accord.spec.reading import Scale

SCORED = frozenset({"binary", "choice", "rating"})
"""The kinds of fields whose judges are scored: one label of a declared scale a rater."""


@dataclass(frozen=True)
class FieldAnswers:
    """One field over U units: those of the ratings, then the outputs that cannot be read, which nobody answers.

    by_judge: (K, U), by_person: (M, U) codes into scale.labels, -1 for no answer.
    """

    name: str
    kind: str
    scale: Scale
    judges: tuple[str, ...]
    people: tuple[str, ...]
    by_judge: Codes
    by_person: Codes

    @property
    def judged(self) -> Mask:
        """(K, U) whether a judge answered."""
        return np.asarray(self.by_judge >= 0)

    @property
    def answered(self) -> Mask:
        """(M, U) whether a person answered."""
        return np.asarray(self.by_person >= 0)

    def number(self, codes: Codes) -> Floats:
        """The numbers that answers stand for: 0 and 1 of a binary field, steps of a rating; 0 where there is none."""
        assert self.scale.positions is not None, "labels without order stand for no numbers"
        return np.asarray(np.where(codes >= 0, self.scale.positions[codes], 0.0), np.float64)


def field_answers(
    ratings: Ratings, name: str, judges: Sequence[str], people: Sequence[str], unreadable: int = 0
) -> FieldAnswers:
    """The answers of some raters to a field of single values. unreadable: how many outputs cannot be read."""
    answers = ratings.answers[name]
    assert isinstance(answers, Scalars), "only fields with one value a rater are scored"
    assert ratings.rater is not None, "judges and people have names"
    table = np.full((len(ratings.raters), ratings.items + unreadable), -1, np.int32)
    table[ratings.rater, ratings.item] = answers.code
    row = {rater: at for at, rater in enumerate(ratings.raters)}
    by_judge, by_person = (table[[row[rater] for rater in names]] for names in (judges, people))
    return FieldAnswers(name, ratings.kinds[name], answers.scale, tuple(judges), tuple(people), by_judge, by_person)
