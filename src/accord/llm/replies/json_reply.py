"""The answers in a reply that is an object, or holds one."""

from __future__ import annotations

import json
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


def read_objects(text: str, form: ReplyForm) -> Answers:
    """The answers of the object in a text, wherever it stands. Raises Unreadable."""
    found = objects_in(text)
    answering = [(one, answers, wrapped) for one in found for answers, wrapped in _inside(one.value, form, 0)]
    real = [one for one in answering if any(parts["state"] != "off_label" for parts in one[1].parts.values())]
    # An object without a single answer beside one with answers is an example or a quotation.
    used = real or answering[:1] if not _all_alike(answering) else answering
    if not used:
        raise Unreadable("no_answer")
    codes = [*_around(text, [one for one, _, _ in used])]
    codes += [one.code for one, _, _ in used if one.code]
    codes += ["wrapper"] if any(wrapped for _, _, wrapped in used) else []
    codes += ["several_objects"] if len({one.start for one, _, _ in used}) > 1 else []
    joined = _joined([answers for _, answers, _ in used])
    return Answers({name: joined[name] for name in form.columns if name in joined}, (*codes, *_codes_of(used)))
