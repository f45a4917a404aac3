"""Options that say which column holds what, and which rows count."""

from __future__ import annotations

import pytest

from accord.cli.columns import columns_of, conditions_of
from accord.errors import UsageError


def test_columns_of_options_that_were_given():
    assert columns_of({"item": "id", "rater": None, "at": ""}, []) == {"item": "id", "at": ""}


def test_fields():
    assert columns_of({}, ["a=b=c", "d", "e = f"]) == {"a": "b=c", "d": "d", "e ": " f"}


@pytest.mark.parametrize("texts", [["=x"], ["a="], [""], ["a=x", "a=y"], ["a", "a=y"]])
def test_fields_that_cannot_be(texts):
    with pytest.raises(UsageError, match=r"--field .*write FIELD=COL, each field once"):
        columns_of({}, texts)


def test_conditions():
    assert conditions_of(["a=1", "b=", "a=2=3"]) == {"a": ("1", "2=3"), "b": ("",)}
    assert conditions_of([]) == {}


@pytest.mark.parametrize("text", ["a", "=1", ""])
def test_conditions_that_cannot_be(text):
    with pytest.raises(UsageError, match=r"--where .*write COL=VALUE"):
        conditions_of([text])
