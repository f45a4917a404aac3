"""How numbers are computed: replicates, seed, interval, level; recorded beside every result."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from accord.agreement.interval import Interval
from accord.agreement.resample import Resample
from accord.errors import UsageError

Order = Literal["id", "file"]


@dataclass(frozen=True)
class Settings:
    """Settings of a run.

    replicates: 0 for no interval. order: the order of items for index draws, by id or of first appearance.
    rater_pool: widen intervals to a pool of raters of which these are a sample (rater jackknife).
    min_support: below so many informative items, or disagreements, an estimate has `limited_support`.
    """

    replicates: int = 2000
    seed: int = 0
    interval: Interval = "percentile"
    level: float = 0.95
    resample: Resample = "multinomial"
    order: Order = "id"
    rater_pool: bool = False
    min_support: int = 20

    def __post_init__(self) -> None:
        problems = []
        if not 0 <= self.replicates <= 10_000_000 or 0 < self.replicates < 10:
            problems.append(f"replicates: {self.replicates} is neither 0 nor from 10 to 10,000,000")
        if not 0 <= self.seed < 2**63:
            problems.append(f"seed: {self.seed} is not a whole number from 0 to 2**63 - 1")
        if not 0 < self.level < 1:
            problems.append(f"level: {self.level} does not lie between 0 and 1 (0.95, say)")
        if self.interval not in ("percentile", "bca"):
            problems.append(f"interval: {self.interval!r} is neither percentile nor bca")
        if self.resample not in ("multinomial", "index"):
            problems.append(f"resample: {self.resample!r} is neither multinomial nor index")
        if self.order not in ("id", "file"):
            problems.append(f"order: {self.order!r} is neither id nor file")
        if self.min_support < 0:
            problems.append(f"min-support: {self.min_support} is below 0")
        if problems:
            raise UsageError("\n".join(problems))

    def to_dict(self) -> dict[str, object]:
        """The settings as a JSON object, with numpy's version."""
        return {
            "seed": self.seed,
            "replicates": self.replicates,
            "interval": self.interval,
            "level": self.level,
            "resample": self.resample,
            "order": self.order,
            "rater_pool": self.rater_pool,
            "min_support": self.min_support,
            "numpy": np.__version__,
        }
