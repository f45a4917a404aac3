"""Fleiss' kappa, and its form for panels of unequal size."""

from __future__ import annotations

import numpy as np

from accord.agreement.measure import Measure
from accord.agreement.panel import Panel
from accord.agreement.patterns import Ints
from accord.agreement.sums import Floats, Sums, beside_counts, never, why_undefined

SHARE_OF_ONE_SIZE = 0.9


class Fleiss(Measure):
    """Fleiss' kappa: chance-corrected agreement of a fixed number of raters an item.

    Formula
    :   kappa = (P_o - P_e) / (1 - P_e). P_o is the mean over items of the share of agreeing pairs of raters, P_e the
        sum of the squared shares of the values. `fleiss(ragged)` takes panels of any size: P_o over items with two
        or more values; the share of a value is the mean over all rated items of its share within the item.

    Source
    :   J. L. Fleiss, Psychological Bulletin 76, 1971. Ragged: K. L. Gwet, Handbook of Inter-Rater Reliability,
        4th ed. 2014, ch. 2.

    Edge cases
    :   `fleiss` uses the items with k values, k being the commonest panel size (the larger in a tie); k and the
        number of items left out are shown. When fewer than 90 % of the items with two or more values have k, it is
        undefined (`unequal_raters`): use `fleiss(ragged)` or alpha. Undefined (`no_variation`) when all values are
        equal.

    Worked example
    :   Fleiss 1971, 30 patients, 6 raters, 5 diagnoses: .430; below, a small table.

    >>> import accord
    >>> round(accord.fleiss([[1, 1, 2], [2, 2, 2], [1, 1, 1], [1, 2, 2]]), 6)
    0.333333
    """

    key = "fleiss"
    kinds = frozenset({"binary", "choice", "rating"})

    def __init__(self, ragged: bool = False) -> None:
        self.ragged = ragged

    @property
    def name(self) -> str:
        return "fleiss(ragged)" if self.ragged else "fleiss"

    @classmethod
    def forms(cls) -> dict[str, Measure]:
        return {"fleiss": cls(), "fleiss(ragged)": cls(ragged=True)}

    def sums(self, panel: Panel, multiplicity: Ints) -> Sums:
        size = panel.size
        pairs = np.maximum(size * (size - 1), 1)
        agreeing = panel.patterns.total(panel.patterns.count * (panel.patterns.count - 1))
        front = np.column_stack([agreeing / pairs, size >= 2, np.ones(len(size))])
        columns = beside_counts(front, panel.patterns.shares)
        if self.ragged:
            single = int(multiplicity[size == 1].sum())
            return Sums(columns, _kappa, size >= 1, why_undefined, details={"single_rated": single} if single else {})
        by_size = np.bincount(size, weights=multiplicity) if len(size) else np.zeros(1)
        by_size[:2] = 0
        modal = len(by_size) - 1 - int(by_size[::-1].argmax())
        pairable, complete = by_size.sum(), by_size[modal]
        details = {"k": modal, "dropped": int(pairable - complete)} if pairable else {}
        if complete < SHARE_OF_ONE_SIZE * pairable:
            return Sums(columns, never, size >= 2, lambda totals: "unequal_raters", details=details)
        return Sums(columns, _kappa, (size == modal) & (size >= 2), details=details)


def _kappa(totals: Floats) -> Floats:
    paired, rated = totals[:, 1], totals[:, 2]
    observed = totals[:, 0] / np.maximum(paired, 1)
    expected = ((totals[:, 3:] / np.maximum(rated, 1)[:, None]) ** 2).sum(axis=1)
    varied = (totals[:, 3:] > 0).sum(axis=1) > 1
    return np.where(varied & (paired > 0), (observed - expected) / np.where(varied, 1 - expected, 1.0), np.nan)
