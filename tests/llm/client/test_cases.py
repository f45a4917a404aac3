"""The cases `api-*`, over HTTP, with made-up time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from chat_server import Answer, ChatServer, Reply, completion

from accord.llm.client.errors import RequestFailed, RunStopped
from accord.llm.completion import Completion

Serve = Callable[[Reply], ChatServer]
MESSAGES = [{"role": "user", "content": "is it right?"}]
OK = Answer(body=completion("yes"))


def run(asking: Any, url: str, **options: Any) -> Completion:
    """One request."""

    async def once() -> Completion:
        async with asking(url, **options) as client:
            return await client.ask(MESSAGES, schema=None)

    return asyncio.run(once())


def in_turn(*answers: Answer) -> Reply:
    return lambda call: answers[call.number]


# --- api-01: 429 with Retry-After in every legal and illegal form ---


@pytest.mark.parametrize(
    ("headers", "least"),
    [
        ({"Retry-After": "2"}, 2),
        ({"Retry-After": "Sun, 01 Mar 2026 12:00:05 GMT"}, 5),
        ({"Retry-After": "Sun, 01 Mar 2026 11:59:00 GMT"}, 0),
        ({"retry-after-ms": "1500"}, 1.5),
        ({"Retry-After": "0.5"}, 0.5),
        ({"Retry-After": "soon"}, None),
        ({"Retry-After": "-1"}, None),
        ({"Retry-After": "NaN"}, None),
        ({}, None),
    ],
)
def test_api_01_the_wait_is_at_least_what_the_header_says(
    chat_server: Serve, asking: Any, hours: Any, headers: dict[str, str], least: float | None
) -> None:
    server = chat_server(in_turn(Answer(429, headers=headers), OK))
    assert run(asking, server.url).tries == 2
    # What is above the header, or all of it without one, is spread at random.
    assert (least or 0) <= hours.now <= (least or 0) + 2


def test_api_01_a_day_is_longer_than_anybody_waits(chat_server: Serve, asking: Any, hours: Any) -> None:
    server = chat_server(in_turn(Answer(429, headers={"Retry-After": "86400"})))
    with pytest.raises(RequestFailed) as caught:
        run(asking, server.url)
    assert (caught.value.reason, caught.value.tries) == ("wait_too_long", 1)
    assert "86,400 seconds" in caught.value.detail
    assert hours.slept == []


def test_api_01_tries_are_bounded(chat_server: Serve, asking: Any) -> None:
    server = chat_server(lambda call: Answer(429, headers={"Retry-After": "1"}))
    with pytest.raises(RequestFailed) as caught:
        run(asking, server.url)
    assert (caught.value.reason, caught.value.tries, len(server.calls)) == ("rate_limited", 3, 3)


# --- api-02: which failures are retried ---


@pytest.mark.parametrize(
    ("answers", "tries"),
    [
        ([Answer(500), Answer(502), OK], 3),
        ([Answer(body={"error": {"message": "overloaded"}}), OK], 2),
        ([Answer(body="<html>proxy</html>", headers={"content-type": "text/html"}), OK], 2),
        ([Answer(body={"choices": []}), OK], 2),
        ([Answer(action="reset"), OK], 2),
        ([Answer(body=completion("yes"), action="half"), OK], 2),
        ([Answer(408), Answer(409), OK], 3),
        ([Answer(425), Answer(529), OK], 3),
    ],
)
def test_api_02_what_may_pass_is_tried_again(
    chat_server: Serve, asking: Any, answers: list[Answer], tries: int
) -> None:
    server = chat_server(in_turn(*answers))
    found = run(asking, server.url)
    assert (found.content, found.tries, len(server.calls)) == ("yes", tries, tries)


@pytest.mark.parametrize(
    ("answer", "reason", "tries"),
    [
        (Answer(action="hang"), "timeout", 3),
        (Answer(503), "server_error", 3),
        (Answer(action="reset"), "connection", 3),
        (Answer(body={"choices": []}), "empty_choices", 3),
        (Answer(body=completion({"title": 1})), "bad_body", 3),
        (Answer(400), "bad_request", 1),
        (Answer(422), "bad_request", 1),
        (Answer(413), "too_large", 1),
    ],
)
def test_api_02_failures_say_how_often_was_tried(
    chat_server: Serve, asking: Any, answer: Answer, reason: str, tries: int
) -> None:
    server = chat_server(lambda call: answer)
    with pytest.raises(RequestFailed) as caught:
        run(asking, server.url, timeout=0.1 if answer.action == "hang" else 60)
    assert (caught.value.reason, caught.value.tries, len(server.calls)) == (reason, tries, tries)


@pytest.mark.parametrize(
    ("status", "code", "reason"),
    [
        (401, "invalid_api_key", "bad_key"),
        (403, None, "bad_key"),
        (404, "model_not_found", "unknown_model"),
        (404, None, "not_found"),
        (402, None, "no_credit"),
        (429, "insufficient_quota", "no_credit"),
    ],
)
def test_api_02_what_holds_for_all_requests_stops_the_run(
    chat_server: Serve, asking: Any, status: int, code: str | None, reason: str
) -> None:
    """Of many requests at once only the first is sent."""
    server = chat_server(lambda call: Answer(status, {"error": {"message": "no", "code": code}}))

    async def many() -> list[Any]:
        async with asking(server.url) as client:
            return await asyncio.gather(*(client.ask(MESSAGES, schema=None) for _ in range(50)), return_exceptions=True)

    ends = asyncio.run(many())
    assert [(type(end), end.reason) for end in ends] == [(RunStopped, reason)] * 50
    assert len(server.calls) == 1


# --- api-03: who has answered ---


def test_api_03_the_served_model_is_told(chat_server: Serve, asking: Any) -> None:
    bodies = [
        completion("a", model="judge-flash-2026-01-15") | {"system_fingerprint": "fp_a"},
        completion("a", model="judge-flash-2026-03-02") | {"system_fingerprint": "fp_b"},
        completion("a", model="other-large"),
        {name: part for name, part in completion("a").items() if name != "model"},
    ]
    server = chat_server(lambda call: bodies[call.number])

    async def four() -> list[Completion]:
        async with asking(server.url) as client:
            return [await client.ask(MESSAGES, schema=None) for _ in bodies]

    assert [(found.model, found.fingerprint) for found in asyncio.run(four())] == [
        ("judge-flash-2026-01-15", "fp_a"),
        ("judge-flash-2026-03-02", "fp_b"),
        ("other-large", None),
        (None, None),
    ]
    assert [call.body["model"] for call in server.calls] == ["alias"] * 4


# --- api-04: content filter ---


@pytest.mark.parametrize(
    ("answer", "content"),
    [
        (Answer(body=completion(None, finish_reason="content_filter")), None),
        (Answer(body=completion('{"title":1,"cul', finish_reason="content_filter")), '{"title":1,"cul'),
        (Answer(400, {"error": {"code": "content_filter"}}), None),
    ],
)
def test_api_04_a_filter_is_an_answer_and_not_tried_again(
    chat_server: Serve, asking: Any, answer: Answer, content: str | None
) -> None:
    server = chat_server(lambda call: answer)
    found = run(asking, server.url)
    assert (found.content, found.finish_reason, found.tries) == (content, "content_filter", 1)
    assert len(server.calls) == 1


# --- llm-09 and llm-11, as far as they are about what comes over the network ---


def test_llm_09_a_truncated_reply_keeps_its_finish_reason(chat_server: Serve, asking: Any) -> None:
    server = chat_server(lambda call: completion('{"title":1,"cul', finish_reason="length"))
    found = run(asking, server.url)
    assert (found.content, found.finish_reason) == ('{"title":1,"cul', "length")


@pytest.mark.parametrize("name", ["reasoning_content", "reasoning"])
def test_llm_11_thoughts_are_not_content(chat_server: Serve, asking: Any, name: str) -> None:
    server = chat_server(lambda call: completion(None, **{name: '{"title":1}'}))
    found = run(asking, server.url)
    assert (found.content, found.reasoning) == (None, '{"title":1}')
