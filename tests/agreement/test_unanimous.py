"""All values of an item are equal, or not."""

from __future__ import annotations

import numpy as np

from accord.agreement.measures.raw import AllAgree
from accord.agreement.measures.sets import ExactSet
from accord.agreement.unanimous import Unanimous
from accord.verbs.arrays import scalar_panel, set_panel


def test_items_without_a_disagreement_count_one() -> None:
    panel = scalar_panel([[1, 1], [1, 2], [2, 2, 2], [1]])
    sums = AllAgree().sums(panel, panel.everywhere)
    items = np.where(sums.counted, panel.everywhere, 0)
    assert (items @ sums.columns).tolist() == [2.0, 3.0]
    assert sums.details == {"items_by_raters": {"2": 2, "3": 1}}


def test_both_measures_are_one_computation() -> None:
    values, (sets, _) = scalar_panel([[0, 1], [1, 1]]), set_panel([[[0], [1]], [[1], [1]]])
    for measure, panel in ((AllAgree(), values), (ExactSet(), sets)):
        assert isinstance(measure, Unanimous)
        found = measure.sums(panel, panel.everywhere)
        assert found.value(panel.everywhere[None] @ found.columns).tolist() == [0.5]
