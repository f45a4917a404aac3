import pytest

from accord.llm.client.breaker import Breaker
from accord.llm.client.errors import RunStopped


def test_it_opens_after_so_many_failures_in_a_row() -> None:
    breaker = Breaker(3)
    for _ in range(5):
        breaker.failed("status 500")
        breaker.failed("status 500")
        breaker.succeeded()
    breaker.halt.check()
    for _ in range(3):
        breaker.failed("status 503: busy")
    with pytest.raises(RunStopped, match="circuit_open: 3 requests in a row had no reply; the last: status 503: busy"):
        breaker.halt.check()


def test_it_stays_open() -> None:
    breaker = Breaker(1)
    breaker.failed("down")
    breaker.succeeded()
    with pytest.raises(RunStopped):
        breaker.halt.check()


def test_refused_connections_count_where_nothing_was_ever_reached() -> None:
    breaker = Breaker(3)
    breaker.refused("refused")
    breaker.refused("refused")
    breaker.halt.check()
    breaker.refused("refused")
    with pytest.raises(RunStopped, match="no connection in 3 attempts, and never one before; the last: refused"):
        breaker.halt.check()


def test_a_server_that_answered_once_may_be_started_again() -> None:
    breaker = Breaker(3)
    breaker.reached()
    for _ in range(9):
        breaker.refused("refused")
    breaker.halt.check()
