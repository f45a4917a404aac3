"""What a run of machines will ask: of whom, about what, and what that may cost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from accord.annotations.log.name import log_path
from accord.errors import InputError, UsageError
from accord.findings import Finding, counted, visible
from accord.llm.budget import cost_of
from accord.llm.comments import comments_of
from accord.llm.earlier import Earlier, read_earlier
from accord.llm.prompts.prompt import Prompt
from accord.llm.prompts.prompter import Prompter
from accord.llm.seat import GUESSED_REPLY
from accord.llm.units import Unit, items_to_answer, outputs_to_judge
from accord.spec.labels import folded
from accord.spec.machine import Machine
from accord.spec.problems import nearest
from accord.verbs.ask_wish import MachineRole, Wish
from accord.verbs.opened import Opened

NOUNS: dict[MachineRole, tuple[str, str]] = {"judge": ("judge", "judges"), "model": ("model", "models")}
PROMPTS_MEASURED = 20
"""Prompts whose length stands for that of all others in an estimate."""


@dataclass(frozen=True, eq=False)
class Part:
    """One rater of a run. all: units that it is to answer in the end; not_asked: how many more there are about which
    there is nothing to ask; units: those of this run; left: how many more are to be asked, beyond the limit of this
    run; earlier: what its log says.
    """

    machine: Machine
    prompter: Prompter
    earlier: Earlier
    all: Sequence[Unit]
    not_asked: int
    units: Sequence[Unit]
    left: int
    findings: tuple[Finding, ...]


@dataclass(frozen=True)
class Estimate:
    """What a part may need. input_tokens: of all prompts, by the length of the first ones; output_tokens: of replies of
    the greatest length; cost: US dollars for both, None where no price is declared. first: the first prompt, of a form
    that is filled in already where nothing is left to ask.
    """

    requests: int
    input_tokens: int
    output_tokens: int
    cost: float | None
    first: Prompt | None


def plan(folder: Opened, wish: Wish) -> list[Part]:
    """The raters of a run with what each is asked. Raises UsageError and InputError."""
    machines = _chosen(folder.benchmark.raters, wish)
    if wish.concurrency is not None:
        machines = [machine.model_copy(update={"concurrency": wish.concurrency}) for machine in machines]
    unpriced = [machine.name for machine in machines if machine.price is None]
    if wish.budget is not None and unpriced:
        raise UsageError(f"--budget-usd needs the price of {', '.join(map(visible, unpriced))} in benchmark.yaml")
    benchmark, items = folder.benchmark, folder.items
    if wish.role == "judge":
        units = outputs_to_judge(benchmark, items, folder.sound_standing())
        _refuse_none(units, "no output of a model is there to be judged: import outputs, or ask models (accord run)")
    else:
        units = items_to_answer(items)
        _refuse_none(units, f"{benchmark.items.file} holds no item that can be rated")
    return [_part(folder, machine, units, wish) for machine in machines]


def _chosen(raters: Sequence[Machine], wish: Wish) -> list[Machine]:
    one, several = NOUNS[wish.role]
    there = {folded(rater.name): rater for rater in raters if rater.role == wish.role}
    if not there:
        example = f"raters: [{{name: my-{one}, role: {wish.role}, model: gpt-4.1-mini}}]"
        raise UsageError(f"benchmark.yaml names no {several}: add them under raters, such as\n    {example}")
    wanted = dict.fromkeys(folded(name) for name in wish.names)
    names = [rater.name for rater in there.values()]
    unknown = [name for name in wanted if name not in there]
    if unknown:
        said = "; ".join(f"no {one} is called {name!r}{nearest(name, names)}" for name in unknown)
        raise UsageError(f"{said}\n    {several}: {', '.join(map(visible, names))}")
    return [there[name] for name in wanted or there]


def _refuse_none(units: Sequence[Unit], message: str) -> None:
    if not units:
        raise InputError([Finding("nothing_to_ask", "error", "", message)])


def _part(folder: Opened, machine: Machine, every: Sequence[Unit], wish: Wish) -> Part:
    benchmark = folder.benchmark
    prompter = Prompter(folder.path, benchmark, folder.items, machine, machine.layout)
    units = [unit for unit in every if prompter.asks(unit.item)]
    log = log_path(folder.path, machine.role, machine.name)
    earlier = read_earlier(log, machine.role, machine.name, comments_of(benchmark))
    present = benchmark.form_digest, prompter.template
    outstanding = earlier.outstanding(units, wish.retries > 0, present if wish.changed else None)
    there = [said for unit in units if (said := earlier.said.get(unit.key)) is not None]
    others = sum(earlier.differs(said, *present) for said in there)
    findings = [_asked_otherwise(machine, others)] if others and not wish.changed else []
    asked = outstanding[: wish.limit]
    left = len(outstanding) - len(asked)
    return Part(machine, prompter, earlier, units, len(every) - len(units), asked, left, tuple(findings))


def _asked_otherwise(machine: Machine, count: int) -> Finding:
    message = f"{counted(count, 'answer was', 'answers were')} given to another form or prompt than the present one"
    return Finding(
        "asked_otherwise", "warning", f"rater {visible(machine.name)}", message, "ask again with --changed", count
    )


def estimate(part: Part) -> Estimate:
    """What a part may need. Raises InputError for pictures of the first prompts that cannot be read."""
    prompts = list(_prompts(part, part.units[:PROMPTS_MEASURED]))
    first = next(iter(prompts), None) or next(iter(_prompts(part, part.all[:1])), None)
    measured = [prompt.tokens for prompt in prompts]
    mean = sum(measured) / len(measured) if measured else 0.0
    requests = len(part.units)
    inputs = round(mean * requests)
    outputs = (part.machine.max_tokens or GUESSED_REPLY) * requests
    price = part.machine.price
    cost = None if price is None else cost_of(price, inputs, outputs)
    return Estimate(requests, inputs, outputs, cost, first)


def _prompts(part: Part, units: Iterable[Unit]) -> Iterable[Prompt]:
    for unit in units:
        prompt = part.prompter.prompt(unit.item, unit.output, unit.of)
        if prompt is not None:
            yield prompt
