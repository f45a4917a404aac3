"""Returned workbooks as rows of answers."""

from __future__ import annotations

import pytest
from made_plans import benchmark
from made_returns import SCORE, grid, lines, plan

from accord.annotations.log.submission import Source
from accord.annotations.tables.read import TableFile
from accord.annotations.workbooks.answers import read_answers
from accord.annotations.workbooks.headings import headings
from accord.annotations.workbooks.located import locate
from accord.annotations.workbooks.plan import Plan, Row
from accord.annotations.workbooks.proof import annotator_of
from accord.annotations.workbooks.returned import Returned
from accord.annotations.workbooks.taken import incoming_of
from accord.annotations.workbooks.wrong import Wrong

JUDGED = benchmark("title: {kind: text, reference: title}\ntitle_match: {kind: binary, matches: title}").fields
BOTH = benchmark(
    "title: {kind: text, reference: title}\ntitle_match: {kind: binary, matches: title}\n"
    "light: {kind: choice, labels: [clear, dim]}\nnote: {kind: text, asked_of: [human]}"
)


def book(table, *, made=None, fields=JUDGED, wrongs=(), path="ann.xlsx", saved="2026-01-02T00:00:00.000000Z"):
    found = locate(made or plan(), grid(table))
    answered = read_answers(found, fields, False)
    said = tuple(wrong for row in answered.values() for wrong in row.wrongs)
    return Returned(
        TableFile(path, f"sha of {path}", 3), found, annotator_of(found)[0], answered, (*said, *wrongs), saved
    )


def rows(incoming):
    return incoming.frame.rows()


def test_a_row_for_every_output_that_was_judged():
    incoming = incoming_of([book(lines(1, "0"))], ["title", "title_match"])
    assert incoming.frame.columns == ["item", "of", "rater", "role", "pass", "title_match"]
    assert rows(incoming) == [
        ("o1", "m", "ann", "human", "first", "1"),
        ("o2", "m", "ann", "human", "first", "0"),
    ]  # nothing was asked about the third


def test_another_pass():
    assert {row[4] for row in rows(incoming_of([book(lines(1, 0))], ["title_match"], "second"))} == {"second"}


def test_rows_come_in_the_order_of_the_sheet():
    table = lines(1, 0)
    incoming = incoming_of([book([table[0], table[2], table[1]])], ["title_match"])
    assert [row[0] for row in rows(incoming)] == ["o2", "o1"]


def test_rows_that_are_not_complete_are_left_out():
    incoming = incoming_of([book(lines(1, 2))], ["title_match"])
    assert rows(incoming) == [("o1", "m", "ann", "human", "first", "1")]


def test_nothing_of_a_sheet_that_is_wrong_as_a_whole():
    wrong = Wrong("same_copy", "error", 0, 0, "so", whole=True)
    incoming = incoming_of([book(lines(1, 0), wrongs=[wrong])], ["title_match"])
    assert incoming.frame.height == 0
    assert incoming.frame.columns == ["item", "of", "rater", "role", "pass", "title_match"]


def test_places_and_sources_name_the_cell():
    incoming = incoming_of([book(lines(1, 0)), book(lines(0, 1, annotator="bob"), path="bob.xlsx")], ["title_match"])
    assert [row[2] for row in rows(incoming)] == ["ann", "ann", "bob", "bob"]
    assert incoming.place(0) == "ann.xlsx!answers!E2"
    assert incoming.place(3, "title_match") == "bob.xlsx!answers!E3, title_match"
    assert incoming.source(3) == Source(
        file="bob.xlsx", sha256="sha of bob.xlsx", cell="answers!E3", saved="2026-01-02T00:00:00.000000Z"
    )
    assert [file.path for file in incoming.files] == ["ann.xlsx", "bob.xlsx"]


def test_places_follow_the_columns_of_the_sheet():
    table = [[line[SCORE - 1], *line[: SCORE - 1], *line[SCORE:]] for line in lines(1, 0)]
    assert incoming_of([book(table)], ["title_match"]).place(1) == "ann.xlsx!answers!A3"


@pytest.fixture
def asked_both():
    """A plan about an item and the outputs of two models for it."""
    columns = headings(BOTH, (), ("group",), ("m", "n"))
    texts = tuple(
        "o1" if column.part == "item" else "x" if column.part in ("reference", "output") else "" for column in columns
    )
    made = Plan("s", "1", ("ann",), columns, (Row("o1", texts, tuple(column.part == "answer" for column in columns)),))
    names = [column.name for column in columns]

    def sheet(**answers):
        line = [
            answers.get(name, "ann" if name == "annotator" else text or None)
            for name, text in zip(names, texts, strict=True)
        ]
        return book([names, line], made=made, fields=BOTH.fields)

    return sheet


def test_items_and_outputs_have_rows_of_their_own(asked_both):
    said = {"m_title_match_0_or_1": 1, "n_title_match_0_or_1": 0, "light_clear_or_dim": "dim", "note": "odd"}
    incoming = incoming_of([asked_both(**said)], list(BOTH.fields))
    assert incoming.frame.columns == ["item", "of", "rater", "role", "pass", "title_match", "light", "note"]
    assert rows(incoming) == [
        ("o1", "m", "ann", "human", "first", "1", None, None),
        ("o1", "n", "ann", "human", "first", "0", None, None),
        ("o1", None, "ann", "human", "first", None, "dim", "odd"),
    ]
    assert [incoming.place(row) for row in range(3)] == [
        "ann.xlsx!answers!C2",
        "ann.xlsx!answers!E2",
        "ann.xlsx!answers!F2",
    ]


def test_a_comment_that_is_blank_is_no_answer(asked_both):
    said = {"m_title_match_0_or_1": 1, "n_title_match_0_or_1": 0, "light_clear_or_dim": "dim"}
    assert rows(incoming_of([asked_both(**said)], list(BOTH.fields)))[2][-2:] == ("dim", None)


def test_no_workbooks():
    incoming = incoming_of([], ["title_match"])
    assert (incoming.frame.columns, rows(incoming)) == (["item", "of", "rater", "role", "pass"], [])
