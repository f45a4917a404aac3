"""One field of some ratings: its panels, by group, and every estimate that is asked of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from accord.agreement.between import between_estimates
from accord.agreement.design import Design
from accord.agreement.engine import numbers
from accord.agreement.estimate import Estimate
from accord.agreement.field_panels import field_panel, whole
from accord.agreement.groups import grouped_panels
from accord.agreement.influence import Influence, Panels, influence_rows, over_pool, values_of
from accord.agreement.measure import Measure
from accord.agreement.names import measures_for, pair_measures_for
from accord.agreement.pairs import pair_estimates
from accord.agreement.patterns import Ints
from accord.agreement.question import Question
from accord.agreement.reduced import Reduced
from accord.agreement.rows import RaterCount, estimate_of
from accord.agreement.settings import Settings
from accord.agreement.subsets import Subset
from accord.annotations.ratings import Boxes, Ratings, Sets
from accord.spec.states import State

SHOWN = 5

Layer = tuple[dict[str, str], Panels]


@dataclass(frozen=True)
class FieldResult:
    """What was found of a field.

    sizes: how many items have 0, 1, ... values of it; single: the first items (codes) with one value; given: how
    many values each rater gave, None where raters are anonymous.
    """

    estimates: tuple[Estimate, ...]
    influence: tuple[Influence, ...]
    sizes: Ints
    single: tuple[int, ...]
    given: Ints | None


@dataclass(frozen=True)
class FieldWork:
    """One field's measures, and the panels of them for any selection of its ratings."""

    name: str
    chosen: Sequence[Measure]

    @property
    def of_panel(self) -> list[Measure]:
        """The measures that read all raters of an item at once and all classes."""
        return [measure for measure in self.chosen if measure.shape != "pair" and measure.key != "presence"]

    def layers(self, ratings: Ratings, groups: bool = True) -> tuple[Reduced, list[Layer]]:
        """The panel of all values; and panels by group: all first, then the domains and classes of sets and boxes."""
        data = field_panel(ratings, self.name, self.chosen)
        reduced = whole(data)
        answers = ratings.answers[self.name]
        layers: list[Layer] = [({}, [(measure, reduced) for measure in self.of_panel])]
        if groups and isinstance(answers, (Sets, Boxes)):
            layers += grouped_panels(data, answers.labels, answers.domains, self.chosen)
        return reduced, layers


def field_estimates(
    ratings: Ratings, name: str, question: Question, subsets: Sequence[Subset], design: Design
) -> FieldResult:
    """Everything that is asked of one field."""
    kind, settings = ratings.kinds[name], question.settings
    work = FieldWork(name, measures_for(kind, question.measures, question.ious))
    reduced, layers = work.layers(ratings)
    raters = RaterCount(ratings, ratings.answers[name], reduced)
    alone: list[list[Layer]] = []
    if question.leave_one_out or settings.rater_pool:
        assert ratings.rater is not None
        alone = [
            work.layers(ratings.keep(ratings.rater != rater), groups=settings.rater_pool)[1]
            for rater in range(len(ratings.raters))
        ]
    estimates = [
        estimate
        for subset in subsets
        for estimate in _panel_estimates(name, layers, alone, raters, subset, design, settings)
    ]
    influence: list[Influence] = []
    if question.leave_one_out:
        values = {estimate.measure: estimate.value for estimate in estimates if estimate.slice == "all"}
        influence = influence_rows(name, values, ratings.raters, [layer[0][1] for layer in alone])
    if _pairs_are_asked(ratings, question, work):
        of_pair = pair_measures_for(kind, question.measures, question.ious)
        if question.measures and not question.pairs:
            of_pair = [measure for measure in of_pair if measure.shape == "pair"]
        estimates += pair_estimates(ratings, name, of_pair, subsets, design, settings)
    if question.between is not None:
        named = work.chosen if question.measures or kind == "boxes" else ()
        estimates += between_estimates(ratings, name, question.between, named, subsets, design, settings)
    # Two groups of one rater each are also a pair of raters: the first of equal rows stays.
    unique = {(e.measure, e.slice, e.pair): e for e in reversed(estimates)}
    sizes = _values_per_item(reduced)
    sizes[0] -= _not_asked(ratings, name)
    single = np.flatnonzero(np.append(reduced.size, 0)[reduced.item] == 1)[:SHOWN] if sizes[1:2].any() else ()
    return FieldResult(tuple(reversed(unique.values())), tuple(influence), sizes, tuple(map(int, single)), raters.given)


def _panel_estimates(
    name: str,
    layers: Sequence[Layer],
    alone: Sequence[Sequence[Layer]],
    raters: RaterCount,
    subset: Subset,
    design: Design,
    settings: Settings,
) -> Iterator[Estimate]:
    """Estimates of one subset, of all values and of every group. alone: the layers without each rater."""
    # Groups that share their patterns share the draws of one call.
    for run in _sharing(layers):
        rows = [(layers[at][0], measure, panel) for at in run for measure, panel in layers[at][1]]
        found = numbers([(measure, panel) for _, measure, panel in rows], subset.chosen, design, settings)
        if settings.rater_pool:
            without = [[v for at in run for v, _ in values_of(layer[at][1], subset.chosen)] for layer in alone]
        for at, ((group, measure, panel), number) in enumerate(zip(rows, found, strict=True)):
            if settings.rater_pool:
                given = raters.values(panel, number.counted, subset.chosen)
                assert given is not None, "a pool of raters needs named raters"
                pool = [row[at] for row, gave in zip(without, given, strict=True) if gave]
                number = over_pool(number, pool, settings.level, measure.share)
            behind = raters.of(panel, number.counted, subset.chosen)
            yield estimate_of(number, name, measure.name, {**group, **subset.where}, None, behind)


def _pairs_are_asked(ratings: Ratings, question: Question, work: FieldWork) -> bool:
    """By option, by the name of a measure of pairs, or because there are only two raters of single values."""
    if ratings.rater is None:
        return False
    # Of two raters the panel measures of sets and boxes are those of the pair.
    sets = ratings.kinds[work.name] in ("labels", "boxes")
    two = len(ratings.raters) == 2 and not question.measures and not sets
    return question.pairs or two or any(measure.shape == "pair" for measure in work.chosen)


def _sharing(layers: Sequence[Layer]) -> list[list[int]]:
    """The layers in runs whose panels have the same patterns of the same items."""
    runs: dict[int, list[int]] = {}
    for at, (_, panels) in enumerate(layers):
        if panels:
            runs.setdefault(id(panels[0][1].item), []).append(at)
    return list(runs.values())


def _not_asked(ratings: Ratings, name: str) -> int:
    """How many items nobody was asked the field about; they lack no rating."""
    asked = ratings.answers[name].state != State.NOT_ASKED
    return 0 if asked.all() else ratings.items - len(np.unique(ratings.item[asked]))


def _values_per_item(panel: Reduced) -> Ints:
    """How many items have 0, 1, ... values."""
    sizes = np.bincount(panel.size, weights=panel.everywhere)
    none = np.count_nonzero(panel.item < 0)
    return np.concatenate(([none], sizes[1:])).astype(np.int64)
