"""What two judges of the museum example replied: recorded for `accord judge --replay`. Everything is MADE UP.

The judges read the outputs like those of `accord.examples.template_museum`, and write what they find in many ways. Five
replies are not as they should be: one refuses, one is cut off, one is in words only, one leaves a field out, and one
has an answer that is neither 0 nor 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from accord.examples.replies import (
    Form,
    Reply,
    Writing,
    after_thoughts,
    capitalized,
    cut_off,
    fenced,
    indented,
    plain,
    single_quoted,
    with_prose,
)
from accord.examples.template_museum import Reader, judged, readable_outputs

_SEED = 54
_PROMPT_TOKENS = (930, 1010)


@dataclass(frozen=True)
class _Judge:
    """served: the model that says that it has answered; ways: how it writes forms, in turn."""

    served: str
    reader: Reader
    ways: tuple[Writing, ...]


def _with_texts(form: Form) -> str:
    return plain({name: str(score) for name, score in form.items()})


def _with_booleans(form: Form) -> str:
    return plain({name: bool(score) for name, score in form.items()})


def _with_booleans_after_thoughts(form: Form) -> str:
    return after_thoughts({name: bool(score) for name, score in form.items()})


_JUDGES: dict[str, _Judge] = {
    # Most replies fit the schema, which asks for "0" and "1".
    "judge-a": _Judge(
        "cedar-large-2025-02-11",
        Reader(missed=0.03, lenient=0.05, open=0.7),
        (_with_texts, _with_texts, plain, fenced, indented),
    ),
    "judge-b": _Judge(
        "finch-small",
        Reader(missed=0.1, lenient=0.08, open=0.4),
        (_with_booleans, after_thoughts, with_prose, single_quoted, _with_booleans_after_thoughts, capitalized, fenced),
    ),
}
JUDGES: tuple[str, ...] = tuple(_JUDGES)


def replies() -> list[dict[str, object]]:
    """44 lines, by judge, then output: rater, item, of (the model whose output is judged), reply."""
    return [line for at, judge in enumerate(JUDGES) for line in _lines(judge, np.random.default_rng([_SEED, at]))]


def _lines(judge: str, rng: np.random.Generator) -> Iterator[dict[str, object]]:
    its = _JUDGES[judge]
    for at, (item, model, scores) in enumerate(judged(rng, its.reader, readable_outputs(), blank=False)):
        reply = _odd(judge, at, scores) or Reply(its.ways[at % len(its.ways)](scores))
        tokens = int(rng.integers(*_PROMPT_TOKENS))
        yield {"rater": judge, "item": item, "of": model, "reply": reply.recorded(its.served, tokens)}


def _odd(judge: str, at: int, scores: Form) -> Reply | None:
    """The reply to the output number `at`, where it is not as it should be; None for all others."""
    match judge, at:
        case "judge-a", 8:
            return Reply(None, refusal="I'm sorry, but I can't help with judging this object.")
        case "judge-b", 5:
            return cut_off(with_prose(scores))
        case "judge-b", 10:
            return Reply("The title and the culture fit the reference; the others are hard to say.")
        case "judge-b", 13:
            return Reply(fenced({name: score for name, score in scores.items() if name != "creator_match"}))
        case "judge-b", 18:
            return Reply(plain({**scores, "period_match": "partly"}))
    return None
