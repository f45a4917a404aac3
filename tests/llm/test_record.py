import json

import pytest

from accord.annotations.log.submission import Submission, id_of
from accord.llm.completion import Completion
from accord.llm.prompts.prompt import Prompt
from accord.llm.record import Recorder, writable
from accord.llm.replies.read import Read
from accord.llm.units import Unit
from accord.spec.benchmark import read_benchmark
from accord.spec.machine import Machine

BENCHMARK = read_benchmark(
    "name: t\nversion: 1.0.0\nfields:\n  t: {kind: text}\n"
    "  b: {kind: binary, matches: t}\n  a: {kind: binary, matches: t, reference: r}\n"
)
MACHINE = Machine(name="judge", role="judge")
NOW = "2026-01-01T00:00:00.000000Z"
ONE = {"state": "answered", "value": "1"}


def line(read: Read, completion: Completion, supersedes: str | None = None) -> tuple[str, Submission, dict]:
    prompt = Prompt([], ("a",), {}, "prompt", 0)
    recorder = Recorder(BENCHMARK, MACHINE, "model-1", "template")
    name, text = recorder.line(Unit("i", "of", "m", {}), prompt, completion, read, supersedes, NOW)
    return name, Submission.model_validate_json(text), json.loads(text)


def test_it_is_a_submission_like_any_other() -> None:
    completion = Completion('{"a": 1}', finish_reason="stop", model="model-1-b", input_tokens=5, seconds=0.25)
    name, submission, written = line(Read("answered", None, None, {"a": ONE}, ("code_fence",)), completion, "old")
    assert submission.id == name == id_of(submission)
    assert (submission.of, submission.supersedes, submission.at) == ("of", "old", NOW)
    assert written["rater"] == {
        "name": "judge",
        "role": "judge",
        "model": "model-1",
        "resolved_model": "model-1-b",
    }
    assert written["reply"] == {
        "raw": '{"a": 1}',
        "finish_reason": "stop",
        "tolerances": ["code_fence"],
        "format": "text",
        "usage": {"input_tokens": 5},
        "latency_ms": 250.0,
        "tries": 1,
        "prompt_digest": "prompt",
        "template_digest": "template",
    }


def test_what_the_protocol_leaves_blank_is_not_asked() -> None:
    _, _, written = line(Read("answered", None, None, {"a": ONE}, ()), Completion("x"))
    assert written["answers"] == {"a": ONE, "b": {"state": "not_asked"}}


def test_a_reply_that_cannot_be_read_keeps_its_raw_text() -> None:
    name, submission, written = line(Read("invalid", "no_object", "there is none", {}, ()), Completion("well"))
    assert (submission.state, submission.reason, written["answers"]) == ("invalid", "no_object", {})
    assert (written["reply"]["raw"], written["reply"]["detail"]) == ("well", "there is none")
    assert name == id_of(submission)


@pytest.mark.parametrize(("content", "kept"), [(None, "thoughts"), ("", "thoughts"), ("x", None)])
def test_thoughts_are_kept_where_there_is_nothing_else(content, kept) -> None:
    _, _, written = line(Read("invalid", "empty", None, {}, ()), Completion(content, reasoning="thoughts"))
    assert written["reply"].get("reasoning") == kept


def test_halves_of_characters_are_spelled_out() -> None:
    assert writable("a\ud83d") == "a\\ud83d"
    assert writable("é") == "é"
    assert writable(None) is None
