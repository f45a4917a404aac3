"""Coverage of intervals in simulations whose truth is known exactly: `python simulated_coverage.py WORKER WORKERS`.

A population is an enumeration of patterns (what the raters of one item answer) with their probabilities. A data set
of N items is one multinomial draw of pattern counts, so nothing but the law of large data enters; the truth is the
measure at the probabilities themselves, from a formula of its own.

The settings were fixed before the first run. Moderate means: no label rarer than a tenth or commoner than
two thirds of the items, and a true agreement in the lower (near .7) or upper (near .85) part of .6 to .9.

- alpha(ordinal): a 1-5 rating with true values 10, 20, 40, 20 and 10 %; a rater hits the true step with
  probability a, misses by one step with .9 (1 - a) and by two with .1 (1 - a), within the scale. Panels as in the
  scenes data: 94.55 % two raters, 5.34 % three, .11 % four.
- fleiss: a yes/no question, 35 % yes, four raters (as many as the museum's judges) who are right with probability a.
- positive_label: three labels on 50, 35 and 20 % of the items, two raters who see a label that is there with
  probability s and one that is not with probability f.
- instance_f1: 0 to 5 objects on 15, 30, 25, 15, 10 and 5 % of the images; each of two raters boxes an object with
  probability s and draws one false box with probability f; two boxes of an object match with probability m.
- rare: fleiss with 3 % yes; positive_label and presence of one label on 2 % of the items.

The raters of the pool come from nine equally frequent types: right with probability .55, .75 or .95, and leaning
to the lower step, to neither or to the higher when wrong.
"""

from __future__ import annotations

import json
import sys
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement, product
from math import comb, factorial, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from accord.agreement.box_panel import BoxPanel
from accord.agreement.design import Design
from accord.agreement.engine import Number, numbers
from accord.agreement.influence import over_pool, values_of
from accord.agreement.names import read_measure
from accord.agreement.panel import Panel
from accord.agreement.patterns import Patterns, count_patterns
from accord.agreement.settings import Settings
from accord.spec.reading import Scale

Floats = NDArray[np.float64]
Panels = Panel | BoxPanel

DATA_SETS = 4_000
REPLICATES = 2_000


@dataclass(frozen=True)
class Population:
    """Patterns with their probabilities, and the true value of a measure."""

    name: str
    measure: str
    panel: Panels
    probability: Floats
    truth: float

    def draw(self, items: int, rng: np.random.Generator) -> Panels:
        """A data set of N items."""
        return with_items(self.panel, rng.multinomial(items, self.probability))


def with_items(panel: Panels, counts: NDArray[np.int64]) -> Panels:
    """The panel with so many items of each pattern."""
    item = np.repeat(np.arange(len(counts), dtype=np.int32), counts)
    if isinstance(panel, BoxPanel):
        return replace(panel, item=item)
    return replace(panel, patterns=replace(panel.patterns, item=item))


def value_panel(responses: Floats, true: Floats, sizes: dict[int, float]) -> tuple[Patterns, Floats]:
    """All multisets of values of panels of these sizes (size -> share), and their probabilities.

    responses: (T, V) how likely a rater gives each value when the true one is t; raters are independent given t.
    """
    values = responses.shape[1]
    entries, probability = [], []
    for size, share in sizes.items():
        for held in combinations_with_replacement(range(values), size):
            counts = Counter(held)
            orders = factorial(size) / prod(factorial(count) for count in counts.values())
            given = np.prod(responses[:, list(held)], axis=1)
            entries.append(sorted(counts.items()))
            probability.append(share * orders * float(true @ given))
    start = np.concatenate(([0], np.cumsum([len(entry) for entry in entries])))
    value, count = (np.array([pair[at] for entry in entries for pair in entry], np.int64) for at in (0, 1))
    law = np.array(probability)
    assert abs(law.sum() - 1) < 1e-12
    return Patterns(start, value, count, values, np.zeros(0, np.int32)), law / law.sum()


def scalar_population(
    name: str, measure: str, responses: Floats, true: Floats, sizes: dict[int, float], distance: str
) -> Population:
    patterns, law = value_panel(responses, true, sizes)
    values = responses.shape[1]
    scale = Scale(tuple(map(str, range(values))), np.arange(values, dtype=float), positive=1)
    return Population(name, measure, Panel(patterns, scale), law, limit_of_alpha(responses, true, distance))


def limit_of_alpha(responses: Floats, true: Floats, distance: str) -> float:
    """1 - observed / expected disagreement of two raters; for nominal distances also the limit of Fleiss' kappa."""
    joint = np.einsum("t,tc,tk->ck", true, responses, responses)
    share = joint.sum(axis=1)
    values = np.arange(len(share))
    apart = (values[:, None] != values).astype(float)
    if distance == "ordinal":
        middle = np.cumsum(share) - share / 2
        apart = (middle[:, None] - middle) ** 2
    return float(1 - (joint * apart).sum() / (np.outer(share, share) * apart).sum())


def steps(right: float, lean: float = 0.5) -> Floats:
    """(5, 5) responses of a rater of a 1-5 rating. lean: the part of his misses that goes up."""
    found = np.zeros((5, 5))
    for true in range(5):
        found[true, true] += right
        for gap, share in ((1, 0.9), (2, 0.1)):
            for sign, part in ((1, lean), (-1, 1 - lean)):
                found[true, min(max(true + sign * gap, 0), 4)] += (1 - right) * share * part
    return found


RATING = np.array([0.1, 0.2, 0.4, 0.2, 0.1])
SCENES = {2: 0.9455, 3: 0.0534, 4: 0.0011}


def ordinal(name: str, right: float) -> Population:
    return scalar_population(name, "alpha(ordinal)", steps(right), RATING, SCENES, "ordinal")


def fleiss(name: str, yes: float, right: float) -> Population:
    responses = np.array([[right, 1 - right], [1 - right, right]])
    return scalar_population(name, "fleiss", responses, np.array([1 - yes, yes]), {4: 1.0}, "nominal")


def label_sets(name: str, measure: str, present: Sequence[float], seen: float, false: float) -> Population:
    """Two raters and all sets of these labels; labels are independent of each other."""
    sets = np.array(list(product((False, True), repeat=len(present))))
    likely = np.array(present)
    true = np.where(sets, likely, 1 - likely).prod(axis=1)
    hit = np.where(sets[:, None, :], seen, false)
    responses = np.where(sets[None], hit, 1 - hit).prod(axis=2)
    patterns, law = value_panel(responses, true, {2: 1.0})
    both = (likely * seen**2 + (1 - likely) * false**2).sum()
    one = (likely * seen + (1 - likely) * false).sum()
    truth = both / one if measure == "positive_label" else (both - one**2) / (one - one**2)
    assert measure == "positive_label" or len(present) == 1
    return Population(name, measure, Panel(patterns, Scale((), declared=False), sets), law, float(truth))


OBJECTS = (0.15, 0.3, 0.25, 0.15, 0.1, 0.05)


def boxes(name: str, seen: float, match: float, false: float) -> Population:
    """Two raters: by number of boxes and of matches."""
    law: Counter[tuple[int, int]] = Counter()
    per_object = {  # boxes, matches -> probability for one object
        (0, 0): (1 - seen) ** 2,
        (1, 0): 2 * seen * (1 - seen),
        (2, 0): seen**2 * (1 - match),
        (2, 1): seen**2 * match,
    }
    for objects, share in enumerate(OBJECTS):
        some: Counter[tuple[int, int]] = Counter({(0, 0): share})
        for _ in range(objects):
            more: Counter[tuple[int, int]] = Counter()
            for (n, m), p in some.items():
                for (extra, matched), q in per_object.items():
                    more[n + extra, m + matched] += p * q
            some = more
        for (n, m), p in some.items():
            for extra in range(3):
                law[n + extra, m] += p * comb(2, extra) * false**extra * (1 - false) ** (2 - extra)
    rows = np.array(sorted(law))
    size = np.full(len(rows), 2)
    panel = BoxPanel(size, rows[:, 0], rows[:, 1:], (0.5,), np.zeros(0, np.int32))
    mean = sum(objects * share for objects, share in enumerate(OBJECTS))
    truth = mean * seen**2 * match / (mean * seen + false)
    probability = np.array([law[row] for row in sorted(law)])
    return Population(name, "instance_f1(iou=0.5)", panel, probability / probability.sum(), truth)


MODERATE: tuple[Callable[[], Population], ...] = (
    lambda: ordinal("alpha(ordinal) lower", 0.61),
    lambda: ordinal("alpha(ordinal) upper", 0.82),
    lambda: fleiss("fleiss lower", 0.35, 0.92),
    lambda: fleiss("fleiss upper", 0.35, 0.96),
    lambda: label_sets("positive_label lower", "positive_label", (0.5, 0.35, 0.2), 0.8, 0.05),
    lambda: label_sets("positive_label upper", "positive_label", (0.5, 0.35, 0.2), 0.92, 0.02),
    lambda: boxes("instance_f1 lower", 0.85, 0.88, 0.1),
    lambda: boxes("instance_f1 upper", 0.95, 0.95, 0.05),
)
RARE: tuple[Callable[[], Population], ...] = (
    lambda: fleiss("fleiss rare", 0.03, 0.98),
    lambda: label_sets("positive_label rare", "positive_label", (0.02,), 0.8, 0.005),
    lambda: label_sets("presence rare", "presence", (0.02,), 0.8, 0.005),
)
MODERATE_SIZES = (50, 100, 200, 656, 2_000)
RARE_SIZES = (200, 656, 2_000)


def cells() -> Iterator[tuple[Population, int]]:
    for make in MODERATE:
        yield from ((make(), items) for items in MODERATE_SIZES)
    for make in RARE:
        yield from ((make(), items) for items in RARE_SIZES)


def tally(name: str, items: int, truth: float, found: Sequence[Number]) -> dict[str, Any]:
    """How often the truth lies inside, below and above; data sets without an interval are counted apart."""
    low, high = (
        [number.low for number in found if number.low is not None],
        [n.high for n in found if n.high is not None],
    )
    below = sum(truth < limit for limit in low)
    above = sum(truth > limit for limit in high)
    return {
        "name": name,
        "items": items,
        "truth": truth,
        "intervals": len(low),
        "without": len(found) - len(low),
        "below": below,
        "above": above,
        "limited": sum(number.limited_support for number in found),
        "width": float(np.sum(np.array(high) - np.array(low))),
    }


def one_cell(population: Population, items: int, indexes: range) -> dict[str, Any]:
    measure = read_measure(population.measure)
    key = zlib.crc32(f"{population.name} {items}".encode())
    found = []
    for index in indexes:
        panel = population.draw(items, np.random.default_rng([key, index]))
        settings = Settings(replicates=REPLICATES, seed=key * DATA_SETS + index)
        found += numbers([(measure, panel)], None, Design(), settings)
    return tally(population.name, items, population.truth, found)


# A pool of raters

TYPES = tuple(steps(right, lean) for right in (0.55, 0.75, 0.95) for lean in (0.2, 0.5, 0.8))
POOL_RATERS, POOL_ITEMS = 12, 100


def pool_truth() -> float:
    """Two raters drawn from the pool are independent given the item, each with the mean responses of the types."""
    return limit_of_alpha(np.mean(TYPES, axis=0), RATING, "ordinal")


def pool_cell(each: int, indexes: range) -> list[dict[str, Any]]:
    """Data sets of 12 raters and 100 items, `each` raters an item; the interval without and with the pool."""
    measure = read_measure("alpha(ordinal)")
    scale = Scale(tuple("12345"), np.arange(1.0, 6.0))
    key = zlib.crc32(f"pool {each}".encode())
    alone, pooled = [], []
    for index in indexes:
        rng = np.random.default_rng([key, index])
        types = rng.integers(0, len(TYPES), POOL_RATERS)
        true = rng.choice(5, POOL_ITEMS, p=RATING)
        law = np.array(TYPES)[types[None, :], true[:, None]]
        code = (rng.random(law.shape[:2])[..., None] > np.cumsum(law, axis=2)).sum(axis=2).clip(max=4).astype(np.int32)
        kept = np.argsort(np.argsort(rng.random(code.shape), axis=1), axis=1) < each
        item, rater = np.nonzero(kept)

        def panel(rows: NDArray[np.bool_], item: Any = item, code: Any = code[kept]) -> Panel:
            return Panel(count_patterns(item[rows].astype(np.int32), code[rows], POOL_ITEMS, 5), scale)

        settings = Settings(replicates=REPLICATES, seed=key * DATA_SETS + index)
        (number,) = numbers([(measure, panel(rater >= 0))], None, Design(), settings)
        without = [values_of([(measure, panel(rater != who))], None)[0] for who in range(POOL_RATERS)]
        values = [one[0] if isinstance(one, tuple) else one for one in without]
        alone.append(number)
        pooled.append(over_pool(number, values, settings.level))
    name = f"pool alpha(ordinal), {each} of 12 raters an item"
    return [
        tally(f"{name}: items only", POOL_ITEMS, pool_truth(), alone),
        tally(f"{name}: items and raters", POOL_ITEMS, pool_truth(), pooled),
    ]


def main(worker: int, workers: int) -> None:
    """One JSON line a cell, for this worker's share of the data sets."""
    share = range(worker, DATA_SETS, workers)
    for population, items in cells():
        print(json.dumps(one_cell(population, items, share)), flush=True)
    for each in (POOL_RATERS, 3):
        for row in pool_cell(each, share):
            print(json.dumps(row), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
