"""What stands in the log after replies of several kinds; tests/llm/test_panel.py has the panel around it."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import pytest

from accord.annotations.log.submission import Submission, id_of
from accord.llm.earlier import Earlier, Said
from accord.llm.record import line_of
from accord.llm.story import Story
from accord.llm.tally import Tally
from accord.llm.units import Unit

ONE = {"state": "answered", "value": "1"}
MISSING = {"state": "missing"}
UNIT = Unit("i")


class Seat:
    """What a story needs of a seat."""

    def __init__(self, said: Said | None = None) -> None:
        self.earlier = Earlier({} if said is None else {UNIT.key: said})
        self.recorder = SimpleNamespace(form="form")
        self.written: list[dict[str, Any]] = []
        self.log = SimpleNamespace(append=self.append)
        self.tally = Tally()

    def append(self, *lines: str) -> None:
        self.written += map(json.loads, lines)

    def settle(self, unit: Unit, draft: dict[str, Any]) -> None:
        self.tally.settle(draft)


def draft(**answers: dict[str, Any]) -> dict[str, Any]:
    return {
        "item": "i",
        "rater": {"name": "m", "role": "model"},
        "state": "answered" if answers else "invalid",
        "reason": None if answers else "no_object",
        "answers": answers,
        "spec": {"version": "1.0.0", "digest": "form"},
        "reply": {"raw": str(len(answers))},
    }


def told(seat: Seat, *drafts: dict[str, Any], now: str = "2026-01-01T00:00:00.000000Z") -> list[dict[str, Any]]:
    story = Story(seat, UNIT, lambda: now)  # type: ignore[arg-type]
    for each in drafts:
        story.add(each)
    story.end()
    chain = [None, *(line["id"] for line in seat.written)]
    assert [line.get("supersedes") for line in seat.written[1:]] == chain[1:-1]
    assert all(id_of(Submission.model_validate(line)) == line["id"] for line in seat.written)
    return seat.written


BOTH, PART, NOTHING = draft(a=ONE, b=ONE), draft(a=ONE, b=MISSING), draft()


@pytest.mark.parametrize(
    ("drafts", "stands", "lines"),
    [
        ([BOTH], BOTH, 1),
        ([NOTHING, BOTH], BOTH, 2),
        ([PART, NOTHING], PART, 3),
        ([PART, NOTHING, PART], PART, 4),
        ([NOTHING, NOTHING], NOTHING, 2),
        ([PART, NOTHING, BOTH], BOTH, 4),
    ],
)
def test_the_reply_that_says_most_stands_and_none_is_lost(drafts, stands, lines) -> None:
    seat = Seat()
    written = told(seat, *drafts)
    assert len(written) == lines
    assert written[-1]["answers"] == stands["answers"]
    told_of = [line["reply"] for line in written]
    assert all(told_of.count(each["reply"]) >= drafts.count(each) for each in drafts)
    assert seat.tally.answered + sum(seat.tally.invalid.values()) == 1


def test_the_better_reply_is_never_without_its_place() -> None:
    """However the process ends: after each append the last line is the best so far."""
    seat = Seat()
    appended: list[list[str]] = []
    seat.log = SimpleNamespace(append=lambda *lines: appended.append([json.loads(line)["state"] for line in lines]))
    story = Story(seat, UNIT, lambda: "2026-01-01T00:00:00.000000Z")  # type: ignore[arg-type]
    for each in (PART, NOTHING, NOTHING):
        story.add(each)
    assert appended == [["answered"], ["invalid", "answered"], ["invalid", "answered"]]


def stood(each: dict[str, Any], form: str = "form", at: str = "2026-01-01T00:00:00.000000Z") -> Said:
    _, line = line_of({**each, "spec": {"version": "1.0.0", "digest": form}}, None, at)
    submission = Submission.model_validate_json(line)
    return Said(submission.id, at, form, None, submission)


def test_what_stood_is_not_lost_to_a_reply_that_says_less() -> None:
    written = told(Seat(stood(PART)), NOTHING)
    assert [line["state"] for line in written] == ["invalid", "answered"]
    assert written[-1]["answers"] == PART["answers"]


def test_what_answered_another_form_is_corrected_by_any_reply() -> None:
    (line,) = told(Seat(stood(PART, form="another")), NOTHING)
    assert line["state"] == "invalid"


def test_a_record_is_never_older_than_what_it_corrects() -> None:
    ahead = "2027-01-01T00:00:00.000000Z"
    written = told(Seat(stood(NOTHING, at=ahead)), BOTH)
    assert [line["at"] for line in written] == [ahead]


def test_without_a_reply_nothing_is_written_or_settled() -> None:
    seat = Seat(stood(PART))
    assert told(seat) == []
    assert (seat.tally.answered, seat.tally.invalid) == (0, {})
