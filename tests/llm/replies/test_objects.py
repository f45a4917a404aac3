from __future__ import annotations

import pytest

from accord.llm.replies.objects import MOST_FAILURES, MOST_OBJECTS, objects_in
from accord.llm.replies.repair import LONGEST_REPAIRED
from accord.llm.replies.unreadable import Unreadable


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('{"a": 1}', [({"a": 1}, "")]),
        ('x {y} {"a": {"b": 2}} {"c": 3} {z', [({"a": {"b": 2}}, ""), ({"c": 3}, "")]),
        ('Fill in {"a": ...}: {"a": 1}', [({"a": 1}, "")]),
        ('{"a": 1 "b": {"a": 2}} {"a": 3}', [({"a": 3}, "")]),
        ("{'a': 1} {\"a\": 1,}", [({"a": 1}, "python_literal"), ({"a": 1}, "trailing_comma")]),
        ('{"a": "x\ny"}', [({"a": "x\ny"}, "control_characters")]),
        ("{ }", [({}, "")]),
    ],
)
def test_found(text, found):
    assert [(one.value, one.code) for one in objects_in(text)] == found


def test_places():
    text = 'x {"a": 1} y {"b": 2}'
    assert [text[one.start : one.end] for one in objects_in(text)] == ['{"a": 1}', '{"b": 2}']


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "no_object"),
        ("a {b} c", "no_object"),
        ("[1, 2]", "no_object"),
        ("{'a', 'b'}", "bad_syntax"),
        ('{"a": 1', "truncated"),
        # What stands inside an object that is not closed is no answer, nor is one beside it.
        ('{"draft": {"a": 1}, "b": 2', "truncated"),
        ('{"a": 1} {"a": 2', "truncated"),
        ('{"a": "' + "x" * LONGEST_REPAIRED, "bad_syntax"),
        ('{"a": ' + "1" * 5_000 + "}", "bad_syntax"),
        ('{"a":' * 100_000, "too_deep"),
        ("{'x'} " * (MOST_FAILURES + 1), "bad_syntax"),
        ("{} " * (MOST_OBJECTS + 1), "no_answer"),
    ],
)
def test_not_found(text, reason):
    with pytest.raises(Unreadable) as why:
        objects_in(text)
    assert why.value.reason == reason


def test_a_few_braces_that_open_nothing_do_not_matter():
    assert len(objects_in("{'x'} " * MOST_FAILURES + '{"a": 1}')) == 1
