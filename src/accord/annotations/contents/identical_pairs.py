"""Pairs of raters who gave nearly all the same answers to a field where people would differ."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np

from accord.annotations.contents.contents import Contents
from accord.annotations.contents.pair_chance import (
    by_chance,
    expected_share,
    is_rare,
    log_chance,
    may_differ,
    power_of_ten,
)
from accord.annotations.contents.shared_units import Pair, shared_units
from accord.annotations.encode import Codes
from accord.spec.roles import Role
from accord.spec.states import State

FEWEST_UNITS = 20
OPEN_KINDS = ("text", "boxes")
"""Kinds of fields in which hardly anybody gives the very same answers by chance: words, and sides of boxes."""
BEYOND_CHANCE, BEYOND_CHANCE_OPEN = 0.6, 0.2
"""The share of what chance leaves on which two raters are taken to agree, as far as there are no others to tell."""

Roles = tuple[Role, Role]


@dataclass(frozen=True)
class IdenticalField:
    """A field in which two raters said the same on nearly all units that both answered. expected: the share of them
    on which they could be expected to; log_chance: natural logarithm of how likely it was.
    """

    field: str
    units: int
    equal: int
    expected: float
    log_chance: float

    def __str__(self) -> str:
        return (
            f"{self.field} on {self.equal:,} of {self.units:,} shared units "
            f"({self.expected:.0%} expected, chance about {power_of_ten(self.log_chance)})"
        )


@dataclass(frozen=True)
class _Answers:
    """The answers to one field: (A,) codes of the unit, rater and value of each."""

    unit: Codes
    rater: Codes
    value: Codes

    def by_chance(self, pair: Pair) -> float:
        """The share of equal answers of two raters who answer at random as often as these do, where both answered."""
        one, other = (np.flatnonzero(self.rater == code) for code in pair)
        shared = np.intersect1d(self.unit[one], self.unit[other])
        mine, its = (self.value[rows[np.isin(self.unit[rows], shared)]] for rows in (one, other))
        return by_chance(mine, its)


def identical_pairs(contents: Contents) -> dict[Pair, list[IdenticalField]]:
    """Pair of raters -> the fields of free text, of boxes, or with `subjective: true`, in which they are that much
    alike. See `identical_raters` for what counts.
    """
    found: dict[Pair, list[IdenticalField]] = {}
    for name, form in contents.benchmark.forms.items():
        is_open = form.kind in OPEN_KINDS
        if form.subjective or is_open:
            beyond = BEYOND_CHANCE_OPEN if is_open else BEYOND_CHANCE
            for pair, alike in _identical(contents, name, beyond).items():
                found.setdefault(pair, []).append(alike)
    return found


def _identical(contents: Contents, name: str, beyond: float) -> dict[Pair, IdenticalField]:
    said = contents.said[name]
    rows = np.flatnonzero(contents.filled_in & (said.state == State.ANSWERED))
    answers = _Answers(contents.unit[rows], contents.rater[rows], said.codes[rows])
    pairs = shared_units(answers.unit, answers.rater, answers.value)
    pairs = {pair: counts for pair, counts in pairs.items() if pair[0] != pair[1]}
    shared_by, equal_by = Counter[Roles](), Counter[Roles]()
    for pair, (shared, equal) in pairs.items():
        roles = _roles(contents, pair)
        shared_by[roles] += shared
        equal_by[roles] += equal
    found = {}
    for pair, (shared, equal) in pairs.items():
        roles = _roles(contents, pair)
        others = shared_by[roles] - shared, equal_by[roles] - equal
        if shared < FEWEST_UNITS or shared - equal > may_differ(shared, others[0]):
            continue
        # What two raters give by chance takes a look at all answers, so only where nothing else explains the pair.
        if not is_rare(log_chance(shared, equal, expected_share(*others, beyond, 0))):
            continue
        expected = expected_share(*others, beyond, answers.by_chance(pair))
        chance = log_chance(shared, equal, expected)
        if is_rare(chance):
            found[pair] = IdenticalField(name, shared, equal, expected, chance)
    return found


def _roles(contents: Contents, pair: Pair) -> Roles:
    """The roles of two raters; raters are in the order of their roles."""
    return contents.raters[pair[0]][0], contents.raters[pair[1]][0]
