"""Records: what a line may hold, and an id that changes with all that was said and with nothing else."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from accord.annotations.log.submission import (
    SCHEMA,
    Answer,
    Source,
    Submission,
    answer_parts,
    id_of,
    said_text,
    submission_id,
)
from accord.canonical import compact_in_order

SAID = {"q": {"state": "answered", "value": "A"}}
UNIT = ("i1", None, "ann", "human", "first", "digest", "answered", said_text(SAID), None)
texts = st.text(st.characters(codec="utf-8"), max_size=8)
numbers = st.integers() | st.floats(allow_nan=False, allow_infinity=False)
json_values = st.recursive(
    st.booleans() | numbers | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=8,
)
answers = st.fixed_dictionaries(
    {"state": st.sampled_from(["answered", "abstained", "missing", "off_label", "not_asked"])},
    optional={"value": json_values, "raw": json_values},
)


def record(**changes: Any) -> dict[str, Any]:
    said = changes.get("answers", SAID)
    return {
        "schema": SCHEMA,
        "id": submission_id(*UNIT[:7], said_text(said), None),
        "item": "i1",
        "rater": {"name": "ann", "role": "human"},
        "pass": "first",
        "logged_at": "2026-01-01T00:00:00.000000Z",
        "state": "answered",
        "answers": said,
        "spec": {"version": "1.0.0", "digest": "digest"},
        **changes,
    }


def read(**changes: Any) -> Submission:
    return Submission.model_validate_json(compact_in_order(record(**changes)))


@given(st.dictionaries(texts, answers, max_size=3))
def test_the_id_can_be_computed_again_from_the_line(said: dict[str, Any]) -> None:
    submission = read(answers=said)
    assert id_of(submission) == submission.id
    assert {name: answer_parts(answer) for name, answer in submission.answers.items()} == said


@pytest.mark.parametrize("at", range(len(UNIT)))
def test_every_part_is_in_the_id(at: int) -> None:
    changed = [*UNIT]
    changed[at] = said_text({"q": {"state": "missing"}}) if at == 7 else "other"
    assert submission_id(*changed) != submission_id(*UNIT)


@pytest.mark.parametrize(
    "other",
    [
        ("i1", "", "ann", "human", "first", "digest", "answered", "{}", None),
        ("i1", None, "ann", "human", "first", "digest", "answered", "{}", "null"),
        ("i1", None, 'ann","human', "", "first", "digest", "answered", "{}", None),
        ("", "i1", "ann", "human", "first", "digest", "answered", "{}", None),
        ("i1", None, "", "annhuman", "first", "digest", "answered", "{}", None),
    ],
)
def test_text_that_moves_from_one_part_to_another_makes_another_id(other: tuple[str, ...]) -> None:
    assert submission_id(*other) != submission_id("i1", None, "ann", "human", "first", "digest", "answered", "{}", None)


@pytest.mark.parametrize(
    "change",
    [
        {"at": "2026-01-01T00:00:00.000000Z"},
        {"logged_at": "2027-01-01T00:00:00.000000Z"},
        {"source": {"file": "b.csv", "sha256": "0", "line": 4, "cell": "A1"}},
        {"source": {"file": "b.xlsx", "sha256": "0", "cell": "A!A1", "saved": "2026-01-01T00:00:00.000000Z"}},
        {"reason": "because"},
        {"reply": {"raw": "A", "usage": {"tokens": 3}}},
        {"spec": {"version": "2.0.0", "digest": "digest"}},
        {"rater": {"name": "ann", "role": "human", "model": "m", "resolved_model": "m-1"}},
        {"answers": {"q": {"state": "answered", "value": "A", "raw": " a "}}},
    ],
)
def test_times_sources_and_spellings_are_not_in_the_id(change: dict[str, Any]) -> None:
    submission = read(**change)
    assert id_of(submission) == submission.id == submission_id(*UNIT)


def test_the_raw_text_of_an_answer_off_the_labels_is_what_was_said() -> None:
    off = [said_text({"q": {"state": "off_label", "raw": raw}}) for raw in ("x", "y")]
    assert off[0] != off[1]


def test_the_order_of_fields_and_keys_does_not_matter() -> None:
    said = {"a": {"state": "answered", "value": {"y": 1, "x": 2}}, "b": {"state": "missing"}}
    turned = {"b": {"state": "missing"}, "a": {"value": {"x": 2, "y": 1}, "state": "answered"}}
    assert said_text(said) == said_text(turned)


@pytest.mark.parametrize("value", [0, False, "", [], {}, 0.0])
def test_values_that_look_empty_stay(value: Any) -> None:
    assert answer_parts(Answer(state="answered", value=value)) == {"state": "answered", "value": value}


@pytest.mark.parametrize(
    "change",
    [
        {"colour": 1},
        {"rater": {"name": "ann", "role": "human", "age": 3}},
        {"rater": {"name": "", "role": "human"}},
        {"rater": {"name": "ann", "role": "robot"}},
        {"state": "missing"},
        {"answers": {"q": {"state": "invalid"}}},
        {"answers": {"q": {"state": "answered", "value": "A", "note": ""}}},
        {"answers": {"q": "A"}},
        {"answers": [SAID]},
        {"item": 5},
        {"item": None},
        {"source": {"line": 4}},
        {"spec": {"version": "1.0.0"}},
        {"logged_at": None},
    ],
)
def test_what_is_not_the_layout_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        Submission.model_validate_json(json.dumps(record() | change))


def test_what_is_not_known_of_a_source_is_left_out() -> None:
    source = {"file": "b.csv", "sha256": "0", "line": 4}
    assert Source.model_validate(source).model_dump(exclude_none=True) == source
    saved = source | {"saved": "2026-01-01T00:00:00.000000Z"}
    assert list(Source.model_validate(saved).model_dump(exclude_none=True).items()) == list(saved.items())


def test_a_record_cannot_be_changed() -> None:
    submission = read()
    with pytest.raises(ValidationError, match="frozen"):
        submission.item = "i2"
