"""Taking drafts into the logs: nothing twice, corrections after what they correct, all of it safe from a crash."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from accord.annotations.exchange.drafts import Draft
from accord.annotations.exchange.past import Earlier, Past, said_by
from accord.annotations.log.lock import writer_lock
from accord.annotations.log.name import log_path
from accord.annotations.log.reader import LogReader
from accord.annotations.log.submission import SCHEMA, Source, Submission, answer_parts, said_text
from accord.annotations.log.writer import LogWriter
from accord.canonical import compact_in_order
from accord.errors import InputError
from accord.findings import Finding, counted
from accord.spec.benchmark import Benchmark
from accord.spec.roles import Role

Unit = tuple[str, str | None, str]
Clock = Callable[[], str]


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

    def count(self, draft: Draft, record: Earlier) -> None:
        """One more submission was added."""
        who = draft.head.role, draft.head.rater
        self.added += 1
        self.corrected += record.supersedes is not None
        self.raters[who] = self.raters.get(who, 0) + 1


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
    try:
        with writer_lock(folder):
            who = dict.fromkeys((draft.head.role, draft.head.rater) for draft in drafts)
            _refuse_damaged(log_path(folder, role, rater) for role, rater in who)
            for (role, rater), group in _by_rater(drafts):
                asked = {name for about in (False, True) for name in benchmark.asked(role, about)}
                path = log_path(folder, role, rater)
                history = _history(path, role, rater, benchmark.form_digest, keep_answers=not asked <= set(fields))
                with LogWriter(path) as log:
                    intake.findings += log.findings
                    for unit, rows in _by_unit(group):
                        past = Past(history.get(unit, ()), benchmark.form_digest)
                        for draft, record in past.take(rows):
                            log.append(compact_in_order(_line(draft, record, benchmark, source(draft.row), clock())))
                            intake.count(draft, record)
                        done += len(rows)
                        if progress is not None:
                            progress(done)
    except OSError as error:
        kept = f"{counted(intake.added, 'submission was', 'submissions were')} added; run this again for the rest"
        raise OSError(error.errno, f"{error.strerror}; {kept}", error.filename) from None
    intake.unchanged = done - intake.added
    return intake


def _refuse_damaged(logs: Iterable[Path]) -> None:
    """Raise InputError for every line that is no record, before the first log is written to."""
    problems: list[Finding] = []
    for path in sorted(logs):
        if path.exists():
            reader = LogReader(path)
            for _ in reader:
                pass
            problems += reader.problems
    if problems:
        raise InputError(problems)


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


def _history(path: Path, role: Role, rater: str, form: str, keep_answers: bool) -> dict[Unit, list[Earlier]]:
    """Every record of a rater by unit. form: the digest of the present one. Raises InputError for a damaged log."""
    history: dict[Unit, list[Earlier]] = {}
    if not path.exists():
        return history
    reader = LogReader(path)
    for _, submission in reader:
        if (submission.rater.role, submission.rater.name) == (role, rater):
            unit = (submission.item, submission.of, submission.pass_)
            history.setdefault(unit, []).append(_earlier(submission, form, keep_answers))
    if reader.problems:
        raise InputError(reader.problems)
    return history


def _earlier(submission: Submission, form: str, keep_answers: bool) -> Earlier:
    said = answers = None
    if keep_answers or submission.spec.digest != form:
        answers = {name: answer_parts(answer) for name, answer in submission.answers.items()}
    if answers is not None and submission.spec.digest != form:
        said = said_by(submission.state, said_text(answers))
    kept = answers if keep_answers else None
    return Earlier(submission.id, submission.supersedes, submission.at, said, kept)


def _line(draft: Draft, record: Earlier, benchmark: Benchmark, source: Source | None, logged_at: str) -> dict[str, Any]:
    """A line of the log, in the order in which people read it."""
    head = draft.head
    answers = record.answers or {}
    return {
        "schema": SCHEMA,
        "id": record.id,
        "item": head.item,
        "of": head.of,
        "rater": {"name": head.rater, "role": head.role},
        "pass": head.passing,
        "at": head.at,
        "logged_at": logged_at,
        "state": head.state,
        "reason": head.reason,
        "answers": {name: answers[name] for name in sorted(answers)},
        "supersedes": record.supersedes,
        "source": None if source is None else source.model_dump(exclude_none=True),
        "spec": {"version": benchmark.version, "digest": benchmark.form_digest},
    }
