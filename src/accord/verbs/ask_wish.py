"""What a run of machines is asked to do."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from accord.errors import UsageError

MachineRole = Literal["judge", "model"]
BOUNDS = {"limit": (1, None), "concurrency": (1, 1024), "retry_invalid": (0, 20)}
"""The least and the greatest whole number of each option."""


@dataclass(frozen=True)
class Wish:
    """What a run is asked to do. names: of raters, all of the role where there are none; limit: units a rater; budget:
    US dollars; concurrency: requests at once at an endpoint; retries: how often an unreadable reply is asked for again;
    replay: recorded replies instead of a network; changed: whether units that were asked with other words are asked
    again.

    Raises UsageError for a number that cannot be.
    """

    role: MachineRole
    names: tuple[str, ...] = ()
    limit: int | None = None
    budget: float | None = None
    concurrency: int | None = None
    retries: int = 0
    replay: Path | None = None
    changed: bool = False

    def __post_init__(self) -> None:
        given = {"limit": self.limit, "concurrency": self.concurrency, "retry_invalid": self.retries}
        problems = [_wrong(name, value, *BOUNDS[name]) for name, value in given.items() if value is not None]
        if self.budget is not None and not (_is_number(self.budget) and 0 <= self.budget < math.inf):
            problems.append(f"budget_usd {self.budget!r}: must be a number of US dollars, 0 or more")
        if self.replay is not None and self.retries:
            problems.append("--retry-invalid asks a machine again; a recording (--replay) has one reply to a form")
        told = [problem for problem in problems if problem]
        if told:
            raise UsageError("\n".join(told))


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _wrong(name: str, value: object, least: int, most: int | None) -> str:
    """Why a value cannot be, "" where it can."""
    if isinstance(value, int) and not isinstance(value, bool) and least <= value and (most is None or value <= most):
        return ""
    bound = f"{least} or more" if most is None else f"from {least} to {most:,}"
    return f"{name} {value!r}: must be a whole number, {bound}"
