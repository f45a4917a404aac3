"""The example benchmarks, written and run through: init, check, agreement of every role that has raters to compare."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from accord.agreement.question import Question
from accord.agreement.result import Agreement
from accord.agreement.settings import Settings
from accord.canonical import write_text
from accord.examples.template import BLANK, TEMPLATES
from accord.findings import Finding
from accord.spec.benchmark import Benchmark
from accord.spec.roles import ROLES, Role
from accord.verbs.agree_folder import Choice, agree_folder
from accord.verbs.check import check
from accord.verbs.init import Made, init
from accord.verbs.opened import opened


@dataclass(frozen=True)
class ExampleRun:
    """One example. findings: of the check; agreements: of each role with two raters or more."""

    made: Made
    findings: tuple[Finding, ...]
    agreements: dict[Role, Agreement]


def run_examples(folder: Path, settings: Settings, progress: Callable[[str], None]) -> tuple[ExampleRun, ...]:
    """Write every template but the blank one below a folder, and check and compare it."""
    return tuple(_run(folder / name, name, settings, progress) for name in TEMPLATES if name != BLANK)


def _run(folder: Path, name: str, settings: Settings, progress: Callable[[str], None]) -> ExampleRun:
    progress(name)
    made = init(folder, name)
    its = opened(folder)
    agreements = {}
    for role in ROLES:
        if made.raters.get(role, 0) > 1 and _is_compared(its.benchmark, role):
            question = Question(settings=replace(settings, min_support=its.benchmark.policies.limited_support))
            agreements[role] = agree_folder(its, Choice(roles=(role,)), question)
            reports = folder / "reports"
            reports.mkdir(exist_ok=True)
            write_text(reports / f"agreement-{role}.json", agreements[role].to_json())
    return ExampleRun(made, tuple(check(its)), agreements)


def _is_compared(benchmark: Benchmark, role: Role) -> bool:
    """Whether a role is asked a field whose answers can be compared."""
    return any(field.measures_of() and role in benchmark.asked_of(name) for name, field in benchmark.fields.items())
