"""Blocks of reasoning in the text of a reply."""

from __future__ import annotations

import re

from accord.llm.replies.unreadable import Unreadable

_TAG = re.compile(
    r"<\s*(?P<end>/?)\s*(?:think|thinking|thought|thoughts|reasoning)\s*>"
    r"|\[(?P<end2>/?)THINK\]"
    r"|◁(?P<end3>/?)think▷",
    re.IGNORECASE,
)


def without_reasoning(text: str) -> tuple[str, bool]:
    """The text outside of reasoning, and whether there was any.

    A closing tag alone ends reasoning that began with the reply, as some chat templates have it. Raises Unreadable
    where a block is not closed: even a whole object in it may be a draft.

    >>> without_reasoning("<think>1 or 0?</think>{}"), without_reasoning("1 or 0?</think>{}")
    (('{}', True), ('{}', True))
    """
    kept: list[str] = []
    at, opened, seen = 0, False, False
    for tag in _TAG.finditer(text):
        seen = True
        closes = bool(tag["end"] or tag["end2"] or tag["end3"])
        if closes and not opened:
            kept = []
        elif not closes and not opened:
            kept.append(text[at : tag.start()])
        opened = not closes
        at = tag.end()
    if opened:
        raise Unreadable("unclosed_reasoning")
    return "".join([*kept, text[at:]]), seen
