"""The sampling design: items, or clusters of them, drawn within strata."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from accord.agreement.patterns import count_patterns
from accord.agreement.reduced import Ints, Mask, Reduced
from accord.agreement.resample import Units
from accord.agreement.sums import Matrix
from accord.annotations.ratings import Codes, Ratings
from accord.errors import InputError
from accord.findings import Finding


@dataclass(frozen=True)
class Design:
    """cluster, stratum: (N,) codes or None; rank: (N,) the place of each item for index draws, or None for id order."""

    cluster: Codes | None = None
    stratum: Codes | None = None
    rank: Ints | None = None
    indexed: bool = False

    def units(self, panel: Reduced, chosen: Mask | None, counted: Mask) -> tuple[Units, Matrix | None]:
        """What is resampled for the patterns that count, among the chosen items (N,), None for all.

        The second value turns columns by item pattern into columns by unit pattern; None where they are the same.
        """
        if chosen is None and self.cluster is None and self.stratum is None and not self.indexed:
            return Units((np.where(counted, panel.everywhere, 0),)), None
        live = panel.item >= 0
        live &= np.append(counted, False)[panel.item]
        if chosen is not None:
            live &= chosen
        items = np.flatnonzero(live)
        if self.rank is not None:
            items = items[np.argsort(self.rank[items], kind="stable")]
        pattern = panel.item[items]
        if self.cluster is None:
            return self._in_strata(pattern, None if self.stratum is None else self.stratum[items], len(counted)), None
        ids, member = np.unique(self.cluster[items], return_inverse=True)
        clusters = count_patterns(member.astype(np.int32), pattern.astype(np.int32), len(ids), len(counted))
        stratum = None
        order = np.arange(len(ids))
        if self.rank is not None and len(ids):
            order = np.argsort(_first_rank(member, len(ids)), kind="stable")
        if self.stratum is not None:
            stratum = np.zeros(len(ids), np.int32)
            stratum[member] = self.stratum[items]
            stratum = stratum[order]
        return self._in_strata(clusters.item[order], stratum, len(clusters)), clusters.counts

    def _in_strata(self, pattern: NDArray[np.int32], stratum: Codes | None, patterns: int) -> Units:
        parts = [pattern] if stratum is None else [pattern[stratum == code] for code in np.unique(stratum)]
        counts = tuple(np.bincount(part, minlength=patterns) for part in parts) or (np.zeros(patterns, np.int64),)
        return Units(counts, tuple(parts) if self.indexed and parts else None)


def _first_rank(member: Ints, clusters: int) -> Ints:
    """The place of the first item of each cluster, items being in order."""
    first = np.full(clusters, len(member))
    np.minimum.at(first, member, np.arange(len(member)))
    return first


def design_of(ratings: Ratings, indexed: bool, order: str) -> Design:
    """The design of a set of ratings; a cluster must lie in one stratum."""
    cluster = None if ratings.cluster is None else ratings.cluster.code
    stratum = None if ratings.strata is None else ratings.strata.code
    if cluster is not None and stratum is not None:
        pairs = np.unique(np.stack([cluster, stratum]), axis=1)[0]
        names, times = np.unique(pairs, return_counts=True)
        split = names[times > 1]
        if len(split):
            assert ratings.cluster is not None
            shown = ", ".join(ratings.cluster.values[code][0] for code in split[:5])
            message = f"{len(split)} clusters lie in more than one stratum: {shown}"
            raise InputError([Finding("cluster_in_strata", "error", "cluster", message)])
    rank = None
    if indexed and order == "file":
        rank = np.full(ratings.items, len(ratings.item), np.int64)
        rank[ratings.item[::-1]] = np.arange(len(ratings.item))[::-1]
    return Design(cluster, stratum, rank, indexed)


def by_unit(columns: Matrix, of_units: Matrix | None) -> Matrix:
    """Columns by item pattern as columns by unit pattern: sums over the items of a unit."""
    if of_units is None:
        return columns
    product = of_units @ columns
    return product if not isinstance(product, np.ndarray) else np.asarray(product, dtype=np.float64)
