"""Assignments against submissions: what is open, what was answered without being asked, items that are not there."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from accord.annotations.contents.assigned import assigned
from accord.annotations.contents.contents import Contents
from accord.annotations.rows.gathered import gathered
from accord.annotations.rows.tally import first_few
from accord.annotations.sample.assignments import FOLDER, per_rater
from accord.findings import Finding, counted
from accord.spec.field import listed, shown


def assignments(contents: Contents) -> list[Finding]:
    """Findings for each rater; nothing where nobody was assigned to items."""
    if not contents.assignments:
        return []
    return [*_unknown_items(contents), *_open(contents), *_beyond(contents)]


def _unknown_items(contents: Contents) -> list[Finding]:
    findings = []
    for made in contents.assignments:
        strange = [item for group in made.groups for item in group.items if item not in contents.items.row]
        if strange:
            message = f"{counted(len(strange), 'item')} that the benchmark does not have: {listed(strange, 5)}"
            fix = "make the assignment anew (accord sample --replace), or restore the items"
            findings.append(Finding("unknown_item", "error", _file(contents, made.name), message, fix, len(strange)))
    return findings


def _open(contents: Contents) -> list[Finding]:
    findings = []
    for at in assigned(contents):
        if not at.open:
            continue
        where = f"{_file(contents, at.assignments[0])}, rater {at.rater}"
        code, message = "no_submission", f"{shown(at.rater)} answered none of {counted(at.items, 'item')}"
        fix = "import the answers; if the rater has another name there, use one name"
        if at.done:
            code, fix = "part_of_assignment", "have the rest answered, and import it"
            message = f"{shown(at.rater)} answered {at.done:,} of {at.items:,} items; open: {first_few(at.open)}"
        findings.append(Finding(code, "warning", where, message, fix, len(at.open)))
    return findings


def _beyond(contents: Contents) -> list[Finding]:
    """Answers of people to items that they were not assigned to."""
    asked = {rater: set(items) for rater, items in per_rater(contents.assignments).items()}
    frame = contents.standing.frame
    beyond = [item not in asked.get(rater, ()) for rater, item in zip(frame["rater"], frame["item"], strict=True)]
    people = contents.first_pass & contents.of_role("human")
    findings = []
    for rows in contents.by_log(people & np.array(beyond, np.bool_)):
        rater, item = (shown(contents.text(rows[0], name)) for name in ("rater", "item"))
        why = "which was assigned to others" if contents.text(rows[0], "rater") in asked else "but is in no assignment"
        message = f"{rater} answered about {item}, {why}"
        fix = "see whether the name of the rater is right; if it is, nothing needs to be done"
        findings.append(gathered("not_assigned", "warning", rows, contents.place(), message, fix))
    return findings


def _file(contents: Contents, name: str) -> str:
    return str(Path(contents.path, FOLDER, f"{name}.json"))
