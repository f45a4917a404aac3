import json
from typing import Any

import pytest

from accord.llm.client.outcome import Failure, outcome_of
from accord.llm.client.transport import Answer, Broken
from accord.llm.completion import Completion


def hide(text: str) -> str:
    return text.replace("canary", "[key]")


def outcome(status: int, body: Any, **headers: str) -> Completion | Failure:
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()
    return outcome_of(Answer(status, headers, raw), hide, "text", 1, 0.1)


def failure(status: int, body: Any, **headers: str) -> tuple[str, str, str]:
    found = outcome(status, body, **headers)
    assert isinstance(found, Failure)
    return found.action, found.reason, found.text


@pytest.mark.parametrize("status", [200, 201])
def test_a_completion(status: int) -> None:
    found = outcome(status, {"choices": [{"message": {"content": "canary"}}]})
    assert found == Completion("[key]", seconds=0.1)


@pytest.mark.parametrize(
    ("status", "body", "action", "reason"),
    [
        (200, b"<html>proxy</html>", "retry", "bad_body"),
        (204, b"", "retry", "bad_body"),
        (200, {"choices": []}, "retry", "empty_choices"),
        (200, {"error": {"message": "overloaded"}}, "retry", "server_error"),
        (200, {"error": {"message": "slow down", "code": 429}}, "retry", "rate_limited"),
        (200, {"error": {"message": "no", "code": 401}}, "stop", "bad_key"),
        (200, {"error": {"code": "insufficient_quota"}}, "stop", "no_credit"),
        (500, b"", "retry", "server_error"),
        (400, {"error": "bad"}, "give_up", "bad_request"),
    ],
)
def test_failures(status: int, body: Any, action: str, reason: str) -> None:
    assert failure(status, body)[:2] == (action, reason)


@pytest.mark.parametrize("status", [200, 400])
def test_what_a_filter_holds_back_is_a_completion(status: int) -> None:
    found = outcome(status, {"error": {"code": "content_filter", "message": "violence; canary"}})
    assert found == Completion(None, refusal="violence; [key]", finish_reason="content_filter", seconds=0.1)


def test_texts() -> None:
    assert failure(500, {"error": {"message": "canary"}})[2] == "status 500: [key]"
    assert failure(500, {"error": {"code": "busy"}})[2] == "status 500: busy"
    assert failure(503, b"")[2] == "status 503"
    assert failure(200, b"")[2] == "the answer is empty"
    assert failure(308, b"", Location="https://h/canary?token=t")[2] == ("status 308 (it redirects to https://h/[key])")


def test_broken_connections() -> None:
    found = outcome_of(Broken("connection", "canary", False), hide, "text", 1, 0.1)
    assert found == Failure("retry", "connection", "[key]", connected=False)
    assert outcome_of(Broken("bad_certificate", "self-signed", False), hide, "text", 1, 0.1) == Failure(
        "stop", "bad_certificate", "self-signed", connected=False
    )
