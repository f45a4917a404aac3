import io

import pytest
from rich.console import Console

from accord.cli import asking
from accord.errors import UsageError
from accord.llm.completion import Completion
from accord.llm.replies.read import Read
from accord.llm.tally import Tally
from accord.spec.machine import Machine


class Seat:
    """What a bar needs of a seat."""

    def __init__(self, name: str, units: int, done: int, **machine: object) -> None:
        self.machine = Machine.model_validate({"name": name, "role": "judge", **machine})
        self.units = range(units)
        self.done = done
        self.tally = Tally()


def test_names_stand_after_the_folder_or_in_the_option() -> None:
    assert asking.names_of(None, None) == ()
    assert asking.names_of(["c"], "a, b") == ("a", "b", "c")
    with pytest.raises(UsageError, match="blank"):
        asking.names_of(None, "a,,b")
    with pytest.raises(UsageError, match="blank"):
        asking.names_of([""], None)


def test_counts_beside_a_bar() -> None:
    seat = Seat("j", 10, 4, price={"input": 1, "output": 1})
    seat.tally.add_reply(Completion("x"), Read("invalid", "empty", None, {}, ()), 0.25)
    seat.tally.settle({"state": "invalid", "reason": "empty", "answers": {}})
    seat.tally.settle({"state": "answered", "answers": {"a": {"state": "abstained", "value": "x"}}})
    seat.tally.fail("timeout", "", 1)
    assert asking.counts_text(seat, 0.5) == "2/s $0.2500 1 inv 1 abst 1 fail"
    assert asking.counts_text(Seat("j", 1, 0), 0.0) == "0 inv 0 abst 0 fail"


def test_bars_are_drawn_on_a_terminal_only(monkeypatch) -> None:
    with asking.bars(quiet=True) as watch:
        assert watch is None
    stream = io.StringIO()
    console = Console(file=stream, force_terminal=True, width=80)
    monkeypatch.setattr(asking, "progress_console", lambda quiet: console)
    with asking.bars(quiet=False) as watch:
        assert watch is not None
        watch([Seat("judge\x1b-a", 10, 4), Seat("b", 5, 5)], 1.0)
        watch([Seat("judge\x1b-a", 10, 10), Seat("b", 5, 5)], 2.0)
    assert "judge\\x1b-a" in stream.getvalue()
    assert "10/10" in stream.getvalue()
