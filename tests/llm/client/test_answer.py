import json
from typing import Any

import pytest

from accord.llm.client.answer import NoCompletion, completion_of
from accord.llm.completion import Completion


def read(document: Any) -> Completion:
    body = document if isinstance(document, bytes) else json.dumps(document).encode()
    return completion_of(body, lambda text: text.replace("canary", "[key]"), "json_schema", 2, 0.5)


def choice(content: Any, finish_reason: Any = "stop", **message: Any) -> dict[str, Any]:
    return {"choices": [{"message": {"content": content, **message}, "finish_reason": finish_reason}]}


def test_all_of_a_completion() -> None:
    body = choice("yes", reasoning_content="hm", refusal="no") | {
        "model": "m-1",
        "system_fingerprint": "fp_a",
        "usage": {"prompt_tokens": 7, "completion_tokens": 3},
    }
    assert read(body) == Completion("yes", "hm", "no", "stop", "m-1", "fp_a", 7, 3, "json_schema", 2, 0.5)


def test_what_is_not_there_is_none() -> None:
    assert read({"choices": [{"message": {}}]}) == Completion(None, format="json_schema", tries=2, seconds=0.5)
    odd = choice(None, finish_reason=3, reasoning={"a": 1}, refusal=[]) | {"model": 1, "usage": [1]}
    assert read(odd) == Completion(None, format="json_schema", tries=2, seconds=0.5)


@pytest.mark.parametrize("count", [-1, True, "7", 7.5, None])
def test_counts_that_are_none(count: Any) -> None:
    usage = {"prompt_tokens": count, "completion_tokens": 3}
    assert read(choice("yes") | {"usage": usage}).input_tokens is None


def test_reasoning_under_both_names() -> None:
    assert read(choice(None, reasoning="hm")).reasoning == "hm"
    assert read(choice(None, reasoning_content=None, reasoning="hm")).reasoning == "hm"


def test_content_in_parts() -> None:
    parts = [
        {"type": "thinking", "thinking": [{"type": "text", "text": "h"}, {"type": "text", "text": "m"}, "odd"]},
        {"type": "text", "text": "y"},
        {"type": "image_url", "image_url": {}},
        {"type": "output_text", "text": "es"},
    ]
    completion = read(choice(parts))
    assert (completion.content, completion.reasoning) == ("yes", "hm")
    refused = read(choice([{"type": "refusal", "refusal": "no"}]))
    assert (refused.content, refused.refusal) == (None, "no")
    assert read(choice([])).content is None


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ({"choices": []}, "empty_choices"),
        ({"error": {"message": "overloaded"}}, "server_error"),
        ({"error": "overloaded"}, "server_error"),
        ({"choices": [{"error": {"message": "x"}, "message": {"content": ""}}]}, "server_error"),
        (choice("", finish_reason="error"), "server_error"),
        (b"<html>", "bad_body"),
        (b"", "bad_body"),
        (b'{"choices": [{"message"', "bad_body"),
        (b"\xff\xfe", "bad_body"),
        (b"[" * 100_000, "bad_body"),
        ([], "bad_body"),
        ({}, "bad_body"),
        ({"choices": None}, "bad_body"),
        ({"choices": {}}, "bad_body"),
        ({"choices": [None]}, "bad_body"),
        ({"choices": [{"message": None}]}, "bad_body"),
        ({"choices": [{"text": "old"}]}, "bad_body"),
        (choice(3), "bad_body"),
        (choice({"title": 1}), "bad_body"),
        (choice(["yes"]), "bad_body"),
    ],
)
def test_what_is_no_completion(body: Any, reason: str) -> None:
    with pytest.raises(NoCompletion) as caught:
        read(body)
    assert caught.value.reason == reason


def test_no_error_is_no_error() -> None:
    assert read(choice("yes") | {"error": None}).content == "yes"


def test_every_text_is_cleared_of_secrets() -> None:
    body = choice("a canary", finish_reason="canary", reasoning="canary", refusal="canary")
    assert "canary" not in repr(read(body | {"model": "canary", "system_fingerprint": "canary"}))


def test_text_that_no_file_can_hold_is_mended() -> None:
    body = b'{"choices": [{"message": {"content": "\\ud83d\\ude00 \\ud83d"}}]}'
    assert read(body).content == "\U0001f600 ?"
    assert read(b"\xef\xbb\xbf" + json.dumps(choice("yes")).encode()).content == "yes"
