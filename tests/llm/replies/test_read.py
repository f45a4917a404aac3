from __future__ import annotations

import json

import pytest
from reply_forms import MUSEUM, judge_form, said, street_row_form

from accord.llm.completion import Completion
from accord.llm.replies.read import LONGEST_DETAIL, LONGEST_REPLY, Read, read_completion, read_text
from accord.llm.replies.tolerances import REASONS

ONES = json.dumps(dict.fromkeys(MUSEUM, 1))
LINE = "street,few,brick,calm,accessible"


def test_a_plain_reply():
    read = read_text(ONES, judge_form())
    one = {"state": "answered", "value": "1"}
    assert read == Read("answered", None, None, dict.fromkeys(MUSEUM, one), ())
    # Nothing of one reply is shared with the next.
    read.answers["title"]["value"] = "0"
    assert read_text(ONES, judge_form()).answers["title"] == one


@pytest.mark.parametrize("text", ["", " \n", "\ufeff", "<think>a</think>"])
def test_nothing(text):
    assert read_text(text, judge_form()).reason == "empty_content"
    assert read_text(text, street_row_form()).reason == "empty_content"


def test_a_byte_order_mark_does_not_matter():
    assert read_text(f"\ufeff{ONES}", judge_form()).tolerances == ()
    assert read_text(f"\ufeff{LINE}", street_row_form()).tolerances == ()


def test_answers_that_are_missing_are_named():
    read = read_text('{"title": 1, "period": null, "origin": ""}', judge_form())
    assert read.detail == "No answer for culture, period, origin, creator."
    assert read.tolerances == ("null_value", "empty_value", "missing_field")
    assert read_text(json.dumps(dict.fromkeys(MUSEUM)), judge_form()).reason == "no_answer"


def test_every_reason_has_a_sentence_and_details_are_cut():
    assert read_text("", judge_form()).detail == REASONS["empty_content"]
    refused = read_completion(Completion(None, refusal="no " * 1_000), judge_form())
    assert len(refused.detail or "") == LONGEST_DETAIL


def test_too_long():
    assert read_text(" " * (LONGEST_REPLY + 1), judge_form()).reason == "too_long"


@pytest.mark.parametrize(
    "text",
    [
        "{" * 900_000,
        '{"title":' * 90_000,
        "{'a':" * 150_000,
        '{"' + '\\"' * 400_000,
        "[" * 900_000,
        "," * 900_000,
        "1\n" * 400_000,
        "<think></think>" * 60_000,
        "{} " * 300_000,
        "'" * 900_000,
    ],
    ids=lambda text: text[:6].strip(),
)
@pytest.mark.parametrize("form", [judge_form(), street_row_form()], ids=["json", "csv"])
def test_hostile_texts_are_given_up(text, form):
    """Each of these once took time that grows with the square of its length, or more stack than there is."""
    assert read_text(text, form).state == "invalid"


def test_an_object_where_a_line_was_asked_for():
    given = {"scene": "street", "people": "few", "materials": ["brick"], "mood": "calm", "overall": "accessible"}
    for text in (json.dumps(given), f"```json\n{json.dumps(given)}\n```", json.dumps([given])):
        assert said(read_text(text, street_row_form())) == given
    assert read_text(json.dumps(given), street_row_form(strict=True)).state == "invalid"


def test_a_line_is_no_object():
    assert read_text("1,1,1,1,1", judge_form()).reason == "no_object"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (f"```\n{ONES}\n```", "not_as_asked"),
        (json.dumps({"why": "", **dict.fromkeys(MUSEUM, 1)}), "not_as_asked"),
        (json.dumps({"Title": 1}), "not_as_asked"),
        (f" {ONES}\n", None),
        (json.dumps({"title": "1.0"}), None),
        (json.dumps({"title": 1, "period": None}), None),
    ],
)
def test_strictly_as_asked(text, reason):
    assert read_text(text, judge_form(strict=True)).reason == reason


def test_strict_says_what_it_would_have_needed():
    read = read_text(f"```\n{ONES}\n```", judge_form(strict=True))
    assert read.detail == "The answer stood in a code fence (```)."


def completed(content, form=None, **more):
    return read_completion(Completion(content, **more), form or judge_form())


@pytest.mark.parametrize(
    ("content", "more", "reason"),
    [
        (None, {"refusal": "I will not."}, "refused"),
        (ONES, {"refusal": "I will not."}, "refused"),
        (ONES, {"finish_reason": "content_filter"}, "content_filter"),
        (None, {}, "empty_content"),
        ("  ", {"finish_reason": "stop"}, "empty_content"),
        (None, {"finish_reason": "length"}, "truncated"),
        (None, {"finish_reason": "length", "reasoning": ONES}, "truncated_in_reasoning"),
        (None, {"finish_reason": "stop", "reasoning": ONES}, "empty_content"),
        ("<think>a", {"finish_reason": "length"}, "truncated_in_reasoning"),
        ("<think>a", {"finish_reason": "stop"}, "unclosed_reasoning"),
        (ONES[:-1], {"finish_reason": "length"}, "truncated"),
        ("I think", {"finish_reason": "length"}, "truncated"),
        ("I think", {"finish_reason": "stop"}, "no_object"),
        (f'{ONES} {{"title": 0}}', {"finish_reason": "length"}, "contradictory"),
    ],
)
def test_how_a_reply_ended(content, more, reason):
    assert completed(content, **more).reason == reason


def test_a_whole_object_counts_though_the_reply_was_cut():
    assert completed(ONES, finish_reason="length").tolerances == ("finish_length",)
    assert completed(f"{ONES} and", finish_reason="length").tolerances == ("finish_length", "prose")
    assert completed(ONES, judge_form(strict=True), finish_reason="length").reason == "not_as_asked"


def test_the_last_value_of_a_line_that_was_cut_may_be_half_of_one():
    form = street_row_form()
    assert completed(LINE, form, finish_reason="length").reason == "truncated"
    assert completed(f"```\n{LINE}", form, finish_reason="length").reason == "truncated"
    assert completed("street,few", form, finish_reason="length").reason == "truncated"
    for whole in (f"{LINE}\n", f"```\n{LINE}\n```"):
        assert completed(whole, form, finish_reason="length").tolerances[0] == "finish_length"


def test_reasoning_is_an_answer_only_where_that_is_accepted():
    accepting = judge_form(["reasoning"])
    assert completed(None, accepting, reasoning=ONES).tolerances == ("from_reasoning",)
    assert completed(None, accepting, reasoning="perhaps").reason == "no_object"
    assert completed(None, judge_form(["reasoning"], strict=True), reasoning=ONES).reason == "not_as_asked"
    assert "accept" in (completed(None, reasoning=ONES).detail or "")
