"""Answers that came too fast."""

from __future__ import annotations

import random

import pytest
from built_folder import Built, moment, only

from accord.annotations.checks.speed import speed


@pytest.fixture
def built(tmp_path):
    built = Built(tmp_path)
    built.items(*(f"i{at:02}" for at in range(40)))
    return built


def say_all(built, rater, gaps, start=0.0, **options):
    at = start
    for number, gap in enumerate([0.0, *gaps]):
        at += gap
        built.say(rater, f"i{number:02}", {"q": "1"}, at=moment(at), **options)


def usual(seed, count=30):
    rng = random.Random(seed)
    return [rng.uniform(10, 60) for _ in range(count)]


def test_a_run_of_answers_without_a_look(built):
    gaps = usual(1)
    gaps[5:17] = [0.5] * 12
    say_all(built, "ann", gaps)
    finding = only(speed(built.contents()))
    assert (finding.code, finding.severity, finding.count) == ("fast_answers", "warning", 12)
    assert finding.where == f"{built.log('ann')}:6"
    assert finding.message == (
        "human ann gave 13 answers in a row with less than 2 s between them (median 0.5 s); 12 of 30 gaps are as short"
    )
    assert finding.fix is not None and "script" in finding.fix


@pytest.mark.parametrize(("gap", "length", "found"), [(1.9, 10, 1), (1.9, 9, 0), (2.0, 20, 0)])
def test_the_run_must_be_long_and_the_gaps_short(built, gap, length, found):
    gaps = usual(1)
    gaps[3 : 3 + length] = [gap] * length
    say_all(built, "ann", gaps)
    assert len(speed(built.contents())) == found


def test_a_rater_far_faster_than_the_others(built):
    for seed, rater in enumerate(("bob", "cleo", "dan")):
        say_all(built, rater, usual(seed))
    say_all(built, "ann", [4.0] * 20)
    finding = only(speed(built.contents()))
    assert (finding.code, finding.severity, finding.count) == ("fast_rater", "warning", 20)
    assert finding.where == f"{built.log('ann')}:1"
    assert finding.message.startswith(
        "human ann took 4.0 s an answer (median of 20 gaps); the medians of 3 others are "
    )


@pytest.mark.parametrize(
    ("others", "mine"),
    [
        ([30, 40, 50], 12),  # more than a quarter of the middle one
        ([9, 60, 60], 5),  # more than half of the fastest one
        ([40], 4),  # one other is no measure
    ],
)
def test_faster_is_not_yet_far_faster(built, others, mine):
    for number, gap in enumerate(others):
        say_all(built, f"r{number}", [gap] * 20)
    say_all(built, "ann", [mine] * 20)
    assert speed(built.contents()) == []


def test_a_slow_rater_raises_nothing(built):
    for number, gap in enumerate((20, 25, 400)):
        say_all(built, f"r{number}", [gap] * 12)
    assert speed(built.contents()) == []


def test_machines_may_be_fast(built):
    for role in ("judge", "model"):
        say_all(built, role, [0.1] * 30, role=role)
    assert speed(built.contents()) == []


def test_times_of_batches_and_of_days_tell_nothing(built):
    for number in range(3):
        say_all(built, f"r{number}", [30.0] * 20)
    say_all(built, "ann", [0.0, 0.0, 1.0] * 10)
    say_all(built, "bob", [0.0] * 30)
    assert speed(built.contents()) == []


def test_a_batch_among_usual_answers(built):
    """Twelve items that were saved together."""
    gaps = usual(1, 39)
    gaps[9:20] = [0.0] * 11
    say_all(built, "ann", gaps)
    for seed, rater in enumerate(("bob", "cleo")):
        say_all(built, rater, usual(seed + 2))
    assert speed(built.contents()) == []


def test_equal_times_end_a_run(built):
    gaps = usual(1)
    gaps[5:22] = [0.5] * 8 + [0.0] + [0.5] * 8
    say_all(built, "ann", gaps)
    assert speed(built.contents()) == []


def test_a_few_equal_times_hide_nothing(built):
    gaps = [*[0.5] * 12, 0.0, 0.0, *[30.0] * 10]
    say_all(built, "ann", gaps)
    finding = only(speed(built.contents()))
    assert (finding.code, finding.count) == ("fast_answers", 12)
    assert finding.message.endswith("; 12 of 22 gaps are as short")


def test_equal_times_are_no_part_of_the_median(built):
    for number in range(3):
        say_all(built, f"r{number}", [30.0] * 20)
    say_all(built, "ann", [*[10.0] * 12, *[0.0] * 10])
    assert speed(built.contents()) == []
    say_all(built, "dan", [*[3.0] * 6, *[4.0] * 6, *[0.0] * 10])
    finding = only(speed(built.contents()))
    assert finding.message.startswith("human dan took 3.5 s an answer (median of 12 gaps)")
    assert finding.count == 12


def test_too_few_times_that_differ_tell_nothing(built):
    for number in range(3):
        say_all(built, f"r{number}", [30.0] * 20)
    say_all(built, "ann", [*[1.0] * 9, *[0.0] * 5])
    assert speed(built.contents()) == []


def test_the_order_of_times_counts_not_that_of_the_log(built):
    order = random.Random(1).sample(range(30), 30)
    for number, place in enumerate(order):
        built.say("ann", f"i{number:02}", {"q": "1"}, at=moment(place * 1.5))
    finding = only(speed(built.contents()))
    assert finding.where == f"{built.log('ann')}:{order.index(0) + 1}"


def test_answers_without_times_raise_nothing(built):
    for number in range(30):
        built.say("ann", f"i{number:02}", {"q": "1"})
    assert speed(built.contents()) == []


def test_some_without_times_are_passed_over(built):
    for number in range(30):
        built.say("ann", f"i{number:02}", {"q": "1"}, at=moment(number) if number % 2 else None)
    assert speed(built.contents()) == []
    built.say("ann", "i30", {"q": "1"}, at="soon")
    for number in range(30):
        built.say("bob", f"i{number:02}", {"q": "1"}, at=moment(number))
    assert only(speed(built.contents())).where == f"{built.log('bob')}:1"


def test_a_later_pass_may_be_fast(built):
    say_all(built, "ann", [0.5] * 30, passing="second")
    assert speed(built.contents()) == []
