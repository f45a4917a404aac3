"""How often the 95 % intervals hold the truth: 4,000 simulated data sets a cell, 2,000 replicates each.

The populations, and why they count as moderate, are described in simulated_coverage.py.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.soak

WORKERS = 2
DATA_SETS = 4_000
BAND = (0.935, 0.965)
MOST_IN_A_TAIL = 0.04
FLOOR = 0.85
NAMED = ("alpha(ordinal)", "fleiss", "positive_label", "instance_f1")


@dataclass(frozen=True)
class Cell:
    """One population and size over all data sets, as shares of those with an interval."""

    name: str
    items: int
    truth: float
    below: float
    above: float
    without: int
    limited: float
    width: float

    @property
    def covered(self) -> float:
        return 1 - self.below - self.above

    @property
    def moderate(self) -> bool:
        return self.name.endswith(("lower", "upper")) and self.items >= 200

    @property
    def small_or_rare(self) -> bool:
        return self.name.endswith("rare") or (self.name.endswith(("lower", "upper")) and self.items < 200)


def run(worker: int) -> list[dict[str, Any]]:
    """One share of the data sets, in a program of its own: one thread each, for two at once."""
    script = Path(__file__).with_name("simulated_coverage.py")
    one_thread = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    done = subprocess.run(
        [sys.executable, str(script), str(worker), str(WORKERS)],
        env={**os.environ, **one_thread},
        stdout=subprocess.PIPE,
        check=True,
        text=True,
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def joined(parts: tuple[dict[str, Any], ...]) -> Cell:
    first = parts[0]
    assert {(part["name"], part["items"]) for part in parts} == {(first["name"], first["items"])}
    total = {
        key: sum(part[key] for part in parts) for key in ("intervals", "without", "below", "above", "limited", "width")
    }
    count = total["intervals"]
    assert count + total["without"] == DATA_SETS
    return Cell(
        first["name"],
        first["items"],
        first["truth"],
        total["below"] / count,
        total["above"] / count,
        total["without"],
        total["limited"] / DATA_SETS,
        total["width"] / count,
    )


@pytest.fixture(scope="module")
def cells() -> list[Cell]:
    with ThreadPoolExecutor(WORKERS) as pool:
        found = [joined(parts) for parts in zip(*pool.map(run, range(WORKERS)), strict=True)]
    heads = f"{'cover %':>9}{'< low':>7}{'> high':>7}{'null':>6}{'limited %':>11}{'width':>7}"
    print(f"\n{'population':<60}{'N':>6}{'truth':>7}{heads}")
    for cell in found:
        print(
            f"{cell.name:<60}{cell.items:>6}{cell.truth:>7.3f}{100 * cell.covered:>9.2f}{100 * cell.below:>7.2f}"
            f"{100 * cell.above:>7.2f}{cell.without:>6}{100 * cell.limited:>11.1f}{cell.width:>7.3f}"
        )
    return found


def test_every_named_measure_and_size_is_there(cells: list[Cell]) -> None:
    for measure in NAMED:
        sizes = {cell.items for cell in cells if cell.name.startswith(measure) and cell.moderate}
        assert sizes == {200, 656, 2_000}
    assert sum(cell.small_or_rare for cell in cells) >= 16


def test_moderate_populations_are_covered(cells: list[Cell]) -> None:
    """93.5 to 96.5 %, and at most 4 % of the data sets miss on either side."""
    outside = [
        cell
        for cell in cells
        if cell.moderate and not (BAND[0] <= cell.covered <= BAND[1] and max(cell.below, cell.above) <= MOST_IN_A_TAIL)
    ]
    assert not outside


def test_small_samples_and_rare_labels_are_flagged_where_coverage_falls(cells: list[Cell]) -> None:
    """Never below 85 %; where it falls below 93 %, most data sets carry `limited_support`."""
    for cell in cells:
        if cell.small_or_rare:
            assert cell.covered >= FLOOR, cell
            assert cell.covered >= 0.93 or cell.limited >= 0.8, cell
        if cell.name.endswith("rare") and cell.items == 200:
            assert cell.limited >= 0.8, cell


def test_a_pool_of_raters_needs_the_wider_interval(cells: list[Cell]) -> None:
    """Resampling items alone misses the value of the pool far too often; with the raters it does not."""
    pools = [cell for cell in cells if cell.name.startswith("pool")]
    assert len(pools) == 4
    for items_only, both in zip(pools[::2], pools[1::2], strict=True):
        assert items_only.covered < 0.9
        assert both.covered >= BAND[0]
