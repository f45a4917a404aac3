"""A client whose time is made up, asking a server on loopback."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from accord.llm.client.client import Client
from accord.llm.client.endpoint import Endpoint
from accord.llm.client.lane import Lane
from accord.llm.client.secret import Secret
from accord.spec.machine import Machine

START = datetime(2026, 3, 1, 12, tzinfo=UTC)
CANARY = "sk-canary/0123+456789=="


@dataclass
class Hours:
    """Time that passes only where somebody sleeps."""

    now: float = 0.0
    slept: list[float] = field(default_factory=list)

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds
        await asyncio.sleep(0)

    def clock(self) -> float:
        return self.now

    def wall(self) -> datetime:
        return START + timedelta(seconds=self.now)


@pytest.fixture
def hours() -> Hours:
    return Hours()


@pytest.fixture
def canary() -> str:
    """A key that must not be seen anywhere."""
    return CANARY


Asking = Callable[..., AbstractAsyncContextManager[Client]]


@pytest.fixture
def asking(hours: Hours) -> Asking:
    """`async with asking(url, lane=, key=, **machine) as client`."""

    @asynccontextmanager
    async def made(
        url: str, lane: Lane | None = None, key: str | None = CANARY, longest_wait: float = 120.0, **machine: Any
    ) -> AsyncIterator[Client]:
        keys: Mapping[str, Any] = {"name": "judge", "role": "judge", "tries": 3} | machine
        endpoint = Endpoint(f"{url}/chat/completions", "alias", Secret(key) if key else None, "JUDGE_API_KEY")
        client = Client(
            endpoint,
            Machine(**keys),
            lane or Lane(),
            connections=64,
            sleep=hours.sleep,
            clock=hours.clock,
            wall=hours.wall,
            rng=random.Random(0),
            longest_wait=longest_wait,
        )
        async with client:
            yield client

    return made
