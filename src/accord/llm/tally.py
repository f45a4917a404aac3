"""Counts of one machine's run: outcomes, failures, tokens, cost and latency."""

from __future__ import annotations

import math
from array import array
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from accord.llm.comments import lacks_answer
from accord.llm.completion import Completion
from accord.llm.record import Draft
from accord.llm.replies.read import Read


@dataclass
class Tally:
    """What came of the requests of one machine. comments: fields that may stay blank.

    units: how many there are; not_asked: more, about which there is nothing to ask; planned: that this run asks; left:
    that a later one is to ask. replies: that were written, which are more than the units that were asked where
    unreadable ones are asked again. answered: units whose reply could be read; incomplete: of these, with a field left
    out; invalid: reason -> units whose reply could not be read. failed: reason -> requests without a reply; examples:
    reason -> what was said of the first; stopped: why nothing more was sent. states: of the answers that stand;
    tolerances: how often a reply was read by one; formats: how replies were asked for. uncounted: replies whose tokens
    the service did not count. requests: that were sent, tries included; seconds: of each last try, a recording has
    none. served, fingerprints: who answered, and how often.
    """

    comments: frozenset[str] = frozenset()
    units: int = 0
    planned: int = 0
    left: int = 0
    replies: int = 0
    answered: int = 0
    incomplete: int = 0
    not_asked: int = 0
    invalid: Counter[str] = field(default_factory=Counter)
    failed: Counter[str] = field(default_factory=Counter)
    examples: dict[str, str] = field(default_factory=dict)
    states: Counter[str] = field(default_factory=Counter)
    tolerances: Counter[str] = field(default_factory=Counter)
    formats: Counter[str] = field(default_factory=Counter)
    served: Counter[str] = field(default_factory=Counter)
    fingerprints: Counter[str] = field(default_factory=Counter)
    input_tokens: int = 0
    output_tokens: int = 0
    uncounted: int = 0
    cost: float = 0.0
    requests: int = 0
    seconds: array[float] = field(default_factory=lambda: array("d"))
    stopped: tuple[str, str] | None = None

    def add_reply(self, completion: Completion, read: Read, cost: float) -> None:
        """A reply was written."""
        self.replies += 1
        self.requests += completion.tries
        self.cost += cost
        if completion.tries:
            self.seconds.append(completion.seconds)
        self.tolerances.update(read.tolerances)
        self.formats[completion.format] += 1
        if completion.model is not None:
            self.served[completion.model] += 1
        if completion.fingerprint is not None:
            self.fingerprints[completion.fingerprint] += 1
        if completion.input_tokens is None or completion.output_tokens is None:
            self.uncounted += 1
        self.input_tokens += completion.input_tokens or 0
        self.output_tokens += completion.output_tokens or 0

    def settle(self, draft: Draft) -> None:
        """What a unit has come to."""
        if draft["state"] == "invalid":
            self.invalid[draft["reason"]] += 1
            return
        self.answered += 1
        states = Counter(answer["state"] for answer in draft["answers"].values())
        self.incomplete += lacks_answer(draft["answers"], self.comments)
        self.states.update(states)

    def fail(self, reason: str, detail: str, tries: int) -> None:
        """A request has had no reply."""
        self.failed[reason] += 1
        self.examples.setdefault(reason, detail)
        self.requests += tries

    def to_dict(self) -> dict[str, Any]:
        """The counts as plain values for JSON."""
        return {
            "units": {
                "all": self.units,
                "already": self.units - self.planned - self.left,
                "planned": self.planned,
                "left": self.left,
                "not_asked": self.not_asked,
            },
            "outcomes": {"answered": self.answered, "incomplete": self.incomplete, "invalid": ordered(self.invalid)},
            "answers": ordered(self.states),
            "failed": [
                {"reason": reason, "count": count, "example": self.examples.get(reason)}
                for reason, count in ordered(self.failed).items()
            ],
            "stopped": None if self.stopped is None else {"reason": self.stopped[0], "detail": self.stopped[1]},
            "replies": self.replies,
            "requests": self.requests,
            "formats": ordered(self.formats),
            "tolerances": ordered(self.tolerances),
            "served": ordered(self.served),
            "fingerprints": ordered(self.fingerprints),
            "tokens": {"input": self.input_tokens, "output": self.output_tokens, "uncounted_replies": self.uncounted},
            "latency_ms": {"p50": _milliseconds(self.seconds, 0.5), "p95": _milliseconds(self.seconds, 0.95)},
        }


def ordered(counts: Mapping[str, int]) -> dict[str, int]:
    """Counts from the largest, then by name.

    >>> ordered({"a": 1, "c": 2, "b": 2})
    {'b': 2, 'c': 2, 'a': 1}
    """
    return dict(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))


def _milliseconds(seconds: array[float], share: float) -> float | None:
    """The nearest-rank quantile in milliseconds; None where nothing was measured."""
    if not seconds:
        return None
    rank = max(math.ceil(share * len(seconds)), 1)
    return round(sorted(seconds)[rank - 1] * 1000, 1)
