"""The measures, worked out plainly from their definitions, for `plain_agreement.py`. Nothing of accord is used.

A panel holds the values of each unit by rater. A number is a value, None where it is not defined, and the units that
the measure looks at. Values are places on the scale from 0, numbers, sets, or lists of (label, [x, y, width, height]).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, permutations, product
from typing import Any

Unit = tuple[str, str | None]
Panel = dict[Unit, dict[str, Any]]
Number = tuple[float | None, list[Unit]]


# Values of an item, and pairs of them


def pairable(panel: Panel) -> dict[Unit, list[Any]]:
    return {unit: list(values.values()) for unit, values in panel.items() if len(values) >= 2}


def mean(numbers: Iterable[float]) -> float | None:
    numbers = list(numbers)
    return sum(numbers) / len(numbers) if numbers else None


def agreeing(values: Sequence[Any]) -> float:
    pairs = list(combinations(values, 2))
    return sum(a == b for a, b in pairs) / len(pairs)


def over_units(panel: Panel, of_unit: Callable[[list[Any]], float]) -> Number:
    units = pairable(panel)
    return mean(of_unit(values) for values in units.values()), list(units)


def pooled(panel: Panel, counts: Callable[[Any, Any], tuple[float, float]]) -> Number:
    """Two counts of every pair: averaged in the item, summed over items, then divided."""
    units = pairable(panel)
    top = bottom = 0.0
    for values in units.values():
        pairs = [counts(a, b) for a, b in combinations(values, 2)]
        top += sum(pair[0] for pair in pairs) / len(pairs)
        bottom += sum(pair[1] for pair in pairs) / len(pairs)
    return (top / bottom if bottom else None), list(units)


def shared_labels(a: frozenset[str], b: frozenset[str]) -> tuple[float, float]:
    return 2 * len(a & b), len(a) + len(b)


def jaccard_distance(a: frozenset[str], b: frozenset[str]) -> float:
    return 1 - len(a & b) / len(a | b) if a | b else 0.0


def jaccard(panel: Panel) -> Number:
    units = pairable(panel)
    found = [mean(1 - jaccard_distance(a, b) for a, b in combinations(values, 2) if a | b) for values in units.values()]
    return mean(value for value in found if value is not None), list(units)


def iou(a: Sequence[float], b: Sequence[float]) -> float:
    (ax, ay, aw, ah), (bx, by, bw, bh) = a, b
    width, height = min(ax + aw, bx + bw) - max(ax, bx), min(ay + ah, by + bh) - max(ay, by)
    shared = max(width, 0.0) * max(height, 0.0)
    return shared / (aw * ah + bw * bh - shared)


def matched_boxes(a: list[Any], b: list[Any]) -> tuple[float, float]:
    """Twice the most boxes that can be matched one to one (every assignment is tried), and all boxes."""
    few, many = sorted((a, b), key=len)
    most = max(
        sum(one[0] == two[0] and iou(one[1], two[1]) >= 0.5 - 1e-9 for one, two in zip(few, chosen, strict=True))
        for chosen in permutations(many, len(few))
    )
    return 2 * most, len(a) + len(b)


# Corrected for chance


def alpha(panel: Panel, distance: Callable[[Any, Any, Counter[Any]], float]) -> Number:
    """Krippendorff's alpha from the matrix of coincidences."""
    units = pairable(panel)
    cells: Counter[tuple[Any, Any]] = Counter()
    for values in units.values():
        for a, b in permutations(values, 2):
            cells[a, b] += 1 / (len(values) - 1)
    held: Counter[Any] = Counter(value for values in units.values() for value in values)
    n = held.total()
    observed = sum(many * distance(a, b, held) for (a, b), many in cells.items())
    expected = sum(held[a] * held[b] * distance(a, b, held) for a, b in product(held, repeat=2))
    return (1 - observed / (expected / (n - 1)) if expected else None), list(units)


def nominal(a: Any, b: Any, held: Counter[Any]) -> float:
    return float(a != b)


def interval(a: float, b: float, held: Counter[Any]) -> float:
    return (a - b) ** 2


def ordinal(a: int, b: int, held: Counter[Any]) -> float:
    return (sum(held[rank] for rank in range(min(a, b), max(a, b) + 1)) - (held[a] + held[b]) / 2) ** 2


def by_jaccard(a: frozenset[str], b: frozenset[str], held: Counter[Any]) -> float:
    return jaccard_distance(a, b)


def fleiss(panel: Panel) -> Number:
    """Of the items with as many raters as most have; null where they are fewer than 90 %."""
    units = pairable(panel)
    sizes = Counter(map(len, units.values()))
    if not sizes:
        return None, []
    k = max(sizes, key=lambda size: (sizes[size], size))
    if sizes[k] < 0.9 * len(units):
        return None, list(units)
    rows = {unit: Counter(values) for unit, values in units.items() if len(values) == k}
    observed = mean(sum(many * (many - 1) for many in row.values()) / (k * (k - 1)) for row in rows.values())
    held: Counter[Any] = sum(rows.values(), Counter())
    expected = sum((many / held.total()) ** 2 for many in held.values())
    return ((observed - expected) / (1 - expected) if len(held) > 1 else None), list(rows)


def ac1(panel: Panel, q: int) -> Number:
    """Gwet's AC1: shares of the labels over all rated items, agreement over those with two or more values."""
    observed, _ = over_units(panel, agreeing)
    rated = {unit: list(values.values()) for unit, values in panel.items() if values}
    if observed is None:
        return None, list(rated)
    share = [sum(values.count(label) / len(values) for values in rated.values()) / len(rated) for label in range(q)]
    expected = sum(part * (1 - part) for part in share) / (q - 1)
    return (observed - expected) / (1 - expected), list(rated)


def cohen(panel: Panel, weight: Callable[[int, int], float]) -> Number:
    """Of two raters, each with marginals of their own."""
    units = pairable(panel)
    pairs = list(units.values())
    if len({value for pair in pairs for value in pair}) < 2:
        return None, list(units)
    observed = sum(weight(a, b) for a, b in pairs) / len(pairs)
    expected = sum(weight(a, b) for (a, _), (_, b) in product(pairs, repeat=2)) / len(pairs) ** 2
    return (observed - expected) / (1 - expected), list(units)


def specific(panel: Panel, label: int) -> Number:
    units = pairable(panel)
    counts = [(values.count(label), len(values)) for values in units.values()]
    given = sum(count for count, _ in counts)
    shared = sum(count * (count - 1) / (size - 1) for count, size in counts)
    return (shared / given if given else None), list(units)


def prevalence(panel: Panel) -> Number:
    units = pairable(panel)
    return mean(value for values in units.values() for value in values), list(units)
