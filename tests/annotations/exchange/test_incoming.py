"""What is asked of a file of answers, and what it hands over."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import polars as pl
import pytest

from accord.annotations.exchange.incoming import CORE, Incoming, Request
from accord.annotations.log.submission import FIRST, Source, Submission
from accord.spec.consistency import RESERVED
from accord.spec.document import Tables


def test_nothing_is_asked_unless_it_is_said() -> None:
    request = Request()
    assert (request.role, request.rater, request.sheet, request.zone) == (None, None, None, None)
    assert (dict(request.columns), request.raters, dict(request.where)) == ({}, (), {})
    assert request.passing == FIRST
    with pytest.raises(FrozenInstanceError):
        request.role = "human"  # type: ignore[misc]


def test_requests_do_not_share_what_they_hold() -> None:
    one = Request()
    one.columns["item"] = "image"  # type: ignore[index]
    assert dict(Request().columns) == {}


def test_every_part_of_a_row_can_be_named_by_the_benchmark_and_is_no_field() -> None:
    named = {field.alias or name for name, field in Tables.model_fields.items()}
    assert set(CORE) == named
    assert set(CORE) <= RESERVED


def test_every_part_of_a_row_has_its_place_in_a_record() -> None:
    names = {field.alias or name for name, field in Submission.model_fields.items()}
    assert set(CORE) - {"role"} <= names


def test_rows_with_their_places() -> None:
    frame = pl.DataFrame({"item": ["a"], "q": [None]}, {"item": pl.String, "q": pl.String})
    incoming = Incoming(frame, lambda row, column=None: f"{row},{column}", lambda row: Source(file="f", line=row), ())
    assert (incoming.place(0, "q"), incoming.source(3).line, list(incoming.findings)) == ("0,q", 3, [])
