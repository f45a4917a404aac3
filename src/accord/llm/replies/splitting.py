"""Texts that hold several labels: which separator it is, where the labels themselves say so."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

SEPARATORS: Final = {";": "split_semicolon", "|": "split_bar"}
LONGEST_LABEL: Final = 8
"""Pieces of one label that holds commas."""
MOST_PIECES: Final = 500


def separated(
    text: str, separator: str | None, is_label: Callable[[str], bool], strict: bool
) -> tuple[list[str] | None, str]:
    """The names in a text, and the code where they are not joined by the declared separator.

    Another separator than the declared one counts only where every part is a label. None where there is none.

    >>> separated("a; b", None, "ab".__contains__, False), separated("a; x", None, "ab".__contains__, False)
    ((['a', 'b'], 'split_semicolon'), (None, ''))
    """
    declared = None if separator is None else _parts(text, separator) or None
    if strict or (declared is not None and all(map(is_label, declared))):
        return declared, ""
    for sign, code in SEPARATORS.items():
        parts = _parts(text, sign) if 0 < text.count(sign) < MOST_PIECES else []
        if parts and all(map(is_label, parts)):
            return parts, code
    pieces = in_one_way(text.split(","), is_label) if "," in text else None
    return (declared, "") if pieces is None else (pieces, "split_comma")


def _parts(text: str, separator: str) -> list[str]:
    return [part.strip() for part in text.split(separator) if part.strip()]


def in_one_way(pieces: Sequence[str], is_label: Callable[[str], bool]) -> list[str] | None:
    """Pieces put together to labels that hold commas themselves; None unless there is exactly one way.

    >>> in_one_way(["a", "b", "c"], {"a,b", "c"}.__contains__)
    ['a,b', 'c']
    >>> in_one_way(["a", "b"], {"a,b", "a", "b"}.__contains__) is None
    True
    """
    if len(pieces) > MOST_PIECES:
        return None
    ways: list[list[str] | None] = [None] * (len(pieces) + 1)
    counts = [0] * (len(pieces) + 1)
    counts[0], ways[0] = 1, []
    for end in range(1, len(pieces) + 1):
        for start in range(max(0, end - LONGEST_LABEL), end):
            before = ways[start]
            label = ",".join(pieces[start:end]).strip()
            if before is not None and is_label(label):
                counts[end] = min(2, counts[end] + counts[start])
                ways[end] = [*before, label]
    return ways[-1] if counts[-1] == 1 else None
