"""A judge against people, and each person against the other people on the same units."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from accord.agreement.design import Design
from accord.agreement.estimate import Estimate
from accord.agreement.influence import values_of
from accord.agreement.reduced import Mask
from accord.agreement.rows import estimate_of
from accord.agreement.settings import Settings
from accord.agreement.sums import Floats, add_up
from accord.agreement.weights import agreement_weights
from accord.annotations.ratings import Codes
from accord.canonical import rounded
from accord.scoring.answers import FieldAnswers
from accord.scoring.summed import Score, Share, UnitRows, paired_numbers, unit_rows

PEOPLE = "human"
"""The name of the group of people in a pair, as in `accord agree --between human,judge`."""
FEWEST_PEOPLE = 3
"""Two people agree with each other equally often, so that their range is a point."""


@dataclass(frozen=True, slots=True)
class Range:
    """Where a judge stands among people.

    measure: of agreement with the (other) people. value: the judge's over the `items` units that he and two or more
    people answered; low, high: the least and the most that a person agrees with the other people there. judge_is: of
    these values as they stand, without their intervals; None with a reason under three people.
    """

    field: str
    judge: str
    measure: str
    value: float | None
    items: int
    low: float | None
    high: float | None
    judge_is: Literal["below", "inside", "above"] | None
    reason: str | None

    def to_dict(self) -> dict[str, object]:
        """The row as a JSON object."""
        return {
            "field": self.field,
            "judge": self.judge,
            "measure": self.measure,
            "value": rounded(self.value),
            "items": self.items,
            "low": rounded(self.low),
            "high": rounded(self.high),
            "judge_is": self.judge_is,
            "reason": self.reason,
        }


def agreement_with_people(
    field: FieldAnswers, design: Design, settings: Settings
) -> tuple[list[Estimate], list[Range]]:
    """Agreement of every judge with people (pair `J|human`), of every person with the others (pair `P|human`, slice
    `judge=J`: the units that the judge answered), and where the judge stands among people.

    Two numbers each. A unit i counts where one rater r answered and m_i >= 1 of the group G did.

    `mean_pairwise`
    :   1/n sum_i (1/m_i) |{g in G: g agrees with r on i}|. Every unit weighs the same, whatever m_i.

    `cohen`, for ratings `cohen(quadratic)`
    :   (P_o - P_e) / (1 - P_e) of the table in which unit i adds 1/m_i to the cell of (r's value, g's value) for each
        g: P_o = sum_ab w_ab p_ab, P_e = sum_ab w_ab p_a. p_.b, w the weights of `cohen`. Of one person it is Cohen's
        kappa. Of several it is the kappa of an isolated rater and a group of S. Vanbelle and A. Albert (Statistica
        Neerlandica 63, 2009) without their division by the largest value that P_o could have.

    A judge agrees with people as they agree with each other where he is inside their range.
    """
    group = _one_hot(field.by_person, field.scale.labels).sum(axis=0)
    estimates: list[Estimate] = []
    ranges: list[Range] = []
    for judge, codes in zip(field.judges, field.by_judge, strict=True):
        pair = one_against_group(field, codes, group)
        people = np.count_nonzero(field.answered & (pair.item >= 0), axis=1)
        estimates += _estimates(field, pair, (judge, {}), 1 + int(np.count_nonzero(people)), design, settings)
        alone = []
        for person, own in zip(field.people, field.by_person, strict=True):
            mine = np.where(codes >= 0, own, -1)
            others = one_against_group(field, mine, group - _one_hot(own[None], field.scale.labels)[0])
            with_others = int(np.count_nonzero((field.answered & (others.item >= 0)).any(axis=1)))
            alone.append(_estimates(field, others, (person, {"judge": judge}), with_others, design, settings))
        estimates += [estimate for found in alone for estimate in found]
        ranges += _ranges(field, judge, pair, group.sum(axis=1) >= 2, alone)
    return estimates, ranges


def one_against_group(field: FieldAnswers, one: Codes, group: Floats) -> UnitRows:
    """Units of one rater and a group. one: (N,) codes, -1 for none; group: (N, V) how many of it gave each value.

    Sums: agreeing share, 1, agreement by the weights of kappa, then the one's values (V) and the group's shares (V).
    """
    size = group.sum(axis=1)
    live = (one >= 0) & (size > 0)
    shares = group / np.maximum(size, 1)[:, None]
    mine = _one_hot(one[None], field.scale.labels)[0]
    weights = _weights(field)
    agreed = (mine * shares).sum(axis=1)
    weighed = agreed if weights is None else (weights[one] * shares).sum(axis=1)
    columns = np.column_stack([agreed, np.ones(len(one)), weighed, mine, shares])
    return unit_rows(columns, live, (size + 1).astype(np.int64), agreed < 1)


def measures(field: FieldAnswers) -> tuple[Share, Score]:
    """Raw agreement, and beyond chance, of rows that `one_against_group` makes."""
    weights = _weights(field)
    values = len(field.scale.labels)

    def kappa(totals: Floats) -> Floats:
        n = np.maximum(totals[:, 1], 1)
        ours, theirs = totals[:, 3 : 3 + values], totals[:, 3 + values :]
        met = ours if weights is None else add_up(ours, weights)
        observed, expected = totals[:, 2] / n, (met * theirs).sum(axis=1) / n**2
        varied = ((ours > 0) | (theirs > 0)).sum(axis=1) > 1
        return np.where(varied, (observed - expected) / np.where(varied, 1 - expected, 1.0), np.nan)

    return Share("mean_pairwise"), Score("cohen" if weights is None else "cohen(quadratic)", kappa)


def _weights(field: FieldAnswers) -> Floats | None:
    """(V, V) the weights of kappa; None where only equal values agree."""
    if field.kind != "rating":
        return None
    return agreement_weights("quadratic", field.scale.positions, len(field.scale.labels))


def _one_hot(codes: Codes, labels: tuple[str, ...]) -> Floats:
    """(R, N, V) a 1 at the value that each rater gave."""
    return np.asarray(codes[:, :, None] == np.arange(len(labels)), np.float64)


def _estimates(
    field: FieldAnswers,
    units: UnitRows,
    who: tuple[str, dict[str, str]],
    raters: int,
    design: Design,
    settings: Settings,
) -> list[Estimate]:
    """Both numbers. who: the one rater, and the slice."""
    one, where = who
    scores = measures(field)
    found = paired_numbers(scores, units, None, design, settings)
    return [
        estimate_of(number, field.name, score.name, where, (one, PEOPLE), raters if number.items else 0)
        for score, number in zip(scores, found, strict=True)
    ]


def _ranges(field: FieldAnswers, judge: str, pair: UnitRows, shared: Mask, alone: list[list[Estimate]]) -> list[Range]:
    here = shared & (pair.item >= 0)
    values = values_of([(measure, pair) for measure in measures(field)], here)
    items = int(np.count_nonzero(here))
    rows = []
    for at, measure in enumerate(measures(field)):
        value, reason = values[at]
        of_people = [found[at].value for found in alone if found[at].items]
        known = [found for found in of_people if found is not None]
        low, high = (min(known), max(known)) if known else (None, None)
        judge_is: Literal["below", "inside", "above"] | None = None
        if len(of_people) < FEWEST_PEOPLE:
            reason = "too_few_people"
        elif value is not None and low is not None and high is not None:
            judge_is = "below" if value < low else "above" if value > high else "inside"
        else:
            reason = reason or "no_variation"
        rows.append(Range(field.name, judge, measure.name, value, items, low, high, judge_is, reason))
    return rows
