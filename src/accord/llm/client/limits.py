"""Requests and tokens a minute, spread evenly."""

from __future__ import annotations

MINUTE = 60.0


class Pace:
    """So many units a minute and no bursts: each reservation starts when those before it are paid for.

    >>> pace = Pace(60)
    >>> pace.reserve(0.0, 1), pace.reserve(0.0, 1), pace.reserve(0.5, 1)
    (0.0, 1.0, 1.5)
    """

    def __init__(self, per_minute: int) -> None:
        self.per_minute = per_minute
        self._next = float("-inf")

    def reserve(self, now: float, units: float) -> float:
        """Take units; the seconds to wait before they may be used."""
        start = max(now, self._next)
        self._next = start + units * MINUTE / self.per_minute
        return start - now

    def correct(self, units: float) -> None:
        """So many units more were used than were taken, or fewer where it is negative.

        A service may count beyond all reason: no request makes the others wait for more than a minute.
        """
        self._next += min(units * MINUTE / self.per_minute, MINUTE)


class Limits:
    """The declared limits of one model at one endpoint; where several raters declare them, the strictest holds."""

    def __init__(self) -> None:
        self.requests: Pace | None = None
        self.tokens: Pace | None = None

    def declare(self, requests_per_minute: int | None, tokens_per_minute: int | None) -> None:
        """Hold these limits from now on; None is no limit."""
        self.requests = _stricter(self.requests, requests_per_minute)
        self.tokens = _stricter(self.tokens, tokens_per_minute)

    def reserve(self, now: float, tokens: int) -> float:
        """Take one request of so many tokens, as far as is known before it; the seconds to wait before it is sent."""
        waits = [0.0]
        if self.requests is not None:
            waits.append(self.requests.reserve(now, 1))
        if self.tokens is not None:
            waits.append(self.tokens.reserve(now, tokens))
        return max(waits)

    def settle(self, estimated: int, used: int) -> None:
        """A request took `used` tokens, not `estimated`."""
        if self.tokens is not None:
            self.tokens.correct(used - estimated)


def _stricter(pace: Pace | None, per_minute: int | None) -> Pace | None:
    if per_minute is None or (pace is not None and pace.per_minute <= per_minute):
        return pace
    return Pace(per_minute)
