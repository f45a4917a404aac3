"""What is resampled: items, or clusters of them, within strata, in the slice at hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest
from numpy.typing import NDArray
from scipy import sparse

import accord
from accord.agreement.design import Design, by_unit, design_of
from accord.agreement.panel import Panel, panel_of
from accord.annotations.ratings import Grouping, Ratings, Scalars
from accord.errors import InputError
from accord.spec.reading import Scale

UNITS = [[0, 0], [0, 1], [1, 1], [0, 1], [1], [0, 0]]


def panel() -> Panel:
    """Six items; item 4 has one value and item 6 none."""
    item = np.repeat(np.arange(6), [len(unit) for unit in UNITS]).astype(np.int32)
    code = np.array([value for unit in UNITS for value in unit], np.int32)
    answers = Scalars(np.zeros(len(code), np.uint8), code, Scale(("a", "b")))
    return panel_of(item, answers, 7)


PANEL = panel()
PAIRED = PANEL.size >= 2
SAME = int(PANEL.item[0])
APART = int(PANEL.item[1])
ONES = int(PANEL.item[2])


def codes(*values: int) -> NDArray[np.int32]:
    return np.array(values, np.int32)


def by_pattern(counts: NDArray[np.int64]) -> dict[int, int]:
    return {at: int(count) for at, count in enumerate(counts) if count}


def test_without_a_design_items_are_drawn() -> None:
    units, of_units = Design().units(PANEL, None, PAIRED)
    assert of_units is None
    assert units.order is None
    assert [by_pattern(counts) for counts in units.counts] == [{SAME: 2, APART: 2, ONES: 1}]


def test_only_items_of_the_slice_that_count_are_drawn() -> None:
    chosen = np.array([True, True, False, False, True, False, True])
    units, _ = Design().units(PANEL, chosen, PAIRED)
    assert [by_pattern(counts) for counts in units.counts] == [{SAME: 1, APART: 1}]


def test_index_draws_need_items_in_the_order_of_their_ids() -> None:
    units, _ = Design(indexed=True).units(PANEL, None, PAIRED)
    assert units.order is not None
    assert [order.tolist() for order in units.order] == [[SAME, APART, ONES, APART, SAME]]


def test_or_in_the_order_of_the_file() -> None:
    rank = np.array([5, 1, 2, 0, 3, 4, 6])
    units, _ = Design(rank=rank, indexed=True).units(PANEL, None, PAIRED)
    assert units.order is not None
    assert units.order[0].tolist() == [APART, APART, ONES, SAME, SAME]


def test_strata_are_drawn_apart() -> None:
    design = Design(stratum=codes(1, 0, 1, 0, 0, 1, 0), indexed=True)
    units, of_units = design.units(PANEL, None, PAIRED)
    assert of_units is None
    assert [by_pattern(counts) for counts in units.counts] == [{APART: 2}, {SAME: 2, ONES: 1}]
    assert units.order is not None
    assert [order.tolist() for order in units.order] == [[APART, APART], [SAME, ONES, SAME]]


def test_a_stratum_without_items_of_the_slice_is_no_stratum() -> None:
    design = Design(stratum=codes(0, 0, 0, 1, 1, 1, 1), indexed=True)
    units, _ = design.units(PANEL, np.array([True] * 3 + [False] * 4), PAIRED)
    assert len(units.counts) == 1
    assert units.size == 3


def test_clusters_are_drawn_with_all_their_items() -> None:
    """Clusters 0: items 0 and 1; 1: items 2, 3 and 4, which does not count; 2: item 5."""
    design = Design(cluster=codes(0, 0, 1, 1, 1, 2, 2), indexed=True)
    units, of_units = design.units(PANEL, None, PAIRED)
    assert isinstance(of_units, sparse.csr_array)
    assert units.size == 3
    assert units.order is not None
    content = of_units.toarray()[units.order[0]].astype(int)
    expected = np.zeros((3, len(PAIRED)), int)
    expected[0, [SAME, APART]] = 1
    expected[1, [ONES, APART]] = 1
    expected[2, SAME] = 1
    assert content.tolist() == expected.tolist()


def test_equal_clusters_share_a_pattern() -> None:
    design = Design(cluster=codes(0, 0, 2, 1, 2, 1, 2))
    units, _ = design.units(PANEL, None, PAIRED)
    assert sorted(units.counts[0].tolist()) == [1, 2]


def test_clusters_in_the_order_of_the_file() -> None:
    """By their first item that counts."""
    design = Design(cluster=codes(0, 1, 1, 2, 0, 2, 0), rank=np.array([5, 4, 3, 2, 0, 1, 6]), indexed=True)
    units, of_units = design.units(PANEL, None, PAIRED)
    assert units.order is not None
    assert of_units is not None
    sizes = np.asarray(of_units.sum(axis=1)).ravel()[units.order[0]]
    content = of_units.toarray()[units.order[0]]
    assert sizes.tolist() == [2, 2, 1]
    assert content[2, SAME] == 1
    assert content[1, ONES] == 1


def test_clusters_within_strata() -> None:
    design = Design(cluster=codes(0, 0, 1, 1, 2, 2, 2), stratum=codes(1, 1, 0, 0, 1, 1, 1), indexed=True)
    units, of_units = design.units(PANEL, None, PAIRED)
    assert of_units is not None
    assert [int(counts.sum()) for counts in units.counts] == [1, 2]


def test_nothing_to_draw() -> None:
    nothing = np.zeros(7, np.bool_)
    for design in (Design(), Design(indexed=True), Design(stratum=codes(*[0] * 7)), Design(cluster=codes(*range(7)))):
        units, _ = design.units(PANEL, nothing, PAIRED)
        assert units.size == 0


@pytest.mark.parametrize("as_sparse", [False, True])
def test_columns_by_unit_are_sums_over_its_items(as_sparse: bool) -> None:
    columns: Any = np.array([[1.0, 2.0], [10.0, 20.0], [100.0, 200.0]])
    of_units = sparse.csr_array(np.array([[1.0, 0.0, 2.0], [0.0, 3.0, 0.0]]))
    assert by_unit(columns, None) is columns
    found = by_unit(sparse.csr_array(columns) if as_sparse else columns, of_units)
    dense = found.toarray() if isinstance(found, sparse.csr_array) else found
    assert isinstance(found, sparse.csr_array) is as_sparse
    assert dense.tolist() == [[201.0, 402.0], [30.0, 60.0]]


def ratings(**groupings: Grouping) -> Ratings:
    """Rows of items 2, 0, 1, 2, 0."""
    return Ratings(pl.Series(["a", "b", "c"]), codes(2, 0, 1, 2, 0), (), None, {}, {}, **groupings)


def test_the_order_of_the_file_is_that_of_first_rows() -> None:
    assert design_of(ratings(), True, "id").rank is None
    assert design_of(ratings(), False, "file").rank is None
    rank = design_of(ratings(), True, "file").rank
    assert rank is not None
    assert np.argsort(rank).tolist() == [2, 0, 1]


def test_cluster_and_stratum_of_ratings() -> None:
    cluster = Grouping(("who",), (("x",), ("y",)), codes(0, 1, 1))
    stratum = Grouping(("where",), (("p",), ("q",)), codes(1, 0, 0))
    design = design_of(ratings(cluster=cluster, strata=stratum), True, "id")
    assert design.cluster is not None
    assert design.stratum is not None
    assert design.cluster.tolist() == [0, 1, 1]
    assert design.stratum.tolist() == [1, 0, 0]
    assert design.indexed is True


def test_a_cluster_in_two_strata_is_refused_by_name() -> None:
    frame = pl.DataFrame(
        {
            "item": ["a", "a", "b", "b", "c", "c"],
            "rater": ["r", "s"] * 3,
            "v": [0, 1, 1, 1, 0, 0],
            "object": ["vase", "vase", "vase", "vase", "bowl", "bowl"],
            "kind": ["new", "new", "old", "old", "new", "new"],
        }
    )
    with pytest.raises(InputError, match="1 clusters lie in more than one stratum: vase"):
        accord.agree(frame, item="item", rater="rater", fields={"v": accord.Binary()}, cluster="object", strata="kind")
