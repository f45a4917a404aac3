"""What a side of a comparison gives back: a value and, where it was asked for, the limits of its interval."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Result:
    """low and high are None where no interval was asked for."""

    value: float
    low: float | None = None
    high: float | None = None


Side = Callable[[Any], Result]
