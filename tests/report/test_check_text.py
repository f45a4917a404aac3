"""Findings as text."""

from __future__ import annotations

from accord.findings import Finding
from accord.report.check_text import check_text, counts, counts_text

FINDINGS = [
    Finding("bad_record", "error", "a.jsonl:3", "not JSON", "restore the line"),
    Finding("odd", "warning", "", "is odd"),
    Finding("repeated", "info", "b.jsonl", "given again " * 20),
    Finding("repeated", "info", "c.jsonl", "given again", count=7),
]


def test_every_finding_has_its_code_place_message_and_fix():
    assert check_text(FINDINGS[:2]) == (
        "error bad_record\n  a.jsonl:3\n  not JSON\n  -> restore the line\n\n"
        "warning odd\n  is odd\n\n"
        "1 error, 1 warning, 0 notes\n"
    )


def test_long_messages_are_wrapped_and_places_are_not():
    text = check_text([Finding("odd", "info", "x" * 90, "given again " * 20)], width=60)
    assert f"  {'x' * 90}\n" in text
    assert all(len(line) <= 60 for line in text.splitlines() if "x" not in line)
    assert text.startswith("note odd\n")


def test_nothing_found():
    assert check_text([]) == "0 errors, 0 warnings, 0 notes\n"


def test_findings_are_counted_not_what_they_count():
    assert counts(FINDINGS) == {"errors": 1, "warnings": 1, "notes": 2}
    assert counts_text(FINDINGS) == "1 error, 1 warning, 2 notes"


def test_texts_of_the_data_are_shown_and_not_obeyed():
    text = check_text([Finding("odd", "error", "a\x1b[31m", "b\nc\x1b]8", "d\u202e")])
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert "a\\x1b[31m" in text


def test_colour_where_it_is_wanted():
    assert "\x1b[" in check_text(FINDINGS, colour=True)
    assert "\x1b[" not in check_text(FINDINGS)
