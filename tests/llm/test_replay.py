import asyncio
import json

import pytest

from accord.errors import InputError
from accord.llm.client.errors import RequestFailed
from accord.llm.completion import Completion
from accord.llm.prompts.prompt import Prompt
from accord.llm.replay import Recording, read_recording
from accord.llm.seat import Question
from accord.llm.units import Unit
from accord.spec.machine import Machine


def answer(recording: Recording, rater: str, unit: Unit, **machine: str) -> Completion:
    prompt = Prompt([], ("a", "b"), {}, "digest", 0)
    asker = recording.asker(Machine.model_validate({"name": rater, "role": "judge", **machine}))
    return asyncio.run(asker(Question(unit, prompt, 0, None, None)))


def put(path, *lines) -> Recording:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return read_recording(path)


def test_a_line_made_elsewhere(tmp_path) -> None:
    reply = {
        "content": "yes",
        "finish_reason": "stop",
        "model": "gpt-1",
        "usage": {"prompt_tokens": 7, "completion_tokens": 2},
    }
    recording = put(tmp_path / "r.jsonl", {"rater": "gpt", "item": "a", "of": "m1", "reply": reply})
    found = answer(recording, "gpt", Unit("a", "id-of-output", "m1", {}))
    assert found == Completion(
        "yes", finish_reason="stop", model="gpt-1", input_tokens=7, output_tokens=2, format="recorded", tries=0
    )


def test_a_line_of_a_log(tmp_path) -> None:
    line = {
        "schema": "accord.submission/1",
        "item": "a",
        "of": "id-of-output",
        "rater": {"name": "gpt", "role": "judge", "model": "m", "resolved_model": "m-2"},
        "reply": {"raw": "yes", "usage": {"input_tokens": 7, "output_tokens": 2}, "latency_ms": 3.5},
    }
    recording = put(tmp_path / "r.jsonl", line)
    found = answer(recording, "gpt", Unit("a", "id-of-output", "m1", {}))
    assert (found.content, found.model, found.input_tokens) == ("yes", "m-2", 7)


def test_the_last_of_several_replies_counts(tmp_path) -> None:
    lines = [{"rater": "m", "item": "a", "reply": {"content": text}} for text in ("first", "last")]
    recording = put(tmp_path / "r.jsonl", *lines)
    assert answer(recording, "m", Unit("a")).content == "last"
    (finding,) = recording.findings
    assert (finding.code, finding.count, finding.where) == ("repeated_replies", 1, f"{tmp_path / 'r.jsonl'}:2")
    assert put(tmp_path / "s.jsonl", lines[0], lines[0]).findings == []


def test_a_folder_of_logs(tmp_path) -> None:
    for name in ("a", "b"):
        put(tmp_path / f"{name}.jsonl", {"rater": name, "item": "i", "reply": {"raw": name}})
    recording = read_recording(tmp_path)
    assert [answer(recording, name, Unit("i")).content for name in ("a", "b")] == ["a", "b"]


def test_what_is_not_recorded_stays_outstanding(tmp_path) -> None:
    recording = put(tmp_path / "r.jsonl", {"rater": "m", "item": "a", "reply": {"content": "x"}})
    with pytest.raises(RequestFailed, match="not_recorded: no reply of m is recorded for b, output of m1"):
        answer(recording, "m", Unit("b", "id", "m1", {}))
    with pytest.raises(RequestFailed):
        answer(recording, "other", Unit("a"))


def test_all_bad_lines_are_told(tmp_path) -> None:
    path = tmp_path / "r.jsonl"
    path.write_text('\ufeff{"rater": "m", "item": "a", "reply": {"content": 1}}\n\n{"rater": "m"}\n{', encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_recording(path)
    found = [(problem.where, problem.message) for problem in caught.value.problems]
    assert [where.rpartition(":")[2] for where, _ in found] == ["1", "3", "4"]
    assert found[0][1].startswith("reply.content")
    assert all(problem.code == "bad_reply" for problem in caught.value.problems)


@pytest.mark.parametrize("text", ["", '{"rater": "m", "item": "a"}\n'])
def test_a_file_without_replies_is_refused(tmp_path, text) -> None:
    path = tmp_path / "r.jsonl"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match="no line holds a reply"):
        read_recording(path)
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match=r"no \.jsonl file"):
        read_recording(tmp_path / "empty")


@pytest.mark.parametrize(
    ("reply", "machine", "fields"),
    [
        ({"content": "1,0", "fields": ["b", "a"]}, {"reply": "csv"}, ("b", "a")),
        ({"content": "1,0", "prompt_digest": "digest"}, {"reply": "csv"}, None),
        ({"content": "1,0", "fields": ["a", "b"]}, {"reply": "csv", "role": "model"}, ("a", "b")),
        ({"content": "{}"}, {}, None),
    ],
)
def test_a_line_of_values_says_which_value_is_of_which_field(tmp_path, reply, machine, fields) -> None:
    recording = put(tmp_path / "r.jsonl", {"rater": "m", "item": "a", "reply": reply})
    assert answer(recording, "m", Unit("a"), **machine).fields == fields


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        ({"content": "1,0"}, "order_unknown"),
        ({"content": "1,0", "prompt_digest": "another"}, "order_unknown"),
        ({"content": "1,0", "fields": ["a", "c"]}, "other_fields"),
    ],
)
def test_a_line_of_values_in_an_unknown_order_is_not_read(tmp_path, reply, reason) -> None:
    recording = put(tmp_path / "r.jsonl", {"rater": "m", "item": "a", "reply": reply})
    with pytest.raises(RequestFailed, match=reason):
        answer(recording, "m", Unit("a"), reply="csv")


def test_replies_that_nobody_asked_for_are_told(tmp_path) -> None:
    lines = [{"rater": name, "item": item, "reply": {"content": "x"}} for name in ("m", "n") for item in ("a", "b")]
    recording = put(tmp_path / "r.jsonl", *lines)
    answer(recording, "m", Unit("a"))
    (finding,) = recording.unused(["m"])
    assert (finding.code, finding.severity, finding.count) == ("unused_replies", "info", 1)
    assert finding.message == "1 recorded reply was not asked for, the first: m, b"
    answer(recording, "m", Unit("b"))
    assert recording.unused(["m"]) == []
