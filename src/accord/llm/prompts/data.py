"""Texts that others wrote, fenced off in a prompt so that none of them can pass for a part of it."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence

as_json = json.JSONEncoder(ensure_ascii=False).encode
"""A value as one line of JSON."""
_RISKY = re.compile(
    "[<>\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff\U000e0000-\U000e007f]"
    r"|\[(?=/?(?:[A-Z][A-Z0-9_]+|gMASK)\])"
)
"""What a server may take for a control token of its chat format (`<|im_end|>`, `</think>`, `[INST]`), what breaks lines
or turns the direction of text, what cannot be seen, and what cannot be sent (halves of characters)."""
CODE = 16


def fenced(lines: Sequence[str]) -> str:
    r"""Lines of JSON between two equal lines with a code, which is made of them: no text can hold that of its own
    prompt.

    What is risky is written as an escape of JSON: no letter is lost, and nothing can begin a line, be a control token,
    or an invisible command.

    >>> print(fenced([as_json({"answer": "a\nb <|im_end|> [INST] {{ x }}"})]))
    ----- f34076d28f2e617c -----
    {"answer": "a\nb \u003c|im_end|\u003e \u005bINST] {{ x }}"}
    ----- f34076d28f2e617c -----
    """
    body = _RISKY.sub(_escaped, "\n".join(lines))
    fence = f"----- {hashlib.sha256(body.encode()).hexdigest()[:CODE]} -----"
    return f"{fence}\n{body}\n{fence}"


def _escaped(match: re.Match[str]) -> str:
    sign = match[0]
    return f"\\u{ord(sign):04x}" if sign < "\x7f" else json.dumps(sign)[1:-1]
