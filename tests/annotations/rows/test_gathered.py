"""Findings of one kind become one, with the first places and a count."""

from __future__ import annotations

from accord.annotations.rows.gathered import Gathering, gathered


def place(row):
    return f"a.jsonl:{row + 1}, field q"


def test_one_row_has_its_place_and_message_only():
    found = gathered("odd", "error", [3], place, "is odd", "make it even")
    assert (found.where, found.message, found.fix, found.count) == ("a.jsonl:4, field q", "is odd", "make it even", 1)


def test_more_rows_of_one_file_are_named_by_their_lines():
    assert gathered("odd", "error", [0, 2], place, "is odd").message == "is odd; also line 3"
    many = gathered("odd", "error", range(1000), place, "is odd")
    assert many.message == "is odd; also lines 2, 3, 4, 5 and 995 more"
    assert many.count == 1000


def test_rows_of_several_files_are_named_in_full():
    found = gathered("odd", "error", [1, 2], lambda row: f"{row}.csv:7", "is odd")
    assert found.message == "is odd; also 2.csv:7"


def test_places_that_are_no_lines_are_named_in_full():
    found = gathered("odd", "error", [1, 2], lambda row: f"a.parquet, record {row}", "is odd")
    assert found.message == "is odd; also a.parquet, record 2"


def test_a_place_is_asked_for_the_first_five_rows_only():
    asked = []

    def noted(row):
        asked.append(row)
        return place(row)

    gathered("odd", "error", range(100), noted, "is odd")
    assert asked == [0, 1, 2, 3, 4]


def test_a_gathering_has_one_finding_a_code():
    gathering = Gathering()
    for line in range(1, 8):
        gathering.add("odd", "error", f"a:{line}", f"{line} is odd", "make it even")
    gathering.add("late", "warning", "a:9", "is late")
    odd, late = gathering.findings()
    assert (odd.code, odd.severity, odd.where, odd.count) == ("odd", "error", "a:1", 7)
    assert (odd.message, odd.fix) == ("1 is odd; also lines 2, 3, 4, 5 and 2 more", "make it even")
    assert (late.code, late.severity, late.message, late.count) == ("late", "warning", "is late", 1)


def test_an_empty_gathering_has_none():
    assert Gathering().findings() == []
