"""Options that say which column holds what, and which rows count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from accord.errors import UsageError


def columns_of(core: Mapping[str, str | None], fields: Sequence[str]) -> dict[str, str]:
    """Columns by what they hold. core: of options that were or were not given; fields: texts `FIELD=COL`, or `FIELD`
    for a column of that name.

    >>> columns_of({"item": "id", "at": None}, ["score=quality", "place"])
    {'item': 'id', 'score': 'quality', 'place': 'place'}
    """
    found = {part: column for part, column in core.items() if column is not None}
    for text in fields:
        field, equals, column = text.partition("=")
        if not field or (equals and not column) or field in found:
            raise UsageError(f"--field {text!r}: write FIELD=COL, each field once")
        found[field] = column or field
    return found


def conditions_of(texts: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Column -> the values that a row may have there, from texts `COL=VALUE`.

    >>> conditions_of(["valid=true", "kind=a", "kind=b"])
    {'valid': ('true',), 'kind': ('a', 'b')}
    """
    found: dict[str, tuple[str, ...]] = {}
    for text in texts:
        column, equals, value = text.partition("=")
        if not equals or not column:
            raise UsageError(f"--where {text!r}: write COL=VALUE")
        found[column] = (*found.get(column, ()), value)
    return found
