"""The agreement of ratings: every field, measure, slice, group and pair that is asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from accord.agreement.between import Group, between_estimates
from accord.agreement.design import Design, design_of
from accord.agreement.engine import numbers
from accord.agreement.estimate import Estimate
from accord.agreement.field_panels import field_panel, whole
from accord.agreement.groups import grouped_panels
from accord.agreement.influence import FEWEST_RATERS, Influence, Panels, influence_rows, over_pool, values_of
from accord.agreement.measure import Measure
from accord.agreement.names import measures_for, pair_measures_for
from accord.agreement.pairs import pair_estimates
from accord.agreement.remarks import remarks
from accord.agreement.rows import RaterCount, estimate_of
from accord.agreement.settings import Settings
from accord.agreement.subsets import EVERYTHING, Subset, subsets_of
from accord.annotations.ratings import Boxes, Membership, Ratings, Sets
from accord.errors import UsageError
from accord.findings import Finding


@dataclass(frozen=True)
class Question:
    """What is asked of ratings.

    measures: named measures, none for the defaults of each kind. ious: thresholds of instance_f1. pairs: every pair
    of raters beside the panel. between: two groups of raters. leave_one_out: each rater's influence. memberships:
    subsets of items that may overlap.
    """

    measures: tuple[Measure, ...] = ()
    ious: tuple[float, ...] = ()
    pairs: bool = False
    between: tuple[Group, Group] | None = None
    leave_one_out: bool = False
    memberships: tuple[Membership, ...] = ()
    settings: Settings = field(default_factory=Settings)


@dataclass(frozen=True)
class Answer:
    """What was found."""

    estimates: tuple[Estimate, ...]
    influence: tuple[Influence, ...]
    findings: tuple[Finding, ...]


Progress = Callable[[str], None]


def analyse(ratings: Ratings, question: Question, progress: Progress | None = None) -> Answer:
    """Estimates of every field. Raises UsageError where a measure fits no field or pairs have no names."""
    findings = _check(ratings, question)
    design = design_of(ratings, question.settings.resample == "index", question.settings.order)
    subsets = subsets_of(ratings, question.memberships)
    estimates: list[Estimate] = []
    influence: list[Influence] = []
    for name in ratings.answers:
        if progress is not None:
            progress(name)
        found = _field(ratings, name, question, subsets, design, influence)
        estimates += found
        findings += remarks(ratings, name, found)
    return Answer(tuple(estimates), tuple(influence), tuple(findings))


def _check(ratings: Ratings, question: Question) -> list[Finding]:
    kinds = set(ratings.kinds.values())
    findings = []
    unfit = [measure for measure in question.measures if not any(map(measure.fits, kinds))]
    if unfit:
        lines = [f"measure {measure.name} fits no field: it is for {_fitting(measure)} fields" for measure in unfit]
        raise UsageError("\n".join(lines))
    for measure in question.measures:
        skipped = [name for name, kind in ratings.kinds.items() if not measure.fits(kind)]
        if skipped:
            where = ", ".join(skipped)
            message = f"{measure.name} does not fit and was left out (it is for {_fitting(measure)} fields)"
            findings.append(Finding("measure_skipped", "info", f"field {where}", message))
    named = question.pairs or question.between or question.leave_one_out or question.settings.rater_pool
    if named and ratings.rater is None:
        raise UsageError("raters are anonymous: pairs, groups and single raters need a rater column")
    if question.settings.rater_pool and len(ratings.raters) < FEWEST_RATERS:
        raise UsageError(
            f"an interval over a pool of raters needs at least {FEWEST_RATERS} raters, not {len(ratings.raters)}"
        )
    if question.settings.rater_pool and not question.settings.replicates:
        raise UsageError("an interval over a pool of raters needs replicates above 0")
    if question.between is not None:
        _check_groups(ratings, question.between)
    return findings


def _check_groups(ratings: Ratings, groups: tuple[Group, Group]) -> None:
    problems = []
    for name, raters in groups:
        missing = sorted(raters - set(ratings.raters))
        if missing:
            problems.append(f"between: no rater is called {', '.join(map(repr, missing))} (group {name})")
    both = groups[0][1] & groups[1][1]
    if both:
        problems.append(f"between: {', '.join(sorted(both))} in both groups")
    if problems:
        known = ", ".join(ratings.raters[:20]) + (", ..." if len(ratings.raters) > 20 else "")
        raise UsageError("\n".join([*problems, f"raters: {known}"]))


def _fitting(measure: Measure) -> str:
    return ", ".join(kind for kind in ("binary", "choice", "rating", "number", "labels", "boxes") if measure.fits(kind))


@dataclass(frozen=True)
class _FieldWork:
    """One field's measures, and the panels of them for any selection of its ratings."""

    name: str
    chosen: Sequence[Measure]

    @property
    def of_panel(self) -> list[Measure]:
        return [measure for measure in self.chosen if measure.shape != "pair" and measure.key != "presence"]

    def layers(self, ratings: Ratings) -> list[tuple[dict[str, str], Panels]]:
        """The panels of all values first, then of every domain and class of a field of labels or boxes."""
        data = field_panel(ratings, self.name, self.chosen)
        reduced = whole(data)
        answers = ratings.answers[self.name]
        every: list[tuple[dict[str, str], Panels]] = [({}, [(measure, reduced) for measure in self.of_panel])]
        if isinstance(answers, (Sets, Boxes)):
            every += grouped_panels(data, answers.labels, answers.domains, self.chosen)
        return every


def _field(
    ratings: Ratings,
    name: str,
    question: Question,
    subsets: Sequence[Subset],
    design: Design,
    influence: list[Influence],
) -> list[Estimate]:
    kind, settings = ratings.kinds[name], question.settings
    work = _FieldWork(name, measures_for(kind, question.measures, question.ious))
    raters = RaterCount(ratings, ratings.answers[name])
    layers = work.layers(ratings)
    alone = []
    if question.leave_one_out or settings.rater_pool:
        assert ratings.rater is not None
        alone = [work.layers(ratings.keep(ratings.rater != rater)) for rater in range(len(ratings.raters))]
    estimates: list[Estimate] = []
    for at, (group, panels) in enumerate(layers):
        for subset in subsets if not group else [EVERYTHING]:
            found = numbers(panels, subset.chosen, design, settings)
            without = [values_of(layer[at][1], subset.chosen) for layer in alone] if settings.rater_pool else []
            for of_measure, ((measure, panel), number) in enumerate(zip(panels, found, strict=True)):
                if settings.rater_pool:
                    number = over_pool(number, [row[of_measure][0] for row in without], settings.level)
                behind = raters.of(panel, number.counted, subset.chosen)
                where = {**group, **subset.where}
                estimates.append(estimate_of(number, name, measure.name, where, None, behind))
    if question.leave_one_out:
        values = {estimate.measure: estimate.value for estimate in estimates if estimate.slice == "all"}
        influence += influence_rows(name, values, ratings.raters, [layer[0][1] for layer in alone])
    two = len(ratings.raters) == 2 and not question.measures
    asked_of_pair = any(measure.shape == "pair" for measure in work.chosen)
    if ratings.rater is not None and (question.pairs or two or asked_of_pair):
        of_pair = pair_measures_for(kind, question.measures, question.ious)
        estimates += pair_estimates(ratings, name, of_pair, subsets, design, settings)
    if question.between is not None:
        estimates += between_estimates(ratings, name, question.between, question.ious, subsets, design, settings)
    return estimates
