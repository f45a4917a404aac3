"""Two raters who gave nearly all the same answers where people would differ."""

from __future__ import annotations

import numpy as np

from accord.annotations.contents.contents import Contents
from accord.annotations.contents.identical_pairs import IdenticalField, identical_pairs
from accord.annotations.contents.pair_findings import ASK_BOTH, MOST_PAIRS, more_pairs, pair_logs, pair_names
from accord.annotations.contents.shared_units import Pair, shared_units
from accord.findings import Finding


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
    alike = identical_pairs(contents)
    pairs = sorted(alike)
    findings = [_finding(contents, pair, alike[pair]) for pair in pairs[:MOST_PAIRS]]
    rest = len(pairs) - MOST_PAIRS
    if rest > 0:
        findings.append(Finding("identical_raters", "warning", "", more_pairs(rest), None, rest))
    return findings


def _finding(contents: Contents, pair: Pair, fields: list[IdenticalField]) -> Finding:
    said = ", ".join(str(at) for at in fields)
    message = f"{pair_names(contents, pair)} gave the same answers to {said}{_times(contents, pair)}"
    count = max(at.equal for at in fields)
    return Finding("identical_raters", "warning", pair_logs(contents, pair), message, ASK_BOTH, count)


def _times(contents: Contents, pair: Pair) -> str:
    """On how many units both have the same time, where both have times."""
    rows = np.flatnonzero(contents.filled_in & (contents.time >= 0) & np.isin(contents.rater, pair))
    timed, equal = shared_units(contents.unit[rows], contents.rater[rows], contents.time[rows]).get(pair, (0, 0))
    return f"; their times are equal on {equal} of {timed}" if timed else ""
