"""JSON values at a place of a text, by a real decoder."""

from __future__ import annotations

import json
import math
from typing import Any

from accord.llm.replies.unreadable import Unreadable


class Doubled(dict[str, Any]):
    """An object with a key twice. differing: keys with different values."""

    differing: frozenset[str] = frozenset()


def as_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object from its keys and values; a Doubled where a key comes twice."""
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    doubled = Doubled(pairs)
    doubled.differing = frozenset(key for key, value in pairs if repr(value) != repr(found[key]))
    return doubled


def _float(text: str) -> float | str:
    """A number; one that is too large for a float stays a text, which no log could hold as a number."""
    value = float(text)
    return value if math.isfinite(value) else text


_STRICT = json.JSONDecoder(object_pairs_hook=as_object, parse_constant=str, parse_float=_float)
_LENIENT = json.JSONDecoder(object_pairs_hook=as_object, parse_constant=str, parse_float=_float, strict=False)


def decoded(text: str, at: int, lenient: bool = False) -> tuple[Any, int]:
    """The JSON value that begins at a place, and where it ends. lenient: texts may hold control characters.

    Raises json.JSONDecodeError, and ValueError for a number of thousands of digits; Unreadable where brackets are
    nested deeper than the decoder goes.
    """
    try:
        return (_LENIENT if lenient else _STRICT).raw_decode(text, at)
    except RecursionError:
        raise Unreadable("too_deep") from None
