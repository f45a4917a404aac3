"""The same whole form again and again."""

from __future__ import annotations

import random

import pytest
from built_folder import Built, moment, only

from accord.annotations.checks.straight_lines import straight_lines

FIELDS = "q: {kind: rating, scale: 1..5}\nlight: {kind: choice, labels: [day, night]}"


def build(tmp_path, count=30, fields=FIELDS):
    built = Built(tmp_path, fields)
    built.items(*(f"i{at:03}" for at in range(count)))
    return built


def form(rng):
    return {"q": str(rng.randint(1, 5)), "light": rng.choice(["day", "night"])}


def say_all(built, rater, forms, times=None, **options):
    for at, said in enumerate(forms):
        built.say(rater, f"i{at:03}", said, at=None if times is None else moment(times[at]), **options)


def varied(seed, count=30):
    rng = random.Random(seed)
    return [form(rng) for _ in range(count)]


SAME = {"q": "3", "light": "day"}


def test_a_rater_who_always_says_the_same(tmp_path):
    built = build(tmp_path)
    say_all(built, "ann", varied(1))
    say_all(built, "bob", [SAME] * 30)
    say_all(built, "cleo", varied(2))
    finding = only(straight_lines(built.contents()))
    assert (finding.code, finding.severity, finding.count) == ("straight_lining", "warning", 30)
    assert finding.where == f"{built.log('bob')}:1"
    assert finding.message.startswith(
        "human bob gave the same form 30 times in a row, up to line 30: q '3', light 'day'; by what others said the "
        "chance of that is about 1e-"
    )
    assert finding.fix is not None and finding.fix.startswith("look at these answers")


def test_a_run_within_varied_answers(tmp_path):
    built = build(tmp_path)
    for seed, rater in enumerate(("ann", "cleo", "dan")):
        say_all(built, rater, varied(seed + 10))
    forms = varied(3)
    forms[8:20] = [SAME] * 12
    say_all(built, "bob", forms)
    finding = only(straight_lines(built.contents()))
    assert (finding.where, finding.count) == (f"{built.log('bob')}:9", 12)
    assert "up to line 20" in finding.message


@pytest.mark.parametrize(("length", "found"), [(9, 0), (10, 1)])
def test_a_run_must_be_long_enough(tmp_path, length, found):
    built = build(tmp_path)
    for seed in range(6):
        say_all(built, f"r{seed}", [SAME if said["q"] == "5" else said for said in varied(seed + 10)])
    forms = [{"q": "1", "light": "night"} if at % 2 else {"q": "2", "light": "day"} for at in range(30)]
    forms[5 : 5 + length] = [{"q": "5", "light": "night"}] * length
    say_all(built, "bob", forms)
    assert len(straight_lines(built.contents())) == found


def test_the_rarest_run_of_a_rater_is_named(tmp_path):
    built = build(tmp_path, 60)
    for seed, rater in enumerate(("ann", "cleo", "dan")):
        say_all(built, rater, varied(seed + 10, 60))
    forms = varied(3, 60)
    forms[2:16], forms[20:40], forms[45:57] = [SAME] * 14, [{"q": "1", "light": "night"}] * 20, [SAME] * 12
    say_all(built, "bob", forms)
    finding = only(straight_lines(built.contents()))
    assert (finding.where, finding.count) == (f"{built.log('bob')}:21", 20)


@pytest.mark.parametrize(("length", "found"), [(28, 0), (34, 1)])
def test_a_run_could_have_begun_anywhere(tmp_path, length, found):
    """Half of the other rater's answers are 0, none of them here: about 1e-8 (1e-9), at each of about 170 places."""
    built = build(tmp_path, 200, "seen: {kind: binary}")
    other = ["1"] * length + ["0"] * 100 + ["1"] * (100 - length)
    mine = ["0"] * length + [str(at % 2) for at in range(200 - length)]
    say_all(built, "ann", [{"seen": value} for value in other])
    say_all(built, "bob", [{"seen": value} for value in mine])
    suspects = [finding.where for finding in straight_lines(built.contents())]
    assert suspects.count(f"{built.log('bob')}:1") == found


@pytest.mark.parametrize(("others", "found"), [(2, 0), (10, 0), (60, 1)])
def test_few_other_answers_are_no_measure(tmp_path, others, found):
    """Where none of two others is like it, ten in a row have a chance of 1 in 286, of ten others 1 in 352,716."""
    built = build(tmp_path, 60, "q: {kind: rating, scale: 1..5}")
    say_all(built, "ann", [{"q": "4"}] * 10)
    say_all(built, "bob", [{"q": "53"[at % 2]} for at in range(others)])
    assert len(straight_lines(built.contents())) == found


def test_the_chance_is_that_of_the_rule_of_succession(tmp_path):
    """None of 60 other forms is like it: the product of (1 + j) / (62 + j) for j from 0 to 9 is 2.2e-12."""
    built = build(tmp_path, 70, "q: {kind: rating, scale: 1..5}")
    for at in range(10):
        built.say("ann", f"i{at:03}", {"q": "4"})
    for at in range(60):
        built.say("bob", f"i{at + 10:03}", {"q": "53"[at % 2]})
    assert only(straight_lines(built.contents())).message.endswith("about 1e-12")


def test_times_say_what_is_in_a_row(tmp_path):
    built = build(tmp_path)
    say_all(built, "ann", varied(1))
    order = random.Random(4).sample(range(30), 30)
    say_all(built, "bob", [SAME if order[at] < 15 else said for at, said in enumerate(varied(5))], order)
    finding = only(straight_lines(built.contents()))
    assert finding.count >= 15
    assert finding.where == f"{built.log('bob')}:{order.index(0) + 1}"


def test_a_form_that_all_give_is_no_suspicion(tmp_path):
    """Most items show nothing, and everybody says so; there is one in ten that does."""
    built = build(tmp_path, 200, "seen: {kind: binary}")
    rng = random.Random(7)
    truth = [rng.random() < 0.1 for _ in range(200)]
    for rater in ("ann", "bob", "cleo"):
        say_all(built, rater, [{"seen": str(int(there != (rng.random() < 0.03)))} for there in truth])
    assert straight_lines(built.contents()) == []


def test_a_block_of_alike_items_is_no_suspicion(tmp_path):
    built = build(tmp_path, 100, "seen: {kind: binary}")
    rng = random.Random(8)
    for rater in ("ann", "bob", "cleo"):
        say_all(built, rater, [{"seen": str(int((at >= 50) != (rng.random() < 0.05)))} for at in range(100)])
    assert straight_lines(built.contents()) == []


def test_one_who_gave_the_common_answer_throughout_is_found_where_there_is_enough(tmp_path):
    built = build(tmp_path, 200, "seen: {kind: binary}")
    rng = random.Random(9)
    truth = [rng.random() < 0.4 for _ in range(200)]
    for rater in ("ann", "bob"):
        say_all(built, rater, [{"seen": str(int(there != (rng.random() < 0.05)))} for there in truth])
    say_all(built, "lazy", [{"seen": "0"}] * 200)
    assert only(straight_lines(built.contents())).where == f"{built.log('lazy')}:1"


def test_a_rater_alone_is_compared_with_nobody(tmp_path):
    built = build(tmp_path)
    say_all(built, "bob", [SAME] * 30)
    say_all(built, "m", varied(1), role="model")
    assert straight_lines(built.contents()) == []


def test_blank_forms_are_no_answers(tmp_path):
    built = build(tmp_path)
    say_all(built, "ann", varied(1))
    say_all(built, "bob", [{"q": None, "light": None}] * 30)
    assert straight_lines(built.contents()) == []


def test_judges_are_looked_at_output_by_output(tmp_path):
    built = build(tmp_path, 40, "title: {kind: text}\nright: {kind: binary, matches: title}")
    outputs = [built.say("m", f"i{at:03}", {"title": f"t{at}"}, role="model") for at in range(40)]
    rng = random.Random(3)
    for judge in ("one", "two"):
        for at, output in enumerate(outputs):
            built.say(judge, f"i{at:03}", {"right": str(rng.randint(0, 1))}, role="judge", of=output)
    assert straight_lines(built.contents()) == []
    for at, output in enumerate(outputs):
        built.say("stuck", f"i{at:03}", {"right": "1"}, role="judge", of=output)
    assert only(straight_lines(built.contents())).where == f"{built.log('stuck', 'judge')}:1"


@pytest.mark.parametrize("seed", range(20))
def test_honest_raters_are_left_alone(tmp_path, seed):
    """Three raters over 300 items of few and of many values, in random order and sorted by what they show."""
    rng = random.Random(seed)
    built = build(tmp_path, 60, "q: {kind: rating, scale: 1..3}")
    truth = [rng.choices([1, 2, 3], [8, 2, 1])[0] for _ in range(60)]
    if seed % 2:
        truth.sort()
    for rater in ("ann", "bob", "cleo"):
        say_all(built, rater, [{"q": str(value if rng.random() < 0.9 else rng.randint(1, 3))} for value in truth])
    assert straight_lines(built.contents()) == []
