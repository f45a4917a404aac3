"""The share of items whose raters all say the same, of whatever kind of value."""

from __future__ import annotations

import numpy as np

from accord.agreement.measure import Measure
from accord.agreement.panel import Panel
from accord.agreement.patterns import Ints
from accord.agreement.sums import Sums, ratio_of_sums


class Unanimous(Measure):
    """Base of the measures that ask whether all values of an item are equal."""

    share = True

    def sums(self, panel: Panel, multiplicity: Ints) -> Sums:
        """A 1 for each item without a disagreement; items by panel size are shown where sizes differ."""
        columns = np.column_stack([~panel.differs, np.ones(len(panel.size))])
        return Sums(columns, ratio_of_sums, panel.size >= 2, details=panel.items_by_raters(multiplicity))
