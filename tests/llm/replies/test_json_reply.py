from __future__ import annotations

import json

import pytest
from reply_forms import said

from accord.llm.replies.form import ReplyForm
from accord.llm.replies.json_reply import read_object, read_objects
from accord.llm.replies.read import Read
from accord.llm.replies.unreadable import Unreadable
from accord.spec.fields import Binary, Text

FORM = ReplyForm({"title": Binary(abstain=["unsure"]), "period": Binary()}, {}, "json")


def read(text, form=FORM):
    try:
        answers = read_objects(text, form)
    except Unreadable as why:
        return why.reason
    return said(Read("answered", None, None, answers.parts, ())), answers.codes


ONE = {"title": "1", "period": "0"}
TEXT = '{"title": 1, "period": 0}'


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        (TEXT, ()),
        (f"```\n{TEXT}\n```", ("code_fence",)),
        (f"a ```json {TEXT}``` b", ("code_fence", "prose")),
        (f"[{TEXT}]", ("wrapper",)),
        (f"[{TEXT}, {TEXT}]", ("wrapper", "several_objects")),
        (f'{{"answer": {TEXT}}}', ("wrapper",)),
        (f'{{"answers": [{TEXT}], "n": 1}}', ("wrapper",)),
        (f'{{"a": {{"b": {TEXT}}}}}', ("wrapper",)),
        ('{"title": 1}\n{"period": 0}', ("several_objects",)),
        (f'{TEXT} {{"title": "1.0"}}', ("several_objects", "value_form")),
        (f'{TEXT} {{"title": null, "period": 0}}', ("several_objects", "null_value")),
        # Examples, quotations and schemas have no answer in them.
        (f'{{"title": "0 or 1", "period": "0 or 1"}} {TEXT}', ("prose",)),
        (f'The output {{"title": "Vase", "period": "Ming"}}: {TEXT}', ("prose",)),
        (f'{{"properties": {{"title": {{"type": "integer"}}, "period": {{"enum": [0, 1]}}}}}} {TEXT}', ("prose",)),
        (f'{{"note": 1}} {TEXT}', ("prose",)),
    ],
)
def test_one_answer(text, codes):
    assert read(text) == (ONE, codes)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{"title": 0, "period": 0} {"title": 1, "period": 0}', "contradictory"),
        ('{"title": 0} {"title": "unsure"}', "contradictory"),
        ('{"title": 0, "period": 1} {"title": 0, "period": 2}', "contradictory"),
        ('{"a": {"title": 0}, "b": {"title": 1}}', "contradictory"),
        ('{"title": 0, "Title": 1}', "contradictory"),
        ('{"title": 0, "title": 1}', "contradictory"),
        ("{'title': 0, 'title': 1}", "contradictory"),
        ('{"note": 1}', "no_answer"),
        ("{}", "no_answer"),
        ('{"a": {"b": {"c": {"d": {"title": 1}}}}}', "no_answer"),
        ('{"properties": {"title": {"type": "integer"}}}', "no_answer"),
    ],
)
def test_no_answer(text, reason):
    assert read(text) == reason


def test_the_same_value_twice_is_no_contradiction():
    assert read('{"title": 1, "title": 1, "period": 0}') == (ONE, ("duplicate_key",))


def test_an_object_without_an_answer_counts_where_there_is_no_other():
    assert read('{"title": 7, "period": [0]}') == ({"title": "off_label", "period": "off_label"}, ())


def test_texts_are_all_answers():
    form = ReplyForm({"title": Text()}, {}, "json")
    assert read('{"title": "a"} {"title": "b"}', form) == "contradictory"
    assert read('{"title": "a {\\"title\\": \\"b\\"} <think>"}', form)[0] == {"title": 'a {"title": "b"} <think>'}


def test_one_object():
    assert read_object({"note": 1}, FORM) is None
    answers = read_object({"period": 0, "title": 1}, FORM)
    assert list(answers.parts) == ["title", "period"]
    again = read_object(json.loads(TEXT), FORM)
    again.parts["title"]["value"] = "changed"
    assert read_object(json.loads(TEXT), FORM).parts["title"]["value"] == "1"


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        ('{"results": {"title": 1, "period": 0}, "title": 0}', "contradictory"),
        ('{"results": {"title": 1, "period": 0}, "title": 1}', ONE),
        ('{"title": 1, "rest": {"period": 0}}', ONE),
        ('{"title": 1, "period": 0, "draft": {"title": 0}}', ONE),
    ],
)
def test_what_an_object_leaves_out_may_stand_inside_it(text, answers):
    found = read(text)
    assert (found if isinstance(found, str) else found[0]) == answers
