"""Scoring a benchmark's folder: what its judges say of the models, and how far the judges can be trusted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from accord.agreement.design import design_of
from accord.agreement.estimate import Estimate
from accord.annotations.log.log_ratings import OUTPUT, LogRatings, Selection, log_ratings
from accord.annotations.ratings import Ratings
from accord.errors import InputError, UsageError
from accord.findings import Finding, counted
from accord.scoring.against_people import Range, agreement_with_people
from accord.scoring.alternative import FALSE_DISCOVERIES, FEWEST_ITEMS, FEWEST_PEOPLE, Alternative, alternative_tests
from accord.scoring.answers import SCORED, FieldAnswers, field_answers
from accord.scoring.bias import biases
from accord.scoring.families import family_of
from accord.scoring.joint_errors import joint_errors
from accord.scoring.judged import ACCURACY, Outputs, accuracies, in_order
from accord.scoring.result import Scores
from accord.verbs.agree import VERSION
from accord.verbs.agree_folder import about_items, files_of, settings_of, spec_of
from accord.verbs.opened import Opened
from accord.verbs.score_units import score_units

EPSILON = 0.2
"""What a judge may be worse by than experts, by Calderon, Reichart and Dror."""


@dataclass(frozen=True)
class Panel:
    """Who judges whom, and who else has answered: names as the ratings have them."""

    judges: tuple[str, ...]
    people: tuple[str, ...]


def score_folder(
    folder: Opened,
    judges: Sequence[str],
    epsilon: float,
    *,
    replicates: int | None = None,
    seed: int | None = None,
    progress: Callable[[str], None] | None = None,
) -> Scores:
    """Scores by some judges, by all where none is named. replicates, seed: those of the benchmark where None.

    Raises UsageError for what cannot be asked, InputError for bad files.
    """
    if not 0 <= epsilon <= 1:
        raise UsageError(f"epsilon: {epsilon:g} does not lie between 0 and 1 (0.2, 0.15 or 0.1, say)")
    benchmark = folder.benchmark
    settings = settings_of(benchmark)
    settings = settings if replicates is None else replace(settings, replicates=replicates)
    settings = settings if seed is None else replace(settings, seed=seed)
    fields, findings = _fields(folder)
    found = _ratings(folder, fields)
    panel = _panel(folder, found, judges)
    ratings = found.ratings
    outputs, design = score_units(folder, ratings, design_of(ratings, settings.resample == "index", settings.order))
    machines = benchmark.document.raters
    families = (
        [family_of(_plain(name), "judge", machines) for name in panel.judges],
        [family_of(row.model, "model", machines) for row in outputs.models],
    )
    estimates: list[Estimate] = []
    ranges: list[Range] = []
    tests: list[Alternative] = []
    named = [name for name in fields if name in ratings.answers]
    matches = [name for name in named if benchmark.forms[name].matched() is not None]
    for name in named:
        if progress is not None:
            progress(name)
        field = field_answers(ratings, name, panel.judges, panel.people, int(outputs.unreadable.sum()))
        if name in matches:
            made = accuracies(field, outputs, design, settings)
            findings += _unjudged(field, outputs, made)
            estimates += made
        against, places = agreement_with_people(field, design, settings)
        alternatives, advantages = alternative_tests(field, epsilon, design, settings)
        estimates += [*against, *advantages]
        estimates += biases(field, outputs, families, design, settings)
        estimates += joint_errors(field, design, settings)
        ranges += places
        tests += alternatives
    findings += _dependent(ratings, tests)
    return Scores(
        judges=panel.judges,
        people=panel.people,
        outputs=outputs.models,
        fields=tuple(named),
        matches=tuple(matches),
        estimates=tuple(estimates),
        ranges=tuple(ranges),
        alternatives=tuple(tests),
        families=(*families[0], *families[1]),
        findings=(*about_items(folder), *ratings.findings, *findings),
        settings=settings,
        design=_design(folder, ratings, epsilon),
        version=VERSION,
        non_response=ratings.non_response,
        files=tuple(files_of(folder)),
    )


def _fields(folder: Opened) -> tuple[list[str], list[Finding]]:
    """The fields that judges are asked and that can be scored, and a finding for each other one."""
    benchmark = folder.benchmark
    asked = [name for name in benchmark.fields if "judge" in benchmark.asked_of(name)]
    kinds = {name: benchmark.fields[name].measures_of() for name in asked}
    findings = [
        Finding("not_scored", "info", f"field {name}", f"a field of {kind} is not scored", "accord agree compares it")
        for name, kind in kinds.items()
        if kind and kind not in SCORED
    ]
    chosen = [name for name, kind in kinds.items() if kind in SCORED]
    if not chosen:
        raise UsageError(f"no field that can be scored is asked of judges: give one of {', '.join(sorted(SCORED))}")
    return chosen, findings


def _ratings(folder: Opened, fields: Sequence[str]) -> LogRatings:
    """The answers of judges and people."""
    standing = folder.sound_standing()
    wrong = [finding for finding in folder.items.findings if finding.severity == "error"]
    if wrong:
        raise InputError(wrong)
    roles = standing.frame["role"].is_in(["human", "judge"])
    about_outputs = bool((standing.frame["of"].is_not_null() & roles).any())
    by = ((OUTPUT,),) if about_outputs else ()
    selection = Selection(("human", "judge"), fields=tuple(fields), by=by, slices=False)
    found = log_ratings(folder.benchmark, folder.items, standing, folder.outputs, selection)
    # Answers about items are of no model; that is no gap in the data.
    kept = tuple(f for f in found.ratings.findings if (f.code, f.where) != ("blank_slice", f"slice {OUTPUT}"))
    return replace(found, ratings=replace(found.ratings, findings=kept))


def _panel(folder: Opened, found: LogRatings, named: Sequence[str]) -> Panel:
    """The judges that are named, or all, in a fixed order; and all people."""
    there = found.raters.get("judge", ())
    if not there:
        raise UsageError(f"{folder.path}: there is no judgement that counts; judges are raters of the role judge")
    # A judge whose name a person has too is called NAME (judge).
    names = {_plain(name): name for name in there} | {name: name for name in there}
    unknown = [name for name in named if name not in names]
    if unknown:
        raise UsageError(f"no judge {', '.join(unknown)}; judges: {', '.join(there)}")
    declared = [machine.name for machine in folder.benchmark.document.raters if machine.role == "judge"]
    judges = tuple(dict.fromkeys(names[name] for name in named)) or in_order(
        there, [names[name] for name in declared if name in names]
    )
    return Panel(judges, found.raters.get("human", ()))


def _plain(name: str) -> str:
    return name.removesuffix(" (judge)")


def _unjudged(field: FieldAnswers, outputs: Outputs, made: Sequence[Estimate]) -> list[Finding]:
    """A finding for each judge that did not answer about every readable output."""
    readable = sum(row.valid for row in outputs.models)
    findings = []
    for judge in field.judges:
        judged = sum(e.items for e in made if e.measure == ACCURACY and e.where["judge"] == judge)
        if judged < readable:
            left = readable - judged
            message = f"{judge} has no answer about {left:,} of {counted(readable, 'readable output')}"
            findings.append(Finding("unjudged", "info", f"field {field.name}", message, None, left))
    return findings


def _dependent(ratings: Ratings, tests: Sequence[Alternative]) -> list[Finding]:
    """A finding where the t-tests take units as independent that are drawn in clusters."""
    if ratings.cluster is None or not any(test.reason is None for test in tests):
        return []
    clusters = len(set(ratings.cluster.code.tolist()))
    if clusters == ratings.items:
        return []
    names = ",".join(ratings.cluster.names)
    message = (
        f"the alternative-annotator test takes {ratings.items:,} units as independent; they lie in {clusters:,} "
        f"clusters ({names}), so its p-values may be too small"
    )
    fix = "read the winning rate beside the interval of the advantage, which draws clusters"
    return [Finding("dependent_units", "info", "", message, fix)]


def _design(folder: Opened, ratings: Ratings, epsilon: float) -> dict[str, object]:
    """How it was computed, for the record."""
    return {
        "cluster": None if ratings.cluster is None else ",".join(ratings.cluster.names),
        "strata": None if ratings.strata is None else ",".join(ratings.strata.names),
        "invalid_output": folder.benchmark.policies.invalid_output,
        "alternative_annotator": {
            "epsilon": epsilon,
            "false_discovery_rate": FALSE_DISCOVERIES,
            "fewest_people": FEWEST_PEOPLE,
            "fewest_items": FEWEST_ITEMS,
        },
        **spec_of(folder.benchmark),
    }
