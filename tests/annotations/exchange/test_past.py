"""Which rows of one unit say something that the log does not say yet, and what they correct."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_submissions import BENCHMARK, draft, moment

from accord.annotations.exchange.drafts import Draft
from accord.annotations.exchange.past import Earlier, Past, said_by
from accord.annotations.log.submission import said_text

SPEC = BENCHMARK.form_digest
Said = list[tuple[str, int | None]]
"""Labels with the day on which they were given; None for no time."""

labels = st.sampled_from("ABC")
timed = st.lists(st.tuples(labels, st.integers(1, 6)), max_size=6)
untimed = st.lists(st.tuples(labels, st.none()), max_size=6)
mixed = st.lists(st.tuples(labels, st.none() | st.integers(1, 4)), max_size=6)


def rows(*said: tuple[str, int | None]) -> list[Draft]:
    """Rows of one unit as an intake hands them over: by time, then in the order of the file."""
    return sorted((draft(label, at) for label, at in said), key=lambda row: row.head.at or "")


def past(*files: Said) -> Past:
    """A unit after several imports."""
    unit = Past((), SPEC)
    for said in files:
        unit.take(rows(*said))
    return unit


def said(records: list[Earlier]) -> str:
    return "".join(record.answers["q"]["value"] for record in records)


def standing(unit: Past) -> str:
    return said(unit.chain[-1:])


def untold(*labels: str) -> list[tuple[str, None]]:
    return [(label, None) for label in labels]


@pytest.mark.parametrize(
    ("files", "log"),
    [
        (["A"], "A"),
        (["A", "A"], "A"),
        (["A", "B", "A"], "ABA"),
        (["AB", "AB"], "AB"),
        (["A", "AB"], "AB"),
        (["AB", "A"], "ABA"),
        (["AB", "A", "AB"], "ABAB"),
        (["AB", "BC"], "ABC"),
        (["ABA", "ABA"], "ABA"),
        (["AAB", "AAB"], "AB"),
        (["ABB", "B"], "AB"),
        (["AB", "CAB", "CAB"], "ABCAB"),
        (["ABABA", "ABABA"], "ABABA"),
    ],
)
def test_without_times_the_order_of_imports_counts(files: list[str], log: str) -> None:
    assert said(past(*(untold(*file) for file in files)).records) == log


def test_each_record_corrects_the_one_that_stood() -> None:
    unit = past(untold(*"AB"), untold("C"))
    assert [record.supersedes for record in unit.records] == [None, *(record.id for record in unit.records[:2])]
    assert len({record.id for record in unit.records}) == 3


def test_an_older_export_adds_its_record_once_and_stands_behind() -> None:
    unit = past([("B", 5)], [("A", 2)])
    assert said(unit.records) == "BA"
    assert standing(unit) == "B"
    assert unit.records[1].supersedes is None
    for again in ([("A", 2)], [("A", 2), ("B", 5)], [("B", 5)]):
        assert unit.take(rows(*again)) == []


def test_what_an_older_export_said_may_be_said_again_later() -> None:
    # The older export is the last record of the log, and yet not the one that stands.
    unit = past([("B", 5)], [("A", 2)], [("A", 9)])
    assert said(unit.records) == "BAA"
    assert standing(unit) == "A"
    assert unit.records[2].supersedes == unit.records[0].id


def test_what_stands_is_not_added_again_although_an_older_record_came_last() -> None:
    unit = past([("B", 5)], [("A", 2)], untold("B"))
    assert said(unit.records) == "BA"


def test_a_record_without_a_time_does_not_let_an_older_one_stand() -> None:
    unit = past([("A", 5)], untold("B"), [("C", 2)])
    assert said(unit.records) == "ABC"
    assert standing(unit) == "B"
    unit.take(rows(("C", 6)))
    assert standing(unit) == "C"


def test_the_same_answers_at_later_times_were_given_again() -> None:
    unit = past([("A", 1), ("B", 2)], [("A", 3), ("B", 4)])
    assert said(unit.records) == "ABAB"


def test_the_same_answer_at_a_later_time_is_what_stands() -> None:
    assert said(past([("A", 1)], [("A", 3)]).records) == "A"


def test_times_that_one_of_two_exports_leaves_out_change_nothing_that_stands() -> None:
    assert said(past([("A", 1), ("B", 2)], untold("A", "B")).records) == "AB"
    assert said(past(untold("B"), [("B", 2)]).records) == "B"
    assert standing(past(untold("A", "B"), [("A", 1), ("B", 2)])) == "B"


def test_rows_without_a_time_beside_rows_with_one_are_new_where_no_record_says_the_same() -> None:
    unit = past([("A", 1), ("B", None), ("C", 2)])
    assert said(unit.records) == "BAC"
    assert unit.take(rows(("C", 2), ("B", None), ("A", 1))) == []


def test_a_time_in_between_is_a_new_statement() -> None:
    # In file order A, A, B: the second A was known when it came; B shows that it was said again.
    unit = past([("A", 1)], [("A", 3)], [("B", 2)])
    assert said(unit.records) == "AB"
    unit.take(rows(("A", 3)))
    assert said(unit.records) == "ABA"


def test_of_two_rows_at_one_time_the_later_stands_whatever_the_order_of_a_later_file() -> None:
    unit = past([("A", 1), ("B", 1)], [("B", 1), ("A", 1)])
    assert said(unit.records) == "AB"
    assert standing(unit) == "B"


@given(mixed, mixed)
def test_a_file_taken_again_adds_nothing(before: Said, file: Said) -> None:
    unit = past(before)
    unit.take(rows(*file))
    assert unit.take(rows(*file)) == []


@given(mixed, mixed, st.integers(0, 6))
def test_a_file_cut_off_anywhere_and_taken_again_is_as_if_taken_once(before: Said, file: Said, kept: int) -> None:
    whole, torn = past(before), past(before)
    added = whole.take(rows(*file))
    for _, record in added[:kept]:
        torn.add(record)
    torn.take(rows(*file))
    assert torn.records == whole.records


@given(st.lists(mixed, max_size=4))
def test_chains_are_sound_and_no_record_corrects_one_that_says_the_same(
    files: list[Said],
) -> None:
    unit = past(*files)
    assert len({(record.id, record.at) for record in unit.records}) == len(unit.records)
    for earlier, later in zip([None, *unit.chain], unit.chain, strict=False):
        assert later.supersedes == (None if earlier is None else earlier.id)
        assert earlier is None or later.answers != earlier.answers
    late = [record for record in unit.records if record not in unit.chain]
    assert all(record.supersedes is None for record in late)
    times = [record.at for record in unit.chain if record.at is not None]
    assert times == sorted(times)
    assert all(record.at is not None and record.at < unit.latest for record in late)


@given(
    st.lists(st.tuples(labels, st.integers(1, 20)), unique_by=lambda row: row[1], min_size=1, max_size=6), st.randoms()
)
def test_the_order_of_rows_with_times_does_not_matter(file: list[tuple[str, int]], chance: random.Random) -> None:
    shuffled = chance.sample(file, len(file))
    unit = past(shuffled)
    assert unit.records == past(file).records
    assert standing(unit) == max(file, key=lambda row: row[1])[0]


@given(st.lists(timed, max_size=4))
def test_with_times_all_that_was_said_is_in_the_log_or_was_said_before(files: list[list[tuple[str, int]]]) -> None:
    unit = past(*files)
    for label, at in (row for file in files for row in file):
        in_time = any(record.at <= moment(at) and said([record]) == label for record in unit.records)
        first = any(record.supersedes is None and said([record]) == label for record in unit.records)
        assert in_time or first


@given(st.lists(timed, min_size=1, max_size=4))
def test_files_in_any_order_come_to_the_latest_when_all_were_seen_again(files: list[list[tuple[str, int]]]) -> None:
    unit = past(*files, *files)
    rows = [row for file in files for row in file]
    last = {label for label, at in rows if at == max(at for _, at in rows)}
    assert not rows or standing(unit) in last


def test_fields_that_a_row_leaves_out_keep_what_stands() -> None:
    unit = Past((), SPEC)
    unit.take([draft({"q": "A", "r": 1})])
    ((_, record),) = unit.take([draft({"q": "B"})])
    assert record.answers == {"q": {"state": "answered", "value": "B"}, "r": {"state": "answered", "value": 1}}
    assert unit.take([draft({"r": 1})]) == []


def test_a_partial_row_that_was_taken_once_is_known_although_the_rest_changed() -> None:
    unit = Past((), SPEC)
    unit.take([draft({"q": "A", "r": 1}, 1)])
    unit.take([draft({"q": "B"}, 2)])
    unit.take([draft({"r": 7}, 3)])
    assert unit.take([draft({"q": "B"}, 2)]) == []
    assert unit.chain[-1].answers["q"]["value"] == "B"


def test_a_late_partial_row_does_not_borrow_from_later_answers() -> None:
    unit = Past((), SPEC)
    unit.take([draft({"q": "A", "r": 1}, 5)])
    ((_, record),) = unit.take([draft({"q": "B"}, 2)])
    assert record.answers == {"q": {"state": "answered", "value": "B"}}


def test_where_answers_are_not_kept_a_row_is_compared_as_it_is() -> None:
    (_, record), *_ = Past((), SPEC).take([draft({"q": "A", "r": 1})])
    unit = Past([Earlier(record.id, None, None, None, None)], SPEC)
    assert unit.take([draft({"q": "A", "r": 1})]) == []
    assert len(unit.take([draft({"q": "A"})])) == 1


def test_a_form_that_cannot_be_judged_borrows_nothing() -> None:
    unit = Past((), SPEC)
    unit.take([draft("A")])
    ((_, record),) = unit.take([draft(state="unusable")])
    assert record.answers == {}
    assert unit.take([draft(state="unusable", reason="another")]) == []


def test_the_same_answers_to_a_form_with_other_words_are_nothing_new() -> None:
    (record,) = past(untold("A")).records
    other = replace(record, said=said_by("answered", said_text(record.answers)))
    again = Past([other], "another digest")
    assert again.take(rows(("A", None))) == []
    ((_, later),) = again.take(rows(("B", None)))
    assert later.supersedes == record.id


def test_a_late_row_that_says_what_a_first_record_says_is_known() -> None:
    """Its id would be the same, because times are not in ids."""
    unit = past([("A", 2)])
    assert unit.take(rows(("A", 1))) == []
    assert len(unit.take(rows(("B", 1)))) == 1
    assert unit.take(rows(("A", 1), ("B", 1))) == []


@pytest.mark.parametrize(
    ("before", "after", "added"),
    [
        ({"state": "answered", "value": 1, "raw": "1.0"}, {"state": "answered", "value": 1, "raw": "01"}, 0),
        ({"state": "missing", "raw": "-"}, {"state": "missing"}, 0),
        ({"state": "off_label", "raw": "x"}, {"state": "off_label", "raw": "y"}, 1),
        ({"state": "missing"}, {"state": "not_asked"}, 1),
        ({"state": "answered", "value": 1}, {"state": "answered", "value": "1"}, 1),
        ({"state": "answered", "value": "x"}, {"state": "abstained", "value": "x"}, 1),
    ],
)
def test_spellings_of_one_answer_are_one_answer(before: dict[str, str], after: dict[str, str], added: int) -> None:
    unit = Past((), SPEC)
    unit.take([draft({"r": before})])
    assert len(unit.take([draft({"r": after})])) == added
