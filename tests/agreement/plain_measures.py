"""Every measure again, slowly and in fractions, straight from the formulas in the docstrings of the package.

`units` are items: for each item the values of its raters, missing ones left out. Values are whole numbers, places
on the scale from 0; sets are frozensets; boxes are lists of (label, (x1, y1, x2, y2)). A result is a Fraction, or
None where the measure is undefined.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from itertools import combinations, permutations
from typing import Any

Units = Sequence[Sequence[Any]]
Distance = Callable[[Any, Any], Fraction]
ONE = Fraction(1)


def paired(units: Units) -> list[Sequence[Any]]:
    return [unit for unit in units if len(unit) >= 2]


def share(top: Any, bottom: Any) -> Fraction | None:
    return Fraction(top) / Fraction(bottom) if bottom else None


def mean(numbers: Sequence[Fraction]) -> Fraction | None:
    return sum(numbers, Fraction(0)) / len(numbers) if numbers else None


# Distances and alpha


def nominal(a: Hashable, b: Hashable) -> Fraction:
    return Fraction(a != b)


def interval(places: Sequence[Any]) -> Distance:
    return lambda a, b: (Fraction(places[a]) - Fraction(places[b])) ** 2


def ratio(places: Sequence[Any]) -> Distance:
    def distance(a: int, b: int) -> Fraction:
        one, other = Fraction(places[a]), Fraction(places[b])
        return Fraction(0) if one == other else ((one - other) / (one + other)) ** 2

    return distance


def ordinal(units: Units) -> Distance:
    """The squared number of paired values from c to k, half of those at both ends."""
    held = Counter(value for unit in paired(units) for value in unit)

    def distance(a: int, b: int) -> Fraction:
        low, high = min(a, b), max(a, b)
        between = sum(held[value] for value in range(low, high + 1))
        return (between - Fraction(held[low] + held[high], 2)) ** 2

    return distance


def jaccard_distance(a: frozenset[Any], b: frozenset[Any]) -> Fraction:
    return ONE - Fraction(len(a & b), len(a | b)) if a | b else Fraction(0)


def masi_distance(a: frozenset[Any], b: frozenset[Any]) -> Fraction:
    if a == b:
        return Fraction(0)
    monotone = Fraction(2, 3) if a < b or b < a else Fraction(1, 3)
    return ONE - (ONE - jaccard_distance(a, b)) * (monotone if a & b else 0)


def alpha(units: Units, distance: Distance) -> Fraction | None:
    """1 - D_o / D_e: mean distance within items, each weighed by its size, and of all pairs of paired values."""
    units = paired(units)
    pool = Counter(value for unit in units for value in unit)
    n = sum(pool.values())
    within = Fraction(0)
    for unit in units:
        pairs = sum((2 * distance(a, b) for a, b in combinations(unit, 2)), Fraction(0))
        within += pairs / (len(unit) - 1)
    across = sum((pool[a] * pool[b] * distance(a, b) for a in pool for b in pool if a != b), Fraction(0))
    if not across:
        return None
    return ONE - (within / n) / (across / (n * (n - 1)))


def presence(units: Units, label: Hashable) -> Fraction | None:
    return alpha([[label in chosen for chosen in unit] for unit in units], nominal)


# Kappas


def agreeing(unit: Sequence[Any], weight: Distance = lambda a, b: Fraction(a == b)) -> Fraction:
    """The (weighted) share of agreeing pairs of an item's raters."""
    pairs = list(combinations(unit, 2))
    return sum((weight(a, b) for a, b in pairs), Fraction(0)) / len(pairs)


def kappa(observed: Fraction | None, expected: Fraction) -> Fraction | None:
    return None if observed is None or expected == 1 else (observed - expected) / (1 - expected)


def shares(units: Units) -> Counter[Any]:
    """The mean over items of the share of each value within the item."""
    rated = [unit for unit in units if unit]
    found: Counter[Any] = Counter()
    for unit in rated:
        for value in unit:
            found[value] += Fraction(1, len(unit) * len(rated))
    return found


def fleiss(units: Units) -> Fraction | None:
    units = paired(units)
    sizes = Counter(map(len, units))
    if not sizes:
        return None
    modal = max(sizes, key=lambda size: (sizes[size], size))
    if sizes[modal] < Fraction(9, 10) * len(units):
        return None
    return fleiss_ragged([unit for unit in units if len(unit) == modal])


def fleiss_ragged(units: Units) -> Fraction | None:
    observed = mean([agreeing(unit) for unit in paired(units)])
    return kappa(observed, sum((part**2 for part in shares(units).values()), Fraction(0)))


def identity(a: Any, b: Any) -> Fraction:
    return Fraction(a == b)


def linear(places: Sequence[Any]) -> Distance:
    span = Fraction(places[-1]) - Fraction(places[0])
    return lambda a, b: ONE - abs(Fraction(places[a]) - Fraction(places[b])) / span


def quadratic(places: Sequence[Any]) -> Distance:
    span = Fraction(places[-1]) - Fraction(places[0])
    return lambda a, b: ONE - (Fraction(places[a]) - Fraction(places[b])) ** 2 / span**2


def by_ranks(values: int) -> Distance:
    """1 - C(gap + 1, 2) / C(q, 2)."""
    return lambda a, b: ONE - Fraction((abs(a - b) + 1) * abs(a - b), values * (values - 1))


def gwet(units: Units, weight: Distance, values: int) -> Fraction | None:
    observed = mean([agreeing(unit, weight) for unit in paired(units)])
    if values < 2:
        return None
    every = sum((weight(a, b) for a in range(values) for b in range(values)), Fraction(0))
    expected = (
        every / (values * (values - 1)) * sum((part * (1 - part) for part in shares(units).values()), Fraction(0))
    )
    return kappa(observed, expected)


def cohen(pairs: Sequence[tuple[int, int]], weight: Distance) -> Fraction | None:
    """Of the values of two raters for the items that both rated."""
    if not pairs:
        return None
    observed = mean([weight(a, b) for a, b in pairs])
    expected = mean([weight(a, b) for a, _ in pairs for _, b in pairs])
    assert expected is not None
    return kappa(observed, expected)


# Raw agreement


def all_agree(units: Units) -> Fraction | None:
    return mean([Fraction(len(set(unit)) == 1) for unit in paired(units)])


def mean_pairwise(units: Units) -> Fraction | None:
    return mean([agreeing(unit) for unit in paired(units)])


def within(units: Units, steps: Any, places: Sequence[Any]) -> Fraction | None:
    spans = [Fraction(places[max(unit)]) - Fraction(places[min(unit)]) for unit in paired(units)]
    return mean([Fraction(span <= Fraction(steps)) for span in spans])


def pairwise(pairs: Sequence[tuple[Any, Any]]) -> Fraction | None:
    return mean([Fraction(a == b) for a, b in pairs])


def prevalence(units: Units, positive: Any = 1) -> Fraction | None:
    values = [value for unit in paired(units) for value in unit]
    return mean([Fraction(value == positive) for value in values])


def specific(units: Units, label: Any) -> Fraction | None:
    """How often another rater of the item, drawn at random, shares the answer `label`."""
    shared, given = Fraction(0), 0
    for unit in paired(units):
        count = sum(value == label for value in unit)
        shared += Fraction(count * (count - 1), len(unit) - 1)
        given += count
    return share(shared, given)


# Sets and boxes


def pooled(units: Units, matched: Callable[[Any, Any], int]) -> Fraction | None:
    """2 x matched / sizes of both: averaged over the pairs of an item, summed over items, then divided."""
    top, bottom = Fraction(0), Fraction(0)
    for unit in paired(units):
        pairs = list(combinations(unit, 2))
        top += Fraction(sum(2 * matched(a, b) for a, b in pairs), len(pairs))
        bottom += Fraction(sum(len(a) + len(b) for a, b in pairs), len(pairs))
    return share(top, bottom)


def positive_label(units: Units) -> Fraction | None:
    return pooled(units, lambda a, b: len(a & b))


def jaccard(units: Units) -> Fraction | None:
    items = []
    for unit in paired(units):
        filled = [ONE - jaccard_distance(a, b) for a, b in combinations(unit, 2) if a | b]
        if filled:
            items.append(sum(filled, Fraction(0)) / len(filled))
    return mean(items)


def iou(a: Sequence[int], b: Sequence[int]) -> Fraction:
    width, height = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    shared = max(width, 0) * max(height, 0)
    areas = [(box[2] - box[0]) * (box[3] - box[1]) for box in (a, b)]
    return Fraction(shared, sum(areas) - shared)


def most_matches(one: Sequence[Any], other: Sequence[Any], threshold: float) -> int:
    """The largest number of one-to-one matches, by trying every assignment."""
    few, many = sorted((one, other), key=len)
    limit = Fraction(threshold) - Fraction(1, 10**9)
    return max(
        sum(a[0] == b[0] and iou(a[1], b[1]) >= limit for a, b in zip(few, chosen, strict=True))
        for chosen in permutations(many, len(few))
    )


def instance_f1(units: Units, threshold: float) -> Fraction | None:
    return pooled(units, lambda a, b: most_matches(a, b, threshold))
