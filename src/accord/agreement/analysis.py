"""The agreement of ratings: every field, measure, slice, group and pair that is asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from accord.agreement.between import Group
from accord.agreement.design import design_of
from accord.agreement.difference import Difference, difference
from accord.agreement.estimate import Estimate
from accord.agreement.field_estimates import field_estimates
from accord.agreement.influence import FEWEST_RATERS, Influence
from accord.agreement.measure import Measure
from accord.agreement.question import Question
from accord.agreement.remarks import remarks
from accord.agreement.subsets import subsets_of
from accord.annotations.ratings import Ratings
from accord.errors import UsageError
from accord.findings import Finding
from accord.spec.field import listed
from accord.spec.fields import COMPARED


@dataclass(frozen=True)
class Answer:
    """What was found."""

    estimates: tuple[Estimate, ...]
    influence: tuple[Influence, ...]
    findings: tuple[Finding, ...]
    differences: tuple[Difference, ...]


FEWEST_LEFT_OUT = 3

Progress = Callable[[str], None]


def analyse(ratings: Ratings, question: Question, progress: Progress | None = None) -> Answer:
    """Estimates of every field. Raises UsageError where a measure fits no field or pairs have no names."""
    findings = _check(ratings, question)
    design = design_of(ratings, question.settings.resample == "index", question.settings.order)
    results = []
    for name in ratings.answers:
        if progress is not None:
            progress(name)
        subsets = subsets_of(ratings, name, question.memberships)
        found = field_estimates(ratings, name, question, subsets, design)
        single = [str(ratings.item_ids[at]) for at in found.single]
        findings += remarks(ratings.raters, name, found.sizes, single, found.given, found.estimates)
        results.append(found)
    estimates = tuple(estimate for found in results for estimate in found.estimates)
    influence = tuple(row for found in results for row in found.influence)
    differences = tuple(
        difference(ratings, left, right, design, question.settings) for left, right in question.differences
    )
    return Answer(estimates, influence, tuple(findings), differences)


def _check(ratings: Ratings, question: Question) -> list[Finding]:
    kinds = set(ratings.kinds.values())
    findings = []
    texts = [name for name, kind in ratings.kinds.items() if kind not in COMPARED]
    if texts:
        raise UsageError(f"field {', '.join(texts)}: free text is not compared between raters")
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
    if question.ious and "boxes" not in kinds:
        raise UsageError("iou: there is no field of boxes")
    of_pair = any(measure.shape == "pair" for measure in question.measures)
    named = of_pair or question.pairs or question.between or question.leave_one_out or question.settings.rater_pool
    if named and ratings.rater is None:
        raise UsageError("raters are anonymous: pairs, groups and single raters need a rater column")
    if question.leave_one_out and len(ratings.raters) < FEWEST_LEFT_OUT:
        raise UsageError(f"leaving a rater out needs at least {FEWEST_LEFT_OUT} raters, not {len(ratings.raters)}")
    if question.settings.rater_pool and len(ratings.raters) < FEWEST_RATERS:
        raise UsageError(
            f"an interval over a pool of raters needs at least {FEWEST_RATERS} raters, not {len(ratings.raters)}"
        )
    if question.settings.rater_pool and not question.settings.replicates:
        raise UsageError("an interval over a pool of raters needs replicates above 0")
    grouped = {"labels", "boxes"} & kinds
    taken = {"class", "domain"} & {name for grouping in ratings.slices for name in grouping.names}
    if grouped and taken:
        raise UsageError(
            f"by: {', '.join(sorted(taken))} is how groups of labels and boxes are called; rename the column"
        )
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
        raise UsageError("\n".join([*problems, f"    raters: {listed(ratings.raters)}"]))


def _fitting(measure: Measure) -> str:
    return ", ".join(kind for kind in COMPARED if measure.fits(kind))
