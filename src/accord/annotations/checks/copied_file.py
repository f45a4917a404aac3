"""Two people whose answers come from one file, or from files that were saved in the same second."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from accord.annotations.contents.contents import Contents
from accord.annotations.contents.pair_findings import ASK_BOTH, MOST_PAIRS, more_pairs, pair_logs, pair_names
from accord.annotations.contents.shared_units import Pair, shared_units
from accord.annotations.log.audit import SavedFile
from accord.findings import Finding

TO_THE_SECOND = len("2026-01-31T12:00:00")
MIDNIGHT = "T00:00:00"
"""What programs put that do not know the time."""
FIX = f"{ASK_BOTH}; nothing, if a program saved both"


def copied_file(contents: Contents) -> list[Finding]:
    """A warning for every two people who share units of the first pass, where each answered in a file that says when
    it was saved, and two of their files are one and the same (by SHA-256) or were saved in the same second.

    Tables, in which rows say who answered, do not say when they were saved. Midnight is taken for no time.
    """
    said = ((code, contents.audit.saved_files.get(who)) for code, who in enumerate(contents.raters))
    files = {code: found for code, found in said if found and contents.raters[code][0] == "human"}
    findings = []
    for pair, shared in _who_share(contents, files):
        what = _what(files[pair[0]], files[pair[1]])
        if what is not None:
            message = f"{pair_names(contents, pair)}, who share {shared:,} items and outputs: {what}"
            findings.append(Finding("copied_file", "warning", pair_logs(contents, pair), message, FIX, shared))
    rest = len(findings) - MOST_PAIRS
    if rest > 0:
        return [*findings[:MOST_PAIRS], Finding("copied_file", "warning", "", more_pairs(rest), None, rest)]
    return findings


def _who_share(contents: Contents, raters: Iterable[int]) -> list[tuple[Pair, int]]:
    """Every two of some raters with the number of units that they share."""
    rows = np.flatnonzero(contents.first_pass & np.isin(contents.rater, list(raters)))
    pairs = shared_units(contents.unit[rows], contents.rater[rows], contents.rater[rows])
    return [(pair, shared) for pair, (shared, _) in sorted(pairs.items()) if pair[0] != pair[1]]


def _what(one: frozenset[SavedFile], other: frozenset[SavedFile]) -> str | None:
    """What the files of two people have in common."""
    digests = {digest for digest, _ in one} & {digest for digest, _ in other} - {None}
    if digests:
        return f"their answers come from the same file (SHA-256 {min(filter(None, digests))[:12]}...)"
    moments = {saved[:TO_THE_SECOND] for _, saved in one} & {saved[:TO_THE_SECOND] for _, saved in other}
    moments = {moment for moment in moments if not moment.endswith(MIDNIGHT)}
    if not moments:
        return None
    moment = min(moments).replace("T", " ")
    return f"both files were saved at the same time to the second ({moment} UTC), which two people do not do"
