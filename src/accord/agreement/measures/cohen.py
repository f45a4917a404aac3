"""Cohen's kappa of a named pair of raters, plain and weighted."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from accord.agreement.measure import Measure
from accord.agreement.panel import PairPanel
from accord.agreement.patterns import Ints
from accord.agreement.sums import Floats, Sums, add_up, beside_counts
from accord.agreement.weights import agreement_weights


class Cohen(Measure):
    """Cohen's kappa: chance-corrected agreement of two named raters, each with his own marginals.

    Formula
    :   kappa = (P_o - P_e) / (1 - P_e) with weights w_ck (1 on the diagonal): P_o = sum of w_ck p_ck over the items
        both rated, P_e = sum of w_ck p_c. p_.k. Unweighted: identity; `linear` 1 - |c - k| / range; `quadratic`
        1 - (c - k)^2 / range^2, on the declared scale.

    Source
    :   J. Cohen, Educational and Psychological Measurement 20, 1960; Psychological Bulletin 70, 1968.

    Edge cases
    :   Always of a pair, over the items both rated. The declared scale sets the range, so that values nobody used
        keep the distances right. Undefined (`no_variation`) when chance agreement is complete.

    Worked example
    :   Artstein and Poesio 2007, 100 utterances, two coders: .801.

    >>> import accord
    >>> a = ["stat"] * 46 + ["ireq"] * 44 + ["chck"] * 10
    >>> b = ["stat"] * 46 + ["ireq"] * 32 + ["stat"] * 6 + ["chck"] * 6 + ["chck"] * 10
    >>> round(accord.cohen(a, b), 3)
    0.801
    """

    key = "cohen"
    kinds = frozenset({"binary", "choice", "rating"})
    shape = "pair"

    def __init__(self, weights: str | None = None) -> None:
        self.weights = weights

    @property
    def name(self) -> str:
        return "cohen" if self.weights is None else f"cohen({self.weights})"

    @classmethod
    def forms(cls) -> dict[str, Measure]:
        return {measure.name: measure for measure in map(cls, (None, "linear", "quadratic"))}

    def fits(self, kind: str) -> bool:
        return kind in (self.kinds if self.weights is None else {"binary", "rating"})

    def sums(self, panel: PairPanel, multiplicity: Ints) -> Sums:
        values = max(len(panel.scale.labels), 1)
        both = panel.both
        weights = None if self.weights is None else agreement_weights(self.weights, panel.scale.positions, values)
        agreed = np.asarray(both & ~panel.differs, np.float64)
        if weights is not None:
            agreed = np.where(both, weights[panel.first, panel.second], 0.0)

        def value(totals: Floats) -> Floats:
            n = np.maximum(totals[:, 0], 1)
            ours, theirs = totals[:, 2 : 2 + values], totals[:, 2 + values :]
            observed = totals[:, 1] / n
            met = ours if weights is None else add_up(ours, weights)
            expected = (met * theirs).sum(axis=1) / n**2
            # Both raters gave one and the same value throughout: chance agreement is complete.
            varied = ((ours > 0) | (theirs > 0)).sum(axis=1) > 1
            defined = (totals[:, 0] > 0) & varied
            return np.where(defined, (observed - expected) / np.where(defined, 1 - expected, 1.0), np.nan)

        counts = sparse.csr_array(
            sparse.hstack([_one_hot(panel.first, both, values), _one_hot(panel.second, both, values)])
        )
        return Sums(beside_counts(np.column_stack([both, agreed]), counts), value, both)


def _one_hot(codes: Ints, rows: NDArray[np.bool_], values: int) -> sparse.csr_array:
    """(P, V) a 1 at the code of each of the rows."""
    chosen = np.flatnonzero(rows)
    shape = (len(codes), values)
    return sparse.csr_array(sparse.coo_array((np.ones(len(chosen)), (chosen, codes[chosen])), shape=shape))
