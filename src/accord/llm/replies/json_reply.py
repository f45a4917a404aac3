"""The answers in a reply that is an object, or holds one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from accord.annotations.exchange.answers import AnswerParts
from accord.llm.replies.decode import Doubled
from accord.llm.replies.form import ReplyForm
from accord.llm.replies.objects import Found, objects_in
from accord.llm.replies.unreadable import Unreadable

DEEPEST_WRAPPER: Final = 3
SCHEMA_WORDS: Final = frozenset({"type", "enum", "anyOf", "oneOf", "allOf", "const", "$ref", "description"})

_FENCE = re.compile(r"```[\w-]*")


@dataclass(frozen=True, slots=True)
class Answers:
    """Answers by field, in the order of the fields, and the codes of what was forgiven."""

    parts: dict[str, AnswerParts]
    codes: tuple[str, ...]


def read_object(value: dict[str, Any], form: ReplyForm) -> Answers | None:
    """The answers of one object; None where it answers no field. Raises Unreadable where it contradicts itself."""
    columns = form.columns
    codes: list[str] = []
    if value.keys() != columns.keys() or isinstance(value, Doubled):
        keyed = form.keys.keyed(value)
        if not keyed.values or _is_schema(keyed.values):
            return None
        if keyed.doubled:
            raise Unreadable("contradictory", f"Two values for {', '.join(keyed.doubled)}.")
        value = keyed.values
        codes += keyed.codes
    parts: dict[str, AnswerParts] = {}
    for name, column in columns.items():
        if name not in value:
            continue
        said = column.answer(value[name])
        parts[name] = {**said.parts}
        if said.codes:
            codes += said.codes
    return Answers(parts, tuple(codes))


def _is_schema(values: dict[str, Any]) -> bool:
    """Whether all values are those of a JSON schema that was repeated, not filled in."""
    return all(isinstance(value, dict) and value.keys() & SCHEMA_WORDS for value in values.values())


@dataclass(frozen=True, slots=True)
class _Candidate:
    """An object that answers the form. wrapped: whether it stood inside another one."""

    found: Found
    answers: Answers
    wrapped: bool

    def says_something(self) -> bool:
        return any(parts["state"] in ("answered", "abstained") for parts in self.answers.parts.values())


def read_objects(text: str, form: ReplyForm) -> Answers:
    """The answers of the object in a text, wherever it stands. Raises Unreadable."""
    candidates = [
        _Candidate(found, answers, wrapped)
        for found in objects_in(text)
        for answers, wrapped in _inside(found.value, form, 0)
    ]
    # An object without a single answer, beside one that has some, is an example or a quotation.
    used = [one for one in candidates if one.says_something()] or candidates
    if not used:
        raise Unreadable("no_answer")
    codes = _around(text, [one.found for one in used])
    codes += [one.found.code for one in used if one.found.code]
    if any(one.wrapped for one in used):
        codes.append("wrapper")
    if len(used) > 1:
        codes.append("several_objects")
    joined = _joined([one.answers.parts for one in used])
    codes += [code for one in used for code in one.answers.codes]
    return Answers({name: joined[name] for name in form.columns if name in joined}, tuple(codes))


def _inside(value: Any, form: ReplyForm, depth: int) -> Iterator[tuple[Answers, bool]]:
    """The answers of an object, or of those inside it where it has none of its own."""
    if isinstance(value, dict):
        answers = read_object(value, form)
        if answers is not None:
            yield answers, depth > 0
            if len(answers.parts) == len(form.columns):
                return
            # What it leaves out, or contradicts, may stand in an object inside it.
            value = {key: inner for key, inner in value.items() if not form.keys.keyed({key: inner}).values}
    elif not isinstance(value, list):
        return
    if depth < DEEPEST_WRAPPER:
        for inside in value.values() if isinstance(value, dict) else value:
            yield from _inside(inside, form, depth + 1)


def _joined(given: list[dict[str, AnswerParts]]) -> dict[str, AnswerParts]:
    """The answers of several objects together. Raises Unreadable where two of them differ."""
    joined: dict[str, AnswerParts] = {}
    for parts_of in given:
        for name, parts in parts_of.items():
            before = joined.get(name, parts)
            if before["state"] == "missing":
                before = parts
            if parts["state"] != "missing" and _what(before) != _what(parts):
                raise Unreadable("contradictory", f"Two objects answer {name} differently.")
            joined[name] = before
    return joined


def _what(parts: AnswerParts) -> tuple[str, Any]:
    return parts["state"], parts["raw"] if parts["state"] == "off_label" else parts.get("value")


def _around(text: str, used: list[Found]) -> list[str]:
    """The codes of what stands around objects."""
    outside, at = [], 0
    for found in used:
        outside.append(text[at : max(at, found.start)])
        at = found.end
    around = "\n".join([*outside, text[at:]])
    bare = _FENCE.sub("", around)
    codes = ["code_fence"] if bare != around else []
    rest = re.sub(r"\s", "", bare)
    if not rest:
        return codes
    return [*codes, "wrapper" if rest.startswith("[") and rest.endswith("]") and not rest.strip("[],") else "prose"]
