"""Submissions made by hand: drafts as an import would make them, taken into the logs of a folder."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from accord.annotations.exchange.drafts import Draft
from accord.annotations.exchange.heads import Head
from accord.annotations.exchange.intake import Intake, take_in
from accord.annotations.log.name import log_paths
from accord.annotations.log.reader import LogReader
from accord.annotations.log.submission import Source, Submission
from accord.spec.benchmark import Benchmark, read_benchmark

SPEC = "name: made\nversion: 1.0.0\nfields:\n  q: {kind: choice, labels: [A, B, C, D]}\n  r: {kind: number}\n"
BENCHMARK = read_benchmark(SPEC)
CLOCK = "2026-02-01T00:00:00.000000Z"


def moment(day: int | None) -> str | None:
    """A time of the log: a day in January; None for no time."""
    return None if day is None else f"2026-01-{day:02}T12:00:00.000000Z"


def draft(
    answers: str | Mapping[str, Any] = "A",
    at: int | None = None,
    *,
    item: str = "i1",
    rater: str = "ann",
    role: Any = "human",
    of: str | None = None,
    passing: str = "first",
    state: str = "answered",
    reason: str | None = None,
    row: int = 0,
) -> Draft:
    """A row of a file. answers: the label of q, or field -> value, or field -> an answer as it stands in a line."""
    named = {"q": answers} if isinstance(answers, str) else answers
    parts = {name: _parts(answer) for name, answer in named.items()}
    head = Head(item, of, rater, role, passing, moment(at), state, False, reason)
    return Draft(row, head, parts if state == "answered" else {})


def _parts(answer: Any) -> dict[str, Any]:
    return answer if isinstance(answer, dict) else {"state": "answered", "value": answer}


def take(
    folder: Path, *drafts: Draft, fields: tuple[str, ...] = ("q", "r"), benchmark: Benchmark = BENCHMARK
) -> Intake:
    """Take drafts into the logs of a folder. fields: those that the file has."""
    return take_in(folder, benchmark, drafts, fields, _source, lambda: CLOCK)


def _source(row: int) -> Source:
    return Source(file="rows", line=row)


def submissions(folder: Path) -> list[Submission]:
    """Every record of every log, which must all be sound."""
    found = []
    for path in log_paths(folder):
        reader = LogReader(path)
        found += [submission for _, submission in reader]
        assert not reader.problems and not reader.findings
    return found


def values(folder: Path, field: str = "q") -> list[Any]:
    """What the records say of a field, in the order of the log; None where they say nothing of it."""
    answers = (submission.answers.get(field) for submission in submissions(folder))
    return [None if answer is None else answer.value for answer in answers]
