"""How far the judges of a panel err together, and how many independent judges it is worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np

from accord.agreement.design import Design
from accord.agreement.estimate import Estimate
from accord.agreement.patterns import Ints
from accord.agreement.reduced import Mask
from accord.agreement.rows import estimate_of
from accord.agreement.settings import Settings
from accord.agreement.sums import Floats
from accord.scoring.answers import FieldAnswers
from accord.scoring.summed import Score, paired_numbers, unit_rows

LEAST_SPREAD = 1e-12
"""Below this a variance is what rounding leaves of 0."""


def joint_errors(field: FieldAnswers, design: Design, settings: Settings) -> list[Estimate]:
    """The correlation of the errors of every pair of judges, and the effective number of judges, where people answered.

    Only units count that all K judges answered and whose true value people give: the value of most of them (a tie
    leaves the unit out, counted as `ties`), for ratings their mean. Judge k errs on unit i by e_ik: for labels 1 where
    it gives another value, else 0; for ratings its answer less the mean.

    `error_correlation` (pair `J|K`)
    :   Pearson's r of e_ij and e_ik over units (of 0 and 1: phi).

    `effective_judges`
    :   K / (1 + (K - 1) r), r the mean of the correlations of all pairs: the design effect of L. Kish (Survey Sampling,
        1965). K where errors have nothing to do with each other, 1 where all judges err on the same units. details:
        `judges` K, `mean_correlation` r, `ties`.

    For labels an error is 0 or 1 and not signed: judges that err by chance alone would seem to err together if errors
    had signs, as only a positive unit can be missed and only a negative one be let pass.

    Null: `no_pairable` without such units, `constant_errors` where some judge never errs or always, `too_few_judges`
    under two, `opposite_errors` where the mean correlation is -1 / (K - 1).
    """
    truth, ties = _truth(field)
    errors = _errors(field, truth)
    live = np.isfinite(truth) & field.judged.all(axis=0)
    count = len(field.judges)
    pairs = list(combinations(range(count), 2))
    clean = np.where(live, errors, 0.0)
    products = [clean[left] * clean[right] for left, right in pairs]
    columns = np.column_stack([np.ones(len(live)), *clean, *(clean**2), *products])
    wrong = (clean != 0).sum(axis=0) > 0
    units = unit_rows(columns, live, field.answered.sum(axis=0) + count, wrong)
    sums = [(0, 1 + a, 1 + b, 1 + count + a, 1 + count + b, 1 + 2 * count + at) for at, (a, b) in enumerate(pairs)]
    scores = [Score("error_correlation", _correlation, lambda totals: "constant_errors", take) for take in sums] + [
        _effective(sums, count)
    ]
    found = paired_numbers(scores, units, None, design, settings)
    raters = int(np.count_nonzero((field.answered & live).any(axis=1))) + count
    names: list[tuple[str, str] | None] = [(field.judges[a], field.judges[b]) for a, b in pairs]
    estimates = [
        estimate_of(number, field.name, score.name, {}, pair, raters if number.items else 0)
        for score, number, pair in zip(scores, found, [*names, None], strict=True)
    ]
    whole = estimates[-1]
    known = [found.value for found in estimates[:-1] if found.value is not None]
    mean = sum(known) / len(pairs) if pairs and len(known) == len(pairs) else None
    details = {**whole.details, "judges": count, "mean_correlation": mean, "ties": ties}
    reason = "too_few_judges" if count < 2 else whole.reason
    return [*estimates[:-1], replace(whole, details=details, reason=reason)]


def _truth(field: FieldAnswers) -> tuple[Floats, int]:
    """(U,) what people say, NaN where that is not clear; and on how many units, answered by all judges, they tie."""
    size = field.answered.sum(axis=0)
    if field.kind == "rating":
        mean = field.number(field.by_person).sum(axis=0) / np.maximum(size, 1)
        return np.where(size > 0, mean, np.nan), 0
    votes: Ints = np.stack([(field.by_person == label).sum(axis=0) for label in range(len(field.scale.labels))])
    most = votes.max(axis=0)
    tied: Mask = (votes == most).sum(axis=0) > 1
    ties = int(np.count_nonzero(tied & (size > 0) & field.judged.all(axis=0)))
    return np.where(tied | (size == 0), np.nan, votes.argmax(axis=0)), ties


def _errors(field: FieldAnswers, truth: Floats) -> Floats:
    """(K, U) how each judge errs, whatever stands where it gave no answer."""
    if field.kind == "rating":
        return np.asarray(field.number(field.by_judge) - truth)
    return np.asarray(field.by_judge != truth, np.float64)


def _correlation(totals: Floats) -> Floats:
    """(B,) the correlation of two judges from totals of 1, errors, their squares and their product."""
    n = np.maximum(totals[:, 0], 1)
    first, second = totals[:, 1] / n, totals[:, 2] / n
    spread = (totals[:, 3] / n - first**2) * (totals[:, 4] / n - second**2)
    there = spread > LEAST_SPREAD
    return np.where(there, (totals[:, 5] / n - first * second) / np.sqrt(np.where(there, spread, 1.0)), np.nan)


def _effective(sums: Sequence[Sequence[int]], count: int) -> Score:
    """The score of the panel. sums: of each pair, the columns that its correlation needs."""

    def mean(totals: Floats) -> Floats:
        if not sums:
            return np.full(len(totals), np.nan)
        return np.asarray(np.mean([_correlation(totals[:, take]) for take in sums], axis=0))

    def value(totals: Floats) -> Floats:
        shrunk = 1 + (count - 1) * mean(totals)
        there = shrunk > LEAST_SPREAD
        return np.where(there, count / np.where(there, shrunk, 1.0), np.nan)

    def reason(totals: Floats) -> str:
        return "opposite_errors" if np.isfinite(mean(totals[None])[0]) else "constant_errors"

    return Score("effective_judges", value, reason)
