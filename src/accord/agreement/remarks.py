"""Findings about the numbers of a field: what a reader should know before he quotes them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from accord.agreement.estimate import Estimate
from accord.agreement.patterns import Ints
from accord.findings import Finding

SPARSE_SHARE = 0.1
FEWEST_RATINGS = 5
LONGEST = 60
HIGH_RAW, LOW_KAPPA = 0.8, 0.4
RAW = ("mean_pairwise", "all_agree", "pairwise")
CORRECTED = ("fleiss", "alpha(nominal)", "cohen")


def remarks(
    raters: Sequence[str],
    field: str,
    sizes: Ints,
    single: Sequence[str],
    given: Ints | None,
    estimates: Sequence[Estimate],
) -> list[Finding]:
    """Items with one rating, raters with almost no data, skewed labels, rare classes, unequal panels.

    sizes: how many items have 0, 1, ... values; single: names of the first items with one; given: how many values
    each rater gave, None if anonymous.
    """
    where = f"field {field}"
    return [
        *_single_rated(sizes, single, where),
        *_sparse_raters(raters, given, where),
        *_skewed(estimates, where),
        *_rare_classes(estimates, where),
        *_unequal_panels(estimates, where),
        *_degenerate(estimates, where),
    ]


def _single_rated(sizes: Ints, names: Sequence[str], where: str) -> list[Finding]:
    items = int(sizes.sum())
    none, single = int(sizes[0]), int(sizes[1]) if len(sizes) > 1 else 0
    findings = []
    if single:
        shown = ", ".join(name if len(name) <= LONGEST else name[: LONGEST - 3] + "..." for name in names)
        more = f" and {single - len(names)} more" if single > len(names) else ""
        message = f"{single} of {items} items have one rating, which can be compared with nothing: {shown}{more}"
        findings.append(Finding("single_rated", "info", where, message, count=single))
    if none:
        message = f"{none} of {items} items have no rating that counts"
        findings.append(Finding("unrated", "info", where, message, count=none))
    return findings


def _sparse_raters(raters: Sequence[str], given: Ints | None, where: str) -> list[Finding]:
    if given is None or len(raters) < 3:
        return []
    median = float(np.median(given))
    few = np.flatnonzero(given < max(SPARSE_SHARE * median, FEWEST_RATINGS if median > 20 else 0))
    if not len(few):
        return []
    shown = ", ".join(f"{raters[rater]} ({given[rater]})" for rater in few[:5])
    more = f" and {len(few) - 5} more" if len(few) > 5 else ""
    message = f"{len(few)} raters have almost no ratings, the median is {median:g}: {shown}{more}"
    return [Finding("sparse_raters", "warning", where, message, count=len(few))]


def _skewed(estimates: Sequence[Estimate], where: str) -> list[Finding]:
    """High raw agreement beside a low chance-corrected one, of the panel or else of the first pair that has it."""
    for pair in dict.fromkeys(estimate.pair for estimate in estimates):
        values = {e.measure: e.value for e in estimates if e.slice == "all" and e.pair == pair and e.value is not None}
        raw = next((name for name in RAW if name in values), None)
        low = next((name for name in CORRECTED if values.get(name, 1.0) < LOW_KAPPA), None)
        if raw is None or low is None or values[raw] < HIGH_RAW:
            continue
        message = (
            f"raters agree on {values[raw]:.0%} ({raw}) yet {low} is {values[low]:.2f}: one value is so common that "
            "most of this agreement would come about by chance, and the rare value is not agreed on"
        )
        fix = "report prevalence and the specific agreement of each value too; gwet(ac1) moves less with prevalence"
        return [Finding("skewed_labels", "warning", where if pair is None else f"{where}, {pair}", message, fix)]
    return []


def _rare_classes(estimates: Sequence[Estimate], where: str) -> list[Finding]:
    rare = [e.where["class"] for e in estimates if "class" in e.where and e.limited_support]
    names = list(dict.fromkeys(rare))
    if not names:
        return []
    shown = ", ".join(names[:8]) + (f" and {len(names) - 8} more" if len(names) > 8 else "")
    message = f"{len(names)} classes have little support, so their intervals may be too narrow: {shown}"
    return [Finding("limited_support", "warning", where, message, count=len(names))]


def _unequal_panels(estimates: Sequence[Estimate], where: str) -> list[Finding]:
    for estimate in estimates:
        if estimate.measure == "fleiss" and estimate.reason == "unequal_raters":
            fix = "use alpha(nominal) or fleiss(ragged), which take panels of any size"
            message = "items have different numbers of raters, so fleiss is not defined"
            return [Finding("unequal_raters", "info", where, message, fix)]
    return []


def _degenerate(estimates: Sequence[Estimate], where: str) -> list[Finding]:
    names = [f"{e.measure} ({e.slice if not e.pair else e.pair})" for e in estimates if e.details.get("degenerate")]
    if not names:
        return []
    shown = ", ".join(names[:5]) + (f" and {len(names) - 5} more" if len(names) > 5 else "")
    message = f"every replicate has the same value: {shown}; shares get a Wilson interval, other measures none"
    return [Finding("degenerate", "info", where, message, count=len(names))]
