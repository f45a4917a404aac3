"""Agreement on a benchmark's folder: its fields, slices, clusters and strata, for the raters of one or more roles."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, replace

from accord.agreement.between import Group
from accord.agreement.question import Question
from accord.agreement.result import Agreement
from accord.agreement.settings import Settings
from accord.annotations.log.log_ratings import GROUP, LogRatings, Selection, log_ratings
from accord.canonical import sha256_file
from accord.errors import InputError, UsageError
from accord.findings import Finding
from accord.spec.benchmark import Benchmark
from accord.spec.roles import ROLES, Role, roles_named
from accord.verbs.agree import agree_ratings
from accord.verbs.opened import Opened


@dataclass(frozen=True)
class Choice:
    """Whose answers are compared. roles: of the panel, the first that has submissions where none is named; between:
    two roles; fields, passes, by, slices: see `Selection`.
    """

    roles: tuple[str, ...] = ()
    between: tuple[str, str] | None = None
    fields: tuple[str, ...] = ()
    passes: tuple[str, ...] = ("first",)
    by: tuple[tuple[str, ...], ...] = ()
    slices: bool = True


def agree_folder(
    folder: Opened, choice: Choice, question: Question, progress: Callable[[str], None] | None = None
) -> Agreement:
    """Agreement of the chosen raters. Raises UsageError for what cannot be asked, InputError for bad files."""
    unknown = [name for name in choice.fields if name not in folder.benchmark.fields]
    if unknown:
        raise UsageError(f"no field {', '.join(unknown)}; fields: {', '.join(folder.benchmark.fields)}")
    asked = roles_named((*choice.roles, *(choice.between or ())))
    standing = folder.sound_standing()
    wrong = [finding for finding in folder.items.findings if finding.severity == "error"]
    if wrong:
        raise InputError(wrong)
    roles = asked or _first_role(standing.frame["role"].unique().to_list())
    groups = _given_out(folder) if any(GROUP in columns for columns in choice.by) else {}
    selection = Selection(roles, choice.passes, choice.fields, choice.by, choice.slices, groups)
    found = log_ratings(folder.benchmark, folder.items, standing, folder.outputs, selection)
    if choice.between is not None:
        question = replace(question, between=_groups(found, choice.between))
    result = agree_ratings(found.ratings, question, files_of(folder), progress)
    result = replace(result, findings=(*about_items(folder), *result.findings))
    return replace(result, design={**result.design, "roles": list(selection.roles), **spec_of(folder.benchmark)})


def _given_out(folder: Opened) -> dict[str, str]:
    """Item -> the group of the assignment that it is in; none where the items have a column `group` themselves."""
    if GROUP in folder.items.frame.columns:
        return {}
    assignments = folder.sound_assignments()
    several = len(assignments) > 1
    found: dict[str, list[str]] = {}
    for made in assignments:
        for group in made.groups:
            for item in group.items:
                found.setdefault(item, []).append(f"{made.name} {group.name}" if several else group.name)
    return {item: " + ".join(names) for item, names in found.items()}


def about_items(folder: Opened) -> list[Finding]:
    """What was noticed in the table of items, with places from the folder on."""
    root = f"{folder.path}{os.sep}"
    found = folder.items.findings
    return [replace(finding, where=finding.where.removeprefix(root).replace(os.sep, "/")) for finding in found]


def settings_of(benchmark: Benchmark) -> Settings:
    """How the benchmark says that intervals are made."""
    asked = benchmark.policies.intervals
    return Settings(
        asked.replicates,
        asked.seed,
        asked.interval,
        asked.level,
        asked.resample,
        min_support=benchmark.policies.limited_support,
    )


def _first_role(there: list[str]) -> tuple[Role, ...]:
    return tuple(role for role in ROLES if role in there)[:1] or ("human",)


def _groups(found: LogRatings, between: tuple[str, str]) -> tuple[Group, Group]:
    left, right = ((role, frozenset(found.raters.get(role, ()))) for role in roles_named(between))
    empty = [role for role, raters in (left, right) if not raters]
    if empty:
        raise UsageError(f"between: there is no submission by {' or '.join(empty)}")
    return (left, right) if left[0] == between[0] else (right, left)


def spec_of(benchmark: Benchmark) -> dict[str, object]:
    """Which benchmark it is."""
    return {"benchmark": {"name": benchmark.name, "version": benchmark.version, "digest": benchmark.digest}}


def files_of(folder: Opened) -> list[dict[str, object]]:
    """What was read, with paths from the folder, so that the result does not depend on where that is."""
    items = folder.items.table.files[0]
    standing = folder.standing
    files: list[dict[str, object]] = [{"path": folder.benchmark.items.file, "sha256": items.sha256, "rows": items.rows}]
    for path, records in zip(standing.logs, standing.records, strict=True):
        files.append({"path": path.relative_to(folder.path).as_posix(), "sha256": sha256_file(path), "rows": records})
    return files
