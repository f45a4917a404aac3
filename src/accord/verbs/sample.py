"""A stratified sample of the items, and who is asked about what."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from accord.annotations.sample.assignments import (
    FOLDER,
    Assignment,
    assignment_of,
    name_problems,
    read_assignments,
    write_assignment,
)
from accord.annotations.sample.overlap import balanced, design_problems, in_groups
from accord.annotations.sample.sampling import draw, draw_problems
from accord.errors import InputError, UsageError
from accord.verbs.opened import Opened

RATERS_PER_ITEM = 2


def sample(
    folder: Opened,
    *,
    raters: Sequence[str],
    raters_per_item: int | None = None,
    groups: int | None = None,
    by: Sequence[str] | None = None,
    per_stratum: int | None = None,
    size: int | None = None,
    seed: int = 0,
    name: str = "sample",
    replace: bool = False,
    again: bool = False,
) -> tuple[Assignment, Path]:
    """Draw items and say who is asked about each; the document and the file it was written to.

    raters_per_item: that of the benchmark, or 2, where it is None. by: columns of the strata, those of the benchmark
    where it is None. groups: items are split into so many groups,
    each with its raters; without, every item gets its own raters, so that loads and pairs are as even as can be.
    Items that cannot be rated are not drawn, nor, unless `again`, those of other assignments. Raises UsageError with
    all that is wrong, InputError for bad items.
    """
    items = folder.items
    if raters_per_item is None:
        raters_per_item = folder.benchmark.items.raters_per_item or RATERS_PER_ITEM
    strata = tuple(folder.benchmark.items.strata if by is None else by)
    asked: dict[str, Any] = {
        "id": folder.benchmark.items.id,
        "by": strata,
        "per_stratum": per_stratum,
        "size": size,
        "seed": seed,
    }
    problems = [*name_problems(name), *design_problems(raters, raters_per_item, groups)]
    problems += draw_problems(items.frame.columns, **asked)
    if problems:
        raise UsageError("\n".join(problems))
    twice = [finding for finding in items.findings if finding.severity == "error"]
    if twice:
        raise InputError(twice)
    taken = items.invalid_outputs if again else items.invalid_outputs | _assigned(folder.path / FOLDER, name)
    frame = items.frame.filter([identity not in taken for identity in items.ids])
    if frame.is_empty():
        raise UsageError("every item is assigned already; to draw them again: --again")
    drawn = draw(frame, **asked)
    if groups is None:
        design = balanced(drawn, raters, raters_per_item, seed)
    else:
        design = in_groups(drawn, raters, groups, raters_per_item, seed)
    made = assignment_of(name, drawn, design, by=strata, per_stratum=per_stratum, size=size, seed=seed)
    path = folder.path / FOLDER / f"{name}.json"
    write_assignment(path, made, replace)
    return made, path


def _assigned(assignments: Path, name: str) -> frozenset[str]:
    """The items of assignments of other names. Raises InputError where one cannot be read."""
    read, findings = read_assignments(assignments)
    errors = [finding for finding in findings if finding.severity == "error" and finding.code != "assigned_twice"]
    if errors:
        raise InputError(errors)
    others = [group for assignment in read if assignment.name != name for group in assignment.groups]
    return frozenset(item for group in others for item in group.items)
