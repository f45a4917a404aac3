"""Standing submissions on their way out: which, in which order, and what blanks cannot tell."""

from __future__ import annotations

import pytest
from made_folders import empty_folder, filled_folder, more

from accord.annotations.exchange.outgoing import select_outgoing
from accord.errors import InputError
from accord.spec.states import NOT_ASKED_CELL


@pytest.fixture
def folder(tmp_path):
    return filled_folder(tmp_path / "b")


def select(folder, *roles, passes=()):
    return select_outgoing(folder.benchmark, folder.items, folder.standing, folder.outputs, roles, passes)


def keys(selected):
    columns = ("item", "of", "rater", "role", "pass")
    return selected.outgoing.frame.select(columns).rows()


def test_items_stand_in_their_order_then_outputs_roles_and_raters(folder):
    assert keys(select(folder)) == [
        ("a", None, "ann", "human", "first"),
        ("a", None, "bob", "human", "first"),
        ("a", None, "m", "model", "first"),
        ("a", "m", "j", "judge", "first"),
        ("b", None, "bob", "human", "first"),
        ("b", None, "bob", "human", "second"),
        ("b", None, "m", "model", "first"),
        ("b", "m", "j", "judge", "first"),
        ("c", None, "ann", "human", "first"),
        ("c", None, "m", "model", "first"),
    ]


def test_rows_are_those_of_the_standing_submissions(folder):
    selected = select(folder)
    frame = folder.standing.frame[selected.row]
    assert frame["rater"].to_list() == selected.outgoing.frame["rater"].to_list()
    assert frame["score"].to_list() == selected.outgoing.frame["score"].to_list()


def test_roles_and_passes(folder):
    assert {row[3] for row in keys(select(folder, "judge", "model"))} == {"judge", "model"}
    assert keys(select(folder, "human", passes=("second",))) == [("b", None, "bob", "human", "second")]


def test_only_fields_with_an_answer_have_a_column(folder):
    assert select(folder).outgoing.fields == ("score", "tags", "title", "title match")
    assert select(folder, "judge").outgoing.fields == ("title match",)
    assert select(folder, "human").outgoing.fields == ("score", "tags")


def test_where_nobody_answered_the_fields_that_are_asked_have_one(tmp_path):
    folder = more(
        empty_folder(tmp_path / "b"), {"item": "a", "rater": "m", "role": "model", "state": "invalid"} | {"title": ""}
    )
    assert select(folder).outgoing.fields == ("title",)


def test_nothing_is_lost_in_the_blanks_of_an_ordinary_folder(folder):
    selected = select(folder)
    assert selected.outgoing.blanks == ()
    assert selected.findings == ()


def test_a_field_that_was_not_answered_would_come_back_as_missing(folder):
    # A file without the column of the tags: nothing is said of them.
    folder = more(folder, {"item": "a", "rater": "di", "role": "human", "score": "1"})
    (finding,) = select(folder).outgoing.blanks
    assert (finding.code, finding.severity, finding.where, finding.count) == ("not_held", "warning", "field tags", 1)
    assert "a blank cell says that it is missing" in finding.message


def test_what_a_judge_left_blank_would_come_back_as_not_asked(folder):
    row = {"item": "b", "of": "m", "rater": "k", "role": "judge", "title match": "", "state": "answered"}
    folder = more(folder, row)
    assert select(folder).outgoing.blanks == ()
    spec = folder.path / "benchmark.yaml"
    spec.write_text(spec.read_text() + "policies: {empty_reference: {judge: leave_blank}}\n")
    (finding,) = select(more(folder)).outgoing.blanks
    assert (finding.where, finding.count) == ("field title match", 1)
    assert "a blank cell says that it is not asked" in finding.message


def test_answers_about_a_replaced_output_stay(folder):
    folder = more(folder, {"item": "a", "rater": "m", "role": "model", "title": "a pot"})
    selected = select(folder)
    assert ("a", "m", "j", "judge", "first") not in keys(selected)
    (finding,) = selected.findings
    assert (finding.code, finding.severity, finding.count) == ("not_held", "warning", 1)
    assert "an output that was replaced" in finding.message


def test_answers_about_an_output_of_a_later_pass_stay(folder):
    folder = more(folder, {"item": "a", "rater": "m", "role": "model", "pass": "second", "title": "a jug"})
    (of,) = folder.standing.frame.filter(
        (folder.standing.frame["pass"] == "second") & (folder.standing.frame["rater"] == "m")
    )["id"]
    folder = more(folder, {"item": "a", "of": of, "rater": "k", "role": "judge", "title match": "0"})
    assert sum(finding.count for finding in select(folder, "judge").findings) == 1
    assert [row[:3] for row in keys(select(folder, "judge"))] == [("a", "m", "j"), ("b", "m", "j")]


def test_answers_about_items_that_are_gone_stay(folder):
    items = folder.path / "items.jsonl"
    items.write_text("".join(items.read_text().splitlines(keepends=True)[:2]))
    selected = select(more(folder))
    assert {row[0] for row in keys(selected)} == {"a", "b"}
    (finding,) = selected.findings
    assert (finding.count, "about items that the benchmark does not have" in finding.message) == (2, True)


def test_nothing_to_write(tmp_path, folder):
    with pytest.raises(InputError, match=r"no submission of judge, third to write; in the logs: human first: 4, "):
        select(folder, "judge", passes=("third",))
    with pytest.raises(InputError, match=r"there is no submission to write; in the logs: none"):
        select(empty_folder(tmp_path / "empty"))


def test_cells_say_what_the_log_says(folder):
    frame = select(folder).outgoing.frame
    assert frame["score"].to_list() == [
        "1",
        "Cannot judge",
        NOT_ASKED_CELL,
        NOT_ASKED_CELL,
        *[NOT_ASKED_CELL],
        "4",
        *[NOT_ASKED_CELL] * 2,
        "5",
        NOT_ASKED_CELL,
    ]
    assert frame["tags"].to_list()[:2] == ["[]", None]
