"""Agreement without a correction for chance, on fields with one value a rater."""

from __future__ import annotations

import numpy as np

from accord.agreement.measure import Measure, number_argument
from accord.agreement.panel import Panel
from accord.agreement.patterns import Ints
from accord.agreement.sums import Floats, Sums, ratio_of_sums
from accord.agreement.unanimous import Unanimous
from accord.errors import UsageError

STEP_TOLERANCE = 1e-9
"""So that 0.4 lies within 0.1 of 0.3, as written."""

SCALARS = frozenset({"binary", "choice", "rating", "number"})


class AllAgree(Unanimous):
    """The share of items whose raters all gave the same value.

    Formula
    :   items with one distinct value / items with two or more values.

    Source
    :   Raw agreement; for ratings also called exact agreement (`exact` is accepted as its name).

    Edge cases
    :   More raters make full agreement harder, so on panels of unequal size the number of items of each size is
        shown. A share of 0 or 1 gets a Wilson interval.

    Worked example
    :   Four judges, 656 museum outputs, field culture (rebuilt from the published table): .931; below, a small table.

    >>> import accord
    >>> accord.all_agree([["a", "a"], ["a", "b"], ["b", "b"], ["b", None]]).__round__(6)
    0.666667
    """

    key = "all_agree"
    kinds = SCALARS


class MeanPairwise(Measure):
    """The share of agreeing pairs of raters within an item, averaged over items.

    Formula
    :   mean over items with m >= 2 values of sum of n_c (n_c - 1) / (m (m - 1)).

    Source
    :   The observed agreement of Fleiss 1971; works for panels of unequal size and anonymous raters.

    Edge cases
    :   Every item weighs the same, however many raters it has. A share of 0 or 1 gets a Wilson interval.

    Worked example
    :   Four judges, 656 museum outputs, field culture (rebuilt from the published table): .963; below, a small table.

    >>> import accord
    >>> accord.mean_pairwise([["a", "a", "b"], ["b", "b", "b"]]).__round__(6)
    0.666667
    """

    key = "mean_pairwise"
    kinds = SCALARS
    share = True

    def sums(self, panel: Panel, multiplicity: Ints) -> Sums:
        size = panel.size
        agreeing = panel.patterns.total(panel.patterns.count * (panel.patterns.count - 1))
        columns = np.column_stack([agreeing / np.maximum(size * (size - 1), 1), np.ones(len(size))])
        return Sums(columns, ratio_of_sums, size >= 2)


class Within(Measure):
    """The share of items whose values span at most k steps.

    Formula
    :   items with largest - smallest value <= k / items with two or more values. On a rating a step is one place
        on the declared scale; on a number it is one unit.

    Source
    :   Adjacent agreement, as reported for rating scales.

    Edge cases
    :   All raters of an item count, not pairs: a panel of three must lie within k as a whole.

    Worked example
    :   CodeSearchNet relevance 0..3, 880 items with two or more ratings: within one .7875; below, a small table.

    >>> import accord
    >>> accord.within([[1, 2], [1, 4], [3, 3, 4]], 1).__round__(6)
    0.666667
    """

    key = "within"
    kinds = frozenset({"rating", "number"})
    share = True

    def __init__(self, steps: float) -> None:
        if not steps >= 0:
            raise UsageError(f"within({steps:g}): the number of steps must be 0 or more")
        self.steps = steps

    @property
    def name(self) -> str:
        return f"within({self.steps:.12g})"

    @classmethod
    def forms(cls) -> dict[str, Measure]:
        return {"within(1)": cls(1)}

    @classmethod
    def read(cls, arguments: tuple[str, ...]) -> Measure | None:
        return cls(number_argument(arguments[0], "within", "k")) if len(arguments) == 1 else None

    def sums(self, panel: Panel, multiplicity: Ints) -> Sums:
        held, start = panel.patterns.value, panel.patterns.start
        # A numbered or worded scale is counted in places; numbers have no declared places, only their size.
        place = np.arange(panel.patterns.values) if panel.scale.declared else panel.scale.positions
        assert place is not None
        span = place[held[start[1:] - 1]] - place[held[start[:-1]]]
        close = np.asarray(span <= self.steps + STEP_TOLERANCE)
        columns = np.column_stack([close, np.ones(len(span))])
        return Sums(
            columns, ratio_of_sums, panel.size >= 2, differs=~close, details=panel.items_by_raters(multiplicity)
        )


class Specific(Measure):
    """Specific agreement: how often a rater's positive (or negative) answer is shared by another rater of the item.

    Formula
    :   sum over items of n_c (n_c - 1) / (m - 1), over the sum of n_c; c is the positive or the negative label.

    Source
    :   D. V. Cicchetti and A. R. Feinstein, Journal of Clinical Epidemiology 43, 1990; for two raters the
        positive form is 2a / (2a + b + c).

    Edge cases
    :   Undefined (`no_such_value`) when nobody gave the label. Reported beside every kappa of a binary field, because
        a kappa of skewed labels alone misleads.

    Worked example
    :   80 times both yes, 15 times one yes, 5 times both no: positive 160 / 175 = .914, negative 10 / 25 = .4.

    >>> import accord
    >>> table = [[1, 1]] * 80 + [[1, 0]] * 15 + [[0, 0]] * 5
    >>> round(accord.specific(table, "positive"), 3), round(accord.specific(table, "negative"), 3)
    (0.914, 0.4)
    """

    key = "specific"
    kinds = frozenset({"binary"})
    share = True

    def __init__(self, side: str) -> None:
        self.side = side

    @property
    def name(self) -> str:
        return f"specific({self.side})"

    @classmethod
    def forms(cls) -> dict[str, Measure]:
        return {measure.name: measure for measure in map(cls, ("positive", "negative"))}

    def sums(self, panel: Panel, multiplicity: Ints) -> Sums:
        counts = _label_count(panel, self.side == "positive")
        shared = counts * (counts - 1) / np.maximum(panel.size - 1, 1)
        return Sums(np.column_stack([shared, counts]), ratio_of_sums, panel.size >= 2, lambda totals: "no_such_value")


class Prevalence(Measure):
    """The share of positive values among the values that can be paired.

    Formula
    :   positive values / all values of the items with two or more values.

    Source
    :   Shown beside every kappa of a binary field: the same raw agreement gives a lower kappa the more the labels
        are skewed (A. R. Feinstein and D. V. Cicchetti, Journal of Clinical Epidemiology 43, 1990).

    Edge cases
    :   Items with one value are left out, as in alpha.

    Worked example
    :   Three of four values are positive: .75.

    >>> import accord
    >>> accord.prevalence([[1, 1], [1, 0]])
    0.75
    """

    key = "prevalence"
    kinds = frozenset({"binary"})
    share = True

    def sums(self, panel: Panel, multiplicity: Ints) -> Sums:
        columns = np.column_stack([_label_count(panel, positive=True), panel.size])
        return Sums(columns, ratio_of_sums, panel.size >= 2)


def _label_count(panel: Panel, positive: bool) -> Floats:
    """(P,) how many raters of an item gave the positive (negative) label."""
    label = panel.scale.positive if positive else 1 - (panel.scale.positive or 0)
    return panel.patterns.total(panel.patterns.count * (panel.patterns.value == label))
