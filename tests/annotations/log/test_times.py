"""Times of answers: read in ISO 8601, kept in UTC, as texts that sort as the times do."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.annotations.log.times import BadTime, now, utc, written, zone_of
from accord.errors import UsageError

SHAPE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z")

# What the shared case says of each text -> what is said here. The case leaves some open ("accepted or clear error").
SAID = {
    "equal -> allowed": "equal",
    "later -> error gold_after_as_of": "later",
    "error: leap second not supported (clear message)": "a leap second",
    "error: no time zone (or explicit default_tz option)": "no time zone",
    "equal -> allowed (or error: offset without colon, by strictness)": "equal",
    "accepted or clear error": "equal",
    "accepted (space) + normalised": "equal",
    "error: bare number": "a bare number",
    "equal": "equal",
    "error: month 13": "month must be in 1..12",
    "error: empty": "empty",
}


def test_the_shared_case(shared):
    lines = (shared / "cases" / "cases.jsonl").read_text("utf-8").splitlines()
    (case,) = [found for line in lines if (found := json.loads(line))["id"] == "ts-01"]
    given, expected = case["input"], case["expected"]["results"]
    as_of = utc(given["as_of"])
    assert len(given["observed_at"]) == len(expected) == 12
    for text, outcome in zip(given["observed_at"], expected, strict=True):
        said = SAID[outcome]
        if said in ("equal", "later"):
            assert (utc(text) == as_of, utc(text) > as_of) == (said == "equal", said == "later"), text
        else:
            with pytest.raises(BadTime, match=re.escape(said)):
                utc(text)


@pytest.mark.parametrize(
    ("text", "stored"),
    [
        ("2024-01-01T00:00:00Z", "2024-01-01T00:00:00.000000Z"),
        (" 2024-01-01T00:00:00.25+00:00\n", "2024-01-01T00:00:00.250000Z"),
        ("2023-12-31T19:00:00-05:00", "2024-01-01T00:00:00.000000Z"),
        ("20240101T080000+0800", "2024-01-01T00:00:00.000000Z"),
        ("0007-06-05T04:03:02Z", "0007-06-05T04:03:02.000000Z"),
        ("9999-12-31T23:59:59.999999Z", "9999-12-31T23:59:59.999999Z"),
    ],
)
def test_times_are_kept_in_utc(text, stored):
    assert utc(text) == stored
    assert utc(stored) == stored


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "empty"),
        (" ", "empty"),
        ("yesterday", "not a time in ISO 8601"),
        ("1704067200", "a bare number"),
        ("1704067200.5", "a bare number"),
        ("-3", "a bare number"),
        ("45292.5", "a bare number"),
        ("01/02/2024", "not a time in ISO 8601"),
        ("2024-02-30T00:00:00Z", "day"),
        ("2024-01-01", "no time zone"),
        ("20240101", "no time zone"),
        ("2024-01-01T00:00:00", "no time zone"),
        ("2016-12-31T23:59:60Z", "a leap second"),
        ("0001-01-01T00:00:00+01:00", "outside of the years 1 to 9999"),
        ("9999-12-31T23:59:59-01:00", "outside of the years 1 to 9999"),
    ],
)
def test_what_is_no_moment_says_why(text, why):
    with pytest.raises(BadTime, match=why):
        utc(text)


def test_a_zone_is_for_times_without_an_offset_only():
    paris = zone_of("Europe/Paris")
    assert utc("2024-01-01T01:00:00", paris) == "2024-01-01T00:00:00.000000Z"
    assert utc("2024-07-01T02:00:00", paris) == "2024-07-01T00:00:00.000000Z"
    assert utc("2024-01-01T00:00:00Z", paris) == "2024-01-01T00:00:00.000000Z"
    assert utc("2024-01-01", paris) == "2023-12-31T23:00:00.000000Z"


@pytest.mark.parametrize("name", ["Paris", "", "../etc/passwd", "Europe/Paris ", "\0", "/UTC"])
def test_a_zone_that_is_none(name):
    with pytest.raises(UsageError, match="is no time zone"):
        zone_of(name)


def test_no_zone():
    assert zone_of(None) is None
    assert zone_of("UTC") is not None


moments = st.datetimes(
    timezones=st.integers(-14 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))
)


@given(moments, moments)
def test_texts_sort_as_the_moments_do(one, other):
    try:
        first, second = written(one), written(other)
    except OverflowError:
        return
    assert SHAPE.fullmatch(first)
    assert (first < second) == (one < other)
    assert datetime.fromisoformat(first) == one


def test_now():
    before = written(datetime.now(UTC))
    assert before <= now() <= written(datetime.now(UTC))
