"""Texts that others wrote, fenced off in a prompt so that none of them can pass for a part of it."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable
from typing import Any

_ENCODE = json.JSONEncoder(ensure_ascii=False).encode
_RISKY = re.compile(
    "[<>\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff\U000e0000-\U000e007f]"
    r"|\[(?=/?(?:[A-Z][A-Z0-9_]+|gMASK)\])"
)
"""What a server may take for a control token of its chat format (`<|im_end|>`, `</think>`, `[INST]`), what breaks lines
or turns the direction of text, what cannot be seen, and what cannot be sent (halves of characters)."""
CODE = 16


def as_data(value: Any) -> str:
    r"""A value as one line of JSON, in which nothing can be a line break, a control token or an invisible command.

    What is risky is written as an escape of JSON, so that no letter is lost.

    >>> print(as_data({"answer": "a\nb <|im_end|> [INST] {{ x }}"}))
    {"answer": "a\nb \u003c|im_end|\u003e \u005bINST] {{ x }}"}
    """
    return _RISKY.sub(_escaped, _ENCODE(value))


def _escaped(match: re.Match[str]) -> str:
    sign = match[0]
    return f"\\u{ord(sign):04x}" if sign < "\x7f" else json.dumps(sign)[1:-1]


def fenced(lines: Iterable[str]) -> str:
    """Lines of data between two equal lines with a code, which is made of the data: no text can hold that of its own
    prompt.

    >>> print(fenced(['{"answer": "Japan"}']))
    ----- b35d01bd1dc3838b -----
    {"answer": "Japan"}
    ----- b35d01bd1dc3838b -----
    """
    body = "\n".join(lines)
    fence = f"----- {hashlib.sha256(body.encode()).hexdigest()[:CODE]} -----"
    return f"{fence}\n{body}\n{fence}"
