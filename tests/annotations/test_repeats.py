"""Repeats: which of a rater's ratings of one item counts."""

from __future__ import annotations

import datetime as dt
import math
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.annotations.repeats import latest
from accord.findings import Finding

UTC = dt.UTC


def line(row: int, column: str | None = None) -> str:
    return f"line {row}"


def run(item: list[int], rater: list[int], times: Any = None) -> tuple[list[int] | None, list[Finding], list[Finding]]:
    """Rows that count (None: all), findings, problems."""
    series = None if times is None else times if isinstance(times, pl.Series) else pl.Series("t", times, strict=False)
    problems: list[Finding] = []
    raters = max(rater, default=0) + 1
    codes = np.array(item, np.int32), np.array(rater, np.int32)
    keep, findings = latest(*codes, raters, series, line, problems)
    return None if keep is None else np.flatnonzero(keep).tolist(), findings, problems


def winner(times: Any) -> int:
    """The row that counts among the repeats of one rater on one item."""
    count = len(times)
    keep, _, problems = run([0] * count, [0] * count, times)
    assert problems == []
    assert keep is not None
    (row,) = keep
    return row


def refused(times: Any) -> str:
    keep, findings, (problem,) = run([0] * len(times), [0] * len(times), times)
    assert (keep, findings) == (None, [])
    assert (problem.code, problem.severity, problem.where) == ("bad_time", "error", "time")
    return problem.message


@pytest.mark.parametrize("times", [None, ["x", "y", "z", ""]])
def test_without_repeats_every_row_counts_and_no_time_is_looked_at(times: Any) -> None:
    assert run([0, 0, 1, 1], [0, 1, 0, 1], times) == (None, [], [])
    assert run([1, 0, 1, 0], [0, 1, 1, 0], times) == (None, [], [])


def test_no_rows() -> None:
    assert run([], []) == (None, [], [])


def test_without_times_the_later_row_counts() -> None:
    keep, (finding,), problems = run([0, 1, 0, 1, 0], [0, 0, 0, 1, 0])
    assert keep == [1, 3, 4]
    assert problems == []
    assert (finding.code, finding.severity, finding.count) == ("repeats", "warning", 2)
    assert finding.message == "2 ratings repeat an item for the same rater: line 0, line 2"
    assert finding.fix == "the later row counts (name a time column to say which is the latest)"


def test_with_times_the_latest_counts() -> None:
    keep, (finding,), _ = run([0, 1, 0, 1, 0], [0, 0, 0, 1, 0], [3, 1, 9, 1, 5])
    assert keep == [1, 2, 3]
    assert finding.fix == "the latest by time counts"
    assert finding.message.endswith("line 0, line 4")


def test_rows_that_do_not_count_are_named_in_order() -> None:
    keep, (finding,), _ = run([1, 0, 0, 1], [0, 0, 0, 0])
    assert keep == [2, 3]
    assert finding.message.endswith("line 0, line 1")


def test_only_times_of_repeats_are_looked_at() -> None:
    assert run([0, 0, 1], [0, 0, 0], ["2", "1", "rubbish"])[0] == [0, 2]


@pytest.mark.parametrize(
    "times",
    [
        ["2026-03-01T12:00:00Z", "2026-03-01T11:59:59Z"],
        ["2026-03-01T01:00:00-02:00", "2026-03-01T02:30:00+00:00"],
        ["2026-03-01T12:00:00", "2026-03-01 11:00:00"],
        ["2026-03-02", "2026-03-01T23:59:59.999999"],
        [" 2026-03-02 ", "2026-03-01"],
        ["1969-12-31", "1969-12-30"],
        ["10", "9"],
        ["1e3", "999.5"],
        ["-1", "-2"],
        ["\uff11\uff10", "9"],
        [10, 9],
        [0.5, -0.5],
        [dt.datetime(2026, 3, 2), dt.datetime(2026, 3, 1)],
        [dt.datetime(2026, 3, 2, tzinfo=UTC), dt.datetime(2026, 3, 1, tzinfo=UTC)],
        [dt.date(2026, 3, 2), dt.date(2026, 3, 1)],
        pl.Series([3, 2], dtype=pl.UInt64),
        pl.Series(["1.50", "1.25"]).cast(pl.Decimal(10, 2)),
    ],
)
def test_what_counts_as_a_time(times: Any) -> None:
    assert winner(times) == 0
    assert winner(times[::-1]) == 1


def test_of_equal_times_the_later_row_counts() -> None:
    assert winner(["2026-03-01T12:00:00+01:00", "2026-03-01T11:00:00Z"]) == 1
    assert winner([5, 5, 4]) == 1


@pytest.mark.parametrize(
    "times",
    [
        *(["x", "1"], ["", "1"], ["nan", "1"], ["inf", "1"], ["2026-13-01", "1"], ["12:00", "1"], ["2026-02-30", "1"]),
        *(["=NOW()", "1"], ["[red]1[/red]", "1"], [True, False], [None, 1], [None, "1"]),
    ],
)
def test_what_is_no_time_is_named_with_its_row(times: Any) -> None:
    message = refused(times)
    assert message.startswith("not a time in ISO 8601 or a number: line 0")


def test_a_number_that_is_none_is_no_time() -> None:
    assert "line 1" in refused([1.0, math.nan])


def test_all_bad_times_are_named_in_order_of_rows() -> None:
    _, _, (problem,) = run([0, 1, 0, 1], [0, 0, 0, 0], ["x", "1", "2", "y"])
    assert problem.message.endswith("line 0, line 3")


def test_times_with_and_without_offset_cannot_be_compared() -> None:
    assert "some have an offset and some have none" in refused(["2026-03-01T12:00:00", "2026-03-01T12:00:00Z"])


def test_numbers_and_dates_cannot_be_compared() -> None:
    """A date without hyphens reads as a number: 20260302 is not a moment in 1970."""
    assert "some are numbers" in refused(["20260302", "2026-03-01"])


def test_whole_numbers_are_compared_exactly() -> None:
    nanoseconds = 1_700_000_000_000_000_000
    assert winner([nanoseconds + 1, nanoseconds]) == 0
    assert winner([str(nanoseconds + 1), str(nanoseconds)]) == 0


def test_many_raters_of_many_items_do_not_overflow() -> None:
    item = np.full(4, 2**20, np.int32)
    rater = np.array([2**15, 2**15, 2**15 - 1, 0], np.int32)
    problems: list[Finding] = []
    keep, _ = latest(item, rater, 2**15 + 1, None, line, problems)
    assert keep is not None
    assert keep.tolist() == [False, True, True, True]


rows = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 2), st.integers(0, 5)), max_size=15)


@given(rows)
def test_exactly_the_latest_of_each_rater_and_item_counts(table: list[tuple[int, int, int]]) -> None:
    item, rater, times = ([row[at] for row in table] for at in range(3))
    keep, findings, problems = run(item, rater, times)
    best: dict[tuple[int, int], int] = {}
    for at, (i, r, t) in enumerate(table):
        if (i, r) not in best or t >= table[best[i, r]][2]:
            best[i, r] = at
    assert problems == []
    assert (list(range(len(table))) if keep is None else keep) == sorted(best.values())
    assert sum(finding.count for finding in findings) == len(table) - len(best)
