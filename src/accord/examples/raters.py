"""Simulated raters: how one who knows the truth of an item answers, with mistakes, and when."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta

import numpy as np

GRID = 1_000  # boxes lie on a grid of three decimals
_SMALLEST_SIDE = 10  # of a box, in steps of the grid
_SECONDS = (20, 90)  # between two submissions of one rater

Box = tuple[float, float, float, float]
"""Left, top, width and height as shares of the picture."""


def moments(rng: np.random.Generator, first: str, count: int) -> list[str]:
    """Times of `count` submissions of one rater, the first soon after `first`, then 20 to 90 seconds apart.

    first: ISO 8601, UTC. Times are written as "2025-03-03T09:00:41Z". ValueError where `first` is no time.

    >>> moments(np.random.default_rng(0), "2025-03-03T09:00", 2)
    ['2025-03-03T09:01:20Z', '2025-03-03T09:02:25Z']
    """
    low, high = _SECONDS
    start = datetime.fromisoformat(first).replace(tzinfo=UTC)
    waited = np.cumsum(rng.integers(low, high, count, endpoint=True))
    return [f"{start + timedelta(seconds=int(seconds)):%Y-%m-%dT%H:%M:%SZ}" for seconds in waited]


def slipped(rng: np.random.Generator, truth: str, labels: Sequence[str], rate: float) -> str:
    """The true label, or at this rate another one; each other label is as likely."""
    others = [label for label in labels if label != truth]
    wrong = others[int(rng.integers(len(others)))]
    return wrong if rng.random() < rate else truth


def step(rng: np.random.Generator, quality: float, cuts: Sequence[float], noise: float) -> int:
    """The step of a scale, 0 to len(cuts), on which a quality that is seen with normal noise falls.

    cuts: rising; quality and noise (a standard deviation) are on their scale.
    """
    return int(np.searchsorted(cuts, quality + rng.normal(0.0, noise)))


def found(
    rng: np.random.Generator, truth: Iterable[str], labels: Sequence[str], missed: float, imagined: float
) -> list[str]:
    """The labels a rater sees, in the declared order: true ones less the missed, and now and then another."""
    there = set(truth)
    draws = rng.random(len(labels))
    return [
        label
        for label, draw in zip(labels, draws, strict=True)
        if (draw >= missed if label in there else draw < imagined)
    ]


def redrawn(rng: np.random.Generator, box: Box, spread: float) -> Box:
    """The box as a rater draws it: shifted and stretched by `spread` (standard deviation, share of its sides).

    It is cut to the picture, has three decimals and is at least .01 wide and high.
    """
    x, y, width, height = box
    shift = rng.normal(0.0, spread, 2)
    stretch = np.exp(rng.normal(0.0, spread, 2))
    left, right = _side(x + width * shift[0], width * stretch[0])
    top, bottom = _side(y + height * shift[1], height * stretch[1])
    return left / GRID, top / GRID, (right - left) / GRID, (bottom - top) / GRID


def submission(
    item: str,
    rater: str,
    role: str,
    at: str,
    answers: Mapping[str, object],
    *,
    of: str | None = None,
    state: str = "answered",
    reason: str | None = None,
) -> dict[str, object]:
    """One row of a template: who said what about which item, when, and about whose output.

    of: the model whose output is judged. answers: field -> raw answer; None where it is left blank.
    """
    return {
        "item": item,
        "rater": rater,
        "role": role,
        "at": at,
        "of": of,
        "state": state,
        "reason": reason,
        "answers": dict(answers),
    }


def _side(start: float, length: float) -> tuple[int, int]:
    """First and last grid line of one side of a box; never at 1, where start plus length may round above it."""
    first = min(max(round(start * GRID), 0), GRID - 1 - _SMALLEST_SIDE)
    last = min(max(round((start + length) * GRID), first + _SMALLEST_SIDE), GRID - 1)
    return first, last
