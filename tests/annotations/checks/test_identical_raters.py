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
        "human ann and human cleo gave the same answers to q on 24 of 24 shared units (41% expected, chance about 1e-7)"
    )
    assert finding.fix is not None and "on their own" in finding.fix


def crowd(seed, count, agreeing, spread="12345"):
    """Answers of five raters who see the same in a share of the units, and guess in the rest."""
    rng = random.Random(seed)
    truth = [rng.choice(spread) for _ in range(count)]
    return [[value if rng.random() < agreeing else rng.choice(spread) for value in truth] for _ in range(5)]


def edited(values, *places):
    """A copy with other answers at some places."""
    return [("1" if value != "1" else "2") if at in places else value for at, value in enumerate(values)]


@pytest.mark.parametrize("alone", [False, True])
@pytest.mark.parametrize("places", [(), (150,)])
def test_copies_of_300_ratings_and_of_300_binary_answers(tmp_path, places, alone):
    """With and without others to compare with."""
    built = build(tmp_path, f"{SUBJECTIVE}\nok: {{kind: binary, subjective: true}}", 300)
    rated, binary = crowd(1, 300, 0.6), crowd(2, 300, 0.6, "01")
    rated.append(edited(rated[2], *places))
    binary.append([str(1 - int(value)) if at in places else value for at, value in enumerate(binary[2])])
    for rater in (2, 5) if alone else range(6):
        for at in range(300):
            built.say(f"r{rater}", f"i{at}", {"q": rated[rater][at], "ok": binary[rater][at]})
    finding = only(identical_raters(built.contents()))
    equal = 300 - len(places)
    assert finding.message.startswith(
        f"human r2 and human r5 gave the same answers to q on {equal} of 300 shared units"
    )
    assert f", ok on {equal} of 300 shared units" in finding.message
    assert finding.count == equal


@pytest.mark.parametrize("agreeing", [0.3, 0.7, 0.9])
def test_raters_on_their_own_raise_nothing(tmp_path, agreeing):
    built = build(tmp_path, count=150)
    for rater, values in enumerate(crowd(3, 150, agreeing)):
        say_all(built, f"r{rater}", values)
    assert identical_raters(built.contents()) == []


@pytest.mark.parametrize("raters", [2, 5])
def test_an_easy_field_raises_nothing(tmp_path, raters):
    """All agree on 99 units of 100; two who are alone differ on three of 300."""
    built = build(tmp_path, "q: {kind: binary, subjective: true}", 300)
    truth = [str(at % 2) for at in range(300)]
    for rater in range(raters):
        slips = {(7 * rater + 100 * at) % 300 for at in range(3)} if rater else ()
        values = [str(1 - int(value)) if at in slips else value for at, value in enumerate(truth)]
        say_all(built, f"r{rater}", values)
    assert identical_raters(built.contents()) == []


def test_two_careful_raters_beside_a_careless_one(tmp_path):
    built = build(tmp_path, "q: {kind: binary, subjective: true}", 300)
    truth = [str(at // 3 % 2) for at in range(300)]
    for rater in ("ann", "bob"):
        say_all(built, rater, truth)
    say_all(built, "cleo", [str(1 - int(value)) if at % 10 == 0 else value for at, value in enumerate(truth)])
    assert identical_raters(built.contents()) == []


def test_good_raters_beside_one_who_guesses(tmp_path):
    """Two agree on 95 of 100, far above all other pairs; that is no copy."""
    built = build(tmp_path, "q: {kind: binary, subjective: true}", 200)
    good = ["01"[at % 3 == 0] for at in range(200)]
    say_all(built, "ann", good)
    say_all(built, "bob", [str(1 - int(value)) if at % 20 == 0 else value for at, value in enumerate(good)])
    say_all(built, "cleo", crowd(4, 200, 0, "01")[0])
    assert identical_raters(built.contents()) == []


@pytest.mark.parametrize(("edits", "found"), [(2, 1), (3, 0)])
def test_one_unit_in_a_hundred_may_differ(tmp_path, edits, found):
    built = build(tmp_path, count=200)
    values = crowd(5, 200, 0.3)
    values.append(edited(values[0], *range(0, 60 * edits, 60)))
    for rater, said in enumerate(values):
        say_all(built, f"r{rater}", said)
    assert len(identical_raters(built.contents())) == found


@pytest.mark.parametrize(("edits", "found"), [(1, 1), (2, 0)])
def test_one_unit_may_differ_where_there_are_no_others(tmp_path, edits, found):
    built = build(tmp_path, count=200)
    values = crowd(5, 200, 0.3)[0]
    say_all(built, "ann", values)
    say_all(built, "bob", edited(values, *range(edits)))
    assert len(identical_raters(built.contents())) == found


@pytest.mark.parametrize(("shared", "found"), [(19, 0), (20, 1)])
def test_they_must_share_enough_units(tmp_path, shared, found):
    built = build(tmp_path, "note: {kind: text}")
    words = [f"what I see in {at}" for at in range(UNITS)]
    say_all(built, "ann", words, "note")
    say_all(built, "bob", words[:shared], "note")
    assert len(identical_raters(built.contents())) == found


def test_a_ring_of_copies_among_others(tmp_path):
    built = build(tmp_path, count=60)
    values = crowd(6, 60, 0.3)
    for rater, said in enumerate([*values, values[0], values[0]]):
        say_all(built, f"r{rater}", said)
    found = identical_raters(built.contents())
    assert [finding.message[:23] for finding in found] == [
        "human r0 and human r5 g",
        "human r0 and human r6 g",
        "human r5 and human r6 g",
    ]


def test_raters_of_other_roles_are_no_measure(tmp_path):
    """Judges of one make agree on nearly all; people, who do not, are no reason to suspect them."""
    built = build(tmp_path, "q: {kind: binary, subjective: true}", 300)
    for rater, values in enumerate(crowd(7, 300, 0.2, "01")):
        say_all(built, f"r{rater}", values)
    for judge, values in enumerate(crowd(8, 300, 0.985, "01")[:4]):
        say_all(built, f"j{judge}", values, role="judge")
    assert identical_raters(built.contents()) == []


def test_blanks_and_abstentions_are_no_shared_answers(tmp_path):
    built = build(tmp_path, "q: {kind: text, abstain: [unsure]}", 60)
    unsure = {"state": "abstained", "value": "unsure"}
    for rater in ("ann", "bob"):
        say_all(built, rater, [*[f"n{at}" for at in range(19)], *[None] * 20, *[unsure] * 20])
    assert identical_raters(built.contents()) == []
    for rater in ("ann", "bob"):
        built.say(rater, "i59", {"q": "and one more"})
    assert len(identical_raters(built.contents())) == 1


def test_two_who_always_say_the_same_are_no_copies(tmp_path):
    """That is for another check; only units that both answered count."""
    built = build(tmp_path, count=100)
    say_all(built, "ann", ["3"] * 60 + ["1", "2", "4", "5"] * 10)
    say_all(built, "bob", ["3"] * 60)
    for rater, values in enumerate(crowd(9, 60, 0.2)):
        say_all(built, f"r{rater}", values)
    assert identical_raters(built.contents()) == []


def test_fields_with_a_right_answer_raise_nothing(tmp_path):
    built = build(tmp_path, "q: {kind: rating, scale: 1..5}", 100)
    for rater in ("ann", "bob"):
        say_all(built, rater, ratings(1, 100))
    assert identical_raters(built.contents()) == []


def test_free_text_is_looked_at_in_any_case(tmp_path):
    built = build(tmp_path, "note: {kind: text}")
    for rater in ("ann", "bob"):
        say_all(built, rater, [f"what I see in {at}" for at in range(UNITS)], "note")
    assert "note on 24 of 24 shared units" in only(identical_raters(built.contents())).message


def test_boxes_are_looked_at_in_any_case(tmp_path):
    built = build(tmp_path, "b: {kind: boxes, format: xywh, unit: fractions, labels: [car]}")
    for rater, shift in (("ann", 0), ("bob", 0), ("cleo", 0.001)):
        boxes = [[{"label": "car", "box": [0.1 + at / 100, 0.1 + shift, 0.2, 0.2]}] for at in range(UNITS)]
        say_all(built, rater, boxes, "b")
    assert only(identical_raters(built.contents())).where == f"{built.log('ann')} and {built.log('bob')}"


def test_a_person_who_copies_a_model(tmp_path):
    built = build(tmp_path, count=60)
    say_all(built, "ann", ratings(1, 60))
    say_all(built, "m", ratings(1, 60), role="model")
    assert "human ann and model m" in only(identical_raters(built.contents())).message


def test_a_log_that_is_there_twice_makes_no_pair(tmp_path):
    built = build(tmp_path, "note: {kind: text}")
    say_all(built, "ann", [f"n{at}" for at in range(UNITS)], "note")
    path = built.log("ann")
    path.with_name("copy.jsonl").write_bytes(path.read_bytes())
    assert identical_raters(built.contents()) == []


def test_a_later_pass_may_confirm_the_first(tmp_path):
    built = build(tmp_path, count=60)
    say_all(built, "ann", ratings(1, 60))
    say_all(built, "bob", ratings(1, 60), passing="second")
    assert identical_raters(built.contents()) == []


def test_all_fields_of_a_pair_are_one_finding_with_equal_times(tmp_path):
    built = build(tmp_path, SUBJECTIVE + "\nnote: {kind: text}", 60)
    for rater in ("ann", "bob"):
        for at, value in enumerate(ratings(1, 60)):
            when = moment(at * 30 + (at >= 20 and rater == "bob"))
            built.say(rater, f"i{at}", {"q": value, "note": f"n{at}"}, at=when)
    message = only(identical_raters(built.contents())).message
    assert "to q on 60 of 60 shared units (68% expected, chance about 1e-6), note on 60 of 60 shared units" in message
    assert message.endswith("; their times are equal on 20 of 60")


def test_many_pairs_are_cut_short(tmp_path):
    built = build(tmp_path, count=60)
    others = crowd(10, 60, 0.1)
    for rater, values in enumerate([*others, *crowd(11, 60, 0.1), *[others[0]] * 6]):
        say_all(built, f"r{rater:02}", values)
    found = identical_raters(built.contents())
    assert len(found) == 21
    assert (found[-1].message, found[-1].count) == ("and 1 more pair of raters like these", 1)
