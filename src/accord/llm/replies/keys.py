"""Keys of an object, brought to the fields they mean."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from accord.llm.replies.decode import Doubled
from accord.spec.labels import folded

_BETWEEN = re.compile(r"[\s_-]+")


def key_form(key: str) -> str:
    """A key without case, white space, hyphens and underscores.

    >>> key_form("Overall Impression") == key_form("overall_impression")
    True
    """
    return _BETWEEN.sub("", folded(key).casefold())


@dataclass(frozen=True, slots=True)
class Keyed:
    """Values by field, the codes of what was forgiven, and the fields to which an object gives two values."""

    values: dict[str, Any]
    codes: tuple[str, ...]
    doubled: tuple[str, ...]


class Keys:
    """Finds the field of a key, to the letter or by the one field with its form."""

    def __init__(self, fields: Iterable[str]) -> None:
        self.fields = tuple(fields)
        self._names = frozenset(self.fields)
        forms: dict[str, set[str]] = {}
        for name in self.fields:
            forms.setdefault(key_form(name), set()).add(name)
        self._only = {form: names.pop() for form, names in forms.items() if form and len(names) == 1}

    def find(self, key: str) -> str | None:
        """The field of a key."""
        return key if key in self._names else self._only.get(key_form(key))

    def keyed(self, given: Mapping[str, Any]) -> Keyed:
        """The values of an object by field, in the order of the fields."""
        found: dict[str, Any] = {}
        codes: set[str] = set()
        doubled: set[str] = set()
        if isinstance(given, Doubled):
            codes.add("duplicate_key")
            doubled |= {name for key in given.differing if (name := self.find(key)) is not None}
        for key, value in given.items():
            name = self.find(key)
            if name is None:
                codes.add("unknown_key")
                continue
            if name != key:
                codes.add("key_case")
            if name in found:
                codes.add("duplicate_key")
                if not same(found[name], value):
                    doubled.add(name)
            found[name] = value
        return Keyed({name: found[name] for name in self.fields if name in found}, tuple(sorted(codes)), tuple(doubled))


def same(one: Any, other: Any) -> bool:
    """Whether two values of JSON are equal; true is not 1."""
    return bool(one == other) and isinstance(one, bool) == isinstance(other, bool)
