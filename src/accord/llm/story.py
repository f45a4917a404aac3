"""The replies about one unit, one after the other in the log: all are kept, the one that says most stands."""

from __future__ import annotations

from collections.abc import Callable

from accord.llm.record import Draft, draft_of, line_of, worth
from accord.llm.seat import Seat
from accord.llm.units import Unit


class Story:
    """What a machine says of a unit, from the record that stood to the last reply. now: the time of a record."""

    def __init__(self, seat: Seat, unit: Unit, now: Callable[[], str]) -> None:
        self._seat, self._unit, self._now = seat, unit, now
        stood = seat.earlier.said.get(unit.key)
        self._id = None if stood is None else stood.id
        self._at = "" if stood is None or stood.at is None else stood.at
        self._best: Draft | None = None
        if stood is not None and stood.unfinished is not None and stood.form == seat.recorder.form:
            self._best = draft_of(stood.unfinished)
        self._is_told = False

    def add(self, draft: Draft) -> None:
        """Write a reply. Where it says less than one before it, that one is written once more with it, at once: it
        counts, and the other stays in the log. Raises OSError.
        """
        self._is_told = True
        if self._best is None or worth(draft) >= worth(self._best):
            self._best = draft
            self._write(draft)
        else:
            self._write(draft, self._best)

    def end(self) -> None:
        """No more is asked."""
        if self._is_told and self._best is not None:
            self._seat.settle(self._unit, self._best)

    def _write(self, *drafts: Draft) -> None:
        lines = []
        for draft in drafts:
            # The clock may have been set back since: what corrects a record is not older than it.
            self._at = max(self._now(), self._at)
            self._id, line = line_of(draft, self._id, self._at)
            lines.append(line)
        self._seat.log.append(*lines)
