from __future__ import annotations

import asyncio
import gc
import json
import socket
import traceback
import warnings
from collections.abc import Callable
from typing import Any

import pytest
from chat_server import Answer, Call, ChatServer, Reply, completion

from accord.llm.client.errors import RequestFailed, RunStopped
from accord.llm.client.lane import Lane

Serve = Callable[[Reply], ChatServer]
MESSAGES = [{"role": "user", "content": "is it right?"}]
SCHEMA = {"type": "object", "properties": {"title": {"type": "integer"}}}


def refusing(*parts: str) -> Reply:
    """A server that refuses these parts of a request, one at a time, in the words of services."""

    def reply(call: Call) -> Answer | str:
        format = call.body.get("response_format", {}).get("type")
        for part in parts:
            if part == format:
                text = f"response_format of type {part} is not supported"
                return Answer(400, {"error": {"message": text, "param": "response_format"}})
            if part in call.body:
                return Answer(400, {"error": {"message": f"'{part}' is not supported", "param": part}})
        return "yes"

    return reply


async def ask_in_turn(client: Any, times: int = 1, **options: Any) -> list[Any]:
    ends: list[Any] = []
    for _ in range(times):
        try:
            ends.append(await client.ask(MESSAGES, schema=SCHEMA, **options))
        except (RequestFailed, RunStopped) as end:
            ends.append(end)
    return ends


# --- what the endpoint does not take ---


def test_formats_fall_back_once_for_all(chat_server: Serve, asking: Any) -> None:
    server = chat_server(refusing("json_schema", "json_object"))

    async def run() -> Any:
        async with asking(server.url, tries=1) as client:
            ends = await asyncio.gather(*(client.ask(MESSAGES, schema=SCHEMA) for _ in range(20)))
            return ends, client.counts, client.notes

    ends, counts, notes = asyncio.run(run())
    assert [(end.format, end.content) for end in ends] == [("text", "yes")] * 20
    assert [end.tries for end in ends] == [4] + [1] * 19
    fallbacks = {f"fallback_{format}": 1 for format in ("json_object_of_schema", "json_object", "text")}
    assert counts == {"requests": 23, **fallbacks}
    assert len(notes) == 3 and "json_schema" in "".join(notes)


def test_a_schema_is_tried_beside_an_object_before_it_is_given_up(chat_server: Serve, asking: Any) -> None:
    server = chat_server(refusing("json_schema"))

    async def run() -> Any:
        async with asking(server.url) as client:
            return await client.ask(MESSAGES, schema=SCHEMA)

    assert asyncio.run(run()).format == "json_object_of_schema"
    assert server.calls[-1].body["response_format"] == {"type": "json_object", "schema": SCHEMA}


def test_the_memory_is_shared_by_model(chat_server: Serve, asking: Any) -> None:
    server = chat_server(refusing("json_schema"))

    async def run() -> None:
        lane = Lane()
        async with asking(server.url, lane) as one, asking(server.url, lane, name="other") as two:
            assert (await one.ask(MESSAGES, schema=SCHEMA)).tries == 2
            assert (await two.ask(MESSAGES, schema=SCHEMA)).tries == 1

    asyncio.run(run())


def test_one_odd_request_does_not_change_the_format_of_the_others(chat_server: Serve, asking: Any) -> None:
    def reply(call: Call) -> Answer | str:
        odd = call.number == 1
        return Answer(400, {"error": {"message": "grammar too deep", "param": "response_format"}}) if odd else "yes"

    async def run() -> list[str]:
        async with asking(chat_server(reply).url) as client:
            return [end.format for end in await ask_in_turn(client, 3)]

    assert asyncio.run(run()) == ["json_schema", "json_object_of_schema", "json_schema"]


def test_an_error_that_only_looks_like_it_is_not_remembered(chat_server: Serve, asking: Any) -> None:
    """A service that echoes the request in its errors names everything that was in it."""
    server = chat_server(lambda call: Answer(400, {"error": json.dumps(call.body)}) if call.number < 4 else "yes")

    async def run() -> None:
        async with asking(server.url) as client:
            failed, ok = await ask_in_turn(client, 2)
            assert (failed.reason, ok.format, client.notes) == ("bad_request", "json_schema", [])

    asyncio.run(run())


def test_keys_that_are_refused_are_left_out_and_noted(chat_server: Serve, asking: Any) -> None:
    server = chat_server(refusing("max_tokens", "temperature", "seed"))

    async def run() -> Any:
        async with asking(server.url, tries=1) as client:
            await ask_in_turn(client, 2)
            return client.counts, sorted(client.notes)

    counts, notes = asyncio.run(run())
    assert counts == {"requests": 5, "refused_max_tokens": 1, "refused_temperature": 1, "refused_seed": 1}
    assert notes == [
        "max_tokens is sent as max_completion_tokens: the endpoint asks for that",
        "seed is not sent: the endpoint refuses it",
        "temperature is not sent: the endpoint refuses it",
    ]
    assert set(server.calls[-1].body) == {"model", "messages", "top_p", "max_completion_tokens", "response_format"}


def test_csv_asks_for_no_format_and_says_so(chat_server: Serve, asking: Any) -> None:
    server = chat_server(lambda call: "a,b")

    async def run() -> Any:
        async with asking(server.url, reply="csv") as client:
            return await client.ask(MESSAGES, schema=None)

    assert asyncio.run(run()).format == "csv"
    assert "response_format" not in server.calls[0].body


def test_a_request_may_have_its_own_seed_and_length(chat_server: Serve, asking: Any) -> None:
    server = chat_server(lambda call: "yes")

    async def run() -> None:
        async with asking(server.url) as client:
            await ask_in_turn(client, max_tokens=2048, seed=3)

    asyncio.run(run())
    assert (server.calls[0].body["max_tokens"], server.calls[0].body["seed"]) == (2048, 3)


# --- pauses and limits ---


def test_a_429_pauses_the_whole_lane(chat_server: Serve, asking: Any, hours: Any) -> None:
    served = []

    def reply(call: Call) -> Answer | str:
        served.append(hours.now)
        return Answer(429, headers={"Retry-After": "7"}) if call.number == 0 else "yes"

    async def run() -> None:
        lane = Lane()
        async with asking(chat_server(reply).url, lane) as one, asking(chat_server(reply).url, lane) as two:
            await one.ask(MESSAGES, schema=None)
            lane.pause(hours.now + 5)
            await two.ask(MESSAGES, schema=None)

    asyncio.run(run())
    assert served[0] == 0 and served[1] >= 7 and served[2] >= served[1] + 5


def test_also_the_last_429_of_a_request_pauses_the_others(chat_server: Serve, asking: Any, hours: Any) -> None:
    server = chat_server(lambda call: Answer(429, headers={"Retry-After": "7"}) if call.number == 0 else "yes")

    async def run() -> list[Any]:
        async with asking(server.url, tries=1) as client:
            return await ask_in_turn(client, 2)

    failed, ok = asyncio.run(run())
    assert (failed.reason, ok.content) == ("rate_limited", "yes") and hours.now >= 7
    assert "requests_per_minute" in failed.detail


def test_an_error_without_a_time_holds_up_only_its_request(chat_server: Serve, asking: Any) -> None:
    server = chat_server(lambda call: Answer(500) if call.number == 0 else "yes")

    async def run() -> None:
        lane = Lane()
        async with asking(server.url, lane) as client:
            await ask_in_turn(client)
            assert lane.pauses == 0

    asyncio.run(run())


def test_waits_grow_and_are_bounded(chat_server: Serve, asking: Any, hours: Any) -> None:
    async def run() -> None:
        async with asking(chat_server(lambda call: Answer(500)).url, tries=40) as client:
            await ask_in_turn(client)

    asyncio.run(run())
    assert len(hours.slept) == 39 and max(hours.slept) <= 60 and sum(hours.slept) > 300


def test_requests_a_minute(chat_server: Serve, asking: Any, hours: Any) -> None:
    async def run() -> None:
        async with asking(chat_server(lambda call: "yes").url, requests_per_minute=30) as client:
            await ask_in_turn(client, 5)

    asyncio.run(run())
    assert hours.now == pytest.approx(8)


def test_tokens_a_minute_by_what_was_used(chat_server: Serve, asking: Any, hours: Any) -> None:
    server = chat_server(lambda call: completion("yes", usage=(50, 10)))

    async def run() -> None:
        async with asking(server.url, tokens_per_minute=60) as client:
            await ask_in_turn(client, 3, tokens=20)

    asyncio.run(run())
    assert hours.now == pytest.approx(120)


def test_no_more_connections_than_allowed(chat_server: Serve, asking: Any) -> None:
    under_way = most = 0

    class Counting:
        async def post(self, data: bytes) -> Any:
            nonlocal under_way, most
            under_way += 1
            most = max(most, under_way)
            await asyncio.sleep(0)
            under_way -= 1
            return await real.post(data)

        def hide_in(self, text: str) -> str:
            return text

    async def run() -> None:
        nonlocal real
        async with asking(chat_server(lambda call: "yes").url) as client:
            client._places = asyncio.Semaphore(3)
            real, client._transport = client._transport, Counting()
            await asyncio.gather(*(client.ask(MESSAGES, schema=None) for _ in range(20)))
            client._transport = real

    real: Any = None
    asyncio.run(run())
    assert most == 3


# --- the end of a run ---


def test_the_circuit_opens_after_ten_failed_requests(chat_server: Serve, asking: Any) -> None:
    server = chat_server(lambda call: Answer(503, {"error": {"message": "loading"}}))

    async def run() -> list[Any]:
        async with asking(server.url, tries=2) as client:
            return await ask_in_turn(client, 15)

    ends = asyncio.run(run())
    assert [end.reason for end in ends] == ["server_error"] * 10 + ["circuit_open"] * 5
    assert str(ends[-1]) == "circuit_open: 10 requests in a row had no reply; the last: status 503: loading"
    assert len(server.calls) == 20


def test_items_that_are_too_large_do_not_open_it(chat_server: Serve, asking: Any) -> None:
    async def run() -> list[Any]:
        async with asking(chat_server(lambda call: Answer(413)).url) as client:
            return await ask_in_turn(client, 15)

    assert [end.reason for end in asyncio.run(run())] == ["too_large"] * 15


def test_where_no_server_is_nobody_waits_for_long(asking: Any) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}/v1"

        async def run() -> list[Any]:
            async with asking(url, tries=100) as client:
                return await ask_in_turn(client, 2)

        ends = asyncio.run(run())
    assert [end.reason for end in ends] == ["circuit_open"] * 2
    assert "no connection in 10 attempts" in ends[0].detail and "refused" in ends[0].detail


def test_who_waits_is_woken_by_a_stop(chat_server: Serve, asking: Any, hours: Any) -> None:
    async def never(seconds: float) -> None:
        await asyncio.Event().wait()

    async def run() -> None:
        async with asking(chat_server(lambda call: Answer(500)).url) as client:
            client._sleep = never
            waiting = [asyncio.create_task(client.ask(MESSAGES, schema=None)) for _ in range(3)]
            while client.counts["retry_server_error"] < 3:
                await asyncio.sleep(0.001)
            client.stop("interrupted", "by hand")
            for task in waiting:
                with pytest.raises(RunStopped, match="interrupted: by hand"):
                    await task

    asyncio.run(run())


def test_a_stop_lets_what_is_under_way_finish(chat_server: Serve, asking: Any) -> None:
    server = chat_server(lambda call: Answer(body=completion("yes"), delay=0.05))

    async def run() -> None:
        async with asking(server.url) as client:
            task = asyncio.create_task(client.ask(MESSAGES, schema=None))
            while not server.calls:
                await asyncio.sleep(0.001)
            client.stop("interrupted", "by hand")
            assert (await task).content == "yes"
            with pytest.raises(RunStopped):
                await client.ask(MESSAGES, schema=None)

    asyncio.run(run())
    assert len(server.calls) == 1


def test_a_cancelled_request_leaves_nothing_behind(chat_server: Serve, asking: Any) -> None:
    server = chat_server(lambda call: Answer(action="hang") if call.number < 8 else "yes")

    async def run() -> None:
        async with asking(server.url) as client:
            client._answered.set()
            tasks = [asyncio.create_task(client.ask(MESSAGES, schema=None)) for _ in range(8)]
            while len(server.calls) < 8:
                await asyncio.sleep(0.001)
            for task in tasks:
                task.cancel()
            ends = await asyncio.gather(*tasks, return_exceptions=True)
            assert all(isinstance(end, asyncio.CancelledError) for end in ends)
            assert (await client.ask(MESSAGES, schema=None)).content == "yes"
        assert asyncio.all_tasks() == {asyncio.current_task()}

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        asyncio.run(run(), debug=True)
        gc.collect()


def test_the_others_do_not_wait_for_ever_for_the_first(
    chat_server: Serve, asking: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("accord.llm.client.client.SECONDS_FOR_THE_FIRST", 0.01)
    server = chat_server(lambda call: Answer(action="hang") if call.number == 0 else "yes")

    async def run() -> None:
        async with asking(server.url) as client:
            first = asyncio.create_task(client.ask(MESSAGES, schema=None))
            while not server.calls:
                await asyncio.sleep(0.001)
            assert (await client.ask(MESSAGES, schema=None)).content == "yes"
            first.cancel()
            await asyncio.gather(first, return_exceptions=True)

    asyncio.run(run())


# --- secrets ---


def echo(status: int, **more: Any) -> Reply:
    """Everything that was sent, sent back in every place of an answer."""

    def reply(call: Call) -> Answer:
        all_of_it = f"{call.headers} {json.dumps(call.headers)}"
        bodies = {
            "text": all_of_it,
            "json": {"error": {"message": all_of_it, "code": call.headers["authorization"], "param": all_of_it}},
            "detail": {"detail": [{"loc": ["body"], "msg": all_of_it, "type": "x"}]},
            "choices": {"choices": [], "error": all_of_it},
            "content": completion(all_of_it, model=all_of_it, finish_reason=all_of_it, reasoning=all_of_it),
        }
        headers = {"X-Echo": call.headers["authorization"], "Location": f"http://h/{call.headers['authorization']}"}
        return Answer(status, bodies[more["shape"]], headers)

    return reply


@pytest.mark.parametrize("shape", ["text", "json", "detail", "choices", "content"])
@pytest.mark.parametrize("status", [200, 307, 400, 401, 402, 404, 413, 422, 429, 500, 503])
def test_no_key_leaves_the_client(
    chat_server: Serve, asking: Any, canary: str, caplog: pytest.LogCaptureFixture, status: int, shape: str
) -> None:
    caplog.set_level(0)
    shown: list[str] = []

    async def run() -> None:
        async with asking(chat_server(echo(status, shape=shape)).url) as client:
            try:
                shown.append(repr(await client.ask(MESSAGES, schema=SCHEMA)))
            except (RequestFailed, RunStopped) as end:
                shown.extend([str(end), repr(end), end.detail])
                shown.extend(traceback.TracebackException.from_exception(end, capture_locals=True).format())
                assert end.__cause__ is None and end.__context__ is None
                assert "\n" not in end.detail and len(end.detail) <= 500
            shown.extend([str(client.counts), str(client.notes), repr(client)])

    asyncio.run(run(), debug=True)
    text = "\n".join([*shown, caplog.text])
    assert "canary" in canary and len(shown) >= 4
    assert "canary" not in text and "456789" not in text


@pytest.mark.parametrize("action", ["reset", "half", "hang"])
def test_no_key_leaves_the_client_where_the_connection_breaks(
    chat_server: Serve, asking: Any, caplog: pytest.LogCaptureFixture, action: Any
) -> None:
    caplog.set_level(0)
    server = chat_server(lambda call: Answer(body=str(call.headers), action=action))
    timeout = 0.1 if action == "hang" else 30

    async def run() -> list[Any]:
        async with asking(server.url, timeout=timeout, tries=1) as client:
            return await ask_in_turn(client)

    [end] = asyncio.run(run(), debug=True)
    told = "".join(traceback.TracebackException.from_exception(end, capture_locals=True).format())
    assert isinstance(end, RequestFailed)
    assert "canary" not in told + caplog.text and end.__context__ is None
