import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.llm.client.limits import Limits, Pace


@given(st.lists(st.floats(0, 5), min_size=1, max_size=200), st.integers(1, 600))
def test_no_minute_holds_more_than_its_limit(gaps: list[float], per_minute: int) -> None:
    pace, now, starts = Pace(per_minute), 0.0, []
    for gap in gaps:
        now += gap
        starts.append(now + pace.reserve(now, 1))
    for at, start in enumerate(starts):
        # A minute without its last moment: the next one may start right at its end.
        assert sum(start <= other < start + 60 - 1e-6 for other in starts[at:]) <= per_minute


def test_an_idle_time_is_not_saved_up() -> None:
    pace = Pace(60)
    assert pace.reserve(0, 1) == 0
    assert [pace.reserve(100, 1) for _ in range(3)] == [0, 1, 2]


def test_tokens_are_settled_by_what_was_used() -> None:
    limits = Limits()
    limits.declare(None, 600)
    assert limits.reserve(0, 100) == 0
    assert limits.reserve(0, 100) == pytest.approx(10)
    limits.settle(100, 400)
    assert limits.reserve(0, 100) == pytest.approx(50)
    limits.settle(100, 0)
    assert limits.reserve(0, 100) == pytest.approx(50)


def test_the_longer_wait_of_both_holds() -> None:
    limits = Limits()
    limits.declare(60, 60)
    limits.reserve(0, 5)
    assert limits.reserve(0, 1) == pytest.approx(5)


def test_without_a_limit_nothing_waits() -> None:
    limits = Limits()
    limits.declare(None, None)
    assert [limits.reserve(0, 1_000_000) for _ in range(3)] == [0, 0, 0]
    limits.settle(0, 5)


def test_the_strictest_of_several_raters_holds() -> None:
    limits = Limits()
    for requests in (None, 60, 30, 120, None):
        limits.declare(requests, None)
    assert limits.requests is not None and limits.requests.per_minute == 30
