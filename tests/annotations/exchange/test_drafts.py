"""Incoming rows become drafts of submissions: answers with states, what was written, and why rows are refused."""

from __future__ import annotations

import pytest
from drawn_benchmarks import incoming_of

from accord.annotations.exchange.drafts import drafts_of
from accord.annotations.exchange.incoming import Request
from accord.annotations.items import read_items
from accord.annotations.log.outputs import Outputs
from accord.errors import UsageError
from accord.spec.benchmark import read_benchmark

SPEC = """
name: b
version: 1.0.0
fields:
  score: {kind: rating, scale: 1..5, abstain: [Cannot judge], missing: [n/a]}
  tags: {kind: labels, labels: [sun, rain], none: nothing, abstain: [unclear], separator: ";", asked_of: [human]}
  marks: {kind: boxes, format: xywh, unit: pixels, labels: [car], asked_of: [human]}
  title: {kind: text, reference: truth}
  title match: {kind: binary, matches: title}
"""
ITEMS = '{"id": "a", "truth": "a vase"}\n{"id": "b", "truth": ""}\n'
OF_A, OF_B = "a" * 64, "b" * 64
OUTPUTS = Outputs({("a", "m"): OF_A, ("b", "m"): OF_B}, {OF_A: "m", OF_B: "m"}, {OF_A: "a", OF_B: "b"})
HUMAN = {"item": "a", "rater": "ann", "role": "human"}
MODEL = {"item": "a", "rater": "m", "role": "model"}
JUDGE = {"item": "a", "of": "m", "rater": "j", "role": "judge"}


@pytest.fixture
def drafts(tmp_path):
    benchmark = read_benchmark(SPEC)
    (tmp_path / "items.jsonl").write_text(ITEMS, "utf-8")
    items = read_items(tmp_path, benchmark)

    def read(*rows, **request):
        return drafts_of(incoming_of(rows), benchmark, items, OUTPUTS, Request(**request))

    return read


@pytest.fixture
def answers(drafts):
    """The answers of one row that is kept."""

    def read(row):
        found = drafts(row)
        assert (found.rejected, found.refused) == ([], 0)
        (draft,) = found.kept
        return draft.answers

    return read


@pytest.mark.parametrize(
    ("cell", "answer"),
    [
        ("3", {"state": "answered", "value": "3"}),
        ("3.0", {"state": "answered", "value": "3", "raw": "3.0"}),
        (" \uff13", {"state": "answered", "value": "3", "raw": " \uff13"}),
        ("Cannot judge", {"state": "abstained", "value": "Cannot judge"}),
        ("cannot  judge", {"state": "abstained", "value": "Cannot judge", "raw": "cannot  judge"}),
        ("6", {"state": "off_label", "raw": "6"}),
        ("six ", {"state": "off_label", "raw": "six "}),
        ("N/A", {"state": "missing", "raw": "N/A"}),
        ("", {"state": "missing"}),
        (" ", {"state": "missing"}),
        (None, {"state": "missing"}),
    ],
)
def test_an_answer_keeps_what_was_written_where_that_is_not_the_value(answers, cell, answer):
    assert answers(HUMAN | {"score": cell, "tags": "sun"})["score"] == answer


@pytest.mark.parametrize(
    ("cell", "answer"),
    [
        ('["rain", "sun"]', {"state": "answered", "value": ["sun", "rain"], "raw": '["rain", "sun"]'}),
        ('["sun","rain"]', {"state": "answered", "value": ["sun", "rain"]}),
        ("sun;rain", {"state": "answered", "value": ["sun", "rain"], "raw": "sun;rain"}),
        ("[]", {"state": "answered", "value": []}),
        ("nothing", {"state": "answered", "value": [], "raw": "nothing"}),
        ("unclear", {"state": "abstained", "value": "unclear"}),
        ('["fog"]', {"state": "off_label", "raw": '["fog"]'}),
    ],
)
def test_sets(answers, cell, answer):
    assert answers(HUMAN | {"tags": cell}) == {"tags": answer}


def test_boxes_keep_their_numbers(answers):
    cell = '[{"label":"car","box":[0,0.5,2,1]}]'
    assert answers(HUMAN | {"marks": cell})["marks"] == {
        "state": "answered",
        "value": [{"label": "car", "box": [0, 0.5, 2, 1]}],
    }


def test_only_fields_with_a_column_are_answered(drafts):
    found = drafts(HUMAN | {"score": "1", "tags": None})
    assert found.fields == ("score", "tags")
    assert found.kept[0].answers.keys() == {"score", "tags"}


def test_a_blank_where_nothing_is_asked_is_no_answer(answers):
    assert answers(MODEL | {"title": "a pot", "score": "", "tags": "", "title match": ""}).keys() == {"title", "score"}
    assert answers(JUDGE | {"title match": "1", "score": "", "tags": None, "title": None}).keys() == {"title match"}


def test_so_is_a_text_that_stands_for_nothing(answers):
    assert answers(JUDGE | {"title match": "1", "score": "n/a"}).keys() == {"title match"}


def test_an_answer_where_nothing_is_asked_is_kept_all_the_same(answers):
    assert answers(JUDGE | {"title match": "1", "score": "2"})["score"] == {"state": "answered", "value": "2"}


def test_people_leave_blank_what_has_no_reference(answers):
    person = JUDGE | {"role": "human", "item": "b"}
    assert answers(person | {"title match": "", "score": "1"})["title match"] == {"state": "not_asked"}
    assert answers(person | {"title match": "1"})["title match"] == {"state": "answered", "value": "1"}
    assert answers(person | {"item": "a", "title match": "", "score": "1"})["title match"] == {"state": "missing"}


def test_judges_do_not_by_default(answers):
    row = JUDGE | {"item": "b", "title match": "", "score": "1"}
    assert answers(row)["title match"] == {"state": "missing"}


def test_forms_that_nobody_filled_in_are_left_out_and_counted(drafts):
    rows = [HUMAN | {"score": cell, "tags": ""} for cell in ("1", "", None, "n/a")]
    found = drafts(*rows)
    assert [draft.row for draft in found.kept] == [0]
    (finding,) = found.findings
    assert (finding.code, finding.severity, finding.count) == ("blank_rows", "info", 3)
    assert finding.message.startswith("3 rows are blank")


def test_a_blank_form_counts_where_its_state_is_said(drafts):
    found = drafts(HUMAN | {"score": "", "state": "answered"}, HUMAN | {"score": "", "state": "unusable"})
    assert [draft.answers for draft in found.kept] == [{"score": {"state": "missing"}}, {}]


def test_a_model_that_says_nothing_has_answered(answers):
    assert answers(MODEL | {"title": ""}) == {"title": {"state": "missing"}}


@pytest.mark.parametrize("state", ["invalid", "unusable"])
def test_there_are_no_answers_where_there_is_no_form(drafts, state):
    (draft,) = drafts(HUMAN | {"score": "1", "state": state, "reason": "blurred"}).kept
    assert (draft.head.state, draft.head.reason, draft.answers) == (state, "blurred", {})


def test_answers_off_the_label_space_are_a_finding_and_kept(drafts):
    found = drafts(*(HUMAN | {"score": cell} for cell in ("7", "1", "7", "8")))
    assert [draft.answers["score"]["state"] for draft in found.kept] == [
        "off_label",
        "answered",
        "off_label",
        "off_label",
    ]
    finding, repeats = found.findings
    assert (finding.code, finding.severity, finding.where, finding.count) == ("off_label", "warning", "field score", 3)
    # All four rows are of one rater and item.
    assert (repeats.code, repeats.severity, repeats.count) == ("repeats", "warning", 3)
    assert "made:2, made:3" in repeats.message
    assert "made:1, column score" in finding.message


def test_a_box_that_is_none_refuses_its_row_only(drafts):
    good, bad = '[{"label": "car", "box": [0, 0, 2, 1]}]', '[{"label": "car", "box": [0, 0, 0, 1]}, {"label": "car"}]'
    found = drafts(HUMAN | {"marks": bad}, HUMAN | {"marks": good}, HUMAN | {"marks": bad})
    assert [draft.row for draft in found.kept] == [1]
    assert found.refused == 2
    assert [(problem.code, problem.where) for problem in found.rejected] == [
        ("box_no_area", "made:1, column marks, box 0"),
        ("box_not_an_object", "made:1, column marks, box 1"),
        ("box_no_area", "made:3, column marks, box 0"),
        ("box_not_an_object", "made:3, column marks, box 1"),
    ]


def test_every_reason_of_a_row_is_told_row_by_row(drafts):
    box = '[{"label": "car", "box": [1]}]'
    rows = [
        HUMAN | {"item": "x", "at": "noon", "marks": box},
        HUMAN | {"item": "a", "at": None, "marks": None},
        HUMAN | {"item": "", "at": None, "marks": None},
    ]
    found = drafts(*rows)
    assert [(problem.where[:6], problem.code) for problem in found.rejected] == [
        ("made:1", "unknown_item"),
        ("made:1", "bad_time"),
        ("made:1", "box_wrong_length"),
        ("made:3", "blank_id"),
    ]
    assert found.refused == 2


def test_a_table_without_any_field(drafts):
    with pytest.raises(UsageError, match="no column is a field of the benchmark\n    fields: score, tags"):
        drafts(HUMAN)
