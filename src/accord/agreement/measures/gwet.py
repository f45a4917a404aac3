"""Gwet's AC1 and AC2."""

from __future__ import annotations

import numpy as np

from accord.agreement.measure import Measure
from accord.agreement.panel import Panel
from accord.agreement.patterns import Ints
from accord.agreement.sums import Floats, Sums, beside_counts, never, why_undefined
from accord.agreement.weights import agreement_weights

WEIGHTS = ("linear", "ordinal", "quadratic")


class Gwet(Measure):
    """Gwet's AC1 (unordered values) and AC2 (weighted, for ordered values).

    Formula
    :   (P_a - P_e) / (1 - P_e). P_a is the mean over items with two or more values of the weighted share of agreeing
        pairs. With pi_c the mean over all rated items of the share of value c within the item and q values on the
        form, P_e = T_w / (q (q - 1)) x sum of pi_c (1 - pi_c), where T_w is the sum of all weights (q for AC1).
        Weights: `linear`, `quadratic` (by the distance of the values), `ordinal` (by the number of ranks between).

    Source
    :   K. L. Gwet, British Journal of Mathematical and Statistical Psychology 61, 2008; Handbook of Inter-Rater
        Reliability, 4th ed. 2014, ch. 4.

    Edge cases
    :   An item with one value takes part in P_e (not in P_a). q is the number of declared values and is shown: a
        value nobody used lowers P_e. With undeclared labels q is the number of labels seen. Defined, and 1, when
        all values are equal.

    Worked example
    :   Gwet's four raters, 12 units with gaps (the table of Krippendorff 2018, p. 290): AC1 .77544.

    >>> import accord
    >>> units = [[1, 1, None, 1], [2, 2, 3, 2], [3, 3, 3, 3], [3, 3, 3, 3], [2, 2, 2, 2], [1, 2, 3, 4],
    ...          [4, 4, 4, 4], [1, 1, 2, 1], [2, 2, 2, 2], [None, 5, 5, 5], [None, None, 1, 1], [None, None, 3, None]]
    >>> round(accord.gwet(units, "ac1"), 5)
    0.77544
    """

    key = "gwet"
    kinds = frozenset({"binary", "choice", "rating"})

    def __init__(self, weights: str | None = None) -> None:
        self.weights = weights

    @property
    def name(self) -> str:
        return "gwet(ac1)" if self.weights is None else f"gwet(ac2,{self.weights})"

    @classmethod
    def forms(cls) -> dict[str, Measure]:
        return {measure.name: measure for measure in map(cls, (None, *WEIGHTS))}

    def fits(self, kind: str) -> bool:
        return kind in (self.kinds if self.weights is None else {"binary", "rating"})

    def sums(self, panel: Panel, multiplicity: Ints) -> Sums:
        size, q = panel.size, panel.patterns.values
        agreeing, every = self._agreeing(panel)
        agreeing = np.where(size >= 2, agreeing / np.maximum(size * (size - 1), 1), 0.0)
        front = np.column_stack([agreeing, size >= 2, np.ones(len(size))])
        columns = beside_counts(front, panel.patterns.shares)

        def value(totals: Floats) -> Floats:
            paired, rated = totals[:, 1], totals[:, 2]
            observed = totals[:, 0] / np.maximum(paired, 1)
            share = totals[:, 3:] / np.maximum(rated, 1)[:, None]
            expected = every * (share * (1 - share)).sum(axis=1) / (q * (q - 1))
            defined = (paired > 0) & (expected < 1)
            return np.where(defined, (observed - expected) / np.where(defined, 1 - expected, 1.0), np.nan)

        single = int(multiplicity[size == 1].sum())
        details = {"q": q, "single_rated": single} if single else {"q": q}
        return Sums(columns, value if q >= 2 else never, size >= 1, why_undefined, details=details)

    def _agreeing(self, panel: Panel) -> tuple[Floats, float]:
        """(P,) the weighted ordered pairs of raters that agree, and the sum of all weights."""
        patterns = panel.patterns
        if self.weights is None:
            return patterns.total(patterns.count * (patterns.count - 1)), float(patterns.values)
        weights = agreement_weights(self.weights, panel.scale.positions, patterns.values)
        met = np.asarray(patterns.counts @ weights)[patterns.row, patterns.value]
        return patterns.total(patterns.count * (met - 1)), float(weights.sum())
