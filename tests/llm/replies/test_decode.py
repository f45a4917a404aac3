from __future__ import annotations

import json

import pytest

from accord.llm.replies.decode import Doubled, decoded
from accord.llm.replies.unreadable import Unreadable


def test_a_value_at_a_place():
    assert decoded('x {"a": [1, 2.5]} y', 2) == ({"a": [1, 2.5]}, 17)
    with pytest.raises(json.JSONDecodeError):
        decoded("x {a: 1}", 2)


def test_keys_that_come_twice():
    value, _ = decoded('{"a": 1, "a": 2, "b": 3, "b": 3}', 0)
    assert isinstance(value, Doubled)
    assert (value, value.differing) == ({"a": 2, "b": 3}, {"a"})
    # True is not 1, though Python has them equal.
    value, _ = decoded('{"a": 1, "a": true}', 0)
    assert value.differing == {"a"}


def test_numbers_that_no_log_can_hold_stay_texts():
    assert decoded('{"a": NaN, "b": -Infinity, "c": 1e999, "d": 0.5}', 0)[0] == {
        "a": "NaN",
        "b": "-Infinity",
        "c": "1e999",
        "d": 0.5,
    }


def test_control_characters_only_where_they_are_allowed():
    with pytest.raises(json.JSONDecodeError):
        decoded('{"a": "b\nc"}', 0)
    assert decoded('{"a": "b\nc"}', 0, lenient=True) == ({"a": "b\nc"}, 12)


def test_deep_nesting_and_long_numbers():
    with pytest.raises(Unreadable, match="too_deep"):
        decoded('{"a":' * 100_000, 0)
    with pytest.raises(ValueError, match="digits"):
        decoded("1" * 5_000, 0)
