"""The collected cases of replies that other tools got wrong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from reply_forms import MUSEUM, judge_form, said, street_row_form

from accord.llm.completion import Completion
from accord.llm.replies.form import ReplyForm
from accord.llm.replies.read import Read, read_completion, read_text
from accord.spec.fields import Choice


@pytest.fixture(scope="session")
def case(shared: Path) -> Any:
    lines = (shared / "cases" / "cases.jsonl").read_text(encoding="utf-8").splitlines()
    return {found["id"]: found for found in map(json.loads, lines)}.__getitem__


def as_labels(scores: dict[str, int]) -> dict[str, str]:
    return {name: str(score) for name, score in scores.items()}


def read_response(response: dict[str, Any], form: ReplyForm) -> Read:
    reasoning = response.get("reasoning_content", response.get("reasoning"))
    return read_completion(
        Completion(response["content"], reasoning=reasoning, finish_reason=response["finish_reason"]), form
    )


def test_llm_01_fences_and_prose_with_brackets(case):
    given, expected = case("llm-01")["input"]["contents"], case("llm-01")["expected"]["each"]
    reads = [read_text(content, judge_form()) for content in given]
    assert [said(read) for read in reads] == [as_labels(expected["scores"])] * 3
    assert [read.tolerances for read in reads] == [("code_fence", "prose"), ("code_fence", "prose"), ("prose",)]


def test_llm_03_a_draft_in_reasoning_is_no_answer(case):
    reads = [read_text(content, judge_form()) for content in case("llm-03")["input"]["contents"]]
    first, second, third = case("llm-03")["expected"]["results"]
    assert said(reads[0]) == as_labels(first["scores"])
    assert said(reads[1]) == as_labels(second["scores"])
    assert (reads[2].state, reads[2].reason) == ("invalid", third["reason"])
    assert [read.tolerances for read in reads] == [("reasoning_block",), ("reasoning_block",), ()]


def test_llm_04_python_literals_and_trailing_commas(case):
    reads = [read_text(content, judge_form()) for content in case("llm-04")["input"]["contents"]]
    expected = case("llm-04")["expected"]["results"]
    assert [said(read) for read in reads[:2]] == [as_labels(result["scores"]) for result in expected[:2]]
    assert [read.tolerances for read in reads[:2]] == [(result["repair"],) for result in expected[:2]]
    # A Python True and None are read, and are no scores: true is off the labels, null is missing.
    assert said(reads[2]) == {"title": "off_label", "culture": "missing", "period": "1", "origin": "1", "creator": "0"}
    assert reads[2].answers["title"] == {"state": "off_label", "raw": True}
    assert reads[2].tolerances == ("python_literal", "null_value")
    assert (reads[3].state, reads[3].reason) == ("invalid", "bad_syntax")


def test_llm_04_a_strict_rater_has_no_repairs(case):
    reads = [read_text(content, judge_form(strict=True)) for content in case("llm-04")["input"]["contents"]]
    assert [read.reason for read in reads] == ["not_as_asked", "not_as_asked", "not_as_asked", "bad_syntax"]


def test_llm_05_a_missing_field_is_not_zero(case):
    read = read_text(case("llm-05")["input"]["content"], judge_form())
    assert read.state == "answered"
    assert read.answers["creator"] == {"state": "missing"}
    assert read.tolerances == ("missing_field",)
    assert read.detail == "No answer for creator."


def scored(value: Any, accept: tuple[str, ...] = ()) -> Any:
    """What a value of the first field is read as: 0, 1 or "invalid"."""
    reply = json.dumps({**dict.fromkeys(MUSEUM, 1), "title": value})
    answer = read_text(reply, judge_form(accept)).answers["title"]
    if answer["state"] == "answered":
        return int(answer["value"])
    # A missing value is an absent or blank one, anything else is kept as it was written.
    assert answer == ({"state": "off_label", "raw": value} if value not in (None, "") else {"state": "missing"})
    return "invalid"


def test_llm_06_forms_of_scores(case):
    values, expected = case("llm-06")["input"]["field_values"], case("llm-06")["expected"]
    assert {json.dumps(value, ensure_ascii=False): scored(value) for value in values} == expected["default"]
    for text, score in expected["with_option_yes_no_bool"].items():
        assert scored(json.loads(text), ("booleans", "yes_no")) == score
    others = [value for value in values if json.dumps(value) not in expected["with_option_yes_no_bool"]]
    plain = {json.dumps(value, ensure_ascii=False): scored(value, ("booleans", "yes_no")) for value in others}
    assert plain == {text: expected["default"][text] for text in plain}


def test_llm_09_a_truncated_object_is_not_completed(case):
    reads = [read_response(response, judge_form()) for response in case("llm-09")["input"]["responses"]]
    assert [read.reason for read in reads] == ["truncated", None, "truncated"]
    assert said(reads[1]) == as_labels(case("llm-09")["expected"]["results"][1]["scores"])
    assert reads[1].tolerances == ("finish_length",)


def test_llm_11_thoughts_are_no_answers(case):
    responses = case("llm-11")["input"]["responses"]
    reads = [read_response(response, judge_form()) for response in responses]
    assert [read.reason for read in reads] == ["truncated_in_reasoning", "empty_content"]
    accepted = [read_response(response, judge_form(["reasoning"])) for response in responses]
    assert [read.reason for read in accepted] == ["truncated_in_reasoning", None]
    assert accepted[1].tolerances == ("from_reasoning",)
    assert said(accepted[1]) == as_labels(json.loads(responses[1]["reasoning"]))


WHOLE = {"scene": "street", "people": "few", "materials": ["brick"], "mood": "calm", "overall": "accessible"}


@pytest.mark.parametrize(
    ("at", "values", "tolerances"),
    [
        (0, {"people": "2, maybe 3"}, ()),
        (3, {}, ("header_line",)),
        (4, {"materials": ['brick "red"']}, ()),
        (6, {}, ("code_fence",)),
        (8, {}, ()),
        (11, {"materials": ["brick", "stone"], "overall": "missing"}, ("split_bar", "empty_value")),
        (5, {}, ("semicolon_delimiter",)),
        (10, {}, ("wide_comma",)),
    ],
)
def test_llm_12_lines_that_can_be_read(case, at, values, tolerances):
    read = read_text(case("llm-12")["input"]["replies"][at], street_row_form())
    assert said(read) == {**WHOLE, **values}
    assert read.tolerances == tolerances


@pytest.mark.parametrize(
    ("at", "reason"), [(1, "wrong_width"), (2, "wrong_width"), (7, "unclosed_quote"), (9, "several_rows")]
)
def test_llm_12_lines_that_cannot_be_read(case, at, reason):
    read = read_text(case("llm-12")["input"]["replies"][at], street_row_form())
    assert (read.state, read.reason, read.answers) == ("invalid", reason, {})


def test_llm_13_labels(case):
    given = case("llm-13")["input"]
    names = {label: [name] for label, name in given["map_fr_en"].items()}
    form = ReplyForm({"overall": Choice(given["labels"], aliases=names)}, {}, "json")
    reads = [read_text(json.dumps({"overall": reply}), form) for reply in given["replies"]]
    labels = ["Accessible", "Accessible", "Réservé", "Réservé", "Sans objet", *["off_label"] * 5]
    assert [said(read)["overall"] for read in reads] == labels
    codes = [("value_form",), ("label_punctuation",), ("label_accents",), ("value_form",), (), *[()] * 5]
    assert [read.tolerances for read in reads] == codes
    assert [read.answers["overall"].get("raw") for read in reads] == given["replies"]
