"""The subsets of items that estimates are made for: all, slices by columns, memberships that may overlap."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from accord.agreement.reduced import Mask
from accord.annotations.ratings import Membership, Ratings


@dataclass(frozen=True)
class Subset:
    """A named subset. where: column -> value, empty for all items; chosen: (N,) or None for all."""

    where: dict[str, str]
    chosen: Mask | None


EVERYTHING = Subset({}, None)


def subsets_of(ratings: Ratings, field: str, memberships: Sequence[Membership]) -> list[Subset]:
    """All items first, then every slice and every membership of the field in their order."""
    subsets = [EVERYTHING]
    for grouping in ratings.slices:
        for group in range(len(grouping.values)):
            chosen = grouping.code == group
            if chosen.any():
                subsets.append(Subset(grouping.where(group), chosen))
    for membership in memberships:
        if membership.fields and field not in membership.fields:
            continue
        for at, value in enumerate(membership.values):
            subsets.append(Subset({membership.name: value}, membership.mask[:, at]))
    return subsets
