"""Two people who filled in nearly all their forms alike, all fields together."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from accord.annotations.contents.contents import Contents
from accord.annotations.contents.identical_pairs import (
    BEYOND_CHANCE,
    BEYOND_CHANCE_OPEN,
    FEWEST_UNITS,
    OPEN_KINDS,
    identical_pairs,
)
from accord.annotations.contents.pair_chance import (
    by_chance,
    expected_share,
    is_rare,
    log_chance,
    may_differ,
    power_of_ten,
)
from accord.annotations.contents.pair_findings import ASK_BOTH, MOST_PAIRS, more_pairs, pair_logs, pair_names
from accord.annotations.contents.shared_units import Pair
from accord.annotations.encode import Codes
from accord.findings import Finding
from accord.spec.form import Form
from accord.spec.states import State

BEYOND_CHANCE_RIGHT = 0.8
"""The share of what chance leaves on which two people are taken to agree where there is a right answer."""
SAID = (State.ANSWERED, State.ABSTAINED, State.OFF_LABEL)

Rows = NDArray[np.int64]


@dataclass(frozen=True)
class _Forms:
    """The A forms of people, by unit and then by rater, one a unit and rater. said: field -> (A,) the answer as a
    code, -1 where there is none. beyond: field -> on how much of what chance leaves people are taken to agree.
    """

    unit: Codes
    rater: Codes
    said: dict[str, Codes]
    beyond: dict[str, float]

    def met(self) -> Iterator[tuple[Rows, Rows]]:
        """Every two forms about one unit, the smaller code of a rater first; in blocks of at most A."""
        for step in range(1, len(self.unit)):
            one = np.flatnonzero(self.unit[step:] == self.unit[:-step])
            if not len(one):
                return
            yield one, one + step

    def of(self, pair: Pair) -> tuple[Rows, Rows]:
        """The forms of two people about the units that they share."""
        one, other = (np.flatnonzero(self.rater == code) for code in pair)
        _, at, its = np.intersect1d(self.unit[one], self.unit[other], assume_unique=True, return_indices=True)
        return one[at], other[its]

    def compared(self, name: str, one: Rows, other: Rows) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Where both said something in a field, and where that is not the same."""
        mine, its = self.said[name][one], self.said[name][other]
        both = (mine >= 0) & (its >= 0)
        return both, both & (mine != its)


class _Alike(NamedTuple):
    """How far people say the same: of units, those on which all answers that both gave are equal; and of answers."""

    units: int
    equal_units: int
    answers: int
    equal_answers: int


@dataclass
class _Everybody:
    """pairs: every two people -> (4,) the numbers of `_Alike`; fields: field -> answers that two gave, equal ones."""

    pairs: dict[Pair, Rows] = field(default_factory=dict)
    fields: dict[str, tuple[int, int]] = field(default_factory=dict)


@dataclass(frozen=True)
class _Copy:
    """Two people who are alike beyond chance. units, answers: the shares of equal ones that are expected of them;
    log_chance: natural logarithm of how likely it was.
    """

    alike: _Alike
    units: float
    answers: float
    log_chance: float


def copied_answers(contents: Contents) -> list[Finding]:
    """A warning for every two people whose answers of the first pass are the same, subjective or not, all fields of
    both forms together: on 20 items and outputs or more that both answered about, where at most one answer in a
    hundred differs, or one in all where there are no other pairs of people, and the chance of that is below one in a
    million. Blanks are not compared; abstentions and answers off the label space are.

    The chance is that of `identical_raters`, and taken twice: of so many equal forms, as the answers of one form hang
    together; and of so many equal answers, as two who are careful are so in every field, and forms with blanks are
    sooner equal. The larger one counts. What is expected are the shares of all other pairs of people: of forms, and of
    answers to each field. Where there are few other pairs, people are taken to agree on 0.6 of the forms, and on 0.8 of
    the answers that chance leaves (0.6 with `subjective: true`, 0.2 in texts and boxes).

    Pairs that `identical_raters` warns of are left out.
    """
    forms = _forms(contents)
    found = _copies(forms, _everybody(forms))
    known = identical_pairs(contents) if found else {}
    pairs = [pair for pair in sorted(found) if pair not in known]
    findings = [_finding(contents, pair, found[pair]) for pair in pairs[:MOST_PAIRS]]
    rest = len(pairs) - MOST_PAIRS
    if rest > 0:
        findings.append(Finding("copied_answers", "warning", "", more_pairs(rest), None, rest))
    return findings


def _forms(contents: Contents) -> _Forms:
    rows = np.flatnonzero(contents.filled_in & contents.of_role("human"))
    rater = contents.rater[rows].astype(np.int64)
    # A log that is there twice has every form twice.
    order = np.unique(contents.unit[rows] * (rater.max(initial=0) + 1) + rater, return_index=True)[1]
    rows = rows[order]
    said = {name: np.where(np.isin(it.state[rows], SAID), it.codes[rows], -1) for name, it in contents.said.items()}
    said = {name: codes for name, codes in said.items() if (codes >= 0).any()}
    beyond = {name: _beyond(contents.benchmark.forms[name]) for name in said}
    return _Forms(contents.unit[rows], contents.rater[rows], said, beyond)


def _beyond(form: Form) -> float:
    if form.kind in OPEN_KINDS:
        return BEYOND_CHANCE_OPEN
    return BEYOND_CHANCE if form.subjective else BEYOND_CHANCE_RIGHT


def _everybody(forms: _Forms) -> _Everybody:
    found = _Everybody(fields=dict.fromkeys(forms.said, (0, 0)))
    width = int(forms.rater.max(initial=0)) + 1
    for one, other in forms.met():
        answers, differing = np.zeros(len(one), np.int64), np.zeros(len(one), np.int64)
        for name, (shared, equal) in found.fields.items():
            both, differ = forms.compared(name, one, other)
            answers += both
            differing += differ
            more = int(both.sum())
            found.fields[name] = shared + more, equal + more - int(differ.sum())
        pairs, at = np.unique(forms.rater[one].astype(np.int64) * width + forms.rater[other], return_inverse=True)
        units, unequal = np.bincount(at, answers > 0), np.bincount(at, differing > 0)
        cells, other_cells = np.bincount(at, answers), np.bincount(at, differing)
        counts = np.stack([units, units - unequal, cells, cells - other_cells], axis=1).astype(np.int64)
        for key, numbers in zip(pairs.tolist(), counts, strict=True):
            pair = divmod(key, width)
            found.pairs[pair] = found.pairs[pair] + numbers if pair in found.pairs else numbers
    return found


def _copies(forms: _Forms, everybody: _Everybody) -> dict[Pair, _Copy]:
    total = sum(everybody.pairs.values(), np.zeros(4, np.int64))
    found = {}
    for pair, counts in everybody.pairs.items():
        alike, others = _Alike(*counts.tolist()), _Alike(*(total - counts).tolist())
        if alike.units < FEWEST_UNITS:
            continue
        if alike.answers - alike.equal_answers > may_differ(alike.answers, others.answers):
            continue
        # What people answer by chance takes a look at all answers, so only where the forms of others do not explain it.
        units = expected_share(others.units, others.equal_units, BEYOND_CHANCE, 0)
        forms_chance = log_chance(alike.units, alike.equal_units, units)
        if not is_rare(forms_chance):
            continue
        answers = _expected_answers(forms, everybody, pair)
        chance = max(forms_chance, log_chance(alike.answers, alike.equal_answers, answers))
        if is_rare(chance):
            found[pair] = _Copy(alike, units, answers, chance)
    return found


def _expected_answers(forms: _Forms, everybody: _Everybody, pair: Pair) -> float:
    """The share of equal answers that is expected of two people: in each field as of the others."""
    one, other = forms.of(pair)
    answers, equal_answers = 0, 0.0
    for name, (shared_by_all, equal_by_all) in everybody.fields.items():
        both, differ = forms.compared(name, one, other)
        shared = int(both.sum())
        if shared:
            others = shared_by_all - shared, equal_by_all - shared + int(differ.sum())
            chance = by_chance(forms.said[name][one[both]], forms.said[name][other[both]])
            answers += shared
            equal_answers += shared * expected_share(*others, forms.beyond[name], chance)
    return equal_answers / answers


def _finding(contents: Contents, pair: Pair, copy: _Copy) -> Finding:
    alike = copy.alike
    message = (
        f"{pair_names(contents, pair)} gave the same answers throughout on {alike.equal_units:,} of {alike.units:,} "
        f"shared items and outputs ({copy.units:.0%} expected), to {alike.equal_answers:,} of {alike.answers:,} "
        f"questions in all ({copy.answers:.0%} expected), chance about {power_of_ten(copy.log_chance)}"
    )
    return Finding("copied_answers", "warning", pair_logs(contents, pair), message, ASK_BOTH, alike.equal_units)
