"""A judge against people, and people against each other: against loops over pairs, and against kappa of one pair."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from made_answers import DESIGN, FIELDS, POINT, QUICK, field_of

import accord
from accord.scoring.against_people import PEOPLE, agreement_with_people

LABELS = {"binary": ["0", "1"], "choice": ["a", "b", "c"], "rating": ["1", "2", "3", "4", "5"]}


def drawn(kind, seed, raters, units=60, gaps=0.2):
    """Rater -> answers that follow a truth, with gaps."""
    rng = np.random.default_rng(seed)
    labels = LABELS[kind]
    truth = rng.integers(len(labels), size=units)
    found = {}
    for rater in raters:
        wrong = rng.random(units) < 0.3
        codes = np.where(wrong, rng.integers(len(labels), size=units), truth)
        found[rater] = [
            None if gap else labels[code] for gap, code in zip(rng.random(units) < gaps, codes, strict=True)
        ]
    return found


def plain(kind, one, group):
    """Both numbers by loops over units and members of the group."""
    labels = LABELS[kind]
    place = {label: at for at, label in enumerate(labels)}
    units = []
    for at, answer in enumerate(one):
        others = [cells[at] for cells in group if cells[at] is not None]
        if answer is not None and others:
            units.append((answer, others))
    if not units:
        return 0, None, None

    def weight(a, b):
        if kind != "rating":
            return float(a == b)
        return 1 - (place[a] - place[b]) ** 2 / (len(labels) - 1) ** 2

    n = len(units)
    raw = sum(sum(answer == other for other in others) / len(others) for answer, others in units) / n
    observed = sum(sum(weight(answer, other) for other in others) / len(others) for answer, others in units) / n
    ours = {a: sum(answer == a for answer, _ in units) / n for a in labels}
    theirs = {b: sum(others.count(b) / len(others) for _, others in units) / n for b in labels}
    expected = sum(weight(a, b) * ours[a] * theirs[b] for a, b in itertools.product(labels, labels))
    return n, raw, (observed - expected) / (1 - expected)


@pytest.mark.parametrize("kind", LABELS)
@pytest.mark.parametrize("seed", range(3))
def test_numbers_are_those_of_a_loop(kind, seed):
    answers = drawn(kind, seed, ["j", "ann", "bob", "cleo"])
    people = {name: answers[name] for name in ("ann", "bob", "cleo")}
    estimates, _ = agreement_with_people(field_of({"j": answers["j"]}, people, kind), DESIGN, POINT)
    found = {(e.between[0], e.measure): e for e in estimates}
    kappa = "cohen(quadratic)" if kind == "rating" else "cohen"
    assert {measure for _, measure in found} == {"mean_pairwise", kappa}
    unjudged = [cell is None for cell in answers["j"]]
    where_judged = [[None if gap else cell for gap, cell in zip(unjudged, people[p], strict=True)] for p in people]
    wanted = {"j": plain(kind, answers["j"], list(people.values()))}
    for at, person in enumerate(people):
        wanted[person] = plain(kind, where_judged[at], [*where_judged[:at], *where_judged[at + 1 :]])
    for rater, (items, raw, beyond) in wanted.items():
        assert found[rater, "mean_pairwise"].items == found[rater, kappa].items == items
        assert found[rater, "mean_pairwise"].value == pytest.approx(raw, abs=1e-12)
        assert found[rater, kappa].value == pytest.approx(beyond, abs=1e-12)


@pytest.mark.parametrize("kind", LABELS)
def test_of_one_person_it_is_cohens_kappa(kind):
    answers = drawn(kind, 7, ["j", "ann"])
    estimates, _ = agreement_with_people(field_of({"j": answers["j"]}, {"ann": answers["ann"]}, kind), DESIGN, POINT)
    raw, kappa = (e for e in estimates if e.between == ("j", PEOPLE))
    weights = "quadratic" if kind == "rating" else None
    expected = accord.cohen(answers["j"], answers["ann"], weights, scale=LABELS[kind])
    assert kappa.value == pytest.approx(expected, abs=1e-12)
    assert raw.value == pytest.approx(accord.pairwise(answers["j"], answers["ann"]), abs=1e-12)
    assert (raw.ratings, raw.raters) == (2 * raw.items, 2)


def test_people_and_their_others_are_counted_where_the_judge_answered():
    judges = {"j": [1, 1, 0, None]}
    people = {"ann": [1, 0, 0, 1], "bob": [1, 1, 0, 1], "cleo": [None, None, 1, 0]}
    estimates, ranges = agreement_with_people(field_of(judges, people), DESIGN, POINT)
    judge, *_ = estimates
    assert (judge.slice, judge.pair, judge.items, judge.ratings, judge.raters) == ("all", "j|human", 3, 10, 4)
    assert judge.value == pytest.approx((1 + 1 / 2 + 2 / 3) / 3)
    alone = {e.between[0]: e for e in estimates if e.slice == "judge=j" and e.measure == "mean_pairwise"}
    assert alone["ann"].value == pytest.approx((1 + 0 + 1 / 2) / 3)
    assert alone["bob"].value == pytest.approx((1 + 0 + 1 / 2) / 3)
    assert (alone["cleo"].value, alone["cleo"].items, alone["cleo"].raters) == (0, 1, 3)
    row = ranges[0]
    assert (row.field, row.judge, row.measure, row.items) == ("f", "j", "mean_pairwise", 3)
    assert (row.low, row.high, row.judge_is, row.reason) == (0, pytest.approx(0.5), "above", None)
    assert row.value == pytest.approx(judge.value)


@pytest.mark.parametrize(
    ("judge", "judge_is"),
    [([1, 1, 0, 0, 1, 0], "inside"), ([0, 0, 1, 1, 0, 1], "below"), ([1, 1, 0, 0, 1, 1], "above")],
)
def test_where_a_judge_stands(judge, judge_is):
    people = {"ann": [1, 1, 0, 0, 1, 0], "bob": [1, 1, 0, 0, 1, 1], "cleo": [1, 1, 0, 0, 0, 1]}
    _, (row, _) = agreement_with_people(field_of({"j": judge}, people), DESIGN, POINT)
    assert row.low <= row.high
    assert row.judge_is == judge_is


def test_the_range_is_of_units_that_two_people_answered():
    """One person alone says nothing of what people agree."""
    people = {"ann": [1, 0, 1, 1], "bob": [1, 1, None, None], "cleo": [1, 1, None, None]}
    estimates, (row, _) = agreement_with_people(field_of({"j": [1, 1, 0, 0]}, people), DESIGN, POINT)
    assert (estimates[0].items, row.items) == (4, 2)
    assert row.value == pytest.approx((1 + 2 / 3) / 2)


@pytest.mark.parametrize("people", [{}, {"ann": [1, 0]}, {"ann": [1, 0], "bob": [1, 1]}])
def test_fewer_than_three_people_have_no_range(people):
    _, ranges = agreement_with_people(field_of({"j": [1, 0]}, people), DESIGN, POINT)
    assert {(row.judge_is, row.reason) for row in ranges} == {(None, "too_few_people")}


def test_nothing_in_common_is_null_with_a_reason():
    estimates, (row, _) = agreement_with_people(field_of({"j": [1, None]}, {"ann": [None, 1]}), DESIGN, QUICK)
    assert {(e.value, e.low, e.reason, e.items, e.raters) for e in estimates} == {(None, None, "no_pairable", 0, 0)}
    assert (row.value, row.items) == (None, 0)


def test_kappa_of_one_value_is_null():
    raw, kappa, *_ = agreement_with_people(field_of({"j": [1, 1]}, {"ann": [1, 1]}), DESIGN, POINT)[0]
    assert (raw.value, kappa.value, kappa.reason) == (1.0, None, "no_variation")


def test_rows_as_json():
    _, (row, _) = agreement_with_people(field_of({"j": [1]}, {"ann": [1]}), DESIGN, POINT)
    assert row.to_dict() == {
        "field": "f",
        "judge": "j",
        "measure": "mean_pairwise",
        "value": None,
        "items": 0,
        "low": None,
        "high": None,
        "judge_is": None,
        "reason": "too_few_people",
    }


def test_every_kind_has_labels_here():
    assert set(LABELS) == set(FIELDS)
