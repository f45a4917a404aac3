"""The records of one unit so far, and which rows of a file say something that they do not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from accord.annotations.exchange.answers import AnswerParts
from accord.annotations.exchange.drafts import Draft
from accord.annotations.log.standing import replaces
from accord.annotations.log.submission import said_text, submission_id


@dataclass(frozen=True, slots=True)
class Earlier:
    """A record of the log. said: its state and answers as one text, None where it is of the present form, whose id says
    it. answers: None where later rows leave no field out.
    """

    id: str
    supersedes: str | None
    at: str | None
    said: str | None
    answers: dict[str, AnswerParts] | None


class Past:
    """What one rater said of one unit, in the order of the log. digest: of the form that new rows fill in.

    times: of each record, that of the one it replaced where it states none; chain: the records that stood when they
    came, the last of which stands now; latest: their last stated time.
    """

    def __init__(self, records: Iterable[Earlier], digest: str) -> None:
        self.digest = digest
        self.records: list[Earlier] = []
        self.times: list[str] = []
        self.chain: list[Earlier] = []
        self.latest: str | None = None
        for record in records:
            self.add(record)

    def add(self, record: Earlier) -> None:
        """One more record."""
        self.records.append(record)
        self.times.append(record.at or self.latest or "")
        if replaces(record.at, self.latest):
            self.chain.append(record)
            self.latest = record.at or self.latest

    def take(self, rows: Sequence[Draft]) -> list[tuple[Draft, Earlier]]:
        """The rows that say something new, each with its record, which is added. rows: in the order of their times."""
        if all(row.head.at is None for row in rows):
            rows = _without_echoes(rows)
            new = iter(rows[self._overlap(rows) :])
        else:
            new = (row for row in rows if not self._has(row))
        taken = []
        for draft in new:
            record = self._next(draft)
            self.add(record)
            taken.append((draft, record))
        return taken

    def _overlap(self, rows: Sequence[Draft]) -> int:
        """How many of the first rows, none with a time, are the last records that stood, in the same order.

        So a file with A and then B, imported twice or cut off after A, adds A and B once; a later A is added again.
        """
        for length in range(min(len(rows), len(self.chain)), 0, -1):
            if all(map(self._same, rows, self.chain[-length:])):
                return length
        return 0

    def _has(self, draft: Draft) -> bool:
        """Whether the log says it already: at the same time, or by the record that stood just before.

        Where some rows of a file state a time and some do not, nobody can tell when the latter were answered: they are
        new only where no record says the same.
        """
        at = draft.head.at
        if at is None:
            return any(self._same(draft, record) for record in self.records)
        if not replaces(at, self.latest) and any(
            record.supersedes is None and self._same(draft, record) for record in self.records
        ):
            # It would correct nothing and say what a record says that corrects nothing: the same id.
            return True
        before = ""
        stood = None
        for time, record in zip(self.times, self.records, strict=True):
            if time == at and self._same(draft, record):
                return True
            if before <= time < at:
                before, stood = time, record
        return stood is not None and self._same(draft, stood)

    def _next(self, draft: Draft) -> Earlier:
        """The record of a row. One that was answered before the standing record, and comes late, corrects nothing."""
        standing = self.chain[-1] if self.chain and replaces(draft.head.at, self.latest) else None
        answers = draft.answers if standing is None else _merged(draft, standing)
        supersedes = None if standing is None else standing.id
        return Earlier(self._id(draft, answers, supersedes), supersedes, draft.head.at, None, answers)

    def _same(self, draft: Draft, record: Earlier) -> bool:
        """Whether a row says what a record says, of the fields that the row answers.

        What the form was when it was said does not count: an answer that is imported again after a change of words
        in the form is no new one.
        """
        answers = _merged(draft, record)
        if record.said is None:
            return self._id(draft, answers, record.supersedes) == record.id
        return said_by(draft.head.state, said_text(answers)) == record.said

    def _id(self, draft: Draft, answers: dict[str, AnswerParts], supersedes: str | None) -> str:
        head = draft.head
        unit = (head.item, head.of, head.rater, head.role, head.passing)
        return submission_id(*unit, self.digest, head.state, said_text(answers), supersedes)


def said_by(state: str, answers: str) -> str:
    """What a submission says, as one text. answers: what `said_text` gives."""
    return f"{state} {answers}"


def _merged(draft: Draft, record: Earlier) -> dict[str, AnswerParts]:
    """The answers of a row, and those of a record to fields that the row leaves out."""
    if not record.answers or draft.head.state != "answered" or record.answers.keys() <= draft.answers.keys():
        return draft.answers
    return {**record.answers, **draft.answers}


def _without_echoes(rows: Sequence[Draft]) -> Sequence[Draft]:
    """The rows without those that say the same as the row before."""
    if len(rows) == 1:
        return rows
    said = [said_by(row.head.state, said_text(row.answers)) for row in rows]
    return [row for at, row in enumerate(rows) if not at or said[at] != said[at - 1]]
