"""Answers where none is asked."""

from __future__ import annotations

import pytest
from built_folder import Built, only

from accord.annotations.checks.not_asked import not_asked

FIELDS = """title: {kind: text, reference: title}
right: {kind: binary, matches: title}
fair: {kind: rating, scale: 1..5, asked_of: [human], abstain: [unsure]}"""


@pytest.fixture
def built(tmp_path):
    built = Built(tmp_path, FIELDS, head="items: {state: state}")
    built.items(
        {"id": "a", "title": "x", "state": ""},
        {"id": "b", "title": None, "state": ""},
        {"id": "c", "title": "z", "state": "invalid_output"},
    )
    return built


def test_what_is_asked_raises_nothing(built):
    outputs = {item: built.say("m", item, {"title": "x"}, role="model") for item in "ab"}
    built.say("m", "c", {}, role="model", state="invalid")
    built.say("ann", "a", {"right": "1"}, of=outputs["a"])
    built.say("ann", "b", {"right": {"state": "not_asked"}}, of=outputs["b"])
    built.say("bob", "b", {"right": None}, of=outputs["b"])
    built.say("j", "b", {"right": "0"}, role="judge", of=outputs["b"])
    built.say("ann", "a", {"fair": "3"})
    assert not_asked(built.contents()) == []


@pytest.mark.parametrize("answer", ["3", {"state": "abstained", "value": "unsure"}, {"state": "off_label", "raw": "9"}])
def test_a_role_that_is_not_asked(built, answer):
    built.say("m", "a", {"title": "x", "fair": answer}, role="model")
    finding = only(not_asked(built.contents()))
    assert (finding.code, finding.severity) == ("not_asked_of_role", "warning")
    assert finding.where == f"{built.log('m', 'model')}:1, field fair"
    assert finding.message == "model m answered fair for 'a', but the field is asked of human"
    assert finding.fix is not None and "change the field in benchmark.yaml" in finding.fix


def test_a_field_about_items_on_a_form_about_an_output(built):
    output = built.say("m", "a", {"title": "x"}, role="model")
    built.say("ann", "a", {"right": "1", "fair": "3"}, of=output)
    finding = only(not_asked(built.contents()))
    assert (finding.code, finding.where) == ("wrong_form", f"{built.log('ann')}:1, field fair")
    assert finding.message.endswith("but the field asks about items, not outputs")


def test_a_field_about_outputs_without_one(built):
    built.say("ann", "a", {"right": "1"})
    finding = only(not_asked(built.contents()))
    assert (finding.code, finding.where) == ("wrong_form", f"{built.log('ann')}:1, field right")
    assert finding.message.endswith("but the field asks about an output, and none is named")


def test_a_score_where_there_is_no_reference(built):
    output = built.say("m", "b", {"title": "x"}, role="model")
    built.say("ann", "b", {"right": "1"}, of=output)
    finding = only(not_asked(built.contents()))
    assert (finding.code, finding.where) == ("no_reference", f"{built.log('ann')}:1, field right")
    assert finding.fix is not None and "empty_reference: judge" in finding.fix


@pytest.mark.parametrize(("role", "code"), [("model", "not_asked_of_role"), ("human", "wrong_form")])
def test_only_the_first_reason_is_given(built, role, code):
    built.say("ann", "b", {"right": "1"}, role=role)
    assert only(not_asked(built.contents())).code == code


def test_people_may_be_asked_without_a_reference(tmp_path):
    built = Built(tmp_path, FIELDS, head="policies: {empty_reference: {human: judge, judge: leave_blank}}")
    built.items({"id": "b", "title": None})
    output = built.say("m", "b", {"title": "x"}, role="model")
    built.say("ann", "b", {"right": "1"}, of=output)
    built.say("j", "b", {"right": "1"}, role="judge", of=output)
    finding = only(not_asked(built.contents()))
    assert (finding.code, finding.where) == ("no_reference", f"{built.log('j', 'judge')}:1, field right")


def test_an_answer_about_an_item_that_cannot_be_rated(built):
    built.say("ann", "c", {"fair": "3"})
    finding = only(not_asked(built.contents()))
    assert (finding.code, finding.severity) == ("invalid_output_answered", "warning")
    assert finding.where == f"{built.log('ann')}:1"
    assert finding.message == "human ann answered about 'c', whose output cannot be read, so that nobody is asked"


def test_a_judgement_of_a_reply_that_could_not_be_read(built):
    output = built.say("m", "a", {}, role="model", state="invalid")
    built.say("j", "a", {"right": "1"}, role="judge", of=output)
    assert only(not_asked(built.contents())).code == "invalid_output_answered"


def test_a_form_left_blank_about_it_raises_nothing(built):
    output = built.say("m", "a", {}, role="model", state="invalid")
    built.say("j", "a", {"right": None}, role="judge", of=output)
    assert not_asked(built.contents()) == []
