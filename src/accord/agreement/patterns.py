"""Items reduced to patterns: how many of an item's raters gave each value, equal items counted together."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

Kind = TypeVar("Kind", np.int64, np.bool_)

EXACT = 1 << 53
TABLE = 1 << 22
PAIRS_AT_ONCE = 1 << 21


@dataclass(frozen=True)
class Patterns:
    """P distinct multisets of values in canonical (lexicographic) order.

    start: (P + 1,) offsets into value and count; value: value codes rising within a pattern; count: how many raters
    of such an item gave that value. item: (N,) the pattern of each item, -1 for an item without a value.
    """

    start: Ints
    value: Ints
    count: Ints
    values: int
    item: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.start) - 1

    @cached_property
    def size(self) -> Ints:
        """(P,) values per item: the panel size m."""
        return np.add.reduceat(np.append(self.count, 0), self.start[:-1]) if len(self) else np.zeros(0, np.int64)

    @cached_property
    def distinct(self) -> Ints:
        """(P,) how many different values an item of the pattern has."""
        return np.diff(self.start)

    @cached_property
    def row(self) -> Ints:
        """The pattern each entry of value and count belongs to."""
        return np.repeat(np.arange(len(self)), self.distinct)

    @cached_property
    def counts(self) -> sparse.csr_array:
        """(P, V) counts as a sparse matrix."""
        return sparse.csr_array((self.count.astype(np.float64), self.value, self.start), shape=(len(self), self.values))

    @cached_property
    def shares(self) -> sparse.csr_array:
        """(P, V) the share of each value within the item, as a sparse matrix."""
        shape = (len(self), self.values)
        return sparse.csr_array((self.count / self.size[self.row], self.value, self.start), shape=shape)

    def total(self, entries: NDArray[np.generic]) -> Floats:
        """Sums of numbers given for each entry, by pattern."""
        return np.bincount(self.row, weights=entries, minlength=len(self)).astype(np.float64)

    def pairs(self) -> Iterator[tuple[Ints, Ints, Ints, Ints]]:
        """Pairs of different values within a pattern, in blocks: pattern, lower and higher value, pairs of raters.

        A block holds about two million pairs, so memory stays bounded whatever the number of patterns.
        """
        later = self.start[1:][self.row] - np.arange(len(self.value)) - 1
        ends = np.cumsum(later)
        begin = 0
        while begin < len(later):
            end = max(int(np.searchsorted(ends, (ends[begin - 1] if begin else 0) + PAIRS_AT_ONCE)), begin + 1)
            some = later[begin:end]
            left = np.repeat(np.arange(begin, begin + len(some)), some)
            right = left + 1 + np.arange(len(left)) - np.repeat(np.cumsum(some) - some, some)
            yield self.row[left], self.value[left], self.value[right], self.count[left] * self.count[right]
            begin += len(some)


def count_patterns(
    item: NDArray[np.int32], code: NDArray[np.int32], items: int, values: int, most: int | None = None
) -> Patterns:
    """Patterns of R ratings: item (R,) codes below `items`, code (R,) value codes below `values`, none missing.

    most: how many ratings an item has at most, where that is known.

    >>> patterns = count_patterns(np.array([0, 0, 1, 1, 2]), np.array([1, 0, 0, 1, 1]), 4, 2)
    >>> patterns.item.tolist(), patterns.size.tolist(), patterns.counts.toarray().astype(int).tolist()
    ([1, 1, 0, -1], [1, 2], [[0, 1], [1, 1]])
    """
    if not len(code):
        none = np.zeros(0, np.int64)
        return Patterns(np.zeros(1, np.int64), none, none, values, np.full(items, -1, np.int32))
    if most is None or values > 64 or (most + 1) ** values > TABLE:
        most = int(np.bincount(item, minlength=items).max())
    base = most + 1
    if values <= 64 and base**values < EXACT:
        return _by_number(item, code, items, values, base)
    return _by_sorting(item, code, items, values)


def count_tuples(
    item: NDArray[np.int32], rater: NDArray[np.int32], code: NDArray[np.int32], shape: tuple[int, int, int]
) -> tuple[Patterns, Ints]:
    """Patterns that also tell the raters apart, for few raters and values: equal items agree rater by rater.

    shape: numbers of items, raters and values; (values + 1) ** raters must stay small. Also returns (P, R) codes, -1
    where a rater gave none.

    >>> patterns, by_rater = count_tuples(np.array([0, 0, 1]), np.array([0, 1, 1]), np.array([0, 1, 1]), (2, 2, 2))
    >>> by_rater.tolist(), patterns.item.tolist()
    ([[-1, 1], [0, 1]], [1, 0])
    """
    items, raters, values = shape
    weights = (values + 1) ** np.arange(raters - 1, -1, -1)
    table = np.zeros((raters, items), np.uint16)
    table[rater, item] = code + 1
    number = table[raters - 1]
    for at in range(raters - 1):
        number += table[at] * np.uint16(weights[at])
    found = np.flatnonzero(np.bincount(number))
    found = found[found > 0]
    place = np.full(int(found.max(initial=0)) + 1, -1, np.int32)
    place[found] = np.arange(len(found), dtype=np.int32)
    by_rater = found[:, None] // weights % (values + 1) - 1
    counts = (by_rater[:, :, None] == np.arange(values)).sum(axis=1)
    return Patterns(*_entries(counts), values, place[number]), by_rater


def _entries(counts: Ints) -> tuple[Ints, Ints, Ints]:
    """Start, value and count of a table of counts (P, V)."""
    row, value = np.nonzero(counts)
    start = np.concatenate(([0], np.cumsum(np.bincount(row, minlength=len(counts)))))
    return start, value, counts[row, value]


def _by_number(item: NDArray[np.int32], code: NDArray[np.int32], items: int, values: int, base: int) -> Patterns:
    """Each item's counts as the digits of one number below 2**53, so that one bincount finds them all."""
    weights = float(base) ** np.arange(values - 1, -1, -1)
    number = np.bincount(item, weights=weights[code], minlength=items).astype(np.int64)
    if base**values <= TABLE:
        found = np.flatnonzero(np.bincount(number))
        place = np.zeros(int(found[-1]) + 1, np.int32)
    else:
        found = np.unique(number)
        place = np.zeros(0, np.int32)
    found = found[found > 0]
    if len(place):
        place[found] = np.arange(len(found), dtype=np.int32)
        place[0] = -1
        pattern = place[number]
    else:
        pattern = np.where(number > 0, np.searchsorted(found, number), -1).astype(np.int32)
    digits = found[:, None] // weights.astype(np.int64) % base
    return Patterns(*_entries(digits), values, pattern)


def _by_sorting(item: NDArray[np.int32], code: NDArray[np.int32], items: int, values: int) -> Patterns:
    """Items sorted by their (value, count) lists; for many values or large panels."""
    cell, count = np.unique(item.astype(np.int64) * values + code, return_counts=True)
    owner, value = np.divmod(cell, values)
    present, lengths = np.unique(owner, return_counts=True)
    longest = int(lengths.max())
    place = np.arange(len(cell)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    lines = np.zeros((len(present), 2 * longest), np.int64)
    lines[:, ::2] = -values
    line = np.repeat(np.arange(len(present)), lengths)
    # Rows sort as their counts of value 0, 1, ... would: who has none of a value comes first.
    lines[line, 2 * place] = -value
    lines[line, 2 * place + 1] = count
    distinct, inverse = unique_rows(lines)
    pattern = np.full(items, -1, np.int32)
    pattern[present] = inverse
    filled = distinct[:, ::2] > -values
    row, column = np.nonzero(filled)
    start = np.concatenate(([0], np.cumsum(filled.sum(1))))
    return Patterns(start, -distinct[row, 2 * column], distinct[row, 2 * column + 1], values, pattern)


def unique_rows(rows: NDArray[Kind]) -> tuple[NDArray[Kind], Ints]:
    """Distinct rows in lexicographic order and the row number of each; rows without columns are all equal."""
    if not rows.shape[1]:
        return rows[:1], np.zeros(len(rows), np.int64)
    order = np.lexsort(rows.T[::-1])
    ordered = rows[order]
    new = np.ones(len(rows), np.bool_)
    new[1:] = (ordered[1:] != ordered[:-1]).any(1)
    inverse = np.empty(len(rows), np.int64)
    inverse[order] = np.cumsum(new) - 1
    return ordered[new], inverse
