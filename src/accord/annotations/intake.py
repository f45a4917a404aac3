"""Taking drafts into the logs: nothing twice, corrections after what they correct, all of it safe from a crash."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from accord.annotations.drafts import AnswerParts, Draft
from accord.annotations.lock import writer_lock
from accord.annotations.log_name import log_path
from accord.annotations.log_reader import LogReader
from accord.annotations.log_writer import LogWriter
from accord.annotations.standing import replaces
from accord.annotations.submission import SCHEMA, Source, Submission, answer_parts, said_text, submission_id
from accord.canonical import compact_in_order
from accord.errors import InputError
from accord.findings import Finding
from accord.spec.benchmark import Benchmark
from accord.spec.roles import Role

Unit = tuple[str, str | None, str]
Clock = Callable[[], str]


@dataclass(frozen=True, slots=True)
class Earlier:
    """A record of the log. answers: kept only where later rows may leave fields out."""

    id: str
    supersedes: str | None
    at: str | None
    answers: dict[str, AnswerParts] | None


@dataclass
class Intake:
    """What came of an import: how many submissions were added, how many of these correct an earlier one, and how many
    were there already; by role and rater how many were added. findings: repairs of logs.
    """

    added: int = 0
    corrected: int = 0
    unchanged: int = 0
    raters: dict[tuple[Role, str], int] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)


def take_in(
    folder: Path,
    benchmark: Benchmark,
    drafts: Sequence[Draft],
    fields: Sequence[str],
    source: Callable[[int], Source | None],
    clock: Clock,
    progress: Callable[[int], None] | None = None,
) -> Intake:
    """Append what is new to the logs of the raters. fields: those that the drafts answer; the answers of a standing
    record to other fields are kept. progress: told how many drafts are done.

    Raises UsageError where another process writes here, InputError for a log that is damaged, OSError.
    """
    intake = Intake()
    done = 0
    with writer_lock(folder):
        for (role, rater), group in _by_rater(drafts):
            path = log_path(folder, role, rater)
            asked = {name for about in (False, True) for name in benchmark.asked(role, about)}
            history = _history(path, keep_answers=not asked <= set(fields))
            with LogWriter(path) as log:
                for unit, rows in _by_unit(group):
                    earlier = history.get(unit, [])
                    for draft in _new(rows, earlier, benchmark, intake):
                        standing = _standing(earlier)
                        record = _record(draft, standing, benchmark, source(draft.row), clock())
                        log.append(compact_in_order(record))
                        earlier.append(Earlier(record["id"], record["supersedes"], draft.head.at, record["answers"]))
                        intake.added += 1
                        intake.corrected += record["supersedes"] is not None
                    done += len(rows)
                    if progress is not None:
                        progress(done)
                intake.findings += log.findings
                if log.written:
                    intake.raters[role, rater] = log.written
    return intake


def _by_rater(drafts: Sequence[Draft]) -> Iterator[tuple[tuple[Role, str], list[Draft]]]:
    groups: dict[tuple[Role, str], list[Draft]] = {}
    for draft in drafts:
        groups.setdefault((draft.head.role, draft.head.rater), []).append(draft)
    yield from groups.items()


def _by_unit(drafts: Sequence[Draft]) -> Iterator[tuple[Unit, list[Draft]]]:
    """The drafts of each unit in the order of their times, then of the file."""
    groups: dict[Unit, list[Draft]] = {}
    for draft in drafts:
        groups.setdefault((draft.head.item, draft.head.of, draft.head.passing), []).append(draft)
    for unit, rows in groups.items():
        yield unit, rows if len(rows) == 1 else sorted(rows, key=lambda draft: draft.head.at or "")


def _history(path: Path, keep_answers: bool) -> dict[Unit, list[Earlier]]:
    """Every record of a rater by unit. Raises InputError where a line is no record."""
    history: dict[Unit, list[Earlier]] = {}
    if not path.exists():
        return history
    reader = LogReader(path)
    for _, submission in reader:
        unit = (submission.item, submission.of, submission.pass_)
        history.setdefault(unit, []).append(_earlier(submission, keep_answers))
    if reader.problems:
        raise InputError(reader.problems)
    return history


def _earlier(submission: Submission, keep_answers: bool) -> Earlier:
    answers = {name: answer_parts(answer) for name, answer in submission.answers.items()} if keep_answers else None
    return Earlier(submission.id, submission.supersedes, submission.at, answers)


def _standing(earlier: Sequence[Earlier]) -> Earlier | None:
    """The record that counts: the latest by stated time, else by the order of the log."""
    standing: Earlier | None = None
    for record in earlier:
        if standing is None or replaces(record.at, standing.at):
            standing = record
    return standing


def _new(rows: Sequence[Draft], earlier: Sequence[Earlier], benchmark: Benchmark, intake: Intake) -> list[Draft]:
    """The rows of a unit that the log does not have yet, merged with what the standing record says of other fields."""
    standing = _standing(earlier)
    before = None if standing is None else standing.answers
    drafts = [_merged(draft, before) for draft in rows]
    known = _overlap(drafts, earlier, benchmark)
    fresh = [draft for draft in drafts[known:] if not _is_old(draft, earlier, benchmark)]
    intake.unchanged += len(rows) - len(fresh)
    return fresh


def _merged(draft: Draft, before: dict[str, AnswerParts] | None) -> Draft:
    if before is None or draft.head.state != "answered" or set(before) <= set(draft.answers):
        return draft
    return Draft(draft.row, draft.head, {**before, **draft.answers})


def _overlap(drafts: Sequence[Draft], earlier: Sequence[Earlier], benchmark: Benchmark) -> int:
    """How many of the first drafts are the last records of the log, in the same order.

    A file with A and then B, imported twice or cut off after A, so adds A and B once; A, B and later A adds A again.
    """
    for length in range(min(len(drafts), len(earlier)), 0, -1):
        tail = earlier[len(earlier) - length :]
        if all(_same(draft, record, benchmark) for draft, record in zip(drafts, tail, strict=False)):
            return length
    return 0


def _is_old(draft: Draft, earlier: Sequence[Earlier], benchmark: Benchmark) -> bool:
    """Whether the log has the draft with the same stated time, so that an older export brings nothing new."""
    at = draft.head.at
    return at is not None and any(record.at == at and _same(draft, record, benchmark) for record in earlier)


def _same(draft: Draft, record: Earlier, benchmark: Benchmark) -> bool:
    return _id(draft, record.supersedes, benchmark) == record.id


def _id(draft: Draft, supersedes: str | None, benchmark: Benchmark) -> str:
    head = draft.head
    said = said_text(draft.answers)
    unit = (head.item, head.of, head.rater, head.role, head.passing)
    return submission_id(*unit, benchmark.digest, head.state, said, supersedes)


def _record(
    draft: Draft, standing: Earlier | None, benchmark: Benchmark, source: Source | None, logged_at: str
) -> dict[str, Any]:
    """A line of the log, in the order in which people read it."""
    head = draft.head
    # An older export, taken in late, corrects nothing.
    corrects = standing is not None and replaces(head.at, standing.at)
    supersedes = standing.id if standing is not None and corrects else None
    record: dict[str, Any] = {
        "schema": SCHEMA,
        "id": _id(draft, supersedes, benchmark),
        "item": head.item,
        "of": head.of,
        "rater": {"name": head.rater, "role": head.role},
        "pass": head.passing,
        "at": head.at,
        "logged_at": logged_at,
        "state": head.state,
        "reason": head.reason,
        "answers": {name: draft.answers[name] for name in sorted(draft.answers)},
        "supersedes": supersedes,
        "source": None if source is None else source.model_dump(exclude_none=True),
        "spec": {"version": benchmark.version, "digest": benchmark.digest},
    }
    return record
