"""Two raters who gave nearly all the same answers where people would differ."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass

import numpy as np

from accord.annotations.contents.contents import Contents
from accord.annotations.contents.shared_units import Pair, shared_units
from accord.annotations.encode import Codes
from accord.findings import Finding, counted
from accord.spec.roles import Role
from accord.spec.states import State

FEWEST_UNITS = 20
ALLOWED = 100
"""One unit may differ, or one in so many where there are as many of other pairs."""
RAREST = 1e-6
OPEN_KINDS = ("text", "boxes")
"""Kinds of fields in which hardly anybody gives the very same answers by chance: words, and sides of boxes."""
BEYOND_CHANCE, BEYOND_CHANCE_OPEN = 0.6, 0.2
"""The share of what chance leaves on which two raters are taken to agree, as far as there are no others to tell."""
WEIGHT = 20
"""How many units of other pairs that assumption is worth."""
SPREAD = 50
"""How much alike pairs are: the agreement of a pair is known from the others as if from so many units of its own."""
MOST_PAIRS = 20
FIX = "ask both whether they answered on their own; if one is a copy of the other, take its log out"

Roles = tuple[Role, Role]


@dataclass(frozen=True)
class _Alike:
    """A field in which two raters said the same on nearly all units that both answered. expected: the share of them
    on which they could be expected to; log_chance: natural logarithm of how likely it was.
    """

    field: str
    units: int
    equal: int
    expected: float
    log_chance: float

    def __str__(self) -> str:
        chance = round(self.log_chance / math.log(10))
        return (
            f"{self.field} on {self.equal:,} of {self.units:,} shared units "
            f"({self.expected:.0%} expected, chance about 1e{chance})"
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
        width = int(self.value.max()) + 1
        both = (mine[np.isin(self.unit[mine], shared)] for mine in (one, other))
        counts = [np.bincount(self.value[rows], minlength=width) for rows in both]
        return float(counts[0] / counts[0].sum() @ (counts[1] / counts[1].sum()))


def identical_raters(contents: Contents) -> list[Finding]:
    """A warning for every two raters who gave the same answers in a field of free text, of boxes, or with
    `subjective: true`: on 20 units or more that both answered in the first pass, where at most one unit in a hundred
    differs, or one in all, and the chance of that is below one in a million.

    The chance comes from a beta-binomial distribution (Skellam 1948), as pairs of raters agree on different shares of
    their units. Its mean is the share on which all other pairs of the same roles agree, so that a field on which
    everybody agrees raises no suspicion, and at least the share that the answers of the two give by chance. Where
    there are few other pairs, raters are taken to agree on 0.6 of what chance leaves (0.2 in texts and boxes), with
    the weight of 20 units. The spread is that of a share known from 50 units, so that two careful raters beside a
    careless one may agree on all of some hundred units.

    So 27 equal units are enough where the others agree on half, 133 where they agree on four in five, and 698 on nine
    in ten; a copy in a field on which nearly all agree is not found.
    """
    alike: dict[Pair, list[_Alike]] = {}
    for name, form in contents.benchmark.forms.items():
        is_open = form.kind in OPEN_KINDS
        if form.subjective or is_open:
            beyond = BEYOND_CHANCE_OPEN if is_open else BEYOND_CHANCE
            for pair, found in _alike(contents, name, beyond).items():
                alike.setdefault(pair, []).append(found)
    pairs = sorted(alike)
    findings = [_finding(contents, pair, alike[pair]) for pair in pairs[:MOST_PAIRS]]
    rest = len(pairs) - MOST_PAIRS
    if rest > 0:
        message = f"and {counted(rest, 'more pair')} of raters like these"
        findings.append(Finding("identical_raters", "warning", "", message, None, rest))
    return findings


def _alike(contents: Contents, name: str, beyond: float) -> dict[Pair, _Alike]:
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
        # Without others as a measure, two who hardly ever differ may well find the field easy.
        if shared < FEWEST_UNITS or shared - equal > max(1, min(shared, others[0]) // ALLOWED):
            continue
        # What two raters give by chance takes a look at all answers, so only where nothing else explains the pair.
        if log_chance(shared, equal, expected_share(*others, beyond, 0)) >= math.log(RAREST):
            continue
        expected = expected_share(*others, beyond, answers.by_chance(pair))
        chance = log_chance(shared, equal, expected)
        if chance < math.log(RAREST):
            found[pair] = _Alike(name, shared, equal, expected, chance)
    return found


def expected_share(shared: int, equal: int, beyond: float, by_chance: float) -> float:
    """The share of equal answers that is expected of two raters. shared, equal: units of other pairs.

    >>> expected_share(0, 0, 0.6, 0.5), expected_share(980, 490, 0.6, 0.0)
    (0.8, 0.502)
    """
    assumed = by_chance + beyond * (1 - by_chance)
    return max(by_chance, (equal + WEIGHT * assumed) / (shared + WEIGHT))


def log_chance(units: int, equal: int, expected: float) -> float:
    """The natural logarithm of the chance that two raters agree on so many units or more.

    expected: the mean share, above 0. The number of units is beta-binomial with a = expected x SPREAD and
    b = (1 - expected) x SPREAD; summed are its probabilities from `units` down to `equal`.

    >>> log_chance(300, 300, 1.0), round(log_chance(1, 1, 0.25), 6) == round(math.log(0.25), 6)
    (0.0, True)
    """
    a, b = expected * SPREAD, (1 - expected) * SPREAD
    all_equal = math.lgamma(a + units) - math.lgamma(a) + math.lgamma(SPREAD) - math.lgamma(SPREAD + units)
    term = total = 1.0
    for differ in range(units - equal):
        term *= (units - differ) / (differ + 1) * (b + differ) / (a + units - differ - 1)
        total += term
    return all_equal + math.log(total)


def _roles(contents: Contents, pair: Pair) -> Roles:
    """The roles of two raters; raters are in the order of their roles."""
    return contents.raters[pair[0]][0], contents.raters[pair[1]][0]


def _finding(contents: Contents, pair: Pair, fields: list[_Alike]) -> Finding:
    one, other = (" ".join(contents.raters[code]) for code in pair)
    firsts = [int(np.flatnonzero(contents.rater == code)[0]) for code in pair]
    where = " and ".join(str(contents.standing.logs[contents.standing.log[row]]) for row in firsts)
    said = ", ".join(str(at) for at in fields)
    message = f"{one} and {other} gave the same answers to {said}{_times(contents, pair)}"
    return Finding("identical_raters", "warning", where, message, FIX, max(at.equal for at in fields))


def _times(contents: Contents, pair: Pair) -> str:
    """On how many units both have the same time, where both have times."""
    rows = np.flatnonzero(contents.filled_in & (contents.time >= 0) & np.isin(contents.rater, pair))
    timed, equal = shared_units(contents.unit[rows], contents.rater[rows], contents.time[rows]).get(pair, (0, 0))
    return f"; their times are equal on {equal} of {timed}" if timed else ""
