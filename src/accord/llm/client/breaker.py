"""The circuit breaker: stops asking an endpoint that has stopped answering."""

from __future__ import annotations

from accord.llm.client.halt import Halt


class Breaker:
    """Opens after `most` failed requests in a row, across all raters that share it, and stays open.

    A request has failed when it has used up its tries. Where nothing has ever been reached, each refused connection
    counts: then the address is wrong or the server is not started, and nobody needs to wait for all the tries.
    """

    def __init__(self, most: int) -> None:
        self.halt = Halt()
        self._most = most
        self._failed = 0
        self._refused = 0
        self._reached = False

    def reached(self) -> None:
        """There was an answer, of whatever kind."""
        self._reached = True

    def succeeded(self) -> None:
        """A request has had its reply."""
        self._failed = 0

    def refused(self, detail: str) -> None:
        """A connection was not made."""
        if self._reached:
            return
        self._refused += 1
        if self._refused >= self._most:
            self._open(f"no connection in {self._refused} attempts, and never one before", detail)

    def failed(self, detail: str) -> None:
        """A request has used up its tries."""
        self._failed += 1
        if self._failed >= self._most:
            self._open(f"{self._failed} requests in a row had no reply", detail)

    def _open(self, what: str, detail: str) -> None:
        self.halt.set("circuit_open", f"{what}; the last: {detail}")
