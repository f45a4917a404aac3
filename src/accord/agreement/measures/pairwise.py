"""Raw agreement of a named pair of raters."""

from __future__ import annotations

import numpy as np

from accord.agreement.measure import Measure
from accord.agreement.panel import PairPanel
from accord.agreement.patterns import Ints
from accord.agreement.sums import Sums, ratio_of_sums


class Pairwise(Measure):
    """The share of items on which two named raters gave the same value.

    Formula
    :   items with equal values / items that both rated.

    Source
    :   Raw agreement of a pair.

    Edge cases
    :   Always of a pair, over the items both rated. A share of 0 or 1 gets a Wilson interval.

    Worked example
    :   GPT-4.1-mini and DeepSeek-V4-Flash as judges of 656 museum titles (rebuilt from the published
        table): .895; below, a small table.

    >>> import accord
    >>> accord.pairwise(["a", "b", None], ["a", "a", "b"])
    0.5
    """

    key = "pairwise"
    kinds = frozenset({"binary", "choice", "rating", "number"})
    shape = "pair"
    share = True

    def sums(self, panel: PairPanel, multiplicity: Ints) -> Sums:
        columns = np.column_stack([panel.both & ~panel.differs, panel.both]).astype(np.float64)
        return Sums(columns, ratio_of_sums, panel.both)
