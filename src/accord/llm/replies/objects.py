"""The objects in the text of a reply, found with a real decoder from each brace that may open one."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any, Final

from accord.llm.replies.decode import decoded
from accord.llm.replies.repair import LONGEST_REPAIRED, extent, repaired
from accord.llm.replies.unreadable import Unreadable

MOST_FAILURES: Final = 32
"""Braces that open nothing after which a text is given up."""
MOST_OBJECTS: Final = 100

_OPENING = re.compile(r"""\{\s*(?=["'}])""")


@dataclass(frozen=True, slots=True)
class Found:
    """An object, its place in the text, and the code of what was wrong with it, "" for JSON."""

    value: dict[str, Any]
    start: int
    end: int
    code: str


def objects_in(text: str) -> list[Found]:
    """The outermost objects of a text, in their order.

    Raises Unreadable where an object is opened and the text ends before it is closed: what it would have said is
    unknown, and nothing inside it is an answer. Where no object is found at all it says why.

    >>> [found.value for found in objects_in('See {a}: {"b": {"c": 1}} and {"d": 2}')]
    [{'b': {'c': 1}}, {'d': 2}]
    """
    found: list[Found] = []
    failures, at = 0, 0
    while (opening := _OPENING.search(text, at)) is not None:
        outcome = _object_at(text, opening.start())
        if isinstance(outcome, Found):
            if len(found) == MOST_OBJECTS:
                raise Unreadable("no_answer", f"More than {MOST_OBJECTS} objects.")
            found.append(outcome)
            at = outcome.end
            continue
        failures += 1
        if failures > MOST_FAILURES:
            raise Unreadable("bad_syntax", f"More than {MOST_FAILURES} opening braces begin no object.")
        at = outcome
    if not found:
        raise Unreadable("bad_syntax" if failures else "no_object")
    return found


def _object_at(text: str, at: int) -> Found | int:
    """The object that opens at a brace, or where to look on."""
    for code, lenient in (("", False), ("control_characters", True)):
        try:
            value, end = decoded(text, at, lenient)
        except json.JSONDecodeError:
            continue
        except ValueError:
            break
        return Found(value, at, end, code)
    closed, commas = extent(text, at)
    if closed is None:
        raise Unreadable("truncated" if len(text) - at <= LONGEST_REPAIRED else "bad_syntax")
    better = repaired(text, at, closed, commas)
    return closed if better is None else Found(better[0], at, closed, better[1])
