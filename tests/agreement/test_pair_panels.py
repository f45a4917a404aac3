"""The panels of named pairs, made in two ways that must not differ."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from made_ratings import ratings_of

import accord
from accord.agreement.design import Design
from accord.agreement.engine import numbers
from accord.agreement.names import read_measure
from accord.agreement.pair_panels import PairPanels, panel_of_pair
from accord.agreement.panel import PairPanel, Panel
from accord.agreement.settings import Settings

CELLS = [[1, 1, None], [2, 1, 2], [None, 3, 3], [3, None, 1], [None, None, 2], [2, 2, 2], [None, None, None]]
FEW, MANY = accord.Rating(1, 3), accord.Rating(1, 30)
"""Scales on which patterns tell raters apart, or not."""
COHEN, ALPHA = read_measure("cohen"), read_measure("alpha(nominal)")


def pairs_of(cells: Any, field: accord.Rating, first: int, second: int) -> list[tuple[int, int] | None]:
    """The values of both raters by item, None where one is absent."""
    fields = {"value": field, "other": accord.Binary()}
    ratings = ratings_of({"value": cells, "other": [[0] * len(cells[0])] * len(cells)}, fields)
    ((_, panel),) = PairPanels(ratings, "value", [COHEN]).of(first, second)[0]
    assert isinstance(panel, PairPanel)
    both = np.append(panel.both, False)[panel.item]
    values = zip(np.append(panel.first, -1)[panel.item], np.append(panel.second, -1)[panel.item], strict=True)
    return [(int(a), int(b)) if here else None for here, (a, b) in zip(both, values, strict=True)]


@pytest.mark.parametrize("field", [FEW, MANY])
@pytest.mark.parametrize("pair", [(0, 1), (0, 2), (1, 2), (2, 0)])
def test_values_of_both_raters(field: accord.Rating, pair: tuple[int, int]) -> None:
    first, second = pair
    expected = [
        None if line[first] is None or line[second] is None else (line[first] - 1, line[second] - 1) for line in CELLS
    ]
    assert pairs_of(CELLS, field, first, second) == expected


@pytest.mark.parametrize("cells", [CELLS, [[1, None, 1], [None, 2, 2], [2, None, 1]]], ids=["some", "none shared"])
@pytest.mark.parametrize("measure", ["pairwise", "cohen", "cohen(linear)", "cohen(quadratic)"])
def test_both_ways_give_the_same_number(cells: Any, measure: str) -> None:
    """Value, support, flag and reason; the longer scale divides out of kappa."""
    found = []
    for scale in (FEW, MANY):
        panel = panel_of_pair(ratings_of(cells, scale), "value", read_measure(measure), "A|B")
        (number,) = numbers([(read_measure(measure), panel)], None, Design(), Settings(replicates=0))
        value = None if number.value is None else round(number.value, 12)
        found.append((value, number.items, number.ratings, number.limited_support, number.reason))
    assert found[0] == found[1]


def test_measures_of_a_pair_share_its_panel_and_others_get_their_own() -> None:
    groups = PairPanels(ratings_of(CELLS, FEW), "value", [COHEN, ALPHA, read_measure("pairwise")]).of(0, 1)
    assert [[measure.name for measure, _ in group] for group in groups] == [["cohen", "pairwise"], ["alpha(nominal)"]]
    (_, one), (_, other) = groups[0]
    assert one is other
    assert isinstance(groups[1][0][1], Panel)


def test_the_panel_of_two_has_only_their_values() -> None:
    ((_, panel),) = PairPanels(ratings_of(CELLS, FEW), "value", [ALPHA]).of(0, 1)[0]
    assert np.append(panel.size, 0)[panel.item].tolist() == [2, 2, 1, 1, 0, 2]


def test_a_pair_of_boxes() -> None:
    box = ("car", (0, 0, 2, 2))
    ratings = ratings_of([[[box], [box], []], [[], [box], [box]]], accord.Boxes(["car"], format="xywh"))
    f1 = read_measure("instance_f1(0.5)")
    for pair, value in (("A|B", 2 / 3), ("A|C", 0.0), ("B|C", 2 / 3)):
        (number,) = numbers([(f1, panel_of_pair(ratings, "value", f1, pair))], None, Design(), Settings(replicates=0))
        assert number.value == pytest.approx(value, abs=1e-15)


def test_a_pair_is_found_whatever_its_names() -> None:
    """A name may hold the mark that stands between names."""
    ratings = ratings_of([[1, 2, 3]], FEW, raters=["a", "a|b", "c"])
    for pair, values in (("a|a|b", (0, 1)), ("a|b|c", (1, 2)), ("c|a", (2, 0)), ("c|a|b", (2, 1))):
        panel = panel_of_pair(ratings, "value", COHEN, pair)
        assert isinstance(panel, PairPanel)
        assert (panel.first.tolist(), panel.second.tolist()) == ([values[0]], [values[1]])


@pytest.mark.parametrize("pair", ["A", "A|A", "A|D", "A,B", ""])
def test_a_pair_that_is_none_is_refused(pair: str) -> None:
    with pytest.raises(accord.UsageError) as refused:
        panel_of_pair(ratings_of(CELLS, FEW), "value", COHEN, pair)
    assert str(refused.value) == f"there is no pair {pair!r}; write A|B with two of the raters 'A', 'B', 'C'"
