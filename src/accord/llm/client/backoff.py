"""How long to wait before the next try."""

from __future__ import annotations

import random

BASE = 1.0
LONGEST = 60.0
SPREAD = 1.0
SHORTEST = 0.1


def backoff(failures: int, least: float | None, rng: random.Random) -> float:
    """Seconds after so many failed tries, one or more: anything from 0 to 1, 2, 4, ... 60 (full jitter, so that those
    who failed together do not come back together); where the service has named a time, that and up to as much again,
    at most a second more.
    """
    most = min(BASE * 2.0 ** min(failures - 1, 10), LONGEST)
    if least is None:
        return rng.uniform(0, most)
    return least + rng.uniform(0, min(SPREAD, most, max(least, SHORTEST)))
