"""Two raters who gave the same answers throughout where people would differ."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from accord.annotations.contents.contents import Contents
from accord.annotations.contents.shared_units import Pair, shared_units
from accord.findings import Finding, counted
from accord.spec.states import State

FEWEST_UNITS = 20
FEWEST_VALUES = 3
OPEN_KINDS = ("text", "boxes")
"""Kinds of fields in which nobody gives the very same answers by chance: words, and sides of boxes."""
MOST_PAIRS = 20
FIX = "ask both whether they answered on their own; if one is a copy of the other, take its log out"


@dataclass(frozen=True)
class _Alike:
    """A field in which two raters said the same on all units that both answered."""

    field: str
    units: int
    values: int


def identical_raters(contents: Contents) -> list[Finding]:
    """A warning for every two raters, of any role, with a field of free text, of boxes, or with `subjective: true`, in
    which all answers that both gave in the first pass are equal: on 20 units or more, with 3 different answers or more.
    """
    alike: dict[Pair, list[_Alike]] = {}
    for name, form in contents.benchmark.forms.items():
        if form.subjective or form.kind in OPEN_KINDS:
            for pair, found in _alike(contents, name).items():
                alike.setdefault(pair, []).append(found)
    pairs = sorted(alike)
    findings = [_finding(contents, pair, alike[pair]) for pair in pairs[:MOST_PAIRS]]
    rest = len(pairs) - MOST_PAIRS
    if rest > 0:
        message = f"and {counted(rest, 'more pair')} of raters like these"
        findings.append(Finding("identical_raters", "warning", "", message, None, rest))
    return findings


def _alike(contents: Contents, name: str) -> dict[Pair, _Alike]:
    said = contents.said[name]
    rows = np.flatnonzero(contents.filled_in & (said.state == State.ANSWERED))
    unit, rater, value = contents.unit[rows], contents.rater[rows], said.codes[rows]
    found = {}
    for pair, (shared, equal) in shared_units(unit, rater, value).items():
        if shared < FEWEST_UNITS or equal < shared or pair[0] == pair[1]:
            continue
        one, other = (rater == code for code in pair)
        values = len(np.unique(value[one & np.isin(unit, unit[other])]))
        if values >= FEWEST_VALUES:
            found[pair] = _Alike(name, shared, values)
    return found


def _finding(contents: Contents, pair: Pair, fields: list[_Alike]) -> Finding:
    one, other = (" ".join(contents.raters[code]) for code in pair)
    firsts = [int(np.flatnonzero(contents.rater == code)[0]) for code in pair]
    where = " and ".join(str(contents.standing.logs[contents.standing.log[row]]) for row in firsts)
    said = ", ".join(f"{at.field} on all {at.units} shared ({at.values} different answers)" for at in fields)
    message = f"{one} and {other} gave the same answers to {said}{_times(contents, pair)}"
    return Finding("identical_raters", "warning", where, message, FIX, max(at.units for at in fields))


def _times(contents: Contents, pair: Pair) -> str:
    """On how many units both have the same time, where both have times."""
    rows = np.flatnonzero(contents.filled_in & (contents.time >= 0) & np.isin(contents.rater, pair))
    timed, equal = shared_units(contents.unit[rows], contents.rater[rows], contents.time[rows]).get(pair, (0, 0))
    return f"; their times are equal on {equal} of {timed}" if timed else ""
