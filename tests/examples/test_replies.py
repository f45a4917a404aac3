"""Recorded replies: each way of writing a form is one that machines have, and a recording holds all that is known."""

from __future__ import annotations

import ast
import json

import pytest

from accord.examples import replies
from accord.examples.replies import Reply, cut_off

FORM = {"title_match": 1, "places": ["a", "b, c"], "mood": "hell é"}


@pytest.mark.parametrize("written", [replies.plain, replies.indented])
def test_json(written: replies.Writing) -> None:
    assert json.loads(written(FORM)) == FORM


def test_one_line_and_a_line_a_field() -> None:
    assert "\n" not in replies.plain(FORM)
    assert replies.indented({"a": 1, "b": 2}).splitlines() == ["{", '  "a": 1,', '  "b": 2', "}"]
    assert "é" in replies.plain(FORM)


def test_a_fence() -> None:
    first, *lines, last = replies.fenced(FORM).splitlines()
    assert (first, last) == ("```json", "```")
    assert json.loads("\n".join(lines)) == FORM


def test_single_quotes_are_no_json() -> None:
    with pytest.raises(json.JSONDecodeError):
        json.loads(replies.single_quoted(FORM))
    assert ast.literal_eval(replies.single_quoted(FORM)) == FORM


def test_keys_in_another_case() -> None:
    written = json.loads(replies.capitalized(FORM))
    assert set(written).isdisjoint(FORM)
    assert {name.casefold(): answer for name, answer in written.items()} == FORM


@pytest.mark.parametrize("written", [replies.with_prose, replies.after_thoughts])
def test_the_object_stands_among_other_text(written: replies.Writing) -> None:
    text = written(FORM)
    start, end = text.index("{"), text.rindex("}") + 1
    assert json.loads(text[start:end]) == FORM
    assert text[:start].strip()
    assert "{" not in text[:start]


def test_thoughts_are_marked_and_stand_before() -> None:
    head, _, rest = replies.after_thoughts(FORM).partition("</think>")
    assert head.startswith("<think>\n")
    assert json.loads(rest) == FORM


def test_what_is_cut_off_says_so() -> None:
    assert cut_off("abcdef") == Reply("abcd", finish_reason="length")


def test_what_a_recording_holds() -> None:
    assert Reply("123456789").recorded("owl", 20) == {
        "content": "123456789",
        "finish_reason": "stop",
        "model": "owl",
        "usage": {"prompt_tokens": 20, "completion_tokens": 3},
    }
    refused = Reply(None, refusal="no thanks").recorded("owl", 20)
    assert (refused["content"], refused["refusal"]) == (None, "no thanks")
    assert refused["usage"] == {"prompt_tokens": 20, "completion_tokens": 3}
