"""What a measure reads: the patterns of one field with its scale or its label sets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from accord.agreement.patterns import Ints, Patterns, count_patterns, count_tuples, unique_rows
from accord.agreement.reduced import Counted
from accord.agreement.sums import Floats
from accord.annotations.ratings import Scalars, Sets
from accord.spec.reading import Scale

FEW_TUPLES = 256


@dataclass(frozen=True)
class Panel(Counted):
    """Patterns of the values that an item's raters gave.

    scale: the values of a field with one value a rater. members: (V, L) bool, the labels of each value of a field
    of sets, None for other fields. by_rater: (P, R) the values by rater, -1 where one gave none, where raters and
    values are so few that patterns tell raters apart: then pairs and panel share their draws.
    """

    patterns: Patterns
    scale: Scale
    members: NDArray[np.bool_] | None = None
    by_rater: Ints | None = None

    @property
    def item(self) -> NDArray[np.int32]:
        """(N,) the pattern of each item, -1 for items without a value."""
        return self.patterns.item

    @property
    def size(self) -> Ints:
        """(P,) values an item."""
        return self.patterns.size

    @property
    def differs(self) -> NDArray[np.bool_]:
        """(P,) whether the item's raters disagree."""
        return np.asarray(self.patterns.distinct > 1)

    def uncommon(self, multiplicity: Ints) -> NDArray[np.bool_]:
        """(P,) whether an item has a value other than the commonest of the items with these multiplicities."""
        weights = self.patterns.count * multiplicity[self.patterns.row]
        share = np.bincount(self.patterns.value, weights=weights, minlength=self.patterns.values)
        commonest = int(share.argmax()) if len(share) else -1
        return np.asarray(self.patterns.total(self.patterns.value != commonest) > 0)

    def items_by_raters(self, multiplicity: Ints) -> dict[str, object]:
        """How many items have 2, 3, ... values, as details of an estimate; empty where all have the same number."""
        counted = self.size >= 2
        sizes = np.bincount(self.size[counted], weights=multiplicity[counted])
        by_size = {str(size): int(items) for size, items in enumerate(sizes) if items}
        return {"items_by_raters": by_size} if len(by_size) > 1 else {}

    @cached_property
    def label_counts(self) -> Floats:
        """(P, L) how many raters of an item chose each label (fields of sets)."""
        assert self.members is not None
        return np.asarray(self.patterns.counts @ self.members.astype(np.float64))

    @cached_property
    def set_sizes(self) -> Ints:
        """(V,) how many labels each set has."""
        assert self.members is not None
        return np.asarray(self.members.sum(axis=1), np.int64)

    def cut(self, labels: Sequence[int]) -> Panel:
        """The same items with every set cut down to some labels; empty results are kept as values."""
        assert self.members is not None
        kept, merged = unique_rows(self.members[:, list(labels)])
        old = self.patterns
        to_new = sparse.csr_array((np.ones(old.values), (np.arange(old.values), merged)), shape=(old.values, len(kept)))
        counts = sparse.csr_array(old.counts @ to_new)
        counts.sort_indices()
        patterns = Patterns(
            counts.indptr.astype(np.int64),
            counts.indices.astype(np.int64),
            np.rint(counts.data).astype(np.int64),
            len(kept),
            old.item,
        )
        return replace(self, patterns=patterns, members=kept)


def panel_of(
    item: NDArray[np.int32],
    answers: Scalars | Sets,
    items: int,
    rater: NDArray[np.int32] | None = None,
    raters: int = 0,
) -> Panel:
    """The panel of one field over all items. item, rater: (R,); an item has one rating of a named rater at most."""
    answered = answers.code >= 0
    code = answers.code
    if not answered.all():
        item, code = item[answered], code[answered]
        rater = None if rater is None else rater[answered]
    most = None if rater is None else raters
    if isinstance(answers, Sets):
        values = len(answers.members)
        return Panel(count_patterns(item, code, items, values, most), Scale((), declared=False), answers.members)
    values = len(answers.scale.labels)
    if rater is not None and (values + 1) ** raters <= FEW_TUPLES:
        patterns, by_rater = count_tuples(item, rater, code, (items, raters, values))
        return Panel(patterns, answers.scale, by_rater=by_rater)
    return Panel(count_patterns(item, code, items, values, most), answers.scale)


@dataclass(frozen=True)
class PairPanel(Counted):
    """Patterns of one named pair of raters: P rows of (first, second) values, -1 where one of them gave none."""

    first: Ints
    second: Ints
    scale: Scale
    item: NDArray[np.int32]

    @property
    def both(self) -> NDArray[np.bool_]:
        """(P,) whether both rated."""
        return np.asarray((self.first >= 0) & (self.second >= 0))

    @property
    def size(self) -> Ints:
        """(P,) values an item: two where both rated."""
        return 2 * self.both.astype(np.int64)

    @property
    def differs(self) -> NDArray[np.bool_]:
        """(P,) whether the two disagree."""
        return np.asarray(self.both & (self.first != self.second))

    def uncommon(self, multiplicity: Ints) -> NDArray[np.bool_]:
        """(P,) whether an item has a value other than the commonest."""
        both = self.both
        values = np.concatenate([self.first[both], self.second[both]])
        share = np.bincount(values, weights=np.tile(multiplicity[both], 2))
        commonest = int(share.argmax()) if len(share) else -1
        return np.asarray(both & ((self.first != commonest) | (self.second != commonest)))


def pair_panel(first: tuple[Ints, Ints], second: tuple[Ints, Ints], scale: Scale, items: int) -> PairPanel:
    """The pair of two raters, each given as (items, codes) with items rising and no item twice."""
    either = np.union1d(first[0], second[0])
    sides = [np.full(len(either), -1, np.int64) for _ in range(2)]
    for side, (rated, codes) in zip(sides, (first, second), strict=True):
        side[np.searchsorted(either, rated)] = codes
    width = len(scale.labels) + 1
    cell, pattern = np.unique((sides[0] + 1) * width + sides[1] + 1, return_inverse=True)
    item = np.full(items, -1, np.int32)
    item[either] = pattern
    return PairPanel(cell // width - 1, cell % width - 1, scale, item)
