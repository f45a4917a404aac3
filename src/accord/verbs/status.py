"""What a benchmark's folder holds, what is complete, and what to do next."""

from __future__ import annotations

import shlex
from importlib.metadata import version
from pathlib import Path

from accord.annotations.contents.progress import later_passes, parts, rater_counts, role_counts
from accord.annotations.contents.status import Form, ItemCount, Part, RoleCount, Status
from accord.annotations.log.outputs import Outputs
from accord.annotations.sample.assignments import FOLDER, read_assignments
from accord.errors import InputError
from accord.findings import Finding
from accord.spec.benchmark import FILE
from accord.spec.roles import ROLES, Role
from accord.verbs.contents import contents_of
from accord.verbs.opened import Opened, opened

VERSION = version("accord")
NO_ITEMS = frozenset({"not_found", "empty_file", "empty_table"})
"""Codes of problems of items that are not there yet."""


def status(folder: Path | str) -> Status:
    """The status of a folder, however little it holds. Raises UsageError where it is no folder, OSError."""
    path = Path(folder)
    try:
        found = opened(path)
    except InputError as error:
        problems = len(error.problems) if (path / FILE).exists() else 0
        return Status(VERSION, str(path), None, None, (), {}, (), problems, _without_form(path))
    problems = _errors([*found.standing.problems, *found.standing.findings])
    assignments, wrong = read_assignments(path / FOLDER)
    problems += _errors(wrong)
    lacking: list[Finding] = []
    items = None
    try:
        items = found.items
    except InputError as error:
        lacking = list(error.problems)
    form = Form(found.benchmark.name, found.benchmark.version, found.benchmark.digest)
    later = later_passes(found.standing)
    if items is None:
        raters = rater_counts(found.standing)
        roles = tuple(RoleCount(role, raters[role], ()) for role in raters)
        to_do = _without_items(found, lacking)
        problems += 0 if _are_not_there(lacking) else len(lacking)
        return Status(VERSION, str(path), form, None, roles, later, (), problems, to_do)
    problems += _errors(items.findings)
    contents = contents_of(found, assignments)
    roles, done = role_counts(contents), parts(contents)
    outputs = found.outputs if any(form.matched() is not None for form in found.benchmark.forms.values()) else Outputs()
    count = ItemCount(len(items.ids), len(items.invalid_outputs), len(outputs.item), len(outputs.invalid))
    to_do = _to_do(found, roles, done, bool(assignments), problems)
    return Status(VERSION, str(path), form, count, roles, later, done, problems, to_do)


def _errors(findings: list[Finding] | tuple[Finding, ...]) -> int:
    return sum(finding.severity == "error" for finding in findings)


def _without_form(path: Path) -> tuple[str, ...]:
    """What to do where there is no form that can be read."""
    name = shlex.quote(str(path))
    if (path / FILE).exists():
        return (f"accord check {name}",)
    if any(path.iterdir()):
        return (f"write {path / FILE}; for one to start from: accord init NEW-DIR", f"accord status {name}")
    return (f"accord init {name}", f"accord init {name} --template museum")


def _are_not_there(problems: list[Finding]) -> bool:
    """Whether the items have yet to be written."""
    return {problem.code for problem in problems} <= NO_ITEMS


def _without_items(folder: Opened, problems: list[Finding]) -> tuple[str, ...]:
    name = shlex.quote(str(folder.path))
    if not _are_not_there(problems):
        return (f"accord check {name}",)
    asked = folder.benchmark.items
    table = folder.path / asked.file
    return (f"fill in {table}: one row an item, with the column {asked.id}", f"accord status {name}")


def _to_do(
    folder: Opened, roles: tuple[RoleCount, ...], done: tuple[Part, ...], is_assigned: bool, problems: int
) -> tuple[str, ...]:
    name = shlex.quote(str(folder.path))
    if problems:
        return (f"accord check {name}",)
    panels: dict[Role, int] = {role.role: len(role.raters) for role in roles}
    machines = _to_ask(folder, roles, name)
    if not panels:
        return (*machines, *_first_answers(folder, name, is_assigned))
    commands = [f"accord check {name}"] if not all(part.complete for part in done) else []
    missing = [role for role in _asked(folder, panels) if role not in panels]
    if is_assigned and "human" in missing and _fits_workbooks(folder):
        commands.append(f"accord workbook export {name}")
    commands += [f"accord import FILE --into {name} --role {role}" for role in missing]
    commands += [
        f"accord agree {name} --role {role}"
        for role, raters in panels.items()
        if raters > 1 and _compared(folder, role)
    ]
    if {"human", "judge"} <= panels.keys() and _compared(folder, "human") & _compared(folder, "judge"):
        commands.append(f"accord agree {name} --between human,judge")
    return (*commands, *machines) or (f"accord import FILE --into {name}",)


def _to_ask(folder: Opened, roles: tuple[RoleCount, ...], name: str) -> list[str]:
    """Commands for machines that have not answered anything yet; judges need outputs."""
    answered = {(role.role, rater.rater) for role in roles for rater in role.raters}
    silent = {rater.role for rater in folder.benchmark.raters if (rater.role, rater.name) not in answered}
    has_outputs = any(role == "model" for role, _ in answered)
    commands = [f"accord run {name} --dry-run"] if "model" in silent else []
    return [*commands, f"accord judge {name} --dry-run"] if "judge" in silent and has_outputs else commands


def _compared(folder: Opened, role: Role) -> set[str]:
    """The fields asked of a role whose answers can be compared."""
    benchmark = folder.benchmark
    return {
        name for name, field in benchmark.fields.items() if field.measures_of() and role in benchmark.asked_of(name)
    }


def _asked(folder: Opened, panels: dict[Role, int]) -> list[Role]:
    """The roles that this form is surely meant for: models whose outputs are judged, and one that judges them."""
    matches = [form for form in folder.benchmark.forms.values() if form.matched() is not None]
    if not matches:
        return []
    judges: list[Role] = [role for role in ("human", "judge") if folder.benchmark.asked(role, True)]
    return ["model", *([] if panels.keys() & set(judges) else judges[:1])]


def _fits_workbooks(folder: Opened) -> bool:
    """Whether people can answer all that they are asked in cells."""
    names = [name for about in (True, False) for name in folder.benchmark.asked("human", about)]
    return bool(names) and all(folder.benchmark.forms[name].in_cells for name in names)


def _first_answers(folder: Opened, name: str, is_assigned: bool) -> tuple[str, ...]:
    """Nobody has answered yet: outputs come before judgements, assignments before the answers of people."""
    asks = {role: bool(folder.benchmark.asked(role, False) or folder.benchmark.asked(role, True)) for role in ROLES}
    is_judged = any(form.matched() is not None for form in folder.benchmark.forms.values())
    commands = [f"accord import OUTPUTS --into {name} --role model"] if is_judged else []
    if asks["human"] and not is_assigned:
        number = folder.benchmark.items.raters_per_item or 2
        letters = ",".join("ABCDEFGH"[: max(number, 2)])
        commands.append(f"accord sample {name} --raters {letters} --raters-per-item {number}")
    if asks["human"] and is_assigned and not is_judged and _fits_workbooks(folder):
        commands.append(f"accord workbook export {name}")
    role = next((role for role in ROLES if asks[role]), "human")
    return (*commands, f"accord import ANSWERS --into {name} --role {role}")
