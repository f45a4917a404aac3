"""Ctrl-C and its like while machines are asked: heard from the first record of a run to its last."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType, TracebackType
from typing import Any, Self

SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Interrupts:
    """Takes SIGINT and SIGTERM while it is entered. In another thread than the main one there are none to take.

    came: whether there was one, also before anybody listened.
    """

    def __init__(self) -> None:
        self.came = False
        self._tell: Callable[[], Any] | None = None
        self._before: dict[signal.Signals, Any] = {}

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            self._before = {number: signal.signal(number, self._take) for number in SIGNALS}
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    @contextmanager
    def heard(self, told: Callable[[], None]) -> Iterator[None]:
        """Have the running loop call `told` for each interrupt; at once for one that came before."""
        loop = asyncio.get_running_loop()
        self._tell = lambda: loop.call_soon_threadsafe(told)
        if self.came:
            told()
        try:
            yield
        finally:
            self._tell = None

    def _take(self, number: int, frame: FrameType | None) -> None:
        self.came = True
        if self._tell is not None:
            self._tell()
