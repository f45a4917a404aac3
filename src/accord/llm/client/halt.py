"""A stop that wakes whoever waits."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from accord.llm.client.errors import RunStopped

Sleep = Callable[[float], Awaitable[None]]


class Halt:
    """Open until it is set; the first reason stands."""

    def __init__(self) -> None:
        self._why: tuple[str, str] | None = None
        self._set = asyncio.Event()

    def set(self, reason: str, detail: str) -> None:
        """From now on `check` raises."""
        if self._why is None:
            self._why = reason, detail
            self._set.set()

    def check(self) -> None:
        """Raises RunStopped once it is set."""
        if self._why is not None:
            raise RunStopped(*self._why)

    async def wait(self) -> None:
        """Until it is set."""
        await self._set.wait()


async def rest(seconds: float, sleep: Sleep, *halts: Halt) -> None:
    """Sleep, but not on once one of the halts is set: then raises RunStopped."""
    if seconds > 0:
        tasks = [asyncio.ensure_future(waiting) for waiting in (sleep(seconds), *(halt.wait() for halt in halts))]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
        if tasks[0].done():
            tasks[0].result()
    for halt in halts:
        halt.check()
