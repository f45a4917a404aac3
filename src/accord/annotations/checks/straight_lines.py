"""Raters who gave the same whole form again and again."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from accord.annotations.contents.contents import Contents, RowNumbers
from accord.annotations.encode import Codes, combined_codes
from accord.findings import Finding
from accord.spec.field import shown
from accord.spec.roles import ROLES, Role
from accord.spec.states import NOT_ASKED_CELL, State

SHORTEST = 10
RAREST = 1e-6
FIX = "look at these answers; if the rater did not look at the items, take them out or have them answered anew"


@dataclass(frozen=True)
class _Run:
    """Equal forms in a row, as a slice of the rows. log_chance: natural logarithm of how likely such a run was."""

    first: int
    length: int
    log_chance: float


def straight_lines(contents: Contents) -> list[Finding]:
    """A warning for every rater with a run of 10 or more equal forms that is less likely than one in a million.

    The forms of the first pass are taken in the order of their times, of the log where times are not known. For each
    form of a run the chance is that of Laplace's rule of succession: (k + 1 + j) / (n + 2 + j), where k of the n forms
    of the other raters of the role are equal to it and j forms of the run came before. So few other forms raise no
    suspicion. Where it is larger, the share of those who gave this form about the same unit stands instead, so that
    runs of alike items raise none either. The product, times the places where the run could have begun, is the chance
    of the run. A rater without others to compare with is not looked at.
    """
    findings = []
    for role in ROLES:
        for about in (False, True):
            fields = contents.benchmark.asked(role, about)
            if fields:
                findings += _of_role(contents, role, about, fields)
    return findings


def _of_role(contents: Contents, role: Role, about: bool, fields: tuple[str, ...]) -> list[Finding]:
    said = np.zeros(len(contents.rater), np.bool_)
    for name in fields:
        said |= np.isin(contents.said[name].state, (State.ANSWERED, State.ABSTAINED, State.OFF_LABEL))
    mine = said & contents.filled_in & contents.of_role(role) & (contents.about_output == about)
    rows = contents.in_order[mine[contents.in_order]]
    if len(rows) < SHORTEST:
        return []
    form = combined_codes([contents.said[name].codes[rows] + 1 for name in fields])
    rater = contents.rater[rows]
    rarest: dict[int, _Run] = {}
    for run in _runs(form, rater, contents.unit[rows]):
        code = int(rater[run.first])
        if code not in rarest or run.log_chance < rarest[code].log_chance:
            rarest[code] = run
    return [_finding(contents, rows, run, fields) for run in rarest.values()]


def _log_chances(form: Codes, rater: Codes, unit: Codes, before: RowNumbers) -> NDArray[np.float64]:
    """(N,) logarithm of how likely each form was by what others said; 0 where there are no others.

    before: (N,) how many equal forms of the same run came before.
    """
    others = len(form) - np.bincount(rater)[rater]
    equal = np.bincount(form)[form] - _times([rater, form])
    overall = (equal + 1 + before) / (others + 2 + before)
    here = np.bincount(unit)[unit] - 1
    alike_here = (_times([unit, form]) - 1) / np.maximum(here, 1)
    chance = np.where(others == 0, 1.0, np.maximum(overall, alike_here))
    return np.log(chance)


def _times(parts: list[Codes]) -> NDArray[np.int64]:
    """(N,) how often the combination of codes of each row is there."""
    codes = combined_codes(parts)
    return np.bincount(codes)[codes]


def _runs(form: Codes, rater: Codes, unit: Codes) -> list[_Run]:
    """Runs that are long enough and too unlikely."""
    starts = np.flatnonzero((np.diff(form, prepend=-1) != 0) | (np.diff(rater, prepend=-1) != 0))
    lengths = np.diff(starts, append=len(form))
    chances = _log_chances(form, rater, unit, np.arange(len(form)) - np.repeat(starts, lengths))
    beginnings = np.bincount(rater)[rater[starts]] - lengths + 1
    found = np.add.reduceat(chances, starts) + np.log(beginnings)
    chosen = np.flatnonzero((lengths >= SHORTEST) & (found < math.log(RAREST)))
    return [_Run(int(starts[at]), int(lengths[at]), float(found[at])) for at in chosen]


def _finding(contents: Contents, rows: RowNumbers, run: _Run, fields: tuple[str, ...]) -> Finding:
    first, last = rows[run.first], rows[run.first + run.length - 1]
    cells = ((name, contents.text(first, name)) for name in fields)
    said = ", ".join(f"{name} {shown(cell)}" for name, cell in cells if cell and cell != NOT_ASKED_CELL)
    message = (
        f"{contents.name_of(first)} gave the same form {run.length} times in a row, up to line "
        f"{contents.standing.line[last]}: {said}; by what others said the chance of that is about "
        f"1e{round(run.log_chance / math.log(10))}"
    )
    return Finding("straight_lining", "warning", contents.standing.place(int(first)), message, FIX, run.length)
