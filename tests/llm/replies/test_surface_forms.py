"""Whatever text comes, reading it ends in an answer or a reason; and answers come back in every form they are in."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from reply_forms import MUSEUM, judge_form, said, street_row_form

from accord.annotations.log.standing import as_cell
from accord.annotations.log.submission import Answer
from accord.canonical import compact
from accord.llm.completion import Completion
from accord.llm.replies.form import ReplyForm
from accord.llm.replies.read import Read, read_completion, read_text
from accord.llm.replies.tolerances import REASONS, TOLERANCES
from accord.spec.fields import Binary, Boxes, Choice, Labels, Number, Rating, Text
from accord.spec.states import State

ALL_KINDS = ReplyForm(
    {
        "ok": Binary(),
        "light": Choice(["day", "Réservé", "a, b"], abstain=["cannot judge"]),
        "things": Labels(["x", "y", "z, w"], none="nothing", sep=";", abstain=["cannot judge"]),
        "clear": Rating(1, 5),
        "count": Number(missing=["-9"]),
        "boxes": Boxes(["car"], format="xywh"),
        "said": Text(),
    },
    {},
    "json",
    frozenset({"booleans", "yes_no", "reasoning"}),
)
FORMS = [judge_form(), judge_form(strict=True), street_row_form(), street_row_form(strict=True), ALL_KINDS]
PIECES = [
    *"{}[]\",:;'|` \n\\/0a",
    '"title"',
    "title",
    "'title'",
    "```json\n",
    "```",
    "<think>",
    "</think>",
    "true",
    "null",
    "NaN",
    "1e999",
    "\\ud800",
    "\\u0000",
    "\ud800",
    "\0",
    "street",
    "brick",
    "calm,",
    "accessible",
    '{"title":1}',
    "{'title':0}",
    "\uff0c",
    "\ufeff",
    "[[1]]",
    "-",
    '"boxes":[{"label":"car","box":[1,2,3]}]',
    '"things":["x",null]',
    "not_asked",
]


def check(read: Read, form: ReplyForm) -> None:
    """What holds of every reading."""
    assert set(read.tolerances) <= set(TOLERANCES)
    assert len(set(read.tolerances)) == len(read.tolerances)
    if read.state == "invalid":
        assert read.reason in REASONS
        assert read.detail
        assert read.answers == {}
        return
    assert read.reason is None
    assert list(read.answers) == list(form.fields)
    assert any(answer["state"] != "missing" for answer in read.answers.values())
    # A log can hold it, and its cells are read from there in the same states.
    compact(read.answers).encode()
    for name, parts in read.answers.items():
        cell = as_cell(Answer(**parts))
        state = State.MISSING if cell is None else State(int(form.fields[name].read([cell]).states[0]))
        assert state.name.lower() == parts["state"], (name, parts)


@given(st.sampled_from(FORMS), st.lists(st.sampled_from(PIECES), max_size=30).map("".join) | st.text(max_size=60))
@example(ALL_KINDS, '{"said": "\\ud800", "light": ["\\u0000not_asked"]}')
@example(ALL_KINDS, '{"said": "\\u0000not_asked", "ok": 1e999}')
def test_no_text_raises(form, text):
    check(read_text(text, form), form)


@given(
    st.sampled_from(FORMS),
    st.builds(
        Completion,
        st.none() | st.sampled_from(["", " ", '{"title": 1}', "street,few,brick,calm,accessible"]),
        reasoning=st.none() | st.sampled_from(["", "so 1", '{"title": 1}']),
        refusal=st.none() | st.sampled_from(["", "I will not."]),
        finish_reason=st.none() | st.sampled_from(["stop", "length", "content_filter", "tool_calls"]),
    ),
)
def test_no_completion_raises(form, completion):
    check(read_completion(completion, form), form)


Scores = dict[str, str]


def trailing_comma(scores: Scores) -> str:
    return json.dumps(scores)[:-1] + ",\n}"


SURFACES: dict[str, tuple[Callable[[Scores], str], tuple[str, ...]]] = {
    "plain": (json.dumps, ()),
    "indented": (lambda scores: json.dumps(scores, indent=2), ()),
    "numbers": (lambda scores: json.dumps({name: int(score) for name, score in scores.items()}), ()),
    "floats": (lambda scores: json.dumps({name: float(score) for name, score in scores.items()}), ()),
    "any order": (lambda scores: json.dumps(dict(reversed(scores.items()))), ()),
    "fence": (lambda scores: f"```json\n{json.dumps(scores)}\n```", ("code_fence",)),
    "open fence": (lambda scores: f"```\n{json.dumps(scores)}", ("code_fence",)),
    "prose": (lambda scores: f"My {{verdict}}: {json.dumps(scores)}. See {{1}} [a].", ("prose",)),
    "thoughts": (
        lambda scores: f"<think>{{}} or {json.dumps(scores)}?</think>\n{json.dumps(scores)}",
        ("reasoning_block",),
    ),
    "python": (str, ("python_literal",)),
    "trailing comma": (trailing_comma, ("trailing_comma",)),
    "case": (lambda scores: json.dumps({name.title(): score for name, score in scores.items()}), ("key_case",)),
    "wrapped": (lambda scores: json.dumps({"why": "because", "scores": scores}), ("wrapper",)),
    "array": (lambda scores: json.dumps([scores]), ("wrapper",)),
    "twice": (lambda scores: f"{json.dumps(scores)}\n{json.dumps(scores)}", ("several_objects",)),
    "more keys": (lambda scores: json.dumps({"why": {"a": 1}, **scores}), ("unknown_key",)),
    "spaces": (lambda scores: json.dumps({name: f" {score} " for name, score in scores.items()}), ("value_form",)),
}


@pytest.mark.parametrize("surface", SURFACES)
@given(scores=st.fixed_dictionaries({name: st.sampled_from("01") for name in MUSEUM}))
def test_answers_come_back_from_every_form(surface, scores):
    write, tolerances = SURFACES[surface]
    read = read_text(write(scores), judge_form())
    assert said(read) == scores
    assert read.tolerances == tolerances
    strict = read_text(write(scores), judge_form(strict=True))
    assert (strict.state == "answered") == (set(tolerances) <= {"value_form"})


answers: dict[str, st.SearchStrategy[Any]] = {
    "ok": st.sampled_from(["0", "1"]),
    "light": st.sampled_from(["day", "Réservé", "a, b"]),
    "things": st.lists(st.sampled_from(["x", "y", "z, w"]), unique=True).map(sorted),
    "clear": st.integers(1, 5).map(str),
    "count": st.integers(0, 10**6) | st.floats(-1e6, 1e6, allow_nan=False).filter(lambda value: not value.is_integer()),
    "boxes": st.lists(
        st.fixed_dictionaries({"label": st.just("car"), "box": st.lists(st.integers(1, 9), min_size=4, max_size=4)})
    ),
    "said": st.text(min_size=1).filter(lambda text: text.strip() and "\0" not in text),
}


@given(st.fixed_dictionaries(answers), st.sampled_from([json.dumps, str, lambda given: json.dumps(given, indent=1)]))
def test_every_kind_comes_back(given, write):
    assert said(read_text(write(given), ALL_KINDS)) == given
