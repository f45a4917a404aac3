"""How long a service asks to be left alone: `Retry-After` in all its forms, and `retry-after-ms`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

NUMBER = re.compile(r"\d{1,12}(\.\d*)?|\.\d{1,12}")
LONGEST_DATE = 64


def wait_of(headers: Mapping[str, str], now: datetime) -> float | None:
    """Seconds to wait; None without a header that can be read. Names of headers are taken in any case.

    `retry-after-ms` (milliseconds) comes first, then `Retry-After` as seconds, whole or not, or as an HTTP date (RFC
    9110, 10.2.3); a date that has passed is 0. Negative numbers, NaN and words are no answer. `now` has a time zone.

    >>> now = datetime(2026, 3, 1, 12, tzinfo=UTC)
    >>> wait_of({"Retry-After": "2"}, now), wait_of({"retry-after": "Sun, 01 Mar 2026 12:00:05 GMT"}, now)
    (2.0, 5.0)
    >>> wait_of({"Retry-After-Ms": "1500"}, now), wait_of({"Retry-After": "soon"}, now)
    (1.5, None)
    """
    texts = {name.lower(): text.strip() for name, text in headers.items()}
    milliseconds = _number(texts.get("retry-after-ms", ""))
    if milliseconds is not None:
        return milliseconds / 1000
    text = texts.get("retry-after", "")
    seconds = _number(text)
    return _until(text, now) if seconds is None else seconds


def _number(text: str) -> float | None:
    return float(text) if text.isascii() and NUMBER.fullmatch(text) else None


def _until(text: str, now: datetime) -> float | None:
    if len(text) > LONGEST_DATE:
        return None
    try:
        date = parsedate_to_datetime(text)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    # A date without a zone is UTC, as HTTP has it.
    date = date if date.tzinfo else date.replace(tzinfo=UTC)
    return max((date - now).total_seconds(), 0.0)
