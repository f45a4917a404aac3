"""Memory stays bounded by blocks, however many items, values or labels there are."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from built_panels import number, scalar_panel

from accord.agreement.panel import Panel, pair_panel, panel_of
from accord.agreement.patterns import count_patterns
from accord.agreement.resample import BLOCK_NUMBERS
from accord.annotations.ratings import Sets
from accord.spec.reading import Scale

BLOCK = 8 * BLOCK_NUMBERS


def test_a_block_is_32_mib() -> None:
    assert BLOCK == 32 * 2**20


def peak(of: Callable[[], object]) -> int:
    """The most bytes held at once while it runs."""
    tracemalloc.start()
    try:
        of()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_memory_of_a_million_items_that_are_all_different() -> None:
    """Six blocks of 32 MiB, and sixteen arrays of one number an item.

    Weights come in blocks of four million numbers and have a few temporaries of that size; the four sums of
    alpha(interval) are columns of a million rows, which exact addition holds in two parts. Nothing grows with the
    number of replicates.
    """
    items = 1_000_000
    rng = np.random.default_rng(0)
    value = rng.normal(size=items).repeat(2) + rng.normal(size=2 * items)
    positions, code = np.unique(value, return_inverse=True)
    item = np.repeat(np.arange(items, dtype=np.int32), 2)
    # A scale without labels: two million numbers as text would be most of the memory.
    scale = Scale((), positions, declared=False)
    panel = Panel(count_patterns(item, code.astype(np.int32), items, len(positions)), scale)
    assert len(panel.size) == items
    few, many = (peak(lambda b=b: number("alpha(interval)", panel, replicates=b)) for b in (10, 50))
    assert many < 6 * BLOCK + 16 * 8 * items
    assert many < 1.1 * few


@pytest.mark.parametrize("measure", ["fleiss", "fleiss(ragged)", "gwet(ac1)", "cohen", "alpha(nominal)"])
def test_memory_of_many_labels(measure: str) -> None:
    """Six blocks: a choice among thousands of labels as seen makes no table of items by labels."""
    items = 4_000
    rng = np.random.default_rng(2)
    first = rng.integers(0, items, items)
    second = np.where(rng.random(items) < 0.8, first, rng.integers(0, items, items))
    units = np.stack([first, second], axis=1).tolist()
    panel: Any = scalar_panel(units, items)
    if measure == "cohen":
        sides = [(np.arange(items), side) for side in (first, second)]
        panel = pair_panel(sides[0], sides[1], panel.scale, items)
    assert peak(lambda: number(measure, panel, replicates=10)) < 6 * BLOCK


def test_memory_of_many_different_sets() -> None:
    """Six blocks and the sets themselves: the distances of all pairs of sets are never held at once.

    5,000 different sets have 25 million distances, 200 MB. Twice as many items take hardly more memory; the full
    size, 20,000 items, is in the soak tests.
    """
    peaks = []
    for items in (1_250, 2_500):
        panel = distinct_sets(items)
        peaks.append(peak(lambda panel=panel: number("alpha(jaccard)", panel, replicates=10)))
    assert max(peaks) < 6 * BLOCK
    assert peaks[1] < 1.2 * peaks[0]


def distinct_sets(items: int) -> Panel:
    """Two raters, sets of about ten of 200 labels, nearly all of them different."""
    rng = np.random.default_rng(1)
    members = rng.random((items, 1, 200)) < 0.05
    members = (members ^ (rng.random((items, 2, 200)) < 0.01)).reshape(-1, 200)
    distinct, code = np.unique(members, axis=0, return_inverse=True)
    assert len(distinct) > 1.8 * items
    item = np.repeat(np.arange(items, dtype=np.int32), 2)
    answers = Sets(
        np.zeros(2 * items, np.uint8), code.ravel().astype(np.int32), distinct, tuple(map(str, range(200))), {}
    )
    return panel_of(item, answers, items)
