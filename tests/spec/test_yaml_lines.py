"""YAML read safely: which texts stay texts, what is refused, and that every place has its line."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from accord.spec.yaml_lines import MOST_DEPTH, MOST_LETTERS, MOST_NODES, read_yaml


def problems(text: str) -> list[tuple[int, str]]:
    """Line and message of every problem."""
    return [(int(found.where.removeprefix("x.yaml:")), found.message) for found in read_yaml(text, "x.yaml").problems]


def value(text: str) -> Any:
    read = read_yaml(text, "x.yaml")
    assert not read.problems
    return read.value


@pytest.mark.parametrize(
    "text",
    [
        *("no", "yes", "on", "off", "y", "N", "No", "YES", "Off", "nUll", "tRUE"),
        *("2026-01-01", "2026-01-01T00:00:00Z", "1:30", "12:30:45"),
        *("007", "017", "0o17", "0x1F", "0b1", "1_000", "+1", "-0", "00", "1,000"),
        *("0.50", "1.50", "-1.0e3", "1e3", ".5", "5.", "100000000000000000.5", ".inf", "-.INF", ".nan", "nan"),
        *("12345678901234567890", "9" * 5000, "=", "<<", "1.0.0", "1..5", "None", "\u0661"),
    ],
)
def test_what_stays_a_text(text: str) -> None:
    assert value(f"a: {text}") == {"a": text}


@pytest.mark.parametrize("text", ["null", "true", "False", "~", "3", "0", "-1.5", ""])
@pytest.mark.parametrize("quote", ["'", '"'])
def test_what_is_quoted_is_a_text(text: str, quote: str) -> None:
    assert value(f"a: {quote}{text}{quote}") == {"a": text}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        *((text, None) for text in ("", "~", "null", "Null", "NULL")),
        *((text, True) for text in ("true", "True", "TRUE")),
        *((text, False) for text in ("false", "False", "FALSE")),
        *((text, int(text)) for text in ("0", "3", "-3", "9223372036854775807")),
        *((text, float(text)) for text in ("0.5", "-1.5", "1.0", "0.95")),
    ],
)
def test_what_is_no_text(text: str, found: object) -> None:
    read = value(f"a: {text}")["a"]
    assert read == found
    assert type(read) is type(found)


@given(
    st.one_of(
        st.integers(),
        st.floats(allow_nan=False, allow_infinity=False),
        st.decimals(places=2),
        st.from_regex(r"[-+]?[0-9._eE]{1,8}", fullmatch=True),
    )
)
def test_a_number_is_one_only_where_its_text_survives(number: object) -> None:
    text = str(number)
    found = value(f"[{text}]")[0]
    assert str(found) == text


def test_blocks_keep_their_line_ends() -> None:
    assert value("a: |\n  x\n  y\nb: >\n  x\n  y\n") == {"a": "x\ny\n", "b": "x y\n"}
    assert value("a: |\n  7\n") == {"a": "7\n"}


def test_keys_are_texts_as_they_stand() -> None:
    assert value("1: a\nno: b\n~: c\n1.50: d\n? e\n: f\n") == {"1": "a", "no": "b", "~": "c", "1.50": "d", "e": "f"}


# What YAML lets stand in a file, but for characters that JSON writes as two halves.
LETTERS = st.characters(min_codepoint=1, max_codepoint=0xFFFD, exclude_categories=["Cs"], exclude_characters="\x7f")
# YAML ends a key of one line at 1,024 characters, and JSON may need six for a letter.
KEYS = st.text(LETTERS, max_size=100)
PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**18), 10**18) | st.text(LETTERS),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=20,
)


@given(PLAIN)
def test_json_is_read_as_json(document: Any) -> None:
    assert value(json.dumps(document)) == document


@given(PLAIN)
def test_what_pyyaml_writes_is_read_back(document: Any) -> None:
    assert value(yaml.safe_dump(document)) == document


@pytest.mark.parametrize(
    ("text", "tag"),
    [
        ("a: !!python/object:os.system {}", "!!python/object:os.system"),
        ("a: !!python/object/apply:os.system [ls]", "!!python/object/apply:os.system"),
        ("a: !!python/name:os.system", "!!python/name:os.system"),
        ("a: !<tag:yaml.org,2002:python/tuple> [1]", "!!python/tuple"),
        ("!!map {a: 1}", "!!map"),
        ("!!str a: 1", "!!str"),
        ("a: !!int '3'", "!!int"),
        ("a: !!binary aGVsbG8=", "!!binary"),
        ("a: !!set {a, b}", "!!set"),
        ("a: !!omap [a: 1]", "!!omap"),
        ("a: !!timestamp 2001-01-01", "!!timestamp"),
        ("a: !mine 1", "!mine"),
        ("a: ! 1", "!"),
        ("%TAG ! tag:x,2000:\n---\na: !b 1", "tag:x,2000:b"),
    ],
)
def test_tags_are_refused(text: str, tag: str) -> None:
    line = text.count("\n") + 1
    assert problems(text) == [(line, f"the tag {tag} is not allowed; plain values only")]


def test_anchors_are_read_and_their_values_keep_their_own_line() -> None:
    read = read_yaml("a: &x\n  - 1\n  - {b: 2}\nc: *x\n", "x.yaml")
    assert (read.value, read.problems) == ({"a": [1, {"b": 2}], "c": [1, {"b": 2}]}, [])
    assert read.place(("c",)) == "x.yaml:4, c"
    assert read.place(("c", 1, "b")) == "x.yaml:3, c.1.b"


def test_there_is_no_merging_of_mappings() -> None:
    assert value("a: &x {b: 1}\nc:\n  <<: *x\n") == {"a": {"b": 1}, "c": {"<<": {"b": 1}}}


def test_anchors_that_grow_are_bounded() -> None:
    names = "abcdefghij"
    text = "a: &a [x,x,x,x,x,x,x,x,x,x]\n"
    text += "".join(f"{own}: &{own} [{','.join([f'*{last}'] * 10)}]\n" for last, own in pairwise(names))
    read = read_yaml(text, "x.yaml")
    assert [problem.message for problem in read.problems] == [
        f"more than {MOST_NODES:,} values; anchors that repeat each other grow so"
    ]
    assert len(read.lines) <= MOST_NODES + 1000


@pytest.mark.parametrize("text", ["a: &x [*x]", "a: &x\n  b: *x", "&x [[*x], *x]"])
def test_a_value_that_holds_itself_is_refused(text: str) -> None:
    assert {message for _, message in problems(text)} == {"a value holds itself, or is nested too deeply"}


@pytest.mark.parametrize(
    "text",
    ["[" * 100_000, "[" * 3000 + "]" * 3000, "{" * 3000, "{a: " * 3000 + "}" * 3000, "- " * 3000 + "a", "? " * 3000],
)
def test_deep_nesting_ends_in_one_problem(text: str) -> None:
    assert problems(text) == [(1, "lists or mappings are nested too deeply")]


def test_the_depth_that_is_allowed() -> None:
    assert value("[" * MOST_DEPTH + "]" * MOST_DEPTH)
    too_deep = "[" * (MOST_DEPTH + 2) + "]" * (MOST_DEPTH + 2)
    assert problems(too_deep) == [(1, "a value holds itself, or is nested too deeply")]


def test_a_large_file_is_refused_before_it_is_parsed() -> None:
    assert problems("a" * (MOST_LETTERS + 1)) == [(1, "the file has more than 1,048,576 letters")]
    assert value("a" * MOST_LETTERS) == "a" * MOST_LETTERS


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("a: 1\nb: 2\na: 3\n", [(3, "the key 'a' stands twice; the first is on line 1")]),
        ("a:\n  b: 1\n\n  'b': 2\n", [(4, "the key 'b' stands twice; the first is on line 2")]),
        ("1: a\n'1': b", [(2, "the key '1' stands twice; the first is on line 1")]),
        (
            "a: {b: 1,\n b: 2}\na: {}",
            [
                (2, "the key 'b' stands twice; the first is on line 1"),
                (3, "the key 'a' stands twice; the first is on line 1"),
            ],
        ),
        ("- a: 1\n  a: 2\n- a: 3\n", [(2, "the key 'a' stands twice; the first is on line 1")]),
        (
            "a: 1\na: 2\na: 3",
            [
                (2, "the key 'a' stands twice; the first is on line 1"),
                (3, "the key 'a' stands twice; the first is on line 1"),
            ],
        ),
    ],
)
def test_repeated_keys_are_named_with_both_lines(text: str, found: list[tuple[int, str]]) -> None:
    assert problems(text) == found


@pytest.mark.parametrize("text", ["? [a, b]\n: 1", "? {a: 1}\n: 1", "{[a]: 1}", "? |\n a\n: 1\n? [b]\n: 2"])
def test_a_key_must_be_a_text(text: str) -> None:
    assert [message for _, message in problems(text)] == ["a key must be a text"]


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("a:\n\tb: 1", 2, "not YAML: found character '\\t' that cannot start any token"),
        ("a: 1\n---\nb: 2", 2, "not YAML: expected a single document in the stream, but found another document"),
        ("a: 1\nb: 'x", 2, "not YAML: found unexpected end of stream"),
        ("a: b: c", 1, "not YAML: mapping values are not allowed here"),
        ("- a\nb: c", 2, "not YAML: expected <block end>, but found '?'"),
        ("\n{a: 1", 2, "not YAML: expected ',' or '}', but got '<stream end>'"),
        ("a: *nope", 1, "not YAML: found undefined alias 'nope'"),
        ("a: &x 1\nb: &x 2", 2, "not YAML: found duplicate anchor 'x'; first occurrence, second occurrence"),
        ("%YAML 9.1\n---\na: 1", 1, "not YAML: found incompatible YAML document (version 1.* is required)"),
        ("a: @x", 1, "not YAML: found character '@' that cannot start any token"),
        ("a: 1\n\n\nb: \x07", 4, "the character U+0007 is not allowed"),
        ("a: \x00", 1, "the character U+0000 is not allowed"),
        ("a: 1\nb: \x1b[31m", 2, "the character U+001B is not allowed"),
        ("a: \ud800", 1, "the character U+D800 is not allowed"),
        ("a: \ufffe", 1, "the character U+FFFE is not allowed"),
        ('a: "\\ud800"', 1, "a text holds a NUL or half a character (a lone surrogate)"),
        ('a: "\\0not_asked"', 1, "a text holds a NUL or half a character (a lone surrogate)"),
        ('a: 1\n"\\ud83d\\ude00": 1', 2, "a text holds a NUL or half a character (a lone surrogate)"),
        ("", 1, "the file is empty"),
        ("# a comment\n\n", 1, "the file is empty"),
        (" \r\n\t", 2, "not YAML: found character '\\t' that cannot start any token"),
    ],
)
def test_what_cannot_be_read(text: str, line: int, message: str) -> None:
    assert problems(text) == [(line, message)]


def test_a_sign_of_yaml_in_a_text_is_said_to_need_quotes() -> None:
    [problem] = read_yaml("a: {en: How is it?, fr: x}", "x.yaml").problems
    assert problem.fix is not None
    assert problem.fix.startswith("put a text in quotes")
    assert read_yaml("a: *x", "x.yaml").problems[0].fix is None


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        *((text, True) for text in ("a: 1", "null", "a: 1\na: 2", "a: !!int 1", "? [a]\n: 1")),
        *((text, False) for text in ("", "a: [", "a: &x [*x]", 'a: "\\0"', "a: \x07", "[" * 80 + "]" * 80)),
    ],
)
def test_whether_more_can_be_said_of_a_value(text: str, whole: bool) -> None:
    assert read_yaml(text, "x.yaml").whole is whole


def test_problems_stand_in_the_order_of_their_lines() -> None:
    found = problems("a: 1\na: !!int 2\nb: &x [*x]\nb: 2\n? [c]\n: !d 1")
    assert [line for line, _ in found] == [2, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("root", ["null", "[]", "[a]", "a", "1", "---", "--- |\n a"])
def test_a_root_of_any_type_is_read(root: str) -> None:
    assert problems(root) == []


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_are_counted_whatever_ends_them(end: str) -> None:
    read = read_yaml(end.join(["\ufeff# head", "a: 1", "b:", "  - x", "  - y: [1,", "        2]", "..."]), "x.yaml")
    assert read.value == {"a": 1, "b": ["x", {"y": [1, 2]}]}
    places = [read.place(path) for path in [(), ("a",), ("b",), ("b", 0), ("b", 1), ("b", 1, "y"), ("b", 1, "y", 1)]]
    lines = [int(place.partition(",")[0].removeprefix("x.yaml:")) for place in places]
    assert lines == [2, 2, 3, 4, 5, 5, 6]


def test_what_is_not_there_has_the_place_of_what_holds_it() -> None:
    read = read_yaml("a:\n  b: 1\n", "some/x.yaml")
    assert read.place(("a", "c", "d")) == "some/x.yaml:1, a.c.d"
    assert read.place(("z",)) == "some/x.yaml:1, z"
    assert read.place(()) == "some/x.yaml:1"
    assert read_yaml("", "x.yaml").place(("a",)) == "x.yaml:1, a"


@given(
    st.lists(
        st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
        | st.sampled_from(
            ["a: ", "- ", "&x ", "*x", "!t ", "\n", "  ", "'", '"', "{", "}", "[", "]", "|\n", "? ", "%", "---\n"]
        )
    )
)
def test_no_text_makes_it_fail(parts: list[str]) -> None:
    read = read_yaml("".join(parts), "x.yaml")
    assert all(problem.where.startswith("x.yaml:") and problem.message for problem in read.problems)
