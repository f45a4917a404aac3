"""How far judges err together: against numpy's correlations, and at the ends."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from made_answers import DESIGN, POINT, QUICK, field_of

from accord.scoring.joint_errors import joint_errors


def found(judges, people, kind="binary", settings=POINT):
    rows = joint_errors(field_of(judges, people, kind), DESIGN, settings)
    return {e.pair or e.measure: e for e in rows}


def drawn(seed, labels, judges=4, units=300):
    rng = np.random.default_rng(seed)
    truth = rng.integers(len(labels), size=units)

    def rater(wrong):
        return [
            labels[code] for code in np.where(rng.random(units) < wrong, rng.integers(len(labels), size=units), truth)
        ]

    return {f"j{at}": rater(0.4) for at in range(judges)}, {f"p{at}": rater(0.1) for at in range(3)}


def check(rows, judges, errors):
    """Against numpy's correlation matrix of errors (K, n)."""
    matrix = np.corrcoef(errors)
    names = list(judges)
    for left, right in combinations(range(len(names)), 2):
        row = rows[f"{names[left]}|{names[right]}"]
        assert row.measure == "error_correlation"
        assert row.value == pytest.approx(matrix[left, right], abs=1e-12)
        assert row.items == errors.shape[1]
    mean = matrix[np.triu_indices(len(names), 1)].mean()
    whole = rows["effective_judges"]
    assert whole.value == pytest.approx(len(names) / (1 + (len(names) - 1) * mean), abs=1e-12)
    assert whole.details["mean_correlation"] == pytest.approx(mean, abs=1e-12)
    assert whole.details["judges"] == len(names)


@pytest.mark.parametrize(("kind", "labels"), [("binary", [0, 1]), ("choice", ["a", "b", "c"])])
def test_errors_of_labels_are_those_against_most_people(kind, labels):
    judges, people = drawn(3, labels)
    rows = found(judges, people, kind)
    votes = [[cells[at] for cells in people.values()] for at in range(300)]
    most = [max(labels, key=cast.count) for cast in votes]
    tied = [len(set(cast)) == 3 for cast in votes]
    clear = ~np.array(tied)
    errors = np.array([[a != b for a, b in zip(cells, most, strict=True)] for cells in judges.values()], float)[
        :, clear
    ]
    check(rows, judges, errors)
    assert rows["effective_judges"].details["ties"] == sum(tied)
    assert (sum(tied) > 0) == (kind == "choice")


def test_errors_of_ratings_are_differences_from_the_mean():
    judges, people = drawn(5, [1, 2, 3, 4, 5])
    rows = found(judges, people, "rating")
    mean = np.mean(list(people.values()), axis=0)
    check(rows, judges, np.array(list(judges.values()), float) - mean)
    assert rows["effective_judges"].details["ties"] == 0


def test_only_units_that_all_judges_answered_count():
    judges = {"j": [1, 0, 1, 0, None], "k": [1, 0, 0, 1, 1]}
    rows = found(judges, {"ann": [1, 1, 1, 1, 1]})
    assert rows["j|k"].items == 4
    assert rows["j|k"].value == pytest.approx(np.corrcoef([0, 1, 0, 1], [0, 1, 1, 0])[0, 1], abs=1e-12)
    assert (rows["j|k"].ratings, rows["j|k"].raters) == (12, 3)


def test_ends():
    truth = {"ann": [1] * 8}
    one = [1, 1, 1, 0, 0, 1, 1, 1]
    assert found({"j": one, "k": one, "l": one}, truth)["effective_judges"].value == pytest.approx(1.0)
    apart = found({"j": [1, 1, 0, 0], "k": [1, 0, 1, 0]}, {"ann": [1] * 4})["effective_judges"]
    assert apart.value == pytest.approx(2.0)


@pytest.mark.parametrize(
    ("judges", "people", "reason"),
    [
        ({"j": [1, 0], "k": [0, 1]}, {}, "no_pairable"),
        ({"j": [1, 0], "k": [0, 1]}, {"ann": [1, 0], "bob": [0, 1]}, "no_pairable"),
        ({"j": [1, 0], "k": [1, 1]}, {"ann": [1, 1]}, "constant_errors"),
        ({"j": [1, 0], "k": [0, 1]}, {"ann": [1, 1]}, "opposite_errors"),
        ({"j": [1, 0]}, {"ann": [1, 1]}, "too_few_judges"),
    ],
)
def test_no_number_without_its_reason(judges, people, reason):
    whole = found(judges, people, settings=QUICK)["effective_judges"]
    assert (whole.value, whole.low, whole.reason) == (None, None, reason)


def test_judges_that_err_by_chance_alone_are_not_taken_for_one():
    """The errors have no signs: with signs, a judge that misses a positive and one that misses another would agree."""
    rng = np.random.default_rng(11)
    truth = rng.integers(2, size=4000)
    judges = {name: np.where(rng.random(4000) < 0.25, 1 - truth, truth).tolist() for name in "jkl"}
    whole = found(judges, {"ann": truth.tolist()}, settings=QUICK)["effective_judges"]
    assert whole.low < 3 < whole.high
    assert whole.low > 2.8
