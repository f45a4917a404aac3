"""What all raters of one endpoint share: its pauses, and by model its limits, its health and its dialect."""

from __future__ import annotations

from collections import Counter

from accord.llm.client.breaker import Breaker
from accord.llm.client.dialect import FORMATS, PLAIN, Dialect
from accord.llm.client.limits import Limits

FAILURES = 10


class Lane:
    """One host and path. failures: so many failed requests in a row, and nothing more is sent (by model: behind one
    gateway a model may be down while others answer).
    """

    def __init__(self, *, failures: int = FAILURES) -> None:
        self.resume_at = float("-inf")
        self.pauses = 0
        self._failures = failures
        self._models: dict[str, Track] = {}

    def pause(self, until: float) -> None:
        """Send nothing before a time of the clock."""
        if until > self.resume_at:
            self.resume_at = until
            self.pauses += 1

    def track(self, model: str) -> Track:
        """What is known of one model."""
        if model not in self._models:
            self._models[model] = Track(self._failures)
        return self._models[model]


class Track:
    """One model at one endpoint. dialect: how it is asked; notes: what of a request it did not take, in words."""

    def __init__(self, failures: int) -> None:
        self.limits = Limits()
        self.breaker = Breaker(failures)
        self.dialect = PLAIN
        self.notes: list[str] = []
        self.learnt: Counter[str] = Counter()
        self._worked: frozenset[str] = frozenset()

    def learn(self, dialect: Dialect, sent: frozenset[str]) -> None:
        """A request in this dialect had its reply; sent: the parts of a request (format, keys) that it held.

        What it left out is left out from now on, unless that part has worked before: then it was one odd request.
        """
        if not sent <= self._worked:
            self._worked |= sent
        if dialect is self.dialect:
            return
        for part in dialect.left_out - self.dialect.left_out - self._worked:
            self.dialect = self.dialect.without(part)
            self.learnt[part] += 1
            self.notes.append(note_of(part))


def note_of(part: str) -> str:
    """What is reported of a part that an endpoint does not take."""
    if part == "max_tokens":
        return "max_tokens is sent as max_completion_tokens: the endpoint asks for that"
    if part in FORMATS:
        return f"replies are not asked for as {part}: the endpoint does not know it"
    return f"{part} is not sent: the endpoint refuses it"
