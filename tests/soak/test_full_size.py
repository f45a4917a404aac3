"""The sizes that the memory bounds speak of, at full size."""

from __future__ import annotations

import time
import tracemalloc

import numpy as np
import pytest

from accord.agreement.design import Design
from accord.agreement.engine import numbers
from accord.agreement.names import read_measure
from accord.agreement.panel import panel_of
from accord.agreement.resample import BLOCK_NUMBERS
from accord.agreement.settings import Settings
from accord.annotations.ratings import Sets

pytestmark = pytest.mark.soak

ITEMS, LABELS = 20_000, 200


def test_forty_thousand_different_sets() -> None:
    """alpha(jaccard) of 20,000 items and 200 labels: eight blocks of 32 MiB, and the sets as floats.

    All distances at once would be 1.6 billion numbers, 12 GiB.
    """
    rng = np.random.default_rng(1)
    members = rng.random((ITEMS, 1, LABELS)) < 0.05
    members = (members ^ (rng.random((ITEMS, 2, LABELS)) < 0.01)).reshape(-1, LABELS)
    distinct, code = np.unique(members, axis=0, return_inverse=True)
    assert len(distinct) > 1.9 * ITEMS
    state = np.zeros(2 * ITEMS, np.uint8)
    answers = Sets(state, code.ravel().astype(np.int32), distinct, tuple(map(str, range(LABELS))), {})
    panel = panel_of(np.repeat(np.arange(ITEMS, dtype=np.int32), 2), answers, ITEMS)
    begin = time.perf_counter()
    tracemalloc.start()
    try:
        (found,) = numbers([(read_measure("alpha(jaccard)"), panel)], None, Design(), Settings(replicates=20))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    print(f"\n{len(distinct)} sets: peak {peak / 2**20:.0f} MiB, {time.perf_counter() - begin:.0f} s for 20 replicates")
    assert found.low is not None
    assert peak < 8 * 8 * BLOCK_NUMBERS + 8 * distinct.size
