"""A panel of machines at work: every unit asked, read and written, with bounded concurrency, and stopped cleanly."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import suppress
from typing import Any

from accord.annotations.log.writer import SYNC_SECONDS
from accord.errors import InputError
from accord.llm.budget import Budget
from accord.llm.client.errors import RequestFailed, RunStopped
from accord.llm.completion import Completion
from accord.llm.prompts.prompt import Prompt
from accord.llm.replies.read import Read, read_completion
from accord.llm.seat import Question, Seat, is_asked_again
from accord.llm.units import Unit


class Panel:
    """Asks all seats at once. retries: how often an unreadable or incomplete reply is asked for again; now: the time of
    a record.
    """

    def __init__(self, seats: Sequence[Seat], budget: Budget, retries: int, now: Callable[[], str]) -> None:
        self.seats = seats
        self._budget = budget
        self._retries = retries
        self._now = now
        self._stopping = False
        self.under_way = 0

    def stop(self) -> None:
        """Send nothing more; what is under way is finished and written."""
        self._stopping = True

    @property
    def stopping(self) -> bool:
        """Whether it was stopped."""
        return self._stopping

    async def run(self) -> None:
        """Ask until every unit is settled, the budget is used up or it is stopped. Raises OSError of a log."""
        tasks = [task for seat in self.seats for task in self._workers(seat)]
        syncing = asyncio.create_task(self._sync_logs())
        try:
            async with asyncio.TaskGroup() as group:
                for work in tasks:
                    group.create_task(work)
        except BaseExceptionGroup as errors:
            raise errors.exceptions[0] from None
        finally:
            syncing.cancel()
            with suppress(asyncio.CancelledError):
                await syncing

    def _workers(self, seat: Seat) -> Iterator[Coroutine[Any, Any, None]]:
        units = iter(seat.units)
        for _ in range(min(seat.concurrency, len(seat.units))):
            yield self._work(seat, units)

    async def _work(self, seat: Seat, units: Iterator[Unit]) -> None:
        for unit in units:
            # Once it is over the rest is passed by, and stays outstanding.
            if not self._is_over(seat):
                await self._fill_in(seat, unit)

    def _is_over(self, seat: Seat) -> bool:
        return self._stopping or self._budget.used_up or seat.tally.stopped is not None

    async def _fill_in(self, seat: Seat, unit: Unit) -> None:
        """Ask about a unit until there is a reply that can be read, or no more tries. Every reply is written."""
        stood = seat.earlier.said.get(unit.key)
        supersedes = None if stood is None else stood.id
        read = None
        try:
            prompt = await _prompt(seat, unit)
            if prompt is None:
                seat.pass_by(unit)
                return
            question = seat.question(unit, prompt)
            while True:
                completion = await self._completion(seat, question)
                read = read_completion(completion, seat.form(prompt))
                supersedes = self._write(seat, question, completion, read, supersedes)
                if question.attempt == self._retries or not is_asked_again(read):
                    break
                question = question.again(read)
        except InputError as error:
            seat.tally.fail("no_prompt", str(error), 0)
        except RequestFailed as failure:
            seat.tally.fail(failure.reason, failure.detail, failure.tries)
        except RunStopped as end:
            if not self._stopping:
                seat.tally.stopped = seat.tally.stopped or (end.reason, end.detail)
        except _Left:
            pass
        if read is not None:
            seat.settle(unit, read)

    async def _completion(self, seat: Seat, question: Question) -> Completion:
        """The reply to one request. Raises RequestFailed, RunStopped, and _Left where it is not to be sent any more."""
        async with seat.gate:
            if self._is_over(seat):
                raise _Left
            most = seat.most(question)
            if not await self._budget.set_aside(most):
                raise _Left
            cost = 0.0
            self.under_way += 1
            try:
                completion = await seat.ask(question)
                cost = seat.cost(question, completion)
                return completion
            finally:
                self.under_way -= 1
                self._budget.settle(most, cost)

    def _write(self, seat: Seat, question: Question, completion: Completion, read: Read, supersedes: str | None) -> str:
        name, line = seat.recorder.line(question.unit, question.prompt, completion, read, supersedes, self._now())
        seat.log.append(line)
        seat.tally.add_reply(completion, read, seat.cost(question, completion))
        return name

    async def _sync_logs(self) -> None:
        """Have the disk hold what was written, also while no reply comes."""
        while True:
            await asyncio.sleep(SYNC_SECONDS)
            for seat in self.seats:
                await asyncio.to_thread(seat.log.sync)


class _Left(Exception):
    """A request is not sent any more: the run is being stopped, or the budget is used up."""


async def _prompt(seat: Seat, unit: Unit) -> Prompt | None:
    """The prompt about a unit; pictures are made in another thread, so that replies are not kept waiting."""
    if seat.prompter.has_pictures:
        return await asyncio.to_thread(seat.prompter.prompt, unit.item, unit.output, unit.of)
    return seat.prompter.prompt(unit.item, unit.output, unit.of)
