"""Raters with the times of another."""

from __future__ import annotations

import pytest
from built_folder import Built, moment, only

from accord.annotations.checks.equal_times import equal_times


@pytest.fixture
def built(tmp_path):
    built = Built(tmp_path)
    built.items(*(f"i{at}" for at in range(20)))
    return built


def say_all(built, rater, times, value="1"):
    for at, time in enumerate(times):
        built.say(rater, f"i{at}", {"q": value}, at=None if time is None else moment(time))


EVERY = [at * 40 for at in range(20)]


def test_two_raters_with_the_same_times(built):
    say_all(built, "ann", EVERY)
    say_all(built, "bob", [at + (at > 450) for at in EVERY], "2")
    say_all(built, "cleo", [at + 7 for at in EVERY])
    finding = only(equal_times(built.contents()))
    assert (finding.code, finding.severity) == ("equal_times", "info")
    assert finding.where == f"{built.log('ann')} and {built.log('bob')}"
    assert finding.message == "human ann and human bob have the same times on 12 of 20 units that both answered"
    assert finding.fix is not None and "one time a row" in finding.fix


def test_more_pairs_are_counted(built):
    for rater in ("ann", "bob", "cleo"):
        say_all(built, rater, EVERY)
    finding = only(equal_times(built.contents()))
    assert finding.message.endswith("; so do 2 more pairs of raters")
    assert finding.count == 3


@pytest.mark.parametrize(
    "times",
    [
        [at + (at > 320) for at in EVERY],  # equal on 9 of 20
        [at + 1 for at in EVERY],
        [None] * 20,
    ],
)
def test_other_times_raise_nothing(built, times):
    say_all(built, "ann", EVERY)
    say_all(built, "bob", times)
    assert equal_times(built.contents()) == []


def test_less_than_half_raises_nothing(built):
    built.items(*(f"i{at}" for at in range(30)))
    times = [at * 40 for at in range(30)]
    say_all(built, "ann", times)
    say_all(built, "bob", [at + (at >= 14 * 40) for at in times])
    assert equal_times(built.contents()) == []


def test_days_and_batches_raise_nothing(built):
    for rater in ("ann", "bob"):
        say_all(built, rater, [at // 400 for at in EVERY])
    assert equal_times(built.contents()) == []
