"""A panel of machines at work: every unit asked, read and written, with bounded concurrency, and stopped cleanly."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import islice

from accord.annotations.log.writer import SYNC_SECONDS
from accord.errors import InputError
from accord.llm.budget import Budget
from accord.llm.client.errors import RequestFailed, RunStopped
from accord.llm.completion import Completion
from accord.llm.prompts.prompt import Prompt
from accord.llm.quoted import without_quoted
from accord.llm.replies.read import read_completion
from accord.llm.seat import Question, Seat, is_asked_again
from accord.llm.story import Story
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

    def stop(self) -> None:
        """Send nothing more; what is under way is finished and written."""
        self._stopping = True

    @property
    def stopping(self) -> bool:
        """Whether it was stopped."""
        return self._stopping

    async def run(self) -> None:
        """Ask until every unit is settled, the budget is used up or it is stopped. Raises OSError of a log."""
        syncing = asyncio.create_task(self._sync_logs())
        try:
            async with asyncio.TaskGroup() as group:
                for seat in self.seats:
                    group.create_task(self._ask_about_all(seat))
        except BaseExceptionGroup as errors:
            raise _first(errors) from None
        finally:
            syncing.cancel()
            with suppress(asyncio.CancelledError):
                await syncing

    async def _ask_about_all(self, seat: Seat) -> None:
        units = iter(seat.units)
        if self._budget.limit is not None:
            # What the first reply has cost says how far the estimates can be trusted.
            await self._work(seat, islice(units, 1))
        async with asyncio.TaskGroup() as group:
            for _ in range(min(seat.machine.concurrency, len(seat.units))):
                group.create_task(self._work(seat, units))

    async def _work(self, seat: Seat, units: Iterator[Unit]) -> None:
        for unit in units:
            # Once it is over the rest is passed by, and stays outstanding.
            if not self._is_over(seat):
                await self._fill_in(seat, unit)

    def _is_over(self, seat: Seat) -> bool:
        return self._stopping or self._budget.used_up or seat.tally.stopped is not None

    async def _fill_in(self, seat: Seat, unit: Unit) -> None:
        """Ask about a unit until there is a reply that can be read, or no more tries. Every reply is written."""
        story = Story(seat, unit, self._now)
        try:
            prompt = await _prompt(seat, unit)
            question = seat.question(unit, prompt)
            while True:
                completion, cost = await self._completion(seat, question)
                read = read_completion(_own_words(completion, unit), seat.form(completion.fields or prompt.fields))
                story.add(seat.recorder.draft(unit, prompt, completion, read))
                seat.tally.add_reply(completion, read, cost)
                if question.attempt == self._retries or not is_asked_again(read, seat.tally.comments):
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
        story.end()

    async def _completion(self, seat: Seat, question: Question) -> tuple[Completion, float]:
        """The reply to one request, and its cost. Raises RequestFailed, RunStopped, and _Left where it is not to be
        sent any more.
        """
        async with seat.gate:
            if self._is_over(seat):
                raise _Left
            most = seat.most(question)
            if not await self._budget.set_aside(most):
                raise _Left
            cost = 0.0
            try:
                completion = await seat.ask(question)
                cost = seat.cost(question, completion)
                return completion, cost
            finally:
                self._budget.settle(most, cost)

    async def _sync_logs(self) -> None:
        """Have the disk hold what was written, also while no reply comes."""
        while True:
            await asyncio.sleep(SYNC_SECONDS)
            await asyncio.to_thread(self._sync)

    def _sync(self) -> None:
        for seat in self.seats:
            seat.log.sync()


class _Left(Exception):
    """A request is not sent any more: the run is being stopped, or the budget is used up."""


def _own_words(completion: Completion, unit: Unit) -> Completion:
    """The reply without what it quotes from the output that it is about."""
    if completion.content is None:
        return completion
    content = without_quoted(completion.content, unit.output)
    return completion if content is completion.content else replace(completion, content=content)


def _first(error: BaseException) -> BaseException:
    """The first error of a group, or of the groups in it."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


async def _prompt(seat: Seat, unit: Unit) -> Prompt:
    """The prompt about a unit; pictures are made in another thread, so that replies are not kept waiting."""
    if seat.prompter.has_pictures:
        prompt = await asyncio.to_thread(seat.prompter.prompt, unit.item, unit.output, unit.of)
    else:
        prompt = seat.prompter.prompt(unit.item, unit.output, unit.of)
    assert prompt is not None, "units with nothing to ask are not asked"
    return prompt
