"""Bootstrap replicates as weights over patterns: exact multinomial counts, or indexes drawn item by item."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy.special import gammaln

from accord.agreement.sums import Floats

Ints = NDArray[np.int64]
Resample = Literal["multinomial", "index"]

BLOCK_NUMBERS = 1 << 22
RARE_SHARE = 0.5
RARE_COUNT = 150
# Nanoseconds, about: one Poisson count by table, one binomial, one unit drawn.
COST_RARE, COST_COMMON, COST_UNIT = 12, 50, 5


@dataclass(frozen=True)
class Units:
    """What is resampled: the units' patterns, stratum by stratum.

    counts: one (P,) array a stratum, how many units have each pattern (multinomial draws use nothing else).
    order: one array a stratum with the pattern of each unit in the order of the ids (for index draws), or None.
    """

    counts: tuple[Ints, ...]
    order: tuple[NDArray[np.int32], ...] | None = None

    @property
    def patterns(self) -> int:
        """P."""
        return len(self.counts[0])

    @property
    def size(self) -> int:
        """Number of units in all strata."""
        return int(sum(int(count.sum()) for count in self.counts))


def replicate_weights(units: Units, replicates: int, seed: int) -> Iterator[Floats]:
    """Blocks (b, P) of weights, `replicates` rows in all: how often each pattern is drawn in each replicate.

    A block holds at most four million numbers (32 MiB) or one row, so memory does not grow with replicates times
    units. The same seed and counts give the same rows, whatever else is computed beside.
    """
    rng = np.random.default_rng(seed)
    block = max(1, min(replicates, BLOCK_NUMBERS // max(units.patterns, 1)))
    for begin in range(0, replicates, block):
        rows = min(block, replicates - begin)
        if units.order is not None:
            yield _indexed(units, rows, rng)
            continue
        # Pattern by pattern in memory, the order in which they are drawn; blocks are the transposed views.
        weights = np.zeros((units.patterns, rows))
        for counts in units.counts:
            present = np.flatnonzero(counts)
            if len(present) == units.patterns and len(units.counts) == 1:
                weights = multinomial(rng, counts, rows).T
            elif len(present):
                weights[present] += multinomial(rng, counts[present], rows).T
        yield weights.T


def _indexed(units: Units, rows: int, rng: np.random.Generator) -> Floats:
    """The draws of a plain loop over replicates: one call of `integers` a stratum, in the order of the ids."""
    assert units.order is not None
    weights = np.zeros((rows, units.patterns))
    for row in weights:
        for order in units.order:
            if len(order):
                drawn = rng.integers(0, len(order), size=len(order))
                row += np.bincount(order[drawn], minlength=len(row))
    return weights


def multinomial(rng: np.random.Generator, counts: Ints, rows: int) -> Floats:
    """(rows, P) exact multinomial counts: n = sum(counts) draws with probabilities counts / n.

    Patterns that few units have are drawn together as independent Poisson counts by table. Their total T is accepted
    with a probability that turns its Poisson law into the binomial law it must have; given T the counts are
    multinomial, so the accepted rows are exact. The other patterns follow as conditional binomials on what is left.
    Where nearly every unit has a pattern of its own, the units are drawn one by one instead.

    >>> weights = multinomial(np.random.default_rng(0), np.array([1, 2, 97]), 1000)
    >>> set(weights.sum(axis=1).tolist()), [round(float(mean)) for mean in weights.mean(axis=0)]
    ({100.0}, [1, 2, 97])
    """
    total = int(counts.sum())
    ascending = np.argsort(counts, kind="stable")
    few_each = (np.cumsum(counts[ascending]) <= RARE_SHARE * total) & (counts[ascending] <= RARE_COUNT)
    rare, common = ascending[few_each], ascending[~few_each]
    if COST_RARE * len(rare) + COST_COMMON * len(common) > COST_UNIT * total:
        return _one_by_one(rng, counts, rows)
    weights = np.empty((len(counts), rows))
    left = np.full(rows, total, np.int64)
    if len(rare):
        drawn_rare = _rare_counts(rng, counts[rare], total, rows)
        weights[rare] = drawn_rare
        left -= drawn_rare.sum(axis=0)
    rest = int(counts[common].sum())
    for pattern in common[:-1]:
        drawn = rng.binomial(left, counts[pattern] / rest)
        weights[pattern] = drawn
        left -= drawn
        rest -= int(counts[pattern])
    weights[common[-1]] = left
    return weights.T


def _one_by_one(rng: np.random.Generator, counts: Ints, rows: int) -> Floats:
    """Multinomial counts from the draws of single units."""
    pattern = np.repeat(np.arange(len(counts)), counts)
    weights = np.empty((rows, len(counts)))
    for row in weights:
        row[:] = np.bincount(pattern[rng.integers(0, len(pattern), size=len(pattern))], minlength=len(counts))
    return weights


def _rare_counts(rng: np.random.Generator, counts: Ints, total: int, rows: int) -> NDArray[np.int32]:
    """(p, rows) counts of the rare patterns in `total` draws; counts (p,) rises."""
    accept = _acceptance(total, int(counts.sum()))
    law = _PoissonTable(counts)
    result = np.empty((len(counts), rows), np.int32)
    missing = np.arange(rows)
    while len(missing):
        drawn = law.draw(rng, len(missing))
        sum_of_rare = drawn.sum(axis=0)
        possible = sum_of_rare < len(accept)
        chance = np.where(possible, accept[np.where(possible, sum_of_rare, 0)], 0.0)
        good = rng.random(len(missing)) < chance
        result[:, missing[good]] = drawn[:, good]
        missing = missing[~good]
    return result


def _acceptance(total: int, expected: int) -> Floats:
    """By sum t: Binomial(total, expected / total) over Poisson(expected), scaled so that the largest is 1."""
    most = min(total, expected + int(12 * np.sqrt(expected)) + 30)
    sums = np.arange(most + 1)
    # Both laws share the factor expected**t / t!, so their ratio needs only total! / (total - t)! x (1 - p)**-t.
    falling = np.concatenate(([0.0], np.cumsum(np.log((total - sums[:-1]) / total))))
    log_ratio = falling - sums * np.log1p(-expected / total)
    return np.asarray(np.exp(log_ratio - log_ratio.max()))


class _PoissonTable:
    """Independent Poisson counts with whole means (p,), by inversion of their tabled laws.

    The unit interval is cut into 1,024 cells; in most of them a law has one value only, which is looked up. In the
    others the table is climbed from the cell's lowest value, so a draw inverts the law to double precision.
    """

    CELLS = 1024

    def __init__(self, means: Ints) -> None:
        sizes, law = np.unique(means, return_inverse=True)
        self.law = law.astype(np.int32)
        self.offset = self.law[:, None] * self.CELLS
        width = int(sizes[-1] + 10 * np.sqrt(sizes[-1])) + 25
        counts = np.arange(width)
        logs = counts * np.log(sizes[:, None]) - sizes[:, None] - gammaln(counts + 1)
        # The last column is above every uniform number, so that a climb ends.
        self.table = np.minimum(np.cumsum(np.exp(logs), axis=1), 1.0)
        self.table[:, -1] = 1.0
        cell = (self.table * self.CELLS).astype(np.int64) + np.arange(len(sizes))[:, None] * (self.CELLS + 1)
        steps = np.bincount(cell.ravel(), minlength=len(sizes) * (self.CELLS + 1)).reshape(len(sizes), -1)
        lowest = np.cumsum(steps, axis=1) - steps
        # A cell with a step of the law inside is marked by the complement of its lowest value, a negative number.
        self.guide = np.where(steps == 0, lowest, ~lowest)[:, :-1].astype(np.int32).ravel()

    def draw(self, rng: np.random.Generator, rows: int) -> NDArray[np.int32]:
        """(p, rows) counts."""
        uniform = rng.random((len(self.law), rows))
        drawn: NDArray[np.int32] = self.guide[(uniform * self.CELLS).astype(np.int32) + self.offset]
        marked = np.flatnonzero(drawn.ravel() < 0)
        value, mark, law = ~drawn.ravel()[marked], uniform.ravel()[marked], self.law[marked // rows]
        climbing = np.flatnonzero(mark >= self.table[law, value])
        while len(climbing):
            value[climbing] += 1
            climbing = climbing[mark[climbing] >= self.table[law[climbing], value[climbing]]]
        drawn.ravel()[marked] = value
        return drawn
