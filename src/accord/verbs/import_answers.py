"""Taking answers from files into the logs of a folder: all rows are checked before the first is written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from accord.annotations.exchange.drafts import Draft, Drafts, drafts_of
from accord.annotations.exchange.format import Format
from accord.annotations.exchange.incoming import Incoming, Request
from accord.annotations.exchange.intake import Clock, Intake, take_in
from accord.annotations.exchange.pending import is_output, pending, settled, with_pending, without_orphans
from accord.annotations.formats import FORMATS
from accord.annotations.log.outputs import Outputs, outputs_of
from accord.annotations.log.standing import read_standing
from accord.annotations.log.times import now
from accord.annotations.tables.read import TableFile
from accord.errors import UsageError
from accord.findings import Finding, most_severe_first
from accord.spec.benchmark import Benchmark
from accord.spec.roles import Role
from accord.verbs.opened import Opened

SCHEMA = "accord.import/1"


@dataclass(frozen=True)
class Imported:
    """What came of an import.

    rows: of the files, as far as they meet the conditions; rejected: how many of them cannot be kept, for the reasons
    in `rejects`. added: new submissions, of which `corrected` take the place of an earlier one; unchanged: those that
    the logs had. raters: by role and name how many were added. written: False where rejected rows stopped it all.
    """

    format: str
    files: tuple[TableFile, ...]
    rows: int
    rejected: int
    written: bool
    added: int = 0
    corrected: int = 0
    unchanged: int = 0
    raters: dict[tuple[Role, str], int] = field(default_factory=dict)
    rejects: tuple[Finding, ...] = ()
    findings: tuple[Finding, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The whole outcome as plain values for JSON."""
        return {
            "schema": SCHEMA,
            "format": self.format,
            "input": {"files": [{"path": file.path, "sha256": file.sha256, "rows": file.rows} for file in self.files]},
            "rows": self.rows,
            "rejected": self.rejected,
            "written": self.written,
            "added": self.added,
            "corrected": self.corrected,
            "unchanged": self.unchanged,
            "raters": [{"role": role, "rater": name, "added": count} for (role, name), count in self.raters.items()],
            "rejects": [finding.to_dict() for finding in self.rejects],
            "findings": [finding.to_dict() for finding in most_severe_first(self.findings)],
        }


def import_answers(
    folder: Opened,
    paths: Sequence[Path],
    format: str | None,
    request: Request,
    *,
    partial: bool = False,
    clock: Clock = now,
    progress: Callable[[int, int], None] | None = None,
) -> Imported:
    """Import files of one format, told apart by what is in them where `format` is None and that is safe.

    Nothing is written where a row is rejected, unless `partial`. A file may hold outputs of models together with
    judgements of them. progress: told how many submissions are done, and of how many.

    Raises UsageError, InputError and OSError for files that cannot be read as asked, InputError for a damaged log.
    """
    benchmark = folder.benchmark
    chosen = _named(format) if format is not None else _told_apart(paths, benchmark, request)
    incoming = chosen.read(paths, benchmark, request)
    return take(folder, incoming, chosen.name, request, partial=partial, clock=clock, progress=progress)


def take(
    folder: Opened,
    incoming: Incoming,
    format: str,
    request: Request,
    *,
    partial: bool = False,
    clock: Clock = now,
    progress: Callable[[int, int], None] | None = None,
) -> Imported:
    """Take rows of answers into the logs, as `import_answers` does with those that it reads. format: its name.

    Raises InputError for a damaged log.
    """
    drafts = _drafts(folder, incoming, request)
    written = partial or not drafts.refused
    intake = Intake()
    if written and drafts.kept:
        total = len(drafts.kept)
        for part in _in_turn(drafts.kept):
            done = intake.added + intake.unchanged
            ready = settled(part, outputs_of(read_standing(folder.path, ()))) if any(map(pending, part)) else part
            told = None if progress is None else _after(done, total, progress)
            _add(intake, take_in(folder.path, folder.benchmark, ready, drafts.fields, incoming.source, clock, told))
    return Imported(
        format=format,
        files=tuple(incoming.files),
        rows=incoming.frame.height,
        rejected=drafts.refused,
        written=written,
        added=intake.added,
        corrected=intake.corrected,
        unchanged=intake.unchanged,
        raters=intake.raters,
        rejects=tuple(drafts.rejected),
        findings=(*drafts.findings, *intake.findings),
    )


def _named(name: str) -> Format:
    if name not in FORMATS:
        raise UsageError(f"--format {name!r}: there is no such format; formats: {', '.join(FORMATS)}")
    return FORMATS[name]


def _told_apart(paths: Sequence[Path], benchmark: Benchmark, request: Request) -> Format:
    """The one format that is sure of the files."""
    doubts = {name: format.doubt(paths, benchmark, request) for name, format in FORMATS.items()}
    sure = [name for name, doubt in doubts.items() if not doubt]
    if len(sure) != 1:
        files = ", ".join(map(str, paths))
        why = "".join(f"\n    {name}: {doubt or 'fits'}" for name, doubt in doubts.items())
        how = "say which columns hold what (--item COL, --rater COL, --field FIELD=COL), or the format (--format "
        raise UsageError(f"{files}: not surely of one format; {how}{'|'.join(FORMATS)}){why}")
    return FORMATS[sure[0]]


def _drafts(folder: Opened, incoming: Incoming, request: Request) -> Drafts:
    """The rows, checked. The logs need not be read where no row is about an output."""
    frame, benchmark, items = incoming.frame, folder.benchmark, folder.items
    if "of" not in frame.columns or not (frame["of"].str.strip_chars().fill_null("") != "").any():
        return drafts_of(incoming, benchmark, items, Outputs(), request)
    folder.sound_standing()
    outputs = folder.outputs
    drafts = drafts_of(incoming, benchmark, items, with_pending(outputs, incoming, request), request)
    return without_orphans(drafts, outputs, incoming)


def _in_turn(drafts: Sequence[Draft]) -> list[list[Draft]]:
    """All drafts at once, or first the outputs that others are about."""
    if not any(map(pending, drafts)):
        return [list(drafts)]
    return [[draft for draft in drafts if is_output(draft)], [draft for draft in drafts if not is_output(draft)]]


def _after(before: int, total: int, progress: Callable[[int, int], None]) -> Callable[[int], None]:
    """Tells how many are done in all, of parts that each count from 0."""
    return lambda done: progress(before + done, total)


def _add(whole: Intake, part: Intake) -> None:
    whole.added += part.added
    whole.corrected += part.corrected
    whole.unchanged += part.unchanged
    whole.findings += part.findings
    for rater, count in part.raters.items():
        whole.raters[rater] = whole.raters.get(rater, 0) + count
