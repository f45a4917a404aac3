"""Findings: how they read, how they are ordered, and what they become in JSON."""

from __future__ import annotations

import dataclasses
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.findings import Finding, counted, most_severe_first, visible


@pytest.mark.parametrize(
    ("finding", "text"),
    [
        (Finding("c", "info", "", "m"), "info c: m"),
        (Finding("c", "error", "a.csv:3", "m"), "error c: a.csv:3: m"),
        (Finding("c", "warning", "a", "m", "f", 7), "warning c: a: m (f)"),
        (Finding("c", "info", "[b]a[/b]", "{m}"), "info c: [b]a[/b]: {m}"),
    ],
)
def test_text(finding: Finding, text: str) -> None:
    assert str(finding) == text


def test_json_has_every_part() -> None:
    finding = Finding("c", "warning", "a", "m")
    document = finding.to_dict()
    assert document == {"code": "c", "severity": "warning", "where": "a", "message": "m", "fix": None, "count": 1}
    assert list(document) == [field.name for field in dataclasses.fields(Finding)]
    assert json.loads(json.dumps(document)) == document


def test_the_most_severe_come_first_and_equals_keep_their_order() -> None:
    raised = [
        Finding("1", "info", "", ""),
        Finding("2", "error", "", ""),
        Finding("3", "warning", "", ""),
        Finding("4", "error", "", ""),
        Finding("5", "info", "", ""),
    ]
    assert [finding.code for finding in most_severe_first(iter(raised))] == ["2", "4", "3", "1", "5"]
    assert [finding.code for finding in raised] == ["1", "2", "3", "4", "5"]
    assert most_severe_first([]) == []


def test_a_finding_cannot_be_changed() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        Finding("c", "info", "", "m").count = 2  # type: ignore[misc]


def test_equal_findings_are_one_in_a_set() -> None:
    assert len({Finding("c", "info", "", "m"), Finding("c", "info", "", "m"), Finding("c", "info", "", "n")}) == 2


@pytest.mark.parametrize(
    ("number", "noun", "plural", "text"),
    [
        (0, "row", None, "0 rows"),
        (1, "row", None, "1 row"),
        (2, "row", None, "2 rows"),
        (1_000_000, "box", "boxes", "1,000,000 boxes"),
        (1, "box", "boxes", "1 box"),
    ],
)
def test_a_number_with_its_noun(number: int, noun: str, plural: str | None, text: str) -> None:
    assert counted(number, noun, plural) == text


SHOWN = [
    "[red]x[/red]",
    "=cmd()",
    "\U0001f642",
    "\u0634\u0627\u0631\u0639",
    "e\u0301",
    "a\\[b",
    "\u65e5\u672c",
    "a b",
    "",
]
OBEYED = [
    "\n",
    "\r",
    "\t",
    "\x00",
    "\x07",
    "\b",
    "\x1b",
    "\x7f",
    "\x85",
    "\x9b",
    "\u2028",
    "\u202e",
    "\u200f",
    "\ud800",
]


@pytest.mark.parametrize("text", SHOWN)
def test_what_a_terminal_only_shows_is_kept(text: str) -> None:
    assert visible(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "\u0646\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
        "\U0001f469\u200d\U0001f4bb",
        "\u65e5\u672c\u3000\u8a9e",
        "5\u00a0km",
    ],
    ids=["Persian", "joined emoji", "wide space", "firm space"],
)
def test_joiners_and_spaces_of_ordinary_text_are_kept(text: str) -> None:
    assert visible(text) == text


@pytest.mark.parametrize("letter", OBEYED)
def test_what_a_terminal_obeys_is_spelled_out(letter: str) -> None:
    assert visible(f"a{letter}b") == f"a{letter.encode('unicode_escape').decode()}b"


@given(st.text())
def test_a_visible_text_is_one_line_and_stays_as_it_is(text: str) -> None:
    shown = visible(text)
    assert len(f"{shown}x".splitlines()) == 1
    assert visible(shown) == shown
    assert shown.encode("utf-8").decode("utf-8") == shown
