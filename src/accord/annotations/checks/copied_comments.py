"""Two people who wrote the same comments about the same items."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import numpy as np

from accord.annotations.contents.contents import Contents
from accord.annotations.contents.identical_pairs import identical_pairs
from accord.annotations.contents.pair_findings import ASK_BOTH, MOST_PAIRS, more_pairs, pair_logs, pair_names
from accord.annotations.contents.shared_units import Pair, shared_units
from accord.annotations.encode import Codes
from accord.findings import Finding
from accord.spec.benchmark import Benchmark
from accord.spec.field import shown
from accord.spec.labels import folded
from accord.spec.states import State

FEWEST = 3
"""Units on which two people wrote the same, and different texts among these."""
FEWEST_LETTERS, FEWEST_WORDS = 12, 3
STOCK = 3
"""A text that stands on more units than this is a stock phrase."""
OFTEN, FEWEST_OF_OTHERS = 10, 20
"""Where one in so many texts of other pairs is equal, and they share so many, texts are answers: what a sign says."""
UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
"""Letters of scripts that put no space between words: Thai, Lao, Burmese, Khmer, Japanese, Chinese."""


@dataclass(frozen=True)
class _Comments:
    """The C comments of people in one field that tell something: (C,) codes of unit, rater and text; the texts."""

    unit: Codes
    rater: Codes
    text: Codes
    texts: list[str]


@dataclass
class _Same:
    """What two people wrote, over all fields: units of which both wrote, with the same text, and these texts."""

    fields: list[str] = field(default_factory=list)
    both: set[int] = field(default_factory=set)
    same: set[int] = field(default_factory=set)
    texts: set[str] = field(default_factory=set)


def copied_comments(contents: Contents) -> list[Finding]:
    """A warning for every two people who wrote the same texts about the same items or outputs in the first pass: on 3
    units or more, 3 different texts or more, each of at least 12 letters and 3 words, apart from case and white space.

    Texts with references have a right answer and are left out. So are stock phrases, which stand on more than 3 units;
    fields in which one in ten of the texts of other pairs is equal; and fields in which `identical_raters` warns of the
    two.
    """
    found: dict[Pair, _Same] = {}
    for name in _fields(contents.benchmark):
        _gather(found, name, _comments(contents, name))
    found = {pair: it for pair, it in found.items() if min(len(it.same), len(it.texts)) >= FEWEST}
    known = identical_pairs(contents) if found else {}
    pairs = [pair for pair in sorted(found) if not {at.field for at in known.get(pair, ())} & {*found[pair].fields}]
    findings = [_finding(contents, pair, found[pair]) for pair in pairs[:MOST_PAIRS]]
    rest = len(pairs) - MOST_PAIRS
    if rest > 0:
        findings.append(Finding("copied_comments", "warning", "", more_pairs(rest), None, rest))
    return findings


def _fields(benchmark: Benchmark) -> list[str]:
    return [
        name
        for name, form in benchmark.forms.items()
        if form.kind == "text" and "human" in benchmark.asked_of(name) and benchmark.reference(name) is None
    ]


def _comments(contents: Contents, name: str) -> _Comments:
    said = contents.said[name]
    rows = np.flatnonzero(contents.filled_in & contents.of_role("human") & (said.state == State.ANSWERED))
    code: dict[str, int] = {}
    of_cell = np.full(len(said.cells), -1, np.int32)
    for cell in np.unique(said.codes[rows]).tolist():
        text = folded(said.cells[cell]).casefold()
        if _tells(text):
            of_cell[cell] = code.setdefault(text, len(code))
    rows = rows[of_cell[said.codes[rows]] >= 0]
    codes = of_cell[said.codes[rows]]
    places = np.unique(np.stack([codes, contents.unit[rows]], axis=1), axis=0)
    rows = rows[np.bincount(places[:, 0], minlength=len(code))[codes] <= STOCK]
    return _Comments(contents.unit[rows], contents.rater[rows], of_cell[said.codes[rows]], list(code))


def _tells(text: str) -> bool:
    """Whether two people hardly write a text by chance."""
    return len(text) >= FEWEST_LETTERS and max(len(text.split()), len(UNSPACED.findall(text))) >= FEWEST_WORDS


def _gather(found: dict[Pair, _Same], name: str, comments: _Comments) -> None:
    pairs = shared_units(comments.unit, comments.rater, comments.text)
    pairs = {pair: counts for pair, counts in pairs.items() if pair[0] != pair[1]}
    all_shared, all_equal = (sum(counts[at] for counts in pairs.values()) for at in (0, 1))
    for pair, (shared, equal) in pairs.items():
        others = all_shared - shared
        if not equal or (others >= FEWEST_OF_OTHERS and OFTEN * (all_equal - equal) >= others):
            continue
        one, other = (_by_unit(comments, code) for code in pair)
        both = one.keys() & other.keys()
        same = {unit for unit in both if one[unit] == other[unit]}
        it = found.setdefault(pair, _Same())
        it.fields.append(name)
        it.both |= both
        it.same |= same
        it.texts |= {comments.texts[one[unit]] for unit in same}


def _by_unit(comments: _Comments, rater: int) -> dict[int, int]:
    """Unit -> the text of one person."""
    rows = np.flatnonzero(comments.rater == rater)
    return dict(zip(comments.unit[rows].tolist(), comments.text[rows].tolist(), strict=True))


def _finding(contents: Contents, pair: Pair, it: _Same) -> Finding:
    message = (
        f"{pair_names(contents, pair)} wrote the same about {len(it.same):,} of {len(it.both):,} items and outputs "
        f"that both wrote about ({', '.join(it.fields)}), in {len(it.texts):,} different texts, "
        f"such as {shown(min(it.texts))}"
    )
    return Finding("copied_comments", "warning", pair_logs(contents, pair), message, ASK_BOTH, len(it.same))
