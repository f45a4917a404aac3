"""People whose forms are equal throughout."""

from __future__ import annotations

import random

import pytest
from built_folder import Built, only

from accord.annotations.checks.copied_answers import copied_answers
from accord.annotations.checks.identical_raters import identical_raters

NAMES = ("title", "culture", "period", "origin", "creator")
TITLES = "\n".join(f"{name}: {{kind: text}}" for name in NAMES)
MATCHES = "\n".join(f"{name}_match: {{kind: binary, matches: {name}}}" for name in NAMES)
GROUPS = (("A", "B"), ("B", "C"), ("A", "C"))
OBJECTS = 75
OUTPUTS = 3


def museum(tmp_path, groups=GROUPS, objects=OBJECTS, extra=""):
    """Groups of two, each with objects of its own. Returns the folder and the units of each group."""
    built = Built(tmp_path, f"{TITLES}\n{MATCHES}\n{extra}")
    built.items(*(f"g{group}o{at}" for group in range(len(groups)) for at in range(objects)))
    units = []
    for group in range(len(groups)):
        items = [f"g{group}o{at}" for at in range(objects)]
        said = [(item, f"g{group}m{model}") for item in items for model in range(OUTPUTS)]
        units.append([(item, built.say(m, item, dict.fromkeys(NAMES, "x"), role="model")) for item, m in said])
    return built, units


def judged(rng, truth, slips):
    """One person's answers: the truth with slips."""
    return [{name: str(int(value) ^ (rng.random() < slips)) for name, value in form.items()} for form in truth]


def truths(rng, count):
    """The right answers; where there is no reference nobody answers."""
    return [{f"{name}_match": rng.choice("01") for name in NAMES if rng.random() < 0.85} for _ in range(count)]


def answered(built, units, rater, forms):
    for (item, of), form in zip(units, forms, strict=True):
        built.say(rater, item, form, of=of)


def fill(built, units, slips, seed=1, copied=None, edits=()):
    """Everybody judges; in the group `copied` the second took the answers of the first, but for edits."""
    rng = random.Random(seed)
    for group, (raters, outputs) in enumerate(zip(GROUPS, units, strict=False)):
        truth = truths(rng, len(outputs))
        forms = [judged(rng, truth, slips[rater]) for rater in raters]
        if group == copied:
            forms[1] = [dict(form) for form in forms[0]]
            for at in edits:
                name = next(iter(forms[1][at]))
                forms[1][at][name] = str(1 - int(forms[1][at][name]))
        for rater, said in zip(raters, forms, strict=True):
            answered(built, outputs, rater, said)


def test_a_copied_workbook_of_the_museum(tmp_path):
    built, units = museum(tmp_path)
    fill(built, units, {"A": 0.08, "B": 0.08, "C": 0.08}, copied=0)
    finding = only(copied_answers(built.contents()))
    assert (finding.code, finding.severity, finding.count) == ("copied_answers", "warning", 225)
    assert finding.where == f"{built.log('A')} and {built.log('B')}"
    head, _, tail = finding.message.partition(" (")
    assert head == ("human A and human B gave the same answers throughout on 225 of 225 shared items and outputs")
    assert tail == "52% expected), to 942 of 942 questions in all (86% expected), chance about 1e-9"
    assert finding.fix is not None and "on their own" in finding.fix
    assert identical_raters(built.contents()) == []


def test_what_is_expected_comes_from_the_others(tmp_path):
    """Of the 800 forms of the others 160 differ: 120 in both fields, 40 in one."""
    built = Built(tmp_path, "a: {kind: binary}\nb: {kind: binary}")
    built.items(*(f"i{at}" for at in range(1200)))
    for at in range(1200):
        pair = GROUPS[at // 400]
        form = {"a": str(at % 2), "b": str(at // 2 % 2)}
        turned = {name: str(1 - int(value)) for name, value in form.items()}
        built.say(pair[0], f"i{at}", form)
        slips = (["a"] if at % 400 < 60 else []) + (["b"] if at % 400 < 80 else [])
        said = {name: turned[name] if name in slips else form[name] for name in form}
        built.say(pair[1], f"i{at}", form if pair == ("A", "B") else said)
    message = only(copied_answers(built.contents())).message
    # (640 + 20 x 0.6) / 820 of the forms; (680 + 20 x 0.9) / 820 of the answers to a, (640 + 20 x 0.9) / 820 to b.
    assert "on 400 of 400 shared items and outputs (80% expected)" in message
    assert "to 800 of 800 questions in all (83% expected)" in message


@pytest.mark.parametrize(("edits", "found"), [(9, 1), (10, 0)])
def test_one_answer_in_a_hundred_may_differ(tmp_path, edits, found):
    """Nine of 942."""
    built, units = museum(tmp_path)
    fill(built, units, {"A": 0.3, "B": 0.3, "C": 0.3}, copied=0, edits=range(0, 20 * edits, 20))
    assert len(copied_answers(built.contents())) == found


@pytest.mark.parametrize("groups", [GROUPS, GROUPS[:1]])
@pytest.mark.parametrize("slips", [0.1, 0.025])
@pytest.mark.parametrize("seed", [1, 2])
def test_people_on_their_own_raise_nothing(tmp_path, seed, slips, groups):
    """Agreement on about 82 and 95 answers of 100, with and without others to compare with."""
    built, units = museum(tmp_path, groups)
    fill(built, units, dict.fromkeys("ABC", slips), seed)
    assert copied_answers(built.contents()) == []


@pytest.mark.parametrize("seed", [1, 2])
def test_two_careful_people_beside_a_careless_one(tmp_path, seed):
    """The careful ones differ in one answer of a hundred, from the careless one in ten."""
    built, units = museum(tmp_path)
    fill(built, units, {"A": 0.005, "B": 0.005, "C": 0.1}, seed)
    assert copied_answers(built.contents()) == []


def test_forms_that_are_right_or_wrong_as_a_whole_are_one_answer_each(tmp_path):
    """Others differ in one form of ten, then in every field; that two never do is no wonder on 225 forms."""
    built, units = museum(tmp_path)
    rng = random.Random(6)
    for group, (raters, outputs) in enumerate(zip(GROUPS, units, strict=True)):
        truth = truths(rng, len(outputs))
        turned = judged(rng, truth, 1)
        answered(built, outputs, raters[0], truth)
        slips = 0 if group == 0 else 0.1
        answered(built, outputs, raters[1], [pair[rng.random() < slips] for pair in zip(truth, turned, strict=True)])
    assert copied_answers(built.contents()) == []


def test_a_copy_without_others_to_compare_with(tmp_path):
    built, units = museum(tmp_path, GROUPS[:1])
    fill(built, units, {"A": 0.1, "B": 0.1}, copied=0)
    assert only(copied_answers(built.contents())).count == 225


def test_an_easy_field_raises_nothing(tmp_path):
    """Two who are alone and agree on whether a picture is there."""
    built = Built(tmp_path, "q: {kind: binary}")
    built.items(*(f"i{at}" for at in range(300)))
    for rater in ("ann", "bob"):
        for at in range(300):
            built.say(rater, f"i{at}", {"q": str(at % 2)})
    assert copied_answers(built.contents()) == []


RATED = "\n".join(f"{name}: {{kind: rating, scale: 1..5}}" for name in "abcd")


def rated(tmp_path, people, fields=RATED, count=60):
    """People rate items in four fields; `people` names whose answers each gives."""
    built = Built(tmp_path, fields)
    built.items(*(f"i{at}" for at in range(count)))
    own = {}
    for rater, owner in people.items():
        rng = random.Random(owner)
        own.setdefault(owner, [{name: str(rng.randint(1, 5)) for name in "abcd"} for _ in range(count)])
        for at, form in enumerate(own[owner]):
            built.say(rater, f"i{at}", form)
    return built


CROWD = {"ann": 1, "bob": 2, "cleo": 3, "dan": 1}


def test_fields_that_are_not_subjective(tmp_path):
    finding = only(copied_answers(rated(tmp_path, CROWD).contents()))
    assert finding.message.startswith("human ann and human dan gave the same answers throughout on 60 of 60 shared")
    assert "to 240 of 240 questions in all" in finding.message


def test_a_pair_that_is_told_already_is_left_out(tmp_path):
    """Here one field is subjective, and warned of."""
    built = rated(tmp_path, CROWD, RATED.replace("}", ", subjective: true}", 1))
    assert len(identical_raters(built.contents())) == 1
    assert copied_answers(built.contents()) == []


def test_machines_are_not_looked_at(tmp_path):
    built = rated(tmp_path, {"ann": 1, "bob": 2, "cleo": 3})
    rng = random.Random(1)
    for at in range(60):
        form = {name: str(rng.randint(1, 5)) for name in "abcd"}
        built.say("m", f"i{at}", form, role="judge")
        built.say("n", f"i{at}", form, role="judge")
    assert copied_answers(built.contents()) == []


def test_a_later_pass_may_confirm_the_first(tmp_path):
    built = rated(tmp_path, {"ann": 1, "bob": 2, "cleo": 3})
    rng = random.Random(1)
    for at in range(60):
        built.say("dan", f"i{at}", {name: str(rng.randint(1, 5)) for name in "abcd"}, passing="second")
    assert copied_answers(built.contents()) == []


@pytest.mark.parametrize(("count", "found"), [(19, 0), (20, 1)])
def test_they_must_share_enough_units(tmp_path, count, found):
    assert len(copied_answers(rated(tmp_path, CROWD, count=count).contents())) == found


def test_a_log_that_is_there_twice_makes_no_pair_and_no_more_units(tmp_path):
    built = rated(tmp_path, CROWD)
    path = built.log("ann")
    path.with_name("copy.jsonl").write_bytes(path.read_bytes())
    assert "on 60 of 60 shared" in only(copied_answers(built.contents())).message


def extended(built, change):
    """The copy as `dan` has it after a change of some of his forms."""
    rng = random.Random(1)
    for at in range(60):
        form = {name: str(rng.randint(1, 5)) for name in "abcd"}
        built.say("dan", f"i{at}", form | change(at))
    return copied_answers(built.contents())


def test_blanks_are_not_compared(tmp_path):
    """Who copies and leaves some blank has copied the rest."""
    found = extended(rated(tmp_path, CROWD), lambda at: {"a": None} if at % 2 else {})
    assert "on 60 of 60 shared items and outputs" in only(found).message
    assert "to 210 of 210 questions" in only(found).message


@pytest.mark.parametrize(
    "other", [{"state": "abstained", "value": "unsure"}, {"state": "off_label", "raw": "9"}], ids=lambda it: it["state"]
)
def test_another_state_is_another_answer(tmp_path, other):
    built = rated(tmp_path, CROWD, RATED.replace("}", ", abstain: [unsure]}"))
    assert len(copied_answers(built.contents())) == 1
    assert extended(built, lambda at: {"a": other} if at < 10 else {}) == []


def test_equal_abstentions_are_equal_answers(tmp_path):
    built = rated(tmp_path, CROWD, RATED.replace("}", ", abstain: [unsure]}"))
    unsure = {"state": "abstained", "value": "unsure"}
    rng = random.Random(1)
    for at in range(60):
        form = {name: str(rng.randint(1, 5)) for name in "abcd"}
        for rater in ("ann", "dan"):
            built.say(rater, f"i{at}", form | ({"a": unsure} if at < 30 else {}))
    assert "to 240 of 240 questions" in only(copied_answers(built.contents())).message


def test_comments_that_differ_speak_against_a_copy(tmp_path):
    built = rated(tmp_path, CROWD, f"{RATED}\nnote: {{kind: text}}")
    rng = random.Random(1)
    for at in range(60):
        form = {name: str(rng.randint(1, 5)) for name in "abcd"}
        for rater in ("ann", "dan"):
            built.say(rater, f"i{at}", form | {"note": f"{rater} sees {at}"})
    assert copied_answers(built.contents()) == []


def test_forms_with_five_questions_are_no_measure_for_forms_with_one(tmp_path):
    """A pair that has references for one field only agrees on most forms by that alone."""
    built, units = museum(tmp_path)
    rng = random.Random(5)
    for group, (raters, outputs) in enumerate(zip(GROUPS, units, strict=True)):
        truth = truths(rng, len(outputs))
        if group == 0:
            truth = [{"title_match": rng.choice("01")} for _ in outputs]
        for rater in raters:
            slips = 0.002 if group == 0 else 0.05
            answered(built, outputs, rater, judged(rng, truth, slips))
    assert copied_answers(built.contents()) == []


def test_both_forms_count_together(tmp_path):
    built, units = museum(tmp_path, objects=20, extra="clear: {kind: rating, scale: 1..5}")
    fill(built, units, dict.fromkeys("ABC", 0.2), copied=0)
    rng = random.Random(2)
    for group, raters in enumerate(GROUPS):
        for at in range(20):
            forms = [{"clear": str(rng.randint(1, 5))} for _ in raters]
            for rater, form in zip(raters, forms[:1] * 2 if group == 0 else forms, strict=True):
                built.say(rater, f"g{group}o{at}", form)
    assert "on 80 of 80 shared items and outputs" in only(copied_answers(built.contents())).message


def test_many_pairs_are_cut_short(tmp_path):
    people = {f"r{at:02}": at for at in range(12)} | {f"s{at}": 0 for at in range(6)}
    found = copied_answers(rated(tmp_path, people, count=40).contents())
    assert len(found) == 21
    assert (found[-1].message, found[-1].count) == ("and 1 more pair of raters like these", 1)
