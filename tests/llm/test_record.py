import json

import pytest

from accord.annotations.log.submission import Submission, id_of
from accord.llm.completion import Completion
from accord.llm.prompts.prompt import Prompt
from accord.llm.record import Recorder, draft_of, line_of, worth, writable
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


def line(
    read: Read, completion: Completion, supersedes: str | None = None, machine: Machine = MACHINE
) -> tuple[str, Submission, dict]:
    prompt = Prompt([], ("a",), {}, "prompt", 0)
    recorder = Recorder(BENCHMARK, machine, "model-1", "template")
    name, text = line_of(recorder.draft(Unit("i", "of", "m", {}), prompt, completion, read), supersedes, NOW)
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


def test_a_line_of_values_says_in_which_order_its_fields_were_asked() -> None:
    machine = Machine(name="judge", role="judge", reply="csv")
    read = Read("answered", None, None, {"a": ONE}, ())
    assert line(read, Completion("1"), machine=machine)[2]["reply"]["fields"] == ["a"]
    assert line(read, Completion("1", fields=("b", "a")), machine=machine)[2]["reply"]["fields"] == ["b", "a"]
    assert "fields" not in line(read, Completion("1"))[2]["reply"]


def test_a_record_of_the_log_can_be_written_again() -> None:
    completion = Completion('{"a": 1}', finish_reason="stop", model="model-1-b", input_tokens=5)
    name, submission, written = line(Read("answered", None, None, {"a": ONE}, ()), completion, "old")
    assert line_of(draft_of(submission), "old", NOW) == (name, json.dumps(written, separators=(",", ":")))
    again, text = line_of(draft_of(submission), "newer", "2026-02-01T00:00:00.000000Z")
    assert again == id_of(Submission.model_validate_json(text)) != name


def test_worth_is_what_a_reply_says() -> None:
    missing = {"state": "missing"}
    drafts = [
        {"state": "invalid", "answers": {}},
        {"state": "answered", "answers": {"a": missing}},
        {"state": "answered", "answers": {"a": ONE, "b": missing}},
        {"state": "answered", "answers": {"a": ONE, "b": {"state": "off_label", "raw": "x"}}},
    ]
    assert [worth(draft) for draft in drafts] == [0, 1, 2, 3]
