"""What of a request an endpoint takes, learnt from what it refuses."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from accord.llm.client.problem import Problem

OBJECT_OF_SCHEMA = "json_object_of_schema"
"""A JSON object with its schema beside it, as llama.cpp and its kin take it."""
FORMATS = ("json_schema", OBJECT_OF_SCHEMA, "json_object", "text")
"""From the strictest; each falls back to the next."""
SAMPLING = ("seed", "top_p", "temperature")
"""Keys that a request can do without, the least missed first."""

ABOUT_FORMAT = re.compile(
    r"response_?format|json_?schema|json_?object|guided|grammar|structured.?output", re.IGNORECASE
)
REFUSED = re.compile(
    r"unsupported|not\W+(\w+\W+){0,2}(support|permit|allow|accept|expect|recogni|valid|available)"
    r"|unknown|unrecogni|unexpected|unhandled|extra|cannot (find|both)|deprecated|only the default"
    r"|does not (support|have)|invalid (parameter|argument|field|key)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Dialect:
    """Parts of a request that are left out: formats of the reply, keys of the sampling; `max_tokens` is not left out
    but goes by its newer name, `max_completion_tokens`.
    """

    left_out: frozenset[str] = frozenset()

    def without(self, part: str) -> Dialect:
        """The same without one more part."""
        return replace(self, left_out=self.left_out | {part})

    def format(self, wanted: str) -> str:
        """The strictest format that is taken, from the wanted one on.

        >>> PLAIN.without("json_schema").format("json_schema"), PLAIN.format("csv")
        ('json_object_of_schema', 'csv')
        """
        if wanted not in FORMATS:
            return wanted
        known = FORMATS[FORMATS.index(wanted) :]
        return next(name for name in known if name not in self.left_out or name == "text")


PLAIN = Dialect()


def refused_part(problem: Problem, sent: frozenset[str]) -> str | None:
    """The part of what was sent that an endpoint refuses, as far as its error says; None where it says nothing of it.

    sent: the format and the keys of the request, as `Dialect` names them.
    """
    for key in ("max_tokens", *SAMPLING):
        if key in sent and _is_refused(problem, key):
            return key
    if ABOUT_FORMAT.search(f"{problem.parameter} {problem.code} {problem.text}"):
        return next((name for name in FORMATS[:-1] if name in sent), None)
    return None


def _is_refused(problem: Problem, key: str) -> bool:
    if problem.parameter and problem.parameter.rpartition(".")[2] != key:
        return False
    named = bool(problem.parameter) or re.search(rf"(?<![a-z_]){key}(?![a-z_])", problem.text)
    return bool(named) and bool(REFUSED.search(f"{problem.code} {problem.text}"))
