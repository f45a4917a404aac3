"""The alternative-annotator test: may a judge stand in for the people whose answers it gives?

N. Calderon, R. Reichart and R. Dror, "The Alternative Annotator Test for LLM-as-a-Judge: How to Statistically Justify
Replacing Human Annotators with LLMs", ACL 2025.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from scipy.special import stdtr

from accord.agreement.design import Design
from accord.agreement.estimate import Estimate
from accord.agreement.reduced import Mask
from accord.agreement.rows import estimate_of
from accord.agreement.settings import Settings
from accord.agreement.sums import Floats
from accord.annotations.ratings import Codes
from accord.canonical import rounded
from accord.scoring.answers import FieldAnswers
from accord.scoring.summed import Score, UnitRows, paired_numbers, unit_rows

FEWEST_PEOPLE = 3
FEWEST_ITEMS = 30
"""Below these the test is not made: with two people there is nobody left to agree on anything, and under thirty units
the t-test rests on a normal law that is not there."""
FALSE_DISCOVERIES = 0.05
WINNING = 0.5
"""The judge passes where it wins against this share of people."""


@dataclass(frozen=True, slots=True)
class AgainstOne:
    """A judge against one person, over the `items` units that both and at least one other person answered.

    judge_wins, person_wins: the shares of units on which the judge, or the person, is at least as close to the other
    people as the other of the two is; on a tie both win. p: of the null hypothesis that judge_wins is at least epsilon
    below person_wins; adjusted: by Benjamini and Yekutieli over the people; won: whether it is rejected. All None with
    a reason where there are too few units.
    """

    person: str
    items: int
    judge_wins: float | None
    person_wins: float | None
    p: float | None
    adjusted: float | None
    won: bool | None
    reason: str | None

    def to_dict(self) -> dict[str, object]:
        """The row as a JSON object."""
        return {
            "person": self.person,
            "items": self.items,
            "judge_wins": rounded(self.judge_wins),
            "person_wins": rounded(self.person_wins),
            "p": rounded(self.p),
            "adjusted": rounded(self.adjusted),
            "won": self.won,
            "reason": self.reason,
        }


@dataclass(frozen=True, slots=True)
class Alternative:
    """The test of one judge in one field.

    winning_rate: the share of people that the judge wins against; passes: whether that is one half or more. None with
    a reason below the minima: three or more people with thirty or more units each.
    """

    field: str
    judge: str
    epsilon: float
    winning_rate: float | None
    passes: bool | None
    reason: str | None
    people: tuple[AgainstOne, ...]

    def to_dict(self) -> dict[str, object]:
        """The row as a JSON object."""
        return {
            "field": self.field,
            "judge": self.judge,
            "epsilon": self.epsilon,
            "winning_rate": rounded(self.winning_rate),
            "passes": self.passes,
            "reason": self.reason,
            "people": [person.to_dict() for person in self.people],
        }


@dataclass(frozen=True)
class _Contest:
    """(M, N) for every person and unit: whether it counts, whether the judge wins, whether the person does."""

    live: Mask
    judge: Mask
    person: Mask


def alternative_tests(
    field: FieldAnswers, epsilon: float, design: Design, settings: Settings
) -> tuple[list[Alternative], list[Estimate]]:
    """The test of every judge, and its average advantage (measure `advantage`, slice `judge=J`) with an interval.

    For each person j and unit i, with the other people H_ij who answered i (one at least):

    - S(x) is the alignment of an answer x with H_ij: the share of H_ij who gave x, for ratings
      -sqrt(mean over h of (x - h)^2).
    - W^f_ij = 1 where S(judge) >= S(j), W^h_ij = 1 where S(j) >= S(judge); rho^f_j and rho^h_j are their means.
    - H0_j: rho^f_j <= rho^h_j - epsilon. d_ij = W^h_ij - W^f_ij; t = (mean d - epsilon) / (s_d / sqrt n) with n - 1
      degrees of freedom; p_j = P(T < t). Where all d_ij are equal p_j is 0 for a mean below epsilon, else 1.
    - Benjamini and Yekutieli's procedure over the people, false discovery rate 5 %.
    - Winning rate: the share of people whose H0_j is rejected; it passes from one half on. Average advantage: the mean
      of rho^f_j over people, the chance that the judge is at least as close to the others as a person.

    epsilon is what the cheaper judge may be worse by: the paper has 0.2 for experts, 0.15 for skilled people, 0.1 for
    a crowd. People with fewer than thirty units are not tested, and still count among the others. The t-test takes
    units as independent; the interval of the advantage draws clusters.
    """
    tests, estimates = [], []
    for judge, contest in zip(field.judges, _contests(field), strict=True):
        counts = np.count_nonzero(contest.live, axis=1)
        tested = counts >= FEWEST_ITEMS
        reason = None if np.count_nonzero(tested) >= FEWEST_PEOPLE else "too_few_items"
        reason = "too_few_people" if np.count_nonzero(counts) < FEWEST_PEOPLE else reason
        people = _against_each(field.people, contest, epsilon)
        won = [person.won for person in people if person.won is not None]
        rate = sum(won) / len(won) if reason is None else None
        passes = None if rate is None else rate >= WINNING
        tests.append(Alternative(field.name, judge, epsilon, rate, passes, reason, people))
        advantage, units = _advantage(field, contest, tested & (reason is None))
        (number,) = paired_numbers([advantage], units, None, design, settings)
        raters = int(np.count_nonzero(counts)) + 1 if number.items else 0
        found = estimate_of(number, field.name, "advantage", {"judge": judge}, None, raters)
        estimates.append(found if reason is None else replace(found, reason=reason))
    return tests, estimates


def yekutieli(p: Floats) -> Floats:
    """p-values adjusted for the false discovery rate under any dependence. Benjamini and Yekutieli 2001.

    The i-th smallest of m becomes the least of p_k m (1 + 1/2 + ... + 1/m) / k over k >= i, 1 at most.

    >>> yekutieli(np.array([0.01, 0.04, 0.5])).round(4).tolist()
    [0.055, 0.11, 0.9167]
    """
    order = np.argsort(p, kind="stable")
    rank = np.arange(1, len(p) + 1)
    scaled = p[order] * len(p) * (1 / rank).sum() / rank
    adjusted = np.empty(len(p))
    adjusted[order] = np.minimum(np.minimum.accumulate(scaled[::-1])[::-1], 1.0)
    return adjusted


def _contests(field: FieldAnswers) -> list[_Contest]:
    """The contest of each judge with every person."""
    people = field.answered
    shared = people & (people.sum(axis=0) >= 2)
    of_person = _distance(field, field.by_person)
    contests = []
    for codes in field.by_judge:
        of_judge = _distance(field, codes)
        tie = np.isclose(of_judge, of_person, rtol=1e-9, atol=1e-9)
        contests.append(_Contest(shared & (codes >= 0), (of_judge < of_person) | tie, (of_person < of_judge) | tie))
    return contests


def _distance(field: FieldAnswers, codes: Codes) -> Floats:
    """(M, N) how far answers are from those of the people other than each; it orders answers as -S does.

    codes: (M, N), or (N,) for the same answer beside every person left out. Of a rating it is the sum of squared
    differences, of labels the number of people who gave another one.
    """
    people = field.answered
    others = people.sum(axis=0) - people
    if field.kind == "rating":
        values = field.number(field.by_person)
        sums, squares = values.sum(axis=0) - values, (values**2).sum(axis=0) - values**2
        mine = field.number(codes)
        return np.asarray(others * mine**2 - 2 * mine * sums + squares)
    gave = field.by_person == np.arange(len(field.scale.labels))[:, None, None]
    left = gave.sum(axis=1)[:, None] - gave
    label = np.broadcast_to(np.maximum(codes, 0), people.shape)
    return np.asarray(others - np.take_along_axis(left, label[None], axis=0)[0], np.float64)


def _against_each(names: tuple[str, ...], contest: _Contest, epsilon: float) -> tuple[AgainstOne, ...]:
    """The test against each person, whatever the number of people."""
    shares: dict[int, tuple[float, float, float]] = {}
    for at, live in enumerate(contest.live):
        if np.count_nonzero(live) >= FEWEST_ITEMS:
            judge, person = contest.judge[at][live], contest.person[at][live]
            shares[at] = (float(judge.mean()), float(person.mean()), _p_value(person * 1.0 - judge, epsilon))
    adjusted = dict(zip(shares, yekutieli(np.array([p for *_, p in shares.values()])).tolist(), strict=True))
    rows = []
    for at, name in enumerate(names):
        items = int(np.count_nonzero(contest.live[at]))
        if at not in shares:
            rows.append(AgainstOne(name, items, None, None, None, None, None, "too_few_items"))
            continue
        won = adjusted[at] <= FALSE_DISCOVERIES
        rows.append(AgainstOne(name, items, *shares[at], adjusted[at], won, None))
    return tuple(rows)


def _p_value(differences: Floats, epsilon: float) -> float:
    """Of the one-sided t-test that the mean is epsilon or more."""
    mean, spread = float(differences.mean()), float(differences.std(ddof=1))
    if spread == 0:
        return 0.0 if mean < epsilon else 1.0
    return float(stdtr(len(differences) - 1, (mean - epsilon) / (spread / np.sqrt(len(differences)))))


def _advantage(field: FieldAnswers, contest: _Contest, tested: Mask) -> tuple[Score, UnitRows]:
    """The mean over the tested people of the share of units on which the judge wins."""
    live = contest.live[tested]

    def mean_of_shares(totals: Floats) -> Floats:
        wins, units = totals[:, ::2], totals[:, 1::2]
        there = (units > 0).all(axis=1) & (units.shape[1] > 0)
        return np.where(there, (wins / np.maximum(units, 1)).sum(axis=1) / max(units.shape[1], 1), np.nan)

    won = contest.judge[tested] & live
    columns = np.stack([won, live]).transpose(2, 1, 0).reshape(live.shape[1], -1).astype(np.float64)
    counts, lost = live.sum(axis=0) > 0, (live & ~won).sum(axis=0) > 0
    return Score("advantage", mean_of_shares), unit_rows(columns, counts, field.answered.sum(axis=0) + 1, lost)
