"""Times of answers: ISO 8601 with an offset, kept in UTC."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from accord.errors import UsageError

WRITTEN = "%Y-%m-%dT%H:%M:%S.%fZ"
_SECONDS = re.compile(r"[+-]?\d+(\.\d+)?")
_SHAPE = re.compile(r"\d{4}-?\d{2}-?\d{2}([T ].*)?")


class BadTime(ValueError):
    """A text that is no time, and why."""


def zone_of(name: str | None) -> ZoneInfo | None:
    """The time zone of a name such as Europe/Paris. Raises UsageError."""
    if name is None:
        return None
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise UsageError(f"--timezone {name!r} is no time zone; write one as in Europe/Paris, or UTC") from None


def utc(text: str, zone: ZoneInfo | None = None) -> str:
    """A time in UTC with six digits of a second, so that the texts sort as the times do. zone: of times without offset.

    >>> utc("2023-12-31T19:00:00-05:00"), utc("2024-01-01 08:00:00+0800")
    ('2024-01-01T00:00:00.000000Z', '2024-01-01T00:00:00.000000Z')
    >>> utc("1704067200")
    Traceback (most recent call last):
    ...
    accord.annotations.log.times.BadTime: a bare number; its unit and start are not known
    """
    cleaned = text.strip()
    if not cleaned:
        raise BadTime("empty")
    if _SECONDS.fullmatch(cleaned) and not _SHAPE.fullmatch(cleaned):
        raise BadTime("a bare number; its unit and start are not known")
    if re.search(r":\d\d:60", cleaned):
        raise BadTime("a leap second, which clocks of computers do not have")
    try:
        moment = datetime.fromisoformat(cleaned)
    except ValueError as error:
        raise BadTime(f"not a time in ISO 8601 ({error})") from None
    if moment.tzinfo is None:
        if zone is None:
            raise BadTime("no time zone")
        moment = moment.replace(tzinfo=zone)
    try:
        moment = moment.astimezone(UTC)
    except OverflowError:
        raise BadTime("outside of the years 1 to 9999") from None
    return written(moment)


def written(moment: datetime) -> str:
    """A moment as it stands in a log."""
    return moment.astimezone(UTC).strftime(WRITTEN).zfill(len("0001-01-01T00:00:00.000000Z"))


def now() -> str:
    """The present moment as it stands in a log."""
    return written(datetime.now(UTC))
