"""A key that is not to be seen: it hides its own text, and takes it out of texts that others wrote."""

from __future__ import annotations

import base64
import html
import json
from urllib.parse import quote, quote_plus

HIDDEN = "[key]"
SHORTEST = 8
"""A text with fewer characters is found in ordinary texts too, and is a placeholder (`EMPTY`, `none`) rather than a
key: it is only hidden as a bearer token."""


class Secret:
    """A text that `repr`, `str` and formats do not show.

    >>> key = Secret("sk-canary-0123")
    >>> key, f"{key}"
    (Secret([key]), '[key]')
    >>> key.hide_in("401: sk-canary-0123 is not known")
    '401: [key] is not known'
    """

    __slots__ = ("_spellings", "_text")

    def __init__(self, text: str) -> None:
        self._text = text
        self._spellings = _spellings(text)

    def reveal(self) -> str:
        """The text itself, for the one place that sends it."""
        return self._text

    def hide_in(self, text: str) -> str:
        """The text with every spelling of the secret (plain, in URLs, JSON, HTML, base64) replaced by `[key]`."""
        for spelling in self._spellings:
            if spelling in text:
                text = text.replace(spelling, HIDDEN)
        return text

    def __repr__(self) -> str:
        return f"Secret({HIDDEN})"

    def __str__(self) -> str:
        return HIDDEN

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and other._text == self._text

    def __hash__(self) -> int:
        return hash(self._text)


def _spellings(text: str) -> tuple[str, ...]:
    """How others may write the text, the longest first, so that no rest of it stays."""
    whole = f"Bearer {text}"
    plain = [text, whole] if len(text) >= SHORTEST else [whole]
    found = set(plain)
    for each in plain:
        in_url = {quote(each, safe=""), quote(each), quote_plus(each)}
        in_json = {json.dumps(each)[1:-1], json.dumps(each, ensure_ascii=False)[1:-1]}
        found |= in_url | {_lower_escapes(spelling) for spelling in in_url}
        found |= in_json | {spelling.replace("/", "\\/") for spelling in in_json}
        found |= {html.escape(each), html.escape(each, quote=False), repr(each)[1:-1]}
    # As a token, as user or as password of basic authentication.
    for each in [*plain, f"{text}:", f":{text}"]:
        encoded = base64.b64encode(each.encode()).decode().rstrip("=")
        if len(encoded) >= SHORTEST:
            found |= {encoded, encoded.replace("+", "-").replace("/", "_")}
    return tuple(sorted(found, key=lambda spelling: (-len(spelling), spelling)))


def _lower_escapes(text: str) -> str:
    """Percent escapes in small letters: `%2B` as `%2b`."""
    head, *parts = text.split("%")
    return head + "".join(f"%{part[:2].lower()}{part[2:]}" for part in parts)
