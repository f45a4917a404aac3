"""Raters who say the same throughout where people would differ."""

from __future__ import annotations

import random

import pytest
from built_folder import Built, moment, only

from accord.annotations.checks.identical_raters import identical_raters

SUBJECTIVE = "q: {kind: rating, scale: 1..5, subjective: true}"
UNITS = 24


def build(tmp_path, fields=SUBJECTIVE, count=UNITS):
    built = Built(tmp_path, fields)
    built.items(*(f"i{at}" for at in range(count)))
    return built


def say_all(built, rater, values, field="q", **options):
    for at, value in enumerate(values):
        built.say(rater, f"i{at}", {field: value}, **options)


def ratings(seed, count=UNITS):
    rng = random.Random(seed)
    return [str(rng.randint(1, 5)) for _ in range(count)]


def test_two_raters_who_never_differ(tmp_path):
    built = build(tmp_path)
    say_all(built, "ann", ratings(1))
    say_all(built, "bob", ratings(2))
    say_all(built, "cleo", ratings(1))
    finding = only(identical_raters(built.contents()))
    assert (finding.code, finding.severity, finding.count) == ("identical_raters", "warning", 24)
    assert finding.where == f"{built.log('ann')} and {built.log('cleo')}"
    assert finding.message == (
        "human ann and human cleo gave the same answers to q on all 24 shared (5 different answers)"
    )
    assert finding.fix is not None and "on their own" in finding.fix


@pytest.mark.parametrize("at", [0, 23])
def test_one_difference_clears_them(tmp_path, at):
    built = build(tmp_path)
    values = ratings(1)
    say_all(built, "ann", values)
    values[at] = "1" if values[at] != "1" else "2"
    say_all(built, "bob", values)
    assert identical_raters(built.contents()) == []


@pytest.mark.parametrize(("shared", "found"), [(19, 0), (20, 1)])
def test_they_must_share_enough_units(tmp_path, shared, found):
    built = build(tmp_path)
    say_all(built, "ann", ratings(1))
    say_all(built, "bob", ratings(1)[:shared])
    assert len(identical_raters(built.contents())) == found


def test_blanks_and_abstentions_are_no_shared_answers(tmp_path):
    built = build(tmp_path, "q: {kind: rating, scale: 1..5, subjective: true, abstain: [unsure]}")
    unsure = {"state": "abstained", "value": "unsure"}
    for rater in ("ann", "bob"):
        say_all(built, rater, [*ratings(1)[:17], None, None, None, *[unsure] * 4])
    assert identical_raters(built.contents()) == []


def test_only_what_both_answered_must_differ(tmp_path):
    built = build(tmp_path)
    say_all(built, "ann", ["1", "2"] * 10 + ["3", "4", "5", "3"])
    say_all(built, "bob", ["1", "2"] * 10)
    assert identical_raters(built.contents()) == []


@pytest.mark.parametrize(("values", "found"), [("12", 0), ("123", 1)])
def test_they_must_have_said_different_things(tmp_path, values, found):
    built = build(tmp_path)
    for rater in ("ann", "bob"):
        say_all(built, rater, [values[at % len(values)] for at in range(UNITS)])
    assert len(identical_raters(built.contents())) == found


def test_fields_with_a_right_answer_raise_nothing(tmp_path):
    built = build(tmp_path, "q: {kind: rating, scale: 1..5}")
    for rater in ("ann", "bob"):
        say_all(built, rater, ratings(1))
    assert identical_raters(built.contents()) == []


def test_free_text_is_looked_at_in_any_case(tmp_path):
    built = build(tmp_path, "note: {kind: text}")
    for rater in ("ann", "bob"):
        say_all(built, rater, [f"what I see in {at}" for at in range(UNITS)], "note")
    assert "note on all 24 shared (24 different answers)" in only(identical_raters(built.contents())).message


def test_boxes_are_looked_at_in_any_case(tmp_path):
    built = build(tmp_path, "b: {kind: boxes, format: xywh, unit: fractions, labels: [car]}")
    for rater, shift in (("ann", 0), ("bob", 0), ("cleo", 0.001)):
        boxes = [[{"label": "car", "box": [0.1 + at / 100, 0.1 + shift, 0.2, 0.2]}] for at in range(UNITS)]
        say_all(built, rater, boxes, "b")
    assert only(identical_raters(built.contents())).where == f"{built.log('ann')} and {built.log('bob')}"


def test_a_person_who_copies_a_model(tmp_path):
    built = build(tmp_path)
    say_all(built, "ann", ratings(1))
    say_all(built, "m", ratings(1), role="model")
    assert "human ann and model m" in only(identical_raters(built.contents())).message


def test_a_later_pass_may_confirm_the_first(tmp_path):
    built = build(tmp_path)
    say_all(built, "ann", ratings(1))
    say_all(built, "bob", ratings(1), passing="second")
    assert identical_raters(built.contents()) == []


def test_all_fields_of_a_pair_are_one_finding_with_equal_times(tmp_path):
    built = build(tmp_path, SUBJECTIVE + "\nnote: {kind: text}")
    for rater in ("ann", "bob"):
        for at, value in enumerate(ratings(1)):
            when = moment(at * 30 + (at >= 20 and rater == "bob"))
            built.say(rater, f"i{at}", {"q": value, "note": f"n{at}"}, at=when)
    message = only(identical_raters(built.contents())).message
    assert "to q on all 24 shared (5 different answers), note on all 24 shared (24 different answers)" in message
    assert message.endswith("; their times are equal on 20 of 24")


def test_many_pairs_are_cut_short(tmp_path):
    built = build(tmp_path, count=20)
    for rater in range(8):
        say_all(built, f"r{rater}", ratings(1, 20))
    found = identical_raters(built.contents())
    assert len(found) == 21
    assert (found[-1].message, found[-1].count) == ("and 8 more pairs of raters like these", 8)
