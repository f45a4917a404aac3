import asyncio
import os
import signal
import threading

import pytest

from accord.verbs.ask_interrupts import SIGNALS, Interrupts


async def settled() -> None:
    for _ in range(3):
        await asyncio.sleep(0)


@pytest.mark.parametrize("number", SIGNALS)
def test_who_listens_is_told_of_each(number) -> None:
    told = []

    async def listen(interrupts: Interrupts) -> None:
        with interrupts.heard(lambda: told.append(1)):
            for count in (1, 2):
                os.kill(os.getpid(), number)
                await settled()
                assert len(told) == count

    with Interrupts() as interrupts:
        asyncio.run(listen(interrupts))
        assert interrupts.came


def test_one_that_came_before_is_told_at_once() -> None:
    told = []

    async def listen(interrupts: Interrupts) -> None:
        with interrupts.heard(lambda: told.append(1)):
            assert told == [1]

    with Interrupts() as interrupts:
        os.kill(os.getpid(), signal.SIGINT)
        asyncio.run(listen(interrupts))


def test_handlers_are_as_before_afterwards() -> None:
    before = [signal.getsignal(number) for number in SIGNALS]
    with Interrupts() as interrupts:
        assert [signal.getsignal(number) for number in SIGNALS] != before
    assert [signal.getsignal(number) for number in SIGNALS] == before
    assert not interrupts.came


def test_another_thread_has_none_to_take() -> None:
    before = signal.getsignal(signal.SIGINT)
    seen = []

    def apart() -> None:
        with Interrupts():
            seen.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=apart)
    thread.start()
    thread.join()
    assert seen == [before]
