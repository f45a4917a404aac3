"""The panel at work, with a table of replies in place of a network."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from accord.annotations.log.writer import LogWriter
from accord.errors import InputError
from accord.findings import Finding
from accord.llm.budget import Budget
from accord.llm.client.errors import RequestFailed, RunStopped
from accord.llm.completion import Completion
from accord.llm.earlier import Earlier, Said
from accord.llm.panel import Panel
from accord.llm.prompts.prompt import Prompt
from accord.llm.record import Recorder
from accord.llm.seat import Question, Seat
from accord.llm.units import Unit
from accord.spec.benchmark import read_benchmark
from accord.spec.machine import Machine, Price

BENCHMARK = read_benchmark("name: t\nversion: 1.0.0\nfields:\n  a: {kind: binary}\n  b: {kind: binary}\n")
GOOD = '{"a": 1, "b": 0}'
NOW = "2026-01-01T00:00:00.000000Z"

Script = Callable[[Question], Completion]


class Prompts:
    """Makes prompts of nothing."""

    template = "template"
    has_pictures = False

    def prompt(self, item: str, output: object = None, of: str | None = None) -> Prompt | None:
        if item == "unreadable":
            raise InputError([Finding("bad_picture", "error", item, "cannot be read")])
        return Prompt([{"role": "user", "content": item}], ("a", "b"), {}, "digest", 100)


@pytest.fixture
def seats(tmp_path) -> Iterator[Callable[..., Seat]]:
    made: list[LogWriter] = []

    def seat(units: Sequence[str], script: Script, earlier: Earlier | None = None, **options: object) -> Seat:
        machine = Machine.model_validate({"name": "m", "role": "model", **options})
        log = LogWriter(tmp_path / f"{len(made)}.jsonl")
        made.append(log.__enter__())

        async def ask(question: Question) -> Completion:
            await asyncio.sleep(0)
            return script(question)

        return Seat(
            benchmark=BENCHMARK,
            machine=machine,
            prompter=Prompts(),  # type: ignore[arg-type]
            ask=ask,
            units=[Unit(name) for name in units],
            earlier=earlier or Earlier(),
            recorder=Recorder(BENCHMARK, machine, "model-1", "template"),
            log=log,
            gate=asyncio.Semaphore(machine.concurrency),
        )

    yield seat
    for log in made:
        log.__exit__(None, None, None)


def run(*seats: Seat, budget: float | None = None, retries: int = 0) -> Panel:
    async def all_of_it() -> Panel:
        panel = Panel(seats, Budget(budget), retries, lambda: NOW)
        await panel.run()
        return panel

    return asyncio.run(all_of_it())


def lines(seat: Seat) -> list[dict]:
    return [json.loads(line) for line in Path(seat.log.path).read_text(encoding="utf-8").splitlines()]


def answered(question: Question) -> Completion:
    return Completion(GOOD, finish_reason="stop", input_tokens=100, output_tokens=10)


def test_every_unit_is_asked_once_and_written(seats) -> None:
    names = [f"i{number}" for number in range(50)]
    seat = seats(names, answered, concurrency=7)
    run(seat)
    written = lines(seat)
    assert sorted(line["item"] for line in written) == sorted(names)
    assert {json.dumps(line["answers"]) for line in written} == {
        json.dumps({"a": {"state": "answered", "value": "1"}, "b": {"state": "answered", "value": "0"}})
    }
    assert (seat.tally.answered, seat.tally.replies, seat.outstanding()) == (50, 50, [])
    assert (seat.tally.input_tokens, seat.tally.output_tokens) == (5000, 500)


def test_no_more_are_under_way_than_the_gate_lets_through(seats) -> None:
    highest = 0
    seat = seats([f"i{number}" for number in range(40)], answered, concurrency=5)
    inner = seat.ask
    now = 0

    async def counted(question: Question) -> Completion:
        nonlocal highest, now
        now += 1
        highest = max(highest, now)
        try:
            return await inner(question)
        finally:
            now -= 1

    seat.ask = counted
    run(seat)
    assert highest == 5


def test_an_unreadable_reply_is_written_and_not_asked_again(seats) -> None:
    seat = seats(["x"], lambda question: Completion("no idea"))
    run(seat)
    (line,) = lines(seat)
    assert (line["state"], line["answers"], line["reply"]["raw"]) == ("invalid", {}, "no idea")
    assert sum(seat.tally.invalid.values()) == 1
    assert seat.outstanding() == []


def test_unreadable_replies_are_asked_for_again_and_all_are_kept(seats) -> None:
    seeds = []

    def script(question: Question) -> Completion:
        seeds.append(question.seed)
        return Completion(["no idea", '{"a": 1}', GOOD][question.attempt])

    seat = seats(["x"], script)
    run(seat, retries=5)
    first, second, third = lines(seat)
    assert [line["state"] for line in (first, second, third)] == ["invalid", "answered", "answered"]
    assert (second["supersedes"], third["supersedes"]) == (first["id"], second["id"])
    assert seeds == [0, 1, 2]
    assert (seat.tally.answered, seat.tally.incomplete, seat.tally.replies) == (1, 0, 3)
    assert seat.tally.invalid == {}


def test_a_reply_that_was_cut_off_gets_more_room(seats) -> None:
    room = []

    def script(question: Question) -> Completion:
        room.append(question.most)
        return Completion('{"a": 1, "b', finish_reason="length")

    run(seats(["x"], script, max_tokens=10), retries=2)
    assert room == [10, 20, 40]


@pytest.mark.parametrize(
    "completion", [Completion(None, finish_reason="content_filter"), Completion(None, refusal="I cannot help")]
)
def test_what_is_held_back_is_asked_once(seats, completion) -> None:
    seat = seats(["x"], lambda question: completion)
    run(seat, retries=3)
    assert len(lines(seat)) == 1


def test_a_correction_names_the_record_that_stood(seats) -> None:
    earlier = Earlier({("x", None): Said("old", None, "form", None)})
    seat = seats(["x"], answered, earlier)
    run(seat)
    assert lines(seat)[0]["supersedes"] == "old"


def test_a_request_without_a_reply_leaves_its_unit_outstanding(seats) -> None:
    def script(question: Question) -> Completion:
        if question.unit.item == "bad":
            raise RequestFailed("timeout", 3, "no answer in 1 s")
        return answered(question)

    seat = seats(["a", "bad", "b"], script)
    run(seat)
    assert [unit.item for unit in seat.outstanding()] == ["bad"]
    assert dict(seat.tally.failed) == {"timeout": 1}
    assert seat.tally.examples == {"timeout": "no answer in 1 s"}
    assert seat.tally.requests == 2 + 3


def test_an_unreadable_reply_stands_where_the_next_try_fails(seats) -> None:
    def script(question: Question) -> Completion:
        if question.attempt:
            raise RequestFailed("timeout", 1, "")
        return Completion("no idea")

    seat = seats(["x"], script)
    run(seat, retries=1)
    assert len(lines(seat)) == 1
    assert seat.outstanding() == []
    assert sum(seat.tally.invalid.values()) == 1


def test_a_rater_that_is_stopped_sends_nothing_more_and_others_go_on(seats) -> None:
    asked = []

    def script(question: Question) -> Completion:
        asked.append(question.unit.item)
        raise RunStopped("bad_key", "the key is refused")

    names = [f"i{number}" for number in range(20)]
    stopped, other = seats(names, script, concurrency=1), seats(names, answered)
    run(stopped, other)
    assert asked == ["i0"]
    assert stopped.tally.stopped == ("bad_key", "the key is refused")
    assert len(stopped.outstanding()) == 20
    assert len(lines(other)) == 20


def test_a_panel_that_is_stopped_finishes_what_is_under_way(seats) -> None:
    async def stop_it() -> Seat:
        seat = seats([f"i{number}" for number in range(30)], answered, concurrency=4)
        panel = Panel([seat], Budget(None), 0, lambda: NOW)
        inner = seat.ask

        async def stopping(question: Question) -> Completion:
            panel.stop()
            return await inner(question)

        seat.ask = stopping
        await panel.run()
        return seat

    seat = asyncio.run(stop_it())
    assert 1 <= len(lines(seat)) <= 4
    assert len(lines(seat)) + len(seat.outstanding()) == 30


def test_the_budget_is_not_passed(seats) -> None:
    price = {"input": 100, "output": 1000}
    seat = seats([f"i{number}" for number in range(50)], answered, price=price, max_tokens=10, concurrency=8)
    run(seat, budget=0.1)
    each = (100 * 100 + 10 * 1000) / 1e6
    assert len(lines(seat)) == round(0.1 / each)
    assert seat.tally.cost == pytest.approx(0.1)
    assert len(seat.outstanding()) == 45
    assert not seat.tally.failed
    assert seat.machine.price == Price(**price)


def test_tokens_that_are_not_counted_are_estimated(seats) -> None:
    price = {"input": 100, "output": 1000}
    seat = seats(["x"], lambda question: Completion(GOOD), price=price)
    run(seat)
    assert seat.tally.cost == pytest.approx((100 * 100 + 5 * 1000) / 1e6)
    assert (seat.tally.uncounted, seat.tally.output_tokens) == (1, 0)


def test_with_a_budget_the_first_reply_says_what_the_others_may_cost(seats) -> None:
    def script(question: Question) -> Completion:
        return Completion(GOOD, input_tokens=100_000, output_tokens=0)

    seat = seats([f"i{number}" for number in range(50)], script, price={"input": 1, "output": 0}, concurrency=8)
    run(seat, budget=0.35)
    assert len(lines(seat)) == 3
    assert seat.tally.cost == pytest.approx(0.3)


def test_a_prompt_that_cannot_be_made_is_told_and_the_others_go_on(seats) -> None:
    seat = seats(["unreadable", "x"], answered)
    run(seat)
    assert dict(seat.tally.failed) == {"no_prompt": 1}
    assert "cannot be read" in seat.tally.examples["no_prompt"]
    assert [unit.item for unit in seat.outstanding()] == ["unreadable"]


def test_a_full_disk_ends_the_run(seats, monkeypatch) -> None:
    seat = seats([f"i{number}" for number in range(20)], answered)

    def full(line: str) -> None:
        raise OSError(28, "No space left on device", "log")

    monkeypatch.setattr(seat.log, "append", full)
    with pytest.raises(OSError, match="No space"):
        run(seat)


def test_halves_of_characters_can_be_written(seats) -> None:
    seat = seats(["x"], lambda question: Completion('"\ud800"'))
    run(seat)
    assert lines(seat)[0]["reply"]["raw"] == '"\\ud800"'
