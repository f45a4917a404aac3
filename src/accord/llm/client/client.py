"""One chat completion from one machine: asked for, tried again where that may help, and never for ever."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from types import TracebackType
from typing import Any, NoReturn, Self

from accord.llm.client.advice import advice_on, hint_on, one_line
from accord.llm.client.backoff import SPREAD, backoff
from accord.llm.client.dialect import FORMATS, refused_part
from accord.llm.client.endpoint import Endpoint
from accord.llm.client.errors import RequestFailed
from accord.llm.client.halt import Halt, Sleep, rest
from accord.llm.client.lane import Lane
from accord.llm.client.outcome import Failure, outcome_of
from accord.llm.client.request import bytes_of, parts_of, request_body, wanted_format
from accord.llm.client.retry_after import wait_of
from accord.llm.client.transport import Answer, Broken, Transport
from accord.llm.completion import Completion
from accord.spec.machine import Machine

SECONDS_FOR_THE_FIRST = 3.0
"""How long the other requests wait for the first: a wrong key or address is told at once, so that they are not sent."""


def _now() -> datetime:
    return datetime.now(UTC)


class Client:
    """Asks one machine at one endpoint: `async with Client(...) as client: await client.ask(...)`.

    lane: shared by all clients of one endpoint; connections: most requests under way at once; sleep, clock (seconds)
    and wall (UTC): for tests; longest_wait: seconds; a service that asks for a longer wait is left alone. Making one
    raises MissingExtra without aiohttp, entering it UsageError for a proxy that cannot be used.

    counts: `requests` sent, `retry_<reason>`, `fallback_<format>` and `refused_<key>`, as often as they happened.
    """

    def __init__(
        self,
        endpoint: Endpoint,
        machine: Machine,
        lane: Lane,
        *,
        connections: int,
        rng: random.Random,
        sleep: Sleep = asyncio.sleep,
        clock: Callable[[], float] = time.monotonic,
        wall: Callable[[], datetime] = _now,
        longest_wait: float = 120.0,
    ) -> None:
        self._endpoint, self._machine, self._lane = endpoint, machine, lane
        self._track = lane.track(endpoint.model)
        self._track.limits.declare(machine.requests_per_minute, machine.tokens_per_minute)
        self._transport = Transport(endpoint, machine.timeout)
        self._places = asyncio.Semaphore(connections)
        self._rng, self._sleep, self._clock, self._wall = rng, sleep, clock, wall
        self._longest_wait = longest_wait
        self._halt = Halt()
        self._asked = False
        self._answered = asyncio.Event()
        self.counts: Counter[str] = Counter()

    @property
    def notes(self) -> Sequence[str]:
        """What of its requests the endpoint does not take, in words, such as that no temperature was sent."""
        return self._track.notes

    async def __aenter__(self) -> Self:
        await self._transport.open()
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        await self._transport.close()

    def stop(self, reason: str, detail: str) -> None:
        """Send nothing more: whoever waits to send raises RunStopped; what is under way is finished."""
        self._halt.set(reason, detail)

    async def ask(
        self,
        messages: Sequence[Mapping[str, Any]],
        *,
        schema: Mapping[str, Any] | None,
        max_tokens: int | None = None,
        seed: int | None = None,
        tokens: int = 0,
    ) -> Completion:
        """The reply to messages. Raises RequestFailed where there is none, RunStopped where nothing more is to be sent.

        schema: of the reply, for `json_schema`; max_tokens, seed: instead of the machine's; tokens: an estimate of
        those of prompt and reply, for the limit a minute. What the endpoint does not take (a format, a key of the
        sampling) is left out and the request sent again, which is no try; what then worked is remembered.
        """
        is_first = await self._wait_for_first()
        try:
            return await self._ask(messages, schema, max_tokens, seed, tokens)
        finally:
            if is_first:
                self._answered.set()

    async def _ask(
        self,
        messages: Sequence[Mapping[str, Any]],
        schema: Mapping[str, Any] | None,
        max_tokens: int | None,
        seed: int | None,
        tokens: int,
    ) -> Completion:
        machine, track = self._machine, self._track
        dialect = track.dialect
        data = b""
        sent = failures = 0
        while True:
            if not data:
                format = dialect.format(wanted_format(machine, schema))
                body = request_body(machine, self._endpoint.model, messages, schema, format, max_tokens, seed, dialect)
                data, parts = bytes_of(body), parts_of(body)
            got, seconds = await self._send(data, tokens)
            sent += 1
            outcome = outcome_of(got, self._transport.hide_in, format, sent, seconds)
            if isinstance(outcome, Completion):
                self._answered.set()
                if outcome.input_tokens is not None and outcome.output_tokens is not None:
                    track.limits.settle(tokens, outcome.input_tokens + outcome.output_tokens)
                track.breaker.succeeded()
                if isinstance(got, Answer) and got.status < 300:
                    track.learn(dialect, parts)
                return outcome
            part = _refused_part(outcome, parts)
            if part is not None:
                dialect, data = dialect.without(part), b""
                self.counts[f"fallback_{dialect.format(part)}" if part in FORMATS else f"refused_{part}"] += 1
                continue
            self._answered.set()
            failures += 1
            await self._before_next_try(outcome, got, failures, sent)

    async def _wait_for_first(self) -> bool:
        """Let the first request go alone, for a while; whether this is the first."""
        if not self._asked:
            self._asked = True
            return True
        if not self._answered.is_set():
            with suppress(TimeoutError):
                async with asyncio.timeout(SECONDS_FOR_THE_FIRST):
                    await self._answered.wait()
        return False

    async def _send(self, data: bytes, tokens: int) -> tuple[Answer | Broken, float]:
        """Send once, when it is its turn; what came back, and the seconds it took."""
        async with self._places:
            await self._turn(tokens)
            self.counts["requests"] += 1
            start = self._clock()
            got = await self._transport.post(data)
            seconds = self._clock() - start
        if isinstance(got, Answer):
            self._track.breaker.reached()
        return got, seconds

    async def _turn(self, tokens: int) -> None:
        """Wait until the lane is open and the limits allow a request, also where a pause comes meanwhile."""
        lane, pauses = self._lane, -1
        while pauses != lane.pauses:
            pauses = lane.pauses
            pause = lane.resume_at - self._clock()
            # Not all at once when it ends.
            await self._rest(pause + self._rng.uniform(0, min(SPREAD, pause)) if pause > 0 else 0)
            await self._rest(self._track.limits.reserve(self._clock(), tokens))

    async def _rest(self, seconds: float) -> None:
        await rest(seconds, self._sleep, self._halt, self._track.breaker.halt)

    async def _before_next_try(self, failure: Failure, got: Answer | Broken, failures: int, sent: int) -> None:
        """Wait as long as is good. Raises RequestFailed and RunStopped where there is to be no next try."""
        breaker = self._track.breaker
        detail = one_line(failure.text + hint_on(failure.reason))
        if failure.action == "stop":
            advice = advice_on(failure.reason, self._endpoint, self._machine)
            self._halt.set(failure.reason, one_line(f"{advice}; {detail}"))
            self._halt.check()
        if failure.action == "give_up":
            # One item that is too large says nothing of the others.
            self._give_up(failure.reason, sent, detail, counts=failure.reason != "too_large")
        if not failure.connected:
            breaker.refused(detail)
        least = wait_of(got.headers, self._wall()) if isinstance(got, Answer) else None
        if least is not None and least > self._longest_wait:
            self._give_up("wait_too_long", sent, f"the service asks to wait for {least:,.0f} seconds; {detail}")
        wait = backoff(failures, least, self._rng)
        is_for_all = least is not None or failure.reason == "rate_limited"
        if is_for_all:
            self._lane.pause(self._clock() + wait)
        if failures >= self._machine.tries:
            self._give_up(failure.reason, sent, detail)
        self.counts[f"retry_{failure.reason}"] += 1
        await self._rest(0 if is_for_all else wait)

    def _give_up(self, reason: str, sent: int, detail: str, *, counts: bool = True) -> NoReturn:
        if counts:
            self._track.breaker.failed(detail)
        raise RequestFailed(reason, sent, detail)


def _refused_part(failure: Failure, parts: frozenset[str]) -> str | None:
    """The part of a request that the endpoint refused. Some say so of a schema with an error of their own."""
    if failure.problem is None or failure.reason not in ("bad_request", "server_error"):
        return None
    part = refused_part(failure.problem, parts)
    return part if part in FORMATS or failure.reason == "bad_request" else None
