"""A stratified sample of the items, and who is asked about what."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from accord.annotations.sample.assignments import FOLDER, Assignment, assignment_of, name_problems, write_assignment
from accord.annotations.sample.overlap import balanced, design_problems, in_groups
from accord.annotations.sample.sampling import draw
from accord.errors import InputError, UsageError
from accord.verbs.opened import Opened


def sample(
    folder: Opened,
    *,
    raters: Sequence[str],
    raters_per_item: int = 2,
    groups: int | None = None,
    by: Sequence[str] | None = None,
    per_stratum: int | None = None,
    size: int | None = None,
    seed: int = 0,
    name: str = "sample",
    replace: bool = False,
) -> tuple[Assignment, Path]:
    """Draw items and say who is asked about each; the document and the file it was written to.

    by: columns of the strata, those of the benchmark where it is None. groups: items are split into so many groups,
    each with its raters; without, every item gets its own raters, so that loads and pairs are as even as can be.
    Items that cannot be rated are not drawn. Raises UsageError with all that is wrong, InputError for bad items.
    """
    problems = [*name_problems(name), *design_problems(raters, raters_per_item, groups)]
    if problems:
        raise UsageError("\n".join(problems))
    items = folder.items
    twice = [finding for finding in items.findings if finding.severity == "error"]
    if twice:
        raise InputError(twice)
    frame = items.frame.filter([identity not in items.invalid_outputs for identity in items.ids])
    strata = tuple(folder.benchmark.items.strata if by is None else by)
    drawn = draw(frame, id=folder.benchmark.items.id, by=strata, per_stratum=per_stratum, size=size, seed=seed)
    if groups is None:
        design = balanced(drawn, raters, raters_per_item, seed)
    else:
        design = in_groups(drawn, raters, groups, raters_per_item, seed)
    made = assignment_of(name, drawn, design, by=strata, per_stratum=per_stratum, size=size, seed=seed)
    path = folder.path / FOLDER / f"{name}.json"
    write_assignment(path, made, replace)
    return made, path
