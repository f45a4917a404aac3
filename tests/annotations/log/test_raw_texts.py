"""Raw texts of sets with something beside their labels."""

from __future__ import annotations

from pathlib import Path

import pytest

from accord.annotations.log.raw_texts import RawTexts
from accord.annotations.log.submission import Submission
from accord.spec.benchmark import read_benchmark

SPEC = """name: t
version: 1.0.0
fields:
  seen: {kind: labels, labels: [car, bus], none: nothing, abstain: [unsure], separator: ","}
  more: {kind: labels, labels: [car, bus], abstain: [unsure]}
  one: {kind: choice, labels: [car, bus], abstain: [unsure]}
"""
LOG = Path("ann.jsonl")


def submission(**answers):
    return Submission.model_validate(
        {
            "schema": "accord.submission/1",
            "id": "0",
            "item": "a",
            "rater": {"name": "ann", "role": "human"},
            "logged_at": "2026-01-31T12:00:00.000000Z",
            "state": "answered",
            "answers": answers,
            "spec": {"version": "1.0.0", "digest": "0"},
        }
    )


def found(*submissions):
    texts = RawTexts(read_benchmark(SPEC))
    for line, one in enumerate(submissions, 1):
        texts.look(LOG, line, one)
    return [(beside.line, beside.field, beside.code) for beside in texts.found]


def answer(raw, value=("car",), state="answered"):
    return {"state": state, "value": list(value), "raw": raw}


@pytest.mark.parametrize(
    ("raw", "codes"),
    [
        ("car, unsure", ["abstention_beside_label"]),
        ('["car", "nothing"]', ["none_beside_label"]),
        (["car", "nothing"], ["none_beside_label"]),
        ("car,nothing,unsure", ["abstention_beside_label", "none_beside_label"]),
        (" CAR ", []),
        ("car,car", []),
    ],
)
def test_what_stands_beside_a_label(raw, codes):
    assert found(submission(seen=answer(raw))) == [(1, "seen", code) for code in codes]


def test_every_answer_is_found_and_says_what_was_written():
    texts = RawTexts(read_benchmark(SPEC))
    for line in (4, 7):
        texts.look(LOG, line, submission(seen=answer("car,unsure"), more=answer('["bus","unsure"]')))
    assert sorted((beside.line, beside.field) for beside in texts.found) == [
        (4, "more"),
        (4, "seen"),
        (7, "more"),
        (7, "seen"),
    ]
    assert {beside.message for beside in texts.found if beside.field == "seen"} == {
        "'car,unsure' holds an abstention beside a label"
    }
    assert {beside.log for beside in texts.found} == {LOG}


def test_other_answers_are_passed_over():
    assert (
        found(
            submission(seen={"state": "answered", "value": ["car"]}),
            submission(seen={"state": "off_label", "raw": "car,unsure,truck"}),
            submission(seen={"state": "abstained", "value": "unsure", "raw": "unsure,unsure"}),
            submission(one={"state": "answered", "value": "car", "raw": "car,unsure"}),
            submission(gone={"state": "answered", "value": "car", "raw": "car,unsure"}),
        )
        == []
    )
