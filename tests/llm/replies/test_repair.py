from __future__ import annotations

import pytest

from accord.llm.replies.decode import Doubled
from accord.llm.replies.repair import LONGEST_REPAIRED, extent, repaired


def repair(text):
    end, commas = extent(text, 0)
    return None if end is None else repaired(text, 0, end, commas)


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("{'a': 1} b", 8),
        ("{'a': '}'} b", 10),
        ('{"a": "it\'s }"} b', 15),
        ("{'a': 'it\\'s }'} b", 16),
        ("{'a': {'b': [1]}} }", 17),
        ("{'a': 1", None),
        ("{'a': 'b}", None),
        ("{'a\\", None),
    ],
)
def test_extent(text, end):
    assert extent(text, 0)[0] == end


def test_extent_is_bounded():
    assert extent("{" + " " * LONGEST_REPAIRED + "}", 0) == (None, [])


@pytest.mark.parametrize(
    ("text", "value", "code"),
    [
        ('{"a": 1,}', {"a": 1}, "trailing_comma"),
        ('{"a": [1, 2,],\n }', {"a": [1, 2]}, "trailing_comma"),
        ('{"a": ",}", "b": null,}', {"a": ",}", "b": None}, "trailing_comma"),
        ("{'a': 1, 'b': 'it is \"b\"'}", {"a": 1, "b": 'it is "b"'}, "python_literal"),
        ("{'a': True, 'b': None, 'c': [-1.5],}", {"a": True, "b": None, "c": [-1.5]}, "python_literal"),
        ("{'a': true, 'b': null}", {"a": True, "b": None}, "python_literal"),
        ("{'a': '\\d'}", {"a": "\\d"}, "python_literal"),
    ],
)
def test_repaired(text, value, code):
    assert repair(text) == (value, code)


@pytest.mark.parametrize(
    "text",
    [
        "{'a', 'b'}",
        "{'a': b}",
        "{'a': open('x')}",
        "{'a': ...}",
        "{'a': 1j}",
        "{'a': b'x'}",
        "{'a': {1}}",
        "{'a': 1e999}",
        "{1: 2}",
        "{**{'a': 1}}",
        "{'a': 1 'b': 2}",
        "{'a': '\0'}",
        '{"a": 1,, "b": 2,}',
        "{'a': " + "[" * 3_000 + "]" * 3_000 + "}",
        "{'a': " + "1" * 5_000 + "}",
    ],
)
def test_what_is_no_object_is_not_repaired(text):
    assert repair(text) is None


def test_a_literal_with_a_key_twice():
    value, _ = repair("{'a': 1, 'a': 2}")
    assert isinstance(value, Doubled)
    assert value.differing == {"a"}
