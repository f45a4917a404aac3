"""Panels of given values or sets, and one number of such a panel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from accord.agreement.design import Design
from accord.agreement.engine import Number, numbers
from accord.agreement.names import read_measure
from accord.agreement.panel import Panel, panel_of
from accord.agreement.settings import Settings
from accord.annotations.ratings import Scalars, Sets
from accord.spec.reading import Scale

LABELS = ("ant", "bee", "cow", "doe")


def scalar_panel(units: Sequence[Sequence[int]], values: int) -> Panel:
    item = np.repeat(np.arange(len(units)), [len(unit) for unit in units]).astype(np.int32)
    code = np.array([value for unit in units for value in unit], np.int32)
    scale = Scale(tuple(map(str, range(values))), np.arange(values, dtype=float), positive=1)
    return panel_of(item, Scalars(np.zeros(len(code), np.uint8), code, scale), len(units))


def set_panel(units: Sequence[Sequence[frozenset[int]]], labels: int) -> Panel:
    distinct = sorted({chosen for unit in units for chosen in unit}, key=sorted)
    members = np.array([[label in chosen for label in range(labels)] for chosen in distinct])
    item = np.repeat(np.arange(len(units)), [len(unit) for unit in units]).astype(np.int32)
    code = np.array([distinct.index(chosen) for unit in units for chosen in unit], np.int32)
    return panel_of(item, Sets(np.zeros(len(code), np.uint8), code, members, LABELS[:labels], {}), len(units))


def number(measure: str, panel: Any, design: Design | None = None, **settings: Any) -> Number:
    """One number of a panel, its items in the order of the panel."""
    return numbers([(read_measure(measure), panel)], None, design or Design(), Settings(**settings))[0]


def noisy_units(items: int, raters: int, values: int, seed: int) -> list[list[int]]:
    """Values around a true one, neighbours being the likeliest errors."""
    rng = np.random.default_rng(seed)
    base = rng.integers(0, values, (items, 1))
    slip = rng.choice([-1, 0, 0, 0, 1], (items, raters))
    return np.clip(base + slip, 0, values - 1).tolist()
