from accord.llm.completion import Completion
from accord.llm.replies.read import Read
from accord.llm.tally import Tally

ANSWERED = {"state": "answered", "value": "1"}
MISSING = {"state": "missing"}


def test_replies_and_outcomes_are_counted_apart() -> None:
    tally = Tally()
    bad = Read("invalid", "truncated", None, {}, ())
    part = Read("answered", None, None, {"a": ANSWERED, "b": MISSING}, ("missing_field", "code_fence"))
    tally.add_reply(Completion("x", model="m", input_tokens=10, output_tokens=2, tries=3, seconds=0.5), bad, 0.25)
    tally.add_reply(Completion("x", model="m", fingerprint="fp", seconds=0.1), part, 0.0)
    tally.settle({"state": "answered", "answers": part.answers})
    tally.settle({"state": "invalid", "reason": "truncated", "answers": {}})
    found = tally.to_dict()
    assert found["outcomes"] == {"answered": 1, "incomplete": 1, "invalid": {"truncated": 1}}
    assert found["answers"] == {"answered": 1, "missing": 1}
    assert found["tolerances"] == {"code_fence": 1, "missing_field": 1}
    assert (found["replies"], found["requests"], tally.cost) == (2, 4, 0.25)
    assert found["tokens"] == {"input": 10, "output": 2, "uncounted_replies": 1}
    assert (found["served"], found["fingerprints"]) == ({"m": 2}, {"fp": 1})
    assert found["latency_ms"] == {"p50": 100.0, "p95": 500.0}


def test_nothing_is_no_zero() -> None:
    assert Tally().to_dict()["latency_ms"] == {"p50": None, "p95": None}


def test_quantiles_are_by_nearest_rank() -> None:
    tally = Tally()
    tally.seconds.extend(number / 1000 for number in range(100, 0, -1))
    assert tally.to_dict()["latency_ms"] == {"p50": 50.0, "p95": 95.0}


def test_failures_keep_the_first_example() -> None:
    tally = Tally()
    tally.fail("timeout", "first", 3)
    tally.fail("timeout", "second", 2)
    tally.stopped = ("bad_key", "refused")
    found = tally.to_dict()
    assert found["failed"] == [{"reason": "timeout", "count": 2, "example": "first"}]
    assert found["stopped"] == {"reason": "bad_key", "detail": "refused"}
    assert found["requests"] == 5
