"""A service that fails in every way that services fail, at random but the same for the same seed."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

from chat_server import Answer, Call, completion, from_schema

GOOD_SHARE = 0.6
OTHER_MODEL = "another-model"
SLOW_SECONDS = 0.05

Fault = Callable[[dict[str, Any]], "Answer"]


def _late_date(seconds: float) -> str:
    return format_datetime(datetime.now(UTC) + timedelta(seconds=seconds), usegmt=True)


def _changed(body: dict[str, Any], **keys: Any) -> dict[str, Any]:
    (choice,) = body["choices"]
    return {**body, "choices": [{**choice, **keys}]}


FAULTS: dict[str, Fault] = {
    "429 seconds": lambda body: Answer(429, headers={"Retry-After": "0.02"}),
    "429 date": lambda body: Answer(429, headers={"Retry-After": _late_date(0)}),
    "429 milliseconds": lambda body: Answer(429, headers={"retry-after-ms": "15"}),
    "429": lambda body: Answer(429),
    "500": lambda body: Answer(500, "<html>Internal error</html>", {"Content-Type": "text/html"}),
    "503": lambda body: Answer(503, headers={"Retry-After": "0"}),
    "slow": lambda body: Answer(body=body, delay=SLOW_SECONDS),
    "half": lambda body: Answer(body=body, action="half"),
    "reset": lambda body: Answer(action="reset"),
    "no reply": lambda body: Answer(action="hang"),
    "web page": lambda body: Answer(body="<html>Please log in</html>", headers={"Content-Type": "text/html"}),
    "wrong content type": lambda body: Answer(body=body, headers={"Content-Type": "text/plain"}),
    "other model": lambda body: Answer(body={**body, "model": OTHER_MODEL}),
    "filtered": lambda body: Answer(body=_changed(body, finish_reason="content_filter", message={"content": None})),
    "no choices": lambda body: Answer(body={**body, "choices": []}),
    "refusal": lambda body: Answer(body=_changed(body, message={"content": None, "refusal": "I cannot judge that."})),
    "empty": lambda body: Answer(body=_changed(body, message={"content": ""})),
    "cut off": lambda body: Answer(body=_changed(body, finish_reason="length", message={"content": '{"title_mat'})),
}
WHOLE = frozenset({"good", "slow", "wrong content type", "other model", "filtered", "refusal", "empty", "cut off"})
"""After which a submission must stand: a reply, of whatever worth, has come."""
RARE = {"no reply": 0.3, "503": 0.4, **{name: 0.3 for name in FAULTS if name.startswith("429")}}
"""Shares of faults that cost time: a wait that a service asks for holds for all requests. Those of others are 1."""


class Faulty:
    """Reply function of a ChatServer. said: what each unit was answered, in order; contents: the good reply to each."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)
        self.said: dict[tuple[str, str], list[str]] = {}
        self.contents: dict[tuple[str, str], str] = {}
        self.counts: Counter[str] = Counter()

    def __call__(self, call: Call) -> Answer:
        unit = call.body["model"], call.mark()
        names = list(FAULTS)
        weights = [RARE.get(name, 1.0) for name in names]
        good = self._rng.random() < GOOD_SHARE
        name = "good" if good else self._rng.choices(names, weights)[0]
        self.said.setdefault(unit, []).append(name)
        self.counts[name] += 1
        self.contents[unit] = from_schema(call.body)
        body = completion(self.contents[unit], model=call.body["model"])
        return Answer(body=body) if good else FAULTS[name](body)
