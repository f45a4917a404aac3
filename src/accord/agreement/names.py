"""Measure names: reading them, and the defaults of each kind of field."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches

from accord.agreement.measure import Measure
from accord.agreement.measures import MEASURES
from accord.errors import UsageError

DEFAULTS: dict[str, tuple[str, ...]] = {
    "binary": (
        "all_agree",
        "mean_pairwise",
        "fleiss",
        "alpha(nominal)",
        "gwet(ac1)",
        "prevalence",
        "specific(positive)",
        "specific(negative)",
    ),
    "choice": ("all_agree", "mean_pairwise", "fleiss", "alpha(nominal)", "gwet(ac1)"),
    "rating": ("alpha(ordinal)", "all_agree", "within(1)", "alpha(interval)"),
    "number": ("alpha(interval)",),
    "labels": ("exact_set", "positive_label", "jaccard", "alpha(nominal)", "alpha(jaccard)", "presence"),
    "boxes": ("instance_f1(iou=0.5)",),
}
"""What is computed when no measure is named."""

PAIR_DEFAULTS: dict[str, tuple[str, ...]] = {
    "binary": ("pairwise", "cohen"),
    "choice": ("pairwise", "cohen"),
    "rating": ("pairwise", "cohen(quadratic)"),
    "number": ("pairwise", "alpha(interval)"),
    "labels": ("exact_set", "positive_label"),
    "boxes": ("instance_f1(iou=0.5)",),
}
"""What is computed of every pair of raters on request."""

ALIASES = {"exact": "all_agree", "instance_f1": "instance_f1(iou=0.5)"}
"""Other names that are accepted."""

COMMON_NAMES = {
    "kappa": "cohen is of each pair of raters, fleiss of all raters; ",
    "krippendorff": "alpha is Krippendorff's; ",
    "f1": "instance_f1 is of boxes, positive_label of label sets; ",
    "agreement": "all_agree and mean_pairwise are of all raters, pairwise of each pair; ",
}
"""Names that people use for several measures."""

_NAME = re.compile(r"([a-z_0-9]+)(?:\(([^()]*)\))?")


def read_measure(text: str) -> Measure:
    """The measure of a canonical name, `name` or `name(argument,key=value)`; spaces are ignored.

    >>> read_measure("within(2)"), read_measure("exact"), read_measure("instance_f1(0.75)")
    (within(2), all_agree, instance_f1(iou=0.75))
    """
    name = "".join(text.split())
    name = ALIASES.get(name, name)
    forms = {form: measure for kind in MEASURES.values() for form, measure in kind.forms().items()}
    if name in forms:
        return forms[name]
    parsed = _NAME.fullmatch(name)
    kind = MEASURES.get(parsed[1]) if parsed else None
    if parsed and kind is not None and parsed[2]:
        measure = kind.read(tuple(parsed[2].split(",")))
        if measure is not None:
            return measure
    if kind is not None:
        raise UsageError(f"measure {text!r}: write it as one of {', '.join(kind.forms())}")
    near = get_close_matches(name, forms, n=1, cutoff=0.5)
    hint = COMMON_NAMES.get(name) or (f"did you mean {near[0]!r}? " if near else "")
    raise UsageError(f"measure {text!r} is not known; {hint}measures: {', '.join(forms)}")


def measures_for(kind: str, named: Sequence[Measure], ious: Sequence[float]) -> list[Measure]:
    """The measures of one field: those named that fit it, each once, or its defaults; `ious` sets the thresholds."""
    if named:
        fitting = [measure for measure in named if measure.fits(kind)]
        more = [read_measure(f"instance_f1(iou={iou})") for iou in ious] if fitting and kind == "boxes" else []
        return list(dict.fromkeys([*fitting, *more]))
    if kind == "boxes" and ious:
        return [read_measure(f"instance_f1(iou={iou})") for iou in dict.fromkeys(ious)]
    return [read_measure(name) for name in DEFAULTS[kind]]


def pair_measures_for(kind: str, named: Sequence[Measure], ious: Sequence[float]) -> list[Measure]:
    """The measures of a pair of raters: those named that fit, or the defaults for pairs."""
    if named:
        fitting = [measure for measure in measures_for(kind, named, ious) if measure.fits(kind)]
        return [measure for measure in fitting if measure.key != "presence"]
    if kind == "boxes" and ious:
        return measures_for(kind, named, ious)
    return [read_measure(name) for name in PAIR_DEFAULTS[kind]]
