import asyncio

import pytest

from accord.llm.client.errors import RunStopped
from accord.llm.client.halt import Halt, rest


async def forever(seconds: float) -> None:
    await asyncio.Event().wait()


def test_the_first_reason_stands() -> None:
    halt = Halt()
    halt.check()
    halt.set("bad_key", "one")
    halt.set("no_credit", "two")
    with pytest.raises(RunStopped, match="bad_key: one"):
        halt.check()


def test_a_halt_wakes_a_sleeper() -> None:
    async def run() -> None:
        first, second = Halt(), Halt()
        sleeper = asyncio.create_task(rest(1000, forever, first, second))
        await asyncio.sleep(0)
        second.set("circuit_open", "down")
        with pytest.raises(RunStopped, match="circuit_open"):
            await sleeper

    asyncio.run(run())


def test_it_sleeps_as_long_as_it_should() -> None:
    slept = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    asyncio.run(rest(2.5, sleep, Halt()))
    asyncio.run(rest(0, sleep, Halt()))
    asyncio.run(rest(-1, sleep, Halt()))
    assert slept == [2.5]


def test_without_time_to_wait_a_halt_still_counts() -> None:
    halt = Halt()
    halt.set("bad_key", "one")
    with pytest.raises(RunStopped):
        asyncio.run(rest(0, forever, halt))


def test_a_failing_sleep_is_told() -> None:
    async def sleep(seconds: float) -> None:
        raise OSError("no clock")

    with pytest.raises(OSError, match="no clock"):
        asyncio.run(rest(1, sleep, Halt()))


def test_cancelling_it_leaves_nothing_behind() -> None:
    async def run() -> None:
        sleeper = asyncio.create_task(rest(1000, forever, Halt()))
        await asyncio.sleep(0)
        sleeper.cancel()
        with pytest.raises(asyncio.CancelledError):
            await sleeper
        await asyncio.sleep(0)
        assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(run())
