"""One machine at the table: what it is asked, how it is reached, where its replies go."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass, field, replace

from accord.annotations.log.writer import LogWriter
from accord.llm.budget import cost_of
from accord.llm.comments import lacks_answer
from accord.llm.completion import Completion
from accord.llm.earlier import ASKED_ONCE, Earlier
from accord.llm.prompts.prompt import BYTES_PER_TOKEN, Prompt
from accord.llm.prompts.prompter import Prompter
from accord.llm.record import Draft, Recorder
from accord.llm.replies.form import ReplyForm
from accord.llm.replies.read import Read
from accord.llm.tally import Tally
from accord.llm.units import Key, Unit
from accord.spec.benchmark import Benchmark
from accord.spec.machine import Machine

GUESSED_REPLY = 1024
"""Tokens of a reply at most, where the request does not bound them."""
CUT_OFF = frozenset({"truncated", "truncated_in_reasoning"})
"""Reasons of replies that a longer bound may mend."""


@dataclass(frozen=True, slots=True)
class Question:
    """One request. attempt: 0, and one more each time that an unreadable reply is asked for again; most, seed: the
    longest reply in tokens and the seed of the sampling.
    """

    unit: Unit
    prompt: Prompt
    attempt: int
    most: int | None
    seed: int | None

    def again(self, read: Read) -> Question:
        """The same once more, but not in the same way: with the next seed, and room for a reply that was cut off."""
        most = self.most * 2 if self.most is not None and read.reason in CUT_OFF else self.most
        return replace(self, attempt=self.attempt + 1, most=most, seed=None if self.seed is None else self.seed + 1)


Asker = Callable[[Question], Awaitable[Completion]]
"""Gets a reply. Raises RequestFailed and RunStopped."""


def is_asked_again(read: Read, comments: Collection[str]) -> bool:
    """Whether another try may give more: a reply that cannot be read, or leaves a field out that is no comment. What a
    filter holds back or a model refuses stays so.
    """
    if read.state == "invalid":
        return read.reason not in ASKED_ONCE
    return lacks_answer(read.answers, comments)


@dataclass(eq=False)
class Seat:
    """One machine of the panel. ask: over the network or from a recording; units: that it is asked about; gate: bounds
    the requests that are under way at its endpoint.
    """

    benchmark: Benchmark
    machine: Machine
    prompter: Prompter
    ask: Asker
    units: Sequence[Unit]
    earlier: Earlier
    recorder: Recorder
    log: LogWriter
    gate: asyncio.Semaphore
    tally: Tally = field(default_factory=Tally)
    _scale: float = 1.0
    _settled: set[Key] = field(default_factory=set)
    _forms: dict[tuple[str, ...], ReplyForm] = field(default_factory=dict)

    def question(self, unit: Unit, prompt: Prompt) -> Question:
        """The first request about a unit."""
        return Question(unit, prompt, 0, self.machine.max_tokens, self.machine.seed)

    def form(self, fields: tuple[str, ...]) -> ReplyForm:
        """What a reply must answer. fields: in the order in which they were asked."""
        if fields not in self._forms:
            self._forms[fields] = ReplyForm(
                {name: self.benchmark.fields[name] for name in fields},
                {name: self.benchmark.forms[name] for name in fields},
                self.machine.layout,
                frozenset(self.machine.accept),
                self.machine.strict,
            )
        return self._forms[fields]

    def most(self, question: Question) -> float:
        """What a request may cost at most, in US dollars, where its prompt is counted as those before it were."""
        inputs = math.ceil(question.prompt.tokens * self._scale)
        return cost_of(self.machine.price, inputs, question.most or GUESSED_REPLY)

    def cost(self, question: Question, completion: Completion) -> float:
        """What a reply has cost, in US dollars. Tokens that the service does not count are estimated by their text."""
        inputs, outputs = completion.input_tokens, completion.output_tokens
        if inputs is not None:
            self._scale = max(self._scale, inputs / max(question.prompt.tokens, 1))
        if outputs is None:
            said = len(f"{completion.content or ''}{completion.reasoning or ''}".encode("utf-8", "replace"))
            outputs = math.ceil(said / BYTES_PER_TOKEN)
        return cost_of(self.machine.price, question.prompt.tokens if inputs is None else inputs, outputs)

    def settle(self, unit: Unit, draft: Draft) -> None:
        """What a unit has come to."""
        self._settled.add(unit.key)
        self.tally.settle(draft)

    @property
    def done(self) -> int:
        """Units of this run that need no more waiting for."""
        return len(self._settled) + sum(self.tally.failed.values())

    def outstanding(self) -> list[Unit]:
        """The units of this run that have no reply."""
        return [unit for unit in self.units if unit.key not in self._settled]
