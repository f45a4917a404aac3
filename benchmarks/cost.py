"""Where accord's own time goes: how it grows with the number of items, and how long a whole study takes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import numpy as np
import pandas as pd

from accord.agreement.engine import replicate_values
from accord.agreement.field_panels import field_panel
from accord.agreement.interval import percentile_limits
from accord.agreement.names import read_measure
from accord.agreement.panel import Panel
from accord.agreement.patterns import Ints
from accord.agreement.resample import Units
from accord.agreement.settings import Settings
from accord.annotations.build import build_ratings
from accord.annotations.layout import Layout
from accord.verbs.demo import demo
from accord.verbs.frames import as_polars
from data import as_long, full_ratings
from ours import SCALE, alpha, alpha_interval

ALPHA = read_measure("alpha(ordinal)")


def interval_cost(items: str, runs: str) -> dict[str, Any]:
    """Median seconds of ordinal alpha: without an interval, from the counts of patterns to the limits, and with one."""
    frame = as_long(full_ratings(int(items)))
    panel, multiplicity = _counted(frame)
    return {
        "items": int(items),
        "patterns": len(multiplicity),
        "counting": _seconds(lambda: alpha(frame), int(runs)),
        "replicating": _seconds(lambda: _replicated(panel, multiplicity), int(runs)),
        "all": _seconds(lambda: alpha_interval(frame), int(runs)),
    }


def _counted(frame: pd.DataFrame) -> tuple[Panel, Ints]:
    """The patterns of a frame, and how many items have each."""
    layout = Layout(item=("item_id",), rater="rater_id")
    ratings = build_ratings(as_polars(frame, set(frame.columns)), layout, SCALE)
    panel = field_panel(ratings, "rating", [ALPHA])
    assert isinstance(panel, Panel)
    return panel, np.bincount(panel.item, minlength=len(panel.size))


def _replicated(panel: Panel, multiplicity: Ints) -> tuple[float, float]:
    """From the counts of the patterns to the limits."""
    settings = Settings()
    sums = ALPHA.sums(panel, multiplicity)
    (replicates,) = replicate_values([sums], [sums.columns], Units((multiplicity,)), settings)
    return percentile_limits(replicates, settings.level)


def demo_cost(replicates: str) -> dict[str, Any]:
    """Seconds of `accord demo`: of the analysis of the scenes (every default measure by group) and of everything."""
    with TemporaryDirectory() as folder:
        begin = perf_counter()
        done = demo(Path(folder) / "demo", Settings(replicates=int(replicates)))
        whole = perf_counter() - begin
    return {
        "replicates": int(replicates),
        "estimates": len(done.scenes.estimates),
        "scenes": done.scenes_seconds,
        "whole": whole,
    }


def _seconds(call: Callable[[], object], runs: int) -> float:
    call()
    found = []
    for _ in range(runs):
        begin = perf_counter()
        call()
        found.append(perf_counter() - begin)
    return median(found)
