"""Everything that does not fit between the form, the items, the assignments and the submissions of a folder."""

from __future__ import annotations

from dataclasses import replace

from accord.annotations.checks import CHECKS
from accord.annotations.log.audit import audit_logs
from accord.annotations.sample.assignments import FOLDER, read_assignments
from accord.errors import InputError
from accord.findings import Finding, most_severe_first
from accord.verbs.contents import contents_of
from accord.verbs.opened import Opened


def check(folder: Opened) -> list[Finding]:
    """All findings, the most severe first: about logs, assignments, items, and then of every check in its order.

    Where the items cannot be read, nothing is held against them. Raises OSError for a log that cannot be read.
    """
    audit = audit_logs(folder.path, folder.benchmark)
    assignments, problems = read_assignments(folder.path / FOLDER)
    findings = [*folder.standing.problems, *folder.standing.findings, *audit.findings, *problems]
    try:
        items = folder.items
    except InputError as error:
        return most_severe_first([*findings, *map(_mended, error.problems)])
    contents = contents_of(folder, assignments, audit)
    findings += items.findings
    for one in CHECKS:
        findings += one(contents)
    return most_severe_first(findings)


def _mended(problem: Finding) -> Finding:
    """A problem of the table of items, with what to do about it."""
    return replace(
        problem, fix=problem.fix or "correct the table of items; benchmark.yaml says where it is (items: file)"
    )
