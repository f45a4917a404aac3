"""Having machines fill in the form: the panel at work, its logs, and the record of the run."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, ExitStack
from dataclasses import dataclass, field, replace
from typing import Any

from accord.annotations.log.lock import writer_lock
from accord.annotations.log.name import log_path
from accord.annotations.log.times import now
from accord.annotations.log.writer import LogWriter
from accord.canonical import path_text
from accord.errors import UsageError
from accord.findings import Finding
from accord.llm.budget import Budget, dollars
from accord.llm.client.client import Client
from accord.llm.client.endpoint import Endpoint, endpoint_of
from accord.llm.client.lane import Lane
from accord.llm.comments import comments_of
from accord.llm.completion import Completion
from accord.llm.panel import Panel
from accord.llm.record import Recorder
from accord.llm.replay import Recording, read_recording
from accord.llm.runs import RUNNING, RunRecord, close_cut_off
from accord.llm.seat import Question, Seat
from accord.verbs.ask_interrupts import Interrupts
from accord.verbs.ask_plan import Part, plan
from accord.verbs.ask_reached import Reached, over
from accord.verbs.ask_record import findings_of, record_of
from accord.verbs.ask_wish import Wish
from accord.verbs.opened import Opened

WATCH_SECONDS = 0.2
Watch = Callable[[Sequence[Seat], float], None]
"""Told now and then how far the seats are, and how many seconds have passed."""


@dataclass(frozen=True)
class Asked:
    """What came of a run. record: as its file holds it; path: of the file, None where nothing was asked; outstanding:
    forms of this run without a reply; failed: whether they were wanted; stopped: by Ctrl-C.
    """

    record: Mapping[str, Any] = field(repr=False)
    path: str | None
    findings: tuple[Finding, ...]
    outstanding: int
    failed: bool
    stopped: bool


def ask(folder: Opened, wish: Wish, environment: Mapping[str, str], watch: Watch | None = None) -> Asked:
    """Have machines fill in the form, and write every reply to their logs as soon as it is there.

    Ctrl-C (SIGINT) and SIGTERM stop sending and finish what is under way; once more leaves that too. Raises UsageError,
    InputError, MissingExtra and OSError; what was written by then is whole, and the same call goes on from there.
    """
    recording = None if wish.replay is None else read_recording(wish.replay)
    with writer_lock(folder.path):
        parts = plan(folder, wish)
        reached = _reached(parts, {} if recording else _endpoints(parts, environment))
        return _Run(folder, wish, reached, recording, watch).carry_out()


def _endpoints(parts: Sequence[Part], environment: Mapping[str, str]) -> dict[int, Endpoint]:
    """Part -> where it is asked; parts with nothing to ask need none. Raises UsageError for all that are not known."""
    endpoints, problems = {}, []
    for at, part in enumerate(parts):
        if part.units:
            try:
                endpoints[at] = endpoint_of(part.machine, environment)
            except UsageError as error:
                problems.append(str(error))
    if problems:
        raise UsageError("\n".join(problems))
    return endpoints


def _reached(parts: Sequence[Part], endpoints: Mapping[int, Endpoint]) -> list[Reached]:
    return [Reached(part, endpoints.get(at)) for at, part in enumerate(parts)]


class _Run:
    """One run, from its first record to its last."""

    def __init__(
        self,
        folder: Opened,
        wish: Wish,
        reached: Sequence[Reached],
        recording: Recording | None,
        watch: Watch | None,
    ) -> None:
        self._folder = folder
        self._wish = wish
        self._reached = list(reached)
        self._recording = recording
        self._watch = watch
        self._started = now()
        self._begun = time.monotonic()
        self._seats: list[Seat] = []
        self._findings = close_cut_off(folder.path) + ([] if recording is None else recording.findings)
        self._file = RunRecord(folder.path, wish.role, self._started)
        self._budget = Budget(None if recording else wish.budget)
        self._interrupts = Interrupts()

    def carry_out(self) -> Asked:
        """Ask, and keep the record of it, however it ends."""
        with ExitStack() as logs:
            logs.enter_context(self._interrupts)
            for reached in self._reached:
                machine = reached.part.machine
                log = logs.enter_context(LogWriter(log_path(self._folder.path, machine.role, machine.name)))
                self._findings += [*log.findings, *reached.part.findings]
                self._seats.append(self._seat(reached, log))
            self._keep(RUNNING, None)
            status = "failed"
            try:
                run_apart(self._ask())
                status = self._status()
            finally:
                self._findings += findings_of(self._reached, self._seats)
                self._findings += _budget_findings(self._budget)
                if self._recording is not None and self._wish.limit is None:
                    self._findings += self._recording.unused(seat.machine.name for seat in self._seats if seat.units)
                record = self._keep(status, now())
        findings = tuple(self._findings)
        outstanding = sum(len(seat.outstanding()) for seat in self._seats)
        failed = self._has_failed
        path = path_text(self._file.path) if self._asks else None
        return Asked(record, path, findings, outstanding, failed, self._interrupts.came)

    def _seat(self, reached: Reached, log: LogWriter) -> Seat:
        part, machine = reached.part, reached.part.machine
        benchmark = self._folder.benchmark
        seat = Seat(
            benchmark=benchmark,
            machine=machine,
            prompter=part.prompter,
            ask=_nobody if self._recording is None else self._recording.asker(machine),
            units=part.units,
            earlier=part.earlier,
            recorder=Recorder(benchmark, machine, reached.model, part.prompter.template),
            log=log,
            gate=asyncio.Semaphore(machine.concurrency),
        )
        tally = seat.tally
        tally.comments = comments_of(benchmark)
        tally.units, tally.not_asked = len(part.all), part.not_asked
        tally.planned, tally.left = len(part.units), part.left
        return seat

    def _status(self) -> str:
        if self._interrupts.came:
            return "stopped"
        return "incomplete" if self._has_failed else "done"

    @property
    def _has_failed(self) -> bool:
        return any(seat.tally.failed or seat.tally.stopped for seat in self._seats)

    @property
    def _asks(self) -> bool:
        return any(seat.units for seat in self._seats)

    def _keep(self, status: str, ended: str | None) -> dict[str, Any]:
        """The record, which is written where anything is asked."""
        head = {"status": status, "started_at": self._started, "ended_at": ended}
        seconds = round(time.monotonic() - self._begun, 3)
        record = record_of(head, seconds, self._folder, self._wish, self._reached, self._seats, self._findings)
        if self._asks:
            self._file.write(record)
        return record

    async def _ask(self) -> None:
        async with AsyncExitStack() as stack:
            if self._recording is None:
                await self._reach(stack)
            panel = Panel(self._seats, self._budget, 0 if self._recording else self._wish.retries, now)
            watching = asyncio.create_task(self._tell())
            try:
                await self._interruptible(panel)
            finally:
                watching.cancel()
        if self._watch is not None:
            self._watch(self._seats, time.monotonic() - self._begun)

    async def _reach(self, stack: AsyncExitStack) -> None:
        """Open what leads to the endpoints; raters of one endpoint share its bounds."""
        lanes: dict[str, Lane] = {}
        gates: dict[str, asyncio.Semaphore] = {}
        bounds: dict[str, int] = {}
        for reached in self._reached:
            if reached.endpoint is not None:
                url = reached.endpoint.url
                bounds[url] = max(bounds.get(url, 0), reached.part.machine.concurrency)
        for at, (seat, reached) in enumerate(zip(self._seats, self._reached, strict=True)):
            if reached.endpoint is None:
                continue
            url = reached.endpoint.url
            lane = lanes.setdefault(url, Lane())
            seat.gate = gates.setdefault(url, asyncio.Semaphore(bounds[url]))
            client = Client(
                reached.endpoint,
                seat.machine,
                lane,
                connections=bounds[url],
                rng=random.Random(f"{self._started} {seat.machine.name}"),  # noqa: S311 - it spreads retries
            )
            seat.ask = over(await stack.enter_async_context(client))
            self._reached[at] = replace(reached, client=client)

    async def _interruptible(self, panel: Panel) -> None:
        """Run the panel; the first interrupt stops it, the second leaves what is under way too."""
        task = asyncio.current_task()
        assert task is not None

        def told() -> None:
            if panel.stopping:
                task.cancel()
            panel.stop()
            for reached in self._reached:
                if reached.client is not None:
                    # Who waits to try again need not wait.
                    reached.client.stop("stopped", "by an interrupt")

        try:
            with self._interrupts.heard(told):
                await panel.run()
        except asyncio.CancelledError:
            if not self._interrupts.came:
                raise

    async def _tell(self) -> None:
        while self._watch is not None:
            self._watch(self._seats, time.monotonic() - self._begun)
            await asyncio.sleep(WATCH_SECONDS)


def _budget_findings(budget: Budget) -> list[Finding]:
    if budget.limit is None or not budget.used_up:
        return []
    message = f"the budget of {dollars(budget.limit)} is used up; {dollars(budget.spent)} is spent"
    return [Finding("budget_used_up", "warning", "", message, "name a larger one")]


def run_apart(work: Coroutine[Any, Any, None]) -> None:
    """Run a coroutine to its end, also where a loop is running already, as in a notebook: then in another thread."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        asyncio.run(work)
        return
    with ThreadPoolExecutor(1) as apart:
        apart.submit(asyncio.run, work).result()


async def _nobody(question: Question) -> Completion:
    raise AssertionError("a seat is reached before it asks")
