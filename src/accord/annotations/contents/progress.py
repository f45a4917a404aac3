"""How far a folder is: what every rater did, how complete every field is, and what is left to do."""

from __future__ import annotations

from collections import Counter

import numpy as np

from accord.annotations.contents.assigned import assigned
from accord.annotations.contents.contents import Contents
from accord.annotations.contents.people import panels
from accord.annotations.contents.status import FieldCount, Part, RaterCount, RoleCount
from accord.annotations.log.standing import Standing
from accord.annotations.log.submission import FIRST
from accord.findings import counted
from accord.spec.roles import ROLES, Role
from accord.spec.states import State


def rater_counts(standing: Standing) -> dict[Role, tuple[RaterCount, ...]]:
    """Every role that has submissions -> its raters, by name."""
    frame = standing.frame
    states = Counter(frame.select("role", "rater", "pass", "state").iter_rows())
    names = sorted(set(frame.select("role", "rater").iter_rows()))
    corrected = _corrected(standing)
    return {
        role: tuple(
            RaterCount(
                name,
                states[role, name, FIRST, "answered"],
                states[role, name, FIRST, "invalid"],
                states[role, name, FIRST, "unusable"],
                corrected[role, name],
            )
            for owner, name in names
            if owner == role
        )
        for role in ROLES
        if any(owner == role for owner, _ in names)
    }


def later_passes(standing: Standing) -> dict[str, int]:
    """Pass after the first -> its submissions."""
    counts = Counter(standing.frame["pass"].to_list())
    return {name: counts[name] for name in sorted(counts) if name != FIRST}


def role_counts(contents: Contents) -> tuple[RoleCount, ...]:
    """Every role with submissions, in the order person, judge, model."""
    raters = rater_counts(contents.standing)
    return tuple(RoleCount(role, raters[role], _fields(contents, role)) for role in raters)


def parts(contents: Contents) -> tuple[Part, ...]:
    """What is to be done as far as the folder says: people for every item, assignments, and all items for machines."""
    return (*_people(contents), *_assignments(contents), *_machines(contents, "judge"), *_machines(contents, "model"))


def _corrected(standing: Standing) -> Counter[tuple[str, str]]:
    """Role and rater -> records that were superseded, by the log in which they stand."""
    forms = np.bincount(standing.log, minlength=len(standing.logs))
    counts: Counter[tuple[str, str]] = Counter()
    for number in np.flatnonzero(forms).tolist():
        first = int(np.flatnonzero(standing.log == number)[0])
        owner = (standing.frame["role"][first], standing.frame["rater"][first])
        counts[owner] += standing.records[number] - int(forms[number])
    return counts


def _fields(contents: Contents, role: Role) -> tuple[FieldCount, ...]:
    found = []
    mine = contents.filled_in & contents.of_role(role)
    for name in contents.benchmark.fields:
        if role not in contents.benchmark.asked_of(name):
            continue
        state = np.where(contents.left_blank(name), np.uint8(State.NOT_ASKED), contents.said[name].state)
        counts = np.bincount(state[mine & ~contents.on_other_form(name)], minlength=len(State)).tolist()
        by_state = {at.name.lower(): counts[at] for at in State}
        found.append(FieldCount(name, **by_state))
    return tuple(found)


def _people(contents: Contents) -> list[Part]:
    needed = contents.benchmark.items.raters_per_item
    there = panels(contents)
    if needed is None or not there:
        return []
    noun = "outputs" if any(panel.of is not None for panel in there) else "items"
    enough = sum(panel.people >= needed for panel in there)
    return [Part("people", f"{noun} answered by {counted(needed, 'person', 'people')} or more", enough, len(there))]


def _assignments(contents: Contents) -> list[Part]:
    return [
        Part("assignment", f"items assigned to {at.rater} ({', '.join(at.assignments)})", at.done, at.items)
        for at in assigned(contents)
    ]


def _machines(contents: Contents, role: Role) -> list[Part]:
    """Machines are asked about everything."""
    units = {(item, of) for item, asked in contents.units_of(role).items() for of in asked}
    rows = np.flatnonzero(contents.first_pass & contents.of_role(role))
    frame = contents.standing.frame[rows]
    done: Counter[str] = Counter()
    for rater, item, of in zip(frame["rater"], frame["item"], frame["of"], strict=True):
        done[rater] += (item, of) in units
    noun = "outputs judged by" if contents.benchmark.asked(role, True) else "items answered by"
    return [Part(role, f"{noun} {rater}", done[rater], len(units)) for rater in sorted(done)]
