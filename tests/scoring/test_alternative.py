"""The alternative-annotator test: by hand, and against a plain loop with scipy's tests."""

from __future__ import annotations

import numpy as np
import pytest
from made_answers import DESIGN, POINT, QUICK, field_of
from scipy import stats

from accord.agreement.design import Design
from accord.scoring.alternative import alternative_tests, yekutieli

LABELS = {"binary": ["0", "1"], "choice": ["a", "b", "c"], "rating": ["1", "2", "3", "4", "5"]}


def drawn(kind, seed, units=90, people=5, gaps=0.3):
    """A judge and people that follow a truth, more or less."""
    rng = np.random.default_rng(seed)
    labels = np.array(LABELS[kind])
    truth = rng.integers(len(labels), size=units)

    def rater(wrong):
        codes = np.where(rng.random(units) < wrong, rng.integers(len(labels), size=units), truth)
        return [None if gap else str(labels[code]) for gap, code in zip(rng.random(units) < gaps, codes, strict=True)]

    return {"j": rater(rng.uniform(0, 0.6))}, {f"p{at}": rater(rng.uniform(0, 0.6)) for at in range(people)}


def plain(kind, judge, people, epsilon):
    """Winning rate and advantage as the paper writes them, one unit at a time. None under three tested people."""

    def score(answer, others):
        if kind == "rating":
            return -np.sqrt(np.mean([(float(answer) - float(other)) ** 2 for other in others]))
        return np.mean([answer == other for other in others])

    p_values, advantages = [], []
    for person, answers in people.items():
        wins, losses = [], []
        for at, own in enumerate(answers):
            others = [cells[at] for name, cells in people.items() if name != person and cells[at] is not None]
            if own is None or judge[at] is None or not others:
                continue
            of_judge, of_person = score(judge[at], others), score(own, others)
            wins.append(of_judge >= of_person - 1e-12)
            losses.append(of_person >= of_judge - 1e-12)
        if len(wins) >= 30:
            difference = np.array(losses, float) - np.array(wins, float)
            p_values.append(stats.ttest_1samp(difference, epsilon, alternative="less").pvalue)
            advantages.append(np.mean(wins))
    if len(p_values) < 3:
        return None, None
    return np.mean(stats.false_discovery_control(p_values, method="by") <= 0.05), np.mean(advantages)


@pytest.mark.parametrize("kind", LABELS)
@pytest.mark.parametrize("epsilon", [0.0, 0.1, 0.2])
@pytest.mark.parametrize("seed", range(4))
def test_as_a_plain_loop_with_scipy(kind, epsilon, seed):
    judges, people = drawn(kind, seed)
    (test,), (advantage,) = alternative_tests(field_of(judges, people, kind), epsilon, DESIGN, POINT)
    rate, mean = plain(kind, judges["j"], people, epsilon)
    assert test.winning_rate == pytest.approx(rate, abs=1e-12)
    assert test.passes == (rate >= 0.5)
    assert advantage.value == pytest.approx(mean, abs=1e-12)


def test_the_loop_sees_judges_that_win_and_that_lose():
    """So that the comparison above is of both."""
    cases = [drawn("choice", seed) for seed in range(4)]
    assert len({plain("choice", judges["j"], people, 0.2)[0] for judges, people in cases}) > 1


def test_by_hand():
    """40 units: the judge sides with bob and cleo, whom ann contradicts on ten units."""
    ann, other = [0] * 10 + [1] * 30, [1] * 40
    field = field_of({"j": other}, {"ann": ann, "bob": other, "cleo": other})
    (test,), (advantage,) = alternative_tests(field, 0.2, DESIGN, QUICK)
    against = {person.person: person for person in test.people}
    assert (against["ann"].items, against["ann"].judge_wins, against["ann"].person_wins) == (40, 1.0, 0.75)
    mean, spread = -0.25, np.std([-1] * 10 + [0] * 30, ddof=1)
    assert against["ann"].p == pytest.approx(stats.t.cdf((mean - 0.2) / (spread / np.sqrt(40)), 39), rel=1e-9)
    assert (against["bob"].judge_wins, against["bob"].person_wins, against["bob"].p) == (1.0, 1.0, 0.0)
    assert (test.winning_rate, test.passes, test.reason) == (1.0, True, None)
    assert (advantage.value, advantage.items, advantage.ratings, advantage.raters) == (1.0, 40, 160, 4)


@pytest.mark.parametrize(("epsilon", "p"), [(0.2, 0.0), (0.0, 1.0)])
def test_a_judge_who_is_everyone_is_no_better_than_they_are(epsilon, p):
    """All differences are 0: below any advantage that is allowed, and not below none."""
    same = [0, 1] * 20
    (test,), _ = alternative_tests(field_of({"j": same}, {name: same for name in "abc"}), epsilon, DESIGN, POINT)
    assert [person.p for person in test.people] == [p] * 3
    assert test.passes == (p == 0.0)


def test_ratings_are_closer_not_only_equal():
    """The judge is one step off, ann four: both are wrong, and the judge wins."""
    field = field_of({"j": [4] * 30}, {"ann": [1] * 30, "bob": [5] * 30, "cleo": [5] * 30}, "rating")
    (test,), _ = alternative_tests(field, 0.2, DESIGN, POINT)
    assert (test.people[0].judge_wins, test.people[0].person_wins) == (1.0, 0.0)


def test_below_thirty_units_a_person_is_not_tested_and_still_counts():
    whole, part = [1] * 40, [1] * 29 + [None] * 11
    people = {"a": whole, "b": whole, "c": whole, "d": part}
    (test,), (advantage,) = alternative_tests(field_of({"j": whole}, people), 0.2, DESIGN, POINT)
    d = test.people[3]
    assert (d.items, d.won, d.p, d.reason) == (29, None, None, "too_few_items")
    assert (test.winning_rate, advantage.raters) == (1.0, 5)


@pytest.mark.parametrize(
    ("people", "reason"),
    [
        ({}, "too_few_people"),
        ({"a": [1] * 40, "b": [1] * 40}, "too_few_people"),
        ({"a": [1] * 40, "b": [1] * 40, "c": [None] * 40}, "too_few_people"),
        ({"a": [1] * 40, "b": [1] * 40, "c": [1] * 29 + [None] * 11}, "too_few_items"),
    ],
)
def test_below_the_minima_there_is_no_result(people, reason):
    (test,), (advantage,) = alternative_tests(field_of({"j": [1] * 40}, people), 0.2, DESIGN, QUICK)
    assert (test.winning_rate, test.passes, test.reason) == (None, None, reason)
    assert (advantage.value, advantage.low, advantage.reason) == (None, None, reason)


def test_two_people_who_share_no_unit_with_others_do_not_count():
    people = {"a": [1] * 40 + [None] * 40, "b": [1] * 40 + [None] * 40, "c": [None] * 40 + [1] * 40}
    (test,), _ = alternative_tests(field_of({"j": [1] * 80}, people), 0.2, DESIGN, POINT)
    assert test.reason == "too_few_people"
    assert test.people[2].items == 0


def test_the_interval_of_the_advantage_draws_clusters():
    judges, people = drawn("binary", 5, units=200, people=3, gaps=0.0)
    field = field_of(judges, people)
    alone = alternative_tests(field, 0.2, DESIGN, QUICK)[1][0]
    clusters = Design(cluster=np.repeat(np.arange(20, dtype=np.int32), 10))
    together = alternative_tests(field, 0.2, clusters, QUICK)[1][0]
    assert alone.low < alone.value == together.value < alone.high
    assert (alone.low, alone.high) != (together.low, together.high)


@pytest.mark.parametrize("seed", range(5))
def test_adjusted_p_values_are_those_of_scipy(seed):
    p = np.random.default_rng(seed).random(1 + seed * 3) ** 3
    assert yekutieli(p) == pytest.approx(stats.false_discovery_control(p, method="by"), abs=1e-15)


def test_rows_as_json():
    (test,), _ = alternative_tests(field_of({"j": [1] * 30}, {name: [1] * 30 for name in "abc"}), 0.2, DESIGN, POINT)
    row = test.to_dict()
    assert list(row) == ["field", "judge", "epsilon", "winning_rate", "passes", "reason", "people"]
    assert row["people"][0] == {
        "person": "a",
        "items": 30,
        "judge_wins": 1.0,
        "person_wins": 1.0,
        "p": 0.0,
        "adjusted": 0.0,
        "won": True,
        "reason": None,
    }
