"""The overlap design of a sample: which rater is asked about which item."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import combinations, cycle, islice

import numpy as np
from numpy.typing import NDArray

from accord.annotations.sample.sampling import Drawn, seed_problems, stream
from accord.errors import UsageError
from accord.findings import counted
from accord.spec.field import listed, shown
from accord.spec.labels import folded

Ints = NDArray[np.int64]
Group = tuple[tuple[str, ...], tuple[str, ...]]
"""Raters, and the items that each of them is asked about."""

MOST_SETS = 5000
"""Up to this many different sets of raters are dealt out as whole rounds of all of them."""


def in_groups(drawn: Drawn, raters: Sequence[str], groups: int, raters_per_item: int, seed: int) -> tuple[Group, ...]:
    """Groups of items, each with its raters: `split` and `pairs_of_raters` together.

    Raises UsageError with all that is wrong.
    """
    _refuse(design_problems(raters, raters_per_item, groups, len(drawn.items)) + seed_problems(seed))
    items = split(drawn, groups, seed)
    return tuple(zip(pairs_of_raters(raters, groups, raters_per_item), items, strict=True))


def split(drawn: Drawn, groups: int, seed: int) -> tuple[tuple[str, ...], ...]:
    """Split a sample into groups, every stratum spread evenly over them.

    The sizes of any two groups differ by at most one, and so do their numbers of items of any stratum. Which items
    of a stratum go together is random, and so is the order in which strata hand out what does not divide evenly,
    so that no group gets the odd items of all strata of one kind. Within a group items keep the order of the
    sample.

    Raises UsageError unless 1 <= groups <= items and the seed is 0 or more.
    """
    _refuse(_group_problems(groups, len(drawn.items)) + seed_problems(seed))
    group_of = {item: at % groups for at, item in enumerate(_shuffled(drawn, "split", seed))}
    return tuple(tuple(item for item in drawn.items if group_of[item] == group) for group in range(groups))


def pairs_of_raters(raters: Sequence[str], groups: int, raters_per_item: int = 2) -> tuple[tuple[str, ...], ...]:
    """The raters of each group, in the order in which they are declared; no two raters' numbers of groups differ by
    more than one.

    As many groups as raters: a cyclic design, each group starts at the next rater. What is more, and where there
    are fewer groups: the raters with the fewest groups are next, of those the ones who share the fewest groups.

    Raises UsageError with all that is wrong.

    >>> pairs_of_raters(["A", "B", "C"], groups=3)
    (('A', 'B'), ('B', 'C'), ('A', 'C'))
    >>> pairs_of_raters(["A", "B", "C", "D"], groups=2)
    (('A', 'B'), ('C', 'D'))
    """
    _refuse(design_problems(raters, raters_per_item, groups))
    number = len(raters)
    table = _Table(number)
    if groups >= number:
        for start in range(number):
            table.add([(start + step) % number for step in range(raters_per_item)])
    while len(table.sets) < groups:
        table.add(table.next_set(raters_per_item, np.arange(number)))
    return tuple(tuple(raters[at] for at in chosen) for chosen in table.sets)


def balanced(drawn: Drawn, raters: Sequence[str], raters_per_item: int, seed: int) -> tuple[Group, ...]:
    """Give every item raters_per_item raters: one group for each set of raters that has items.

    With k raters an item and R raters, guaranteed is: any two raters' numbers of items differ by at most one. Any
    two pairs of raters share numbers of items that differ by at most one where k is 2, and are equal where R choose
    k (at most 5,000) divides the number of items. Within a stratum, where k is 2, two raters' numbers of items
    differ by at most two, and pairs share numbers that differ by at most one.

    Where k is more than 2, what is left after whole rounds of all sets goes item by item to the raters with the
    fewest items, of those to the ones who share the fewest. As tried with k to 5 and R to 20, shared numbers then
    differ by at most 5 however many items there are, and within a stratum two raters' numbers by at most 4.

    Which rater has which place in the design, the order of strata and that of items within them are random.
    Groups are in the order of their raters as declared, items in that of the sample.

    Raises UsageError with all that is wrong.
    """
    _refuse(design_problems(raters, raters_per_item, items=len(drawn.items)) + seed_problems(seed))
    rng = stream(seed, "raters", {})
    place = rng.permutation(len(raters))
    sets = _sets(len(raters), raters_per_item, len(drawn.items), rng)
    set_of = {
        item: tuple(sorted(int(place[at]) for at in chosen))
        for item, chosen in zip(_shuffled(drawn, "balanced", seed), sets, strict=True)
    }
    items_of: dict[tuple[int, ...], list[str]] = {chosen: [] for chosen in sorted(set(set_of.values()))}
    for item in drawn.items:
        items_of[set_of[item]].append(item)
    return tuple((tuple(raters[at] for at in chosen), tuple(items)) for chosen, items in items_of.items())


def design_problems(
    raters: Sequence[str], raters_per_item: int, groups: int | None = None, items: int | None = None
) -> list[str]:
    """What is wrong with a design, one line each. groups: None where items are balanced one by one.

    items: how many were drawn, None where that is not known yet.
    """
    problems = []
    blank = sum(not folded(name) for name in raters)
    if blank:
        problems.append(f"raters: {counted(blank, 'name')} blank; every rater needs a name")
    forms: dict[str, list[str]] = {}
    for name in raters:
        forms.setdefault(folded(name), []).append(name)
    twice = [names[0] for form, names in forms.items() if form and len(names) > 1]
    if twice:
        problems.append(f"raters: {listed(twice)} named more than once; allowed is each rater once")
    if not raters:
        problems.append("raters: none is named; at least one is needed")
    elif not 1 <= raters_per_item <= len(raters):
        have = counted(len(raters), "rater")
        problems.append(f"raters_per_item {raters_per_item}: allowed are 1 to {len(raters)} ({have})")
    if groups is not None:
        problems += _group_problems(groups, items)
    if not problems:
        problems += _idle_problems(raters, raters_per_item, groups, items)
    return problems


def _group_problems(groups: int, items: int | None) -> list[str]:
    if groups < 1:
        return [f"groups {groups}: allowed are whole numbers from 1"]
    if items is not None and groups > items:
        return [f"groups {groups}: allowed are 1 to {items}, the number of items" if items else "there are no items"]
    return []


def _idle_problems(raters: Sequence[str], raters_per_item: int, groups: int | None, items: int | None) -> list[str]:
    """Somebody who would be asked nothing would not stand in the assignment at all."""
    units, noun = (items, "item") if groups is None else (groups, "group")
    if units == 0:
        return ["there are no items"]
    if units is None or units * raters_per_item >= len(raters):
        return []
    most = units * raters_per_item
    idle = f"raters: {counted(len(raters), 'name')}, of which some would get nothing, as {shown(raters[-1])}"
    return [f"{idle}; {counted(units, noun)} of {counted(raters_per_item, 'rater')} allow at most {most}"]


def _refuse(problems: Sequence[str]) -> None:
    if problems:
        raise UsageError("\n".join(problems))


def _shuffled(drawn: Drawn, purpose: str, seed: int) -> list[str]:
    """All items, shuffled within their strata, the strata one after the other in a random order."""
    parts = drawn.parts()
    order = stream(seed, f"{purpose} strata", {}).permutation(len(parts))
    return [
        parts[at][item]
        for at in order
        for item in stream(seed, purpose, drawn.strata[at].where).permutation(len(parts[at]))
    ]


def _sets(raters: int, size: int, count: int, rng: np.random.Generator) -> list[tuple[int, ...]]:
    """`count` sets of raters, balanced as `balanced` says, any stretch of them nearly so."""
    if size == 2:
        return list(islice(_rounds_of_pairs(raters), count))
    different = math.comb(raters, size)
    whole = count // different if different <= MOST_SETS else 0
    # Whole rounds leave all raters and pairs even, so what follows starts from an empty table.
    table = _Table(raters)
    for _ in range(count - whole * different):
        table.add(table.next_set(size, rng.permutation(raters)))
    return (_every_set(raters, size) * whole if whole else []) + table.sets


def _rounds_of_pairs(raters: int) -> Iterator[tuple[int, int]]:
    """All pairs of raters again and again, in an order in which no rater is ever two pairs ahead of another.

    The zigzag 0, 1, -1, 2, -2, ... around a ring, one rater in the middle, cut into pairs. An even number of
    raters: each turn of the ring is one round of a tournament, every rater once (the circle method). An odd
    number: each turn is a Hamiltonian cycle (Walecki's construction), gone round twice, every rater twice.
    """
    ring = raters - 1
    times = 1 if raters % 2 == 0 else 2
    zigzag = [(step + 1) // 2 if step % 2 else -(step // 2) for step in range(ring)]
    for turn in cycle(range(ring // times)):
        order = [ring, *((turn + step) % ring for step in zigzag)] * times
        yield from zip(order[::2], order[1::2], strict=True)


def _every_set(raters: int, size: int) -> list[tuple[int, ...]]:
    """All sets of raters once, in an order that keeps raters and then pairs as even as it can."""
    sets = np.array(list(combinations(range(raters), size)), np.int64)
    left = np.arange(len(sets))
    table = _Table(raters)
    for _ in range(len(sets)):
        open_sets = sets[left]
        load = table.loads[open_sets].sum(axis=1)
        shared = table.shared[open_sets[:, :, None], open_sets[:, None, :]].sum(axis=(1, 2))
        best = np.lexsort((shared, load))[0]
        table.add(open_sets[best].tolist())
        left = np.delete(left, best)
    return table.sets


class _Table:
    """Sets of raters as they are chosen. loads: (R,) sets a rater is in; shared: (R, R) sets two raters are in."""

    def __init__(self, raters: int) -> None:
        self.sets: list[tuple[int, ...]] = []
        self.loads: Ints = np.zeros(raters, np.int64)
        self.shared: Ints = np.zeros((raters, raters), np.int64)

    def add(self, chosen: Sequence[int]) -> None:
        """Take a set into the table."""
        self.sets.append(tuple(sorted(chosen)))
        at = np.array(chosen)
        self.loads[at] += 1
        self.shared[at[:, None], at[None, :]] += 1
        self.shared[at, at] = 0

    def next_set(self, size: int, order: Ints) -> list[int]:
        """The raters with the lowest loads, of those the ones who share least; of equal ones the first in `order`.

        Loads that differ by at most one still do so with this set added.
        """
        chosen: list[int] = []
        shared = np.zeros(len(order), np.int64)
        for _ in range(size):
            free = order[~np.isin(order, chosen)]
            best = int(free[np.lexsort((shared[free], self.loads[free]))[0]])
            chosen.append(best)
            shared += self.shared[best]
        return chosen
