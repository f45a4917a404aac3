"""The one label that a text means, with the liberties that a model takes. Never the nearest label."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from accord.spec.labels import LabelIndex, folded

ENDING: Final = ".,;:!\u3001\u3002\uff01\uff0c\uff1a\uff1b"
"""Punctuation that may end a label, of Latin and of Chinese and Japanese texts."""
ROOM: Final = 100
_AROUND_COMMA = re.compile(r"\s*,\s*")


def loose(text: str) -> str:
    """A text without its case and without white space around commas.

    >>> loose("Fences ,  Walls") == loose("fences,walls")
    True
    """
    return _AROUND_COMMA.sub(",", folded(text).casefold())


def trimmed(text: str) -> str:
    """A loose text without punctuation at its end."""
    return loose(text).rstrip(ENDING).rstrip()


def plain(text: str) -> str:
    """A trimmed text without accents.

    >>> plain("Réservé.")
    'reserve'
    """
    apart = unicodedata.normalize("NFD", trimmed(text))
    return unicodedata.normalize("NFC", "".join(letter for letter in apart if not unicodedata.combining(letter)))


class Words:
    """All texts of a field: of its labels and abstentions.

    A text is looked up as it is, then in three steps that each give up more; a step finds nothing where several labels
    fit it. strict: only as the field itself would.

    >>> words = Words(["Réservé", "pêche", "péché"], {"Réservé": ["Reserved"]})
    >>> words.find("réservé"), words.find("RESERVED."), words.find("reserve"), words.find("peche")
    (('Réservé', 'value_form'), ('Réservé', 'label_punctuation'), ('Réservé', 'label_accents'), None)
    """

    def __init__(self, labels: Iterable[str], aliases: Mapping[str, Sequence[str]], strict: bool = False) -> None:
        self.labels = tuple(dict.fromkeys(labels))
        texts = [(text, label) for label in self.labels for text in (label, *aliases.get(label, ()))]
        self.texts = dict(reversed(texts))
        # A reply may be long; white space and punctuation around a label are not.
        self._longest = 2 * max(map(len, self.texts), default=0) + ROOM
        self._index = LabelIndex(self.labels, aliases)
        self._steps = (
            []
            if strict
            else [
                ("value_form", loose, _only(texts, loose)),
                ("label_punctuation", trimmed, _only(texts, trimmed)),
                ("label_accents", plain, _only(texts, plain)),
            ]
        )

    def find(self, text: str) -> tuple[str, str] | None:
        """The label, and the code of what was forgiven ("" where it is a text of the label to the letter)."""
        if len(text) > self._longest:
            return None
        match = self._index.find(text)
        if match is not None:
            return self.labels[match.index], "" if text in self.texts else "value_form"
        for code, form, only in self._steps:
            label = only.get(form(text))
            if label is not None:
                return label, code
        return None


def _only(texts: Iterable[tuple[str, str]], form: Callable[[str], str]) -> dict[str, str]:
    """Form of a text -> label, where it is the form of one label only."""
    found: dict[str, set[str]] = {}
    for text, label in texts:
        found.setdefault(form(text), set()).add(label)
    return {text: labels.pop() for text, labels in found.items() if text and len(labels) == 1}
