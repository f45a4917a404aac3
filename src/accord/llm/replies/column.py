"""One field of a reply: from a value as a machine wrote it to an answer as it stands in the log."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, Final

from accord.annotations.exchange.answers import AnswerParts, answer_of
from accord.annotations.log.standing import cell_text
from accord.llm.replies.splitting import separated
from accord.llm.replies.tolerances import TOLERANCES
from accord.llm.replies.unreadable import Unreadable
from accord.llm.replies.words import Words, loose, trimmed
from accord.spec.field import Field, text_of
from accord.spec.fields import Binary, Choice, Labels, Rating, Text
from accord.spec.labels import folded, is_text

MOST_KEPT: Final = 4096
LONGEST_KEPT: Final = 500
"""How many values a column remembers, and how long they may be."""
TRUTHS: Final = {"booleans": ("boolean", "false", "true"), "yes_no": ("yes_no", "no", "yes")}
"""Form that is accepted -> code, and the words for the negative and the positive label."""


@dataclass(frozen=True, slots=True)
class Said:
    """An answer, and the codes of what was forgiven."""

    parts: AnswerParts
    codes: tuple[str, ...]


class Role(Enum):
    """What a text is to a field: an answer with its labels, an abstention, nothing, any text to a field of free text,
    or something that does not belong there.
    """

    ANSWER = auto()
    ABSTENTION = auto()
    NOTHING = auto()
    FREE = auto()
    OTHER = auto()


ROLES: Final = {"answered": Role.ANSWER, "abstained": Role.ABSTENTION, "missing": Role.NOTHING}


class Column:
    """Reads what is written for one field.

    accept: "booleans", "yes_no"; strict: only what the field itself reads. joint: what joins labels of a set where the
    reply is a line; None where it is an object, in which they are an array.
    """

    def __init__(
        self,
        field: Field,
        accept: frozenset[str] = frozenset(),
        strict: bool = False,
        joint: str | None = None,
    ) -> None:
        self.field = field
        self.joint = joint or (field.sep if isinstance(field, Labels) else None)
        self.array_code = "array_in_text" if joint is None else ""
        self.free = isinstance(field, Text)
        self.is_set = isinstance(field, Labels)
        self.strict = strict
        own = field.labels or () if isinstance(field, Binary | Choice | Rating | Labels) else ()
        none = (field.none,) if isinstance(field, Labels) and field.none else ()
        self.own = frozenset((*own, *none))
        self.words = Words((*own, *none, *field.abstain), field.aliases, strict)
        self.truths = self._truths(accept)
        self.comma_starts = frozenset(
            loose(text).split(",")[0] for text, label in self.words.texts.items() if "," in text and label in self.own
        )
        self._said: dict[tuple[type, Any], Said] = {}
        self._roles: dict[str, Role] = {}

    def _truths(self, accept: frozenset[str]) -> dict[str, tuple[str, str]]:
        """Word -> the label it stands for and the code; a word is none where it, or its opposite, is a label."""
        if not isinstance(self.field, Binary):
            return {}
        negative, positive = self.field.labels
        given = {loose(text) for text in self.words.texts}
        found: dict[str, tuple[str, str]] = {}
        for form, (code, no, yes) in TRUTHS.items():
            if form in accept and not given & {no, yes}:
                found |= {no: (negative, code), yes: (positive, code)}
        return found

    def answer(self, value: Any) -> Said:
        """The answer that a value of JSON is; a text as it stands in a line is one too.

        Raises Unreadable for boxes that the benchmark refuses.
        """
        try:
            return self._said[value.__class__, value]
        except (KeyError, TypeError):
            pass
        clean = writable(value)
        said = self.answer_written(clean, clean)
        if clean is not value:
            said = Said(said.parts, (*said.codes, "half_character"))
        if not self.free and len(self._said) < MOST_KEPT and _is_short(value):
            self._said[value.__class__, value] = said
        return said

    def answer_written(self, value: Any, written: Any) -> Said:
        """The answer that a value is; written: what is kept as its raw text."""
        if value is None:
            return Said({"state": "missing"}, ("null_value",))
        if self.free:
            cell, codes = _free_text(value)
        elif self.is_set:
            cell, codes = self._set(value)
        else:
            cell, codes = self._label(as_cell(value))
        parts, noted = self._parts(cell)
        if parts["state"] == "missing" and not folded(as_cell(value)):
            return Said({"state": "missing"}, ("empty_value",))
        return Said(_with_raw(parts, written), tuple(dict.fromkeys([*codes, *noted])))

    def answer_torn(self, texts: Sequence[str]) -> Said:
        """The answer of a set whose labels stand in several texts."""
        names = [name for text in texts for name in self._names(text)[0] or [text]]
        return self.answer_written(names, ", ".join(texts))

    def _parts(self, cell: str) -> tuple[AnswerParts, list[str]]:
        """What the field makes of a cell, and the codes among its notes."""
        reading = self.field.read([cell])
        fatal = next((note for note in reading.notes if note.fatal), None)
        if fatal is not None:
            raise Unreadable("bad_boxes", fatal.message)
        return answer_of(self.field, reading, 0, cell), [note.code for note in reading.notes if note.code in TOLERANCES]

    def _label(self, text: str) -> tuple[str, list[str]]:
        """The cell for a text that is one label, or is none."""
        found = self.words.find(text) or self.truths.get(trimmed(text))
        return (text, []) if found is None else (found[0], [found[1]] if found[1] else [])

    def _set(self, value: Any) -> tuple[str, list[str]]:
        """The cell for the labels of a set."""
        codes: list[str] = []
        if not isinstance(value, list):
            text = as_cell(value)
            if not folded(text):
                return text, []
            if self.words.find(text) is not None:
                return self._label(text)
            names, code = self._names(text)
            if names is None:
                return text, []
            value, codes = names, [code] if code else []
        if any(isinstance(name, list | dict) or name is None for name in value):
            return as_cell(value), codes
        labels = [self._label(text_of(name)) for name in value]
        return as_cell([label for label, _ in labels]), [*codes, *(code for _, more in labels for code in more)]

    def _names(self, text: str) -> tuple[list[Any] | None, str]:
        """The names in a text, and the code of how they were joined; None where it is no list of names."""
        if text.lstrip().startswith("["):
            try:
                names = json.loads(text)
            except (ValueError, RecursionError):
                names = None
            if isinstance(names, list):
                return names, self.array_code
        return separated(text, self.joint, lambda name: self.words.find(name) is not None, self.strict)

    def role(self, text: str) -> Role:
        """What a text is to this field."""
        role = self._roles.get(text)
        if role is None:
            role = self._role(text)
            if len(self._roles) < MOST_KEPT and _is_short(text):
                self._roles[text] = role
        return role

    def _role(self, text: str) -> Role:
        state = self.answer(text).parts["state"]
        if self.free and state == "answered":
            return Role.FREE
        if state == "off_label" and self.own and self._holds_several(text):
            return Role.ANSWER
        return ROLES.get(state, Role.OTHER)

    def _holds_several(self, text: str) -> bool:
        """Whether a text is several labels of this field: it was written for it, though only one is allowed."""
        names, _ = separated(text, None, lambda name: self.words.find(name) is not None, False)
        return names is not None and len(names) > 1


def _is_short(value: Any) -> bool:
    return len(value) <= LONGEST_KEPT if isinstance(value, str) else isinstance(value, int | float)


def as_cell(value: Any) -> str:
    """A value of JSON as the cell of a table.

    >>> as_cell(1.0), as_cell(True), as_cell("a"), as_cell(["a", 1])
    ('1', 'true', 'a', '["a",1]')
    """
    return cell_text(value) if isinstance(value, str | list | dict) else text_of(value)


def writable(value: Any) -> Any:
    """A value that a log can hold: half of a character pair and NUL, which JSON can hold, become question marks."""
    if value is None or isinstance(value, bool | int | float):
        return value
    text = as_cell(value)
    if "\0" not in text and "\\u0000" not in text and (text.isascii() or is_text(text)):
        return value
    if isinstance(value, str):
        return value.replace("\0", "?").encode("utf-8", "replace").decode()
    if isinstance(value, list):
        return [writable(inside) for inside in value]
    return {writable(key): writable(inside) for key, inside in value.items()}


def _free_text(value: Any) -> tuple[str, list[str]]:
    """A value as free text: of a list all texts, so that a judge sees every alternative."""
    if isinstance(value, str):
        return value, []
    if isinstance(value, list) and all(isinstance(text, str) for text in value):
        return " || ".join(text for text in value if folded(text)), ["joined_list"]
    return as_cell(value), ["value_as_text"]


def _with_raw(parts: AnswerParts, written: Any) -> AnswerParts:
    """An answer with what was written, where it is not the value to the letter."""
    value = parts.get("value")
    if value is not None and (value == written or as_cell(value) == as_cell(written)):
        return {"state": parts["state"], "value": value}
    return {**parts, "raw": written}
