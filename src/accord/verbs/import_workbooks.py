"""Taking returned workbooks into the logs of a folder: each is proved cell by cell before anything is written."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from accord.annotations.exchange.incoming import Request
from accord.annotations.exchange.intake import Clock
from accord.annotations.log.name import names_in
from accord.annotations.log.submission import FIRST
from accord.annotations.log.times import now
from accord.annotations.workbooks.grid import BadWorkbook
from accord.annotations.workbooks.outcomes import ReturnedFile
from accord.annotations.workbooks.plans import Plans
from accord.annotations.workbooks.returned import Returned, read_returned
from accord.annotations.workbooks.taken import incoming_of
from accord.annotations.workbooks.wrong import Wrong
from accord.errors import UsageError
from accord.findings import Finding
from accord.spec.roles import Role
from accord.verbs.export_workbooks import plans_of
from accord.verbs.import_answers import Imported, take
from accord.verbs.opened import Opened
from accord.verbs.workbook_conflicts import conflicts
from accord.verbs.workbook_notes import changed_pictures, corrections, not_withdrawn

SCHEMA = "accord.workbook-import/1"
FORMAT = "workbook"
SUFFIXES = (".xlsx", ".xlsm", ".xls", ".xlsb", ".ods", ".numbers", ".csv", ".tsv", ".pdf")
"""What may be somebody's answers. All but the first two are refused, and say so, rather than left out of a folder."""
LOCK = "~$"
"""Excel writes a file of this name beside a workbook that is open."""
LARGEST = 200 * 2**20
"""Bytes of a file that is read at most."""


@dataclass(frozen=True)
class ImportedWorkbooks:
    """What came of all files. imported: what went into the logs, None where nothing did; books: what could be read."""

    files: tuple[ReturnedFile, ...]
    imported: Imported | None
    books: tuple[Returned, ...]

    @property
    def unread(self) -> int:
        """How many files could not be read."""
        return sum(not file.is_read for file in self.files)

    @property
    def refused(self) -> int:
        """How many files were read and have something wrong."""
        return sum(file.is_read and file.wrong > 0 for file in self.files)

    @property
    def log_findings(self) -> tuple[Finding, ...]:
        """What was noticed while answers were taken in, and why some could not be."""
        return () if self.imported is None else (*self.imported.rejects, *self.imported.findings)

    def to_dict(self) -> dict[str, Any]:
        """The whole outcome as plain values for JSON."""
        return {
            "schema": SCHEMA,
            "files": [file.to_dict() for file in self.files],
            "imported": None if self.imported is None else self.imported.to_dict(),
        }


def workbook_files(paths: Sequence[Path]) -> list[Path]:
    """The files that are named, and of a folder that is named every workbook, but for those that Excel has open.

    Raises UsageError for a folder without any.
    """
    found: list[Path] = []
    for path in paths:
        if not path.is_dir():
            found.append(path)
            continue
        inside = [path / name for name in names_in(path) if name.lower().endswith(SUFFIXES)]
        inside = [file for file in inside if not file.name.startswith(LOCK)]
        if not inside:
            raise UsageError(f"{path}: there is no workbook in this folder ({', '.join(SUFFIXES[:2])})")
        found += inside
    return list(dict.fromkeys(found))


def import_workbooks(
    folder: Opened,
    paths: Sequence[Path],
    *,
    allow_formulas: bool = False,
    partial: bool = False,
    passing: str = FIRST,
    clock: Clock = now,
    progress: Callable[[str, int, int], None] | None = None,
) -> ImportedWorkbooks:
    """Take in returned workbooks, files or folders of them. A file with anything wrong is left out as a whole; with
    `partial` its complete rows are taken in. Files that cannot be read keep no other from being taken in.

    passing: the pass of the answers. Raises UsageError, InputError for a folder that is damaged, OSError of its logs.
    """
    if not paths:
        raise UsageError("no workbook was given")
    plans = plans_of(folder)
    files: list[ReturnedFile | Returned] = []
    named = workbook_files(paths)
    for number, path in enumerate(named):
        if progress is not None:
            progress(path.name, number, len(named))
        files.append(_read(folder, plans, path, allow_formulas))
    ready = [file for file in files if isinstance(file, Returned) and _is_taken_in(file, partial)]
    kept_out = conflicts(folder.path, ready, passing)
    files = [_refused(file, kept_out) for file in files]
    outcomes: list[ReturnedFile] = []
    parts: list[Imported] = []
    for file in files:
        if isinstance(file, ReturnedFile):
            outcomes.append(file)
            continue
        stays_out = file.file.path in kept_out or not _is_taken_in(file, partial)
        done = None if stays_out else _taken(folder, file, passing, clock)
        parts += [] if done is None else [done]
        outcomes.append(_outcome(folder, file, done, passing))
    books = tuple(file for file in files if isinstance(file, Returned))
    return ImportedWorkbooks(tuple(outcomes), _joined(parts), books)


def _is_taken_in(book: Returned, partial: bool) -> bool:
    return bool(book.complete) and (book.is_right or partial)


def _refused(file: ReturnedFile | Returned, kept_out: Mapping[str, Wrong]) -> ReturnedFile | Returned:
    """The file, with the reason why it must stay out if there is one."""
    if isinstance(file, ReturnedFile) or file.file.path not in kept_out:
        return file
    return file.with_wrongs([kept_out[file.file.path]])


def _taken(folder: Opened, book: Returned, passing: str, clock: Clock) -> Imported | None:
    """What came of taking in one workbook; None where its rows answer nothing."""
    incoming = incoming_of([book], list(folder.benchmark.fields), passing)
    if not incoming.frame.height:
        return None
    return take(folder, incoming, FORMAT, Request(passing=passing), clock=clock)


def _joined(parts: Sequence[Imported]) -> Imported | None:
    """What came of all workbooks together."""
    if not parts:
        return None
    raters: dict[tuple[Role, str], int] = {}
    for part in parts:
        for rater, count in part.raters.items():
            raters[rater] = raters.get(rater, 0) + count
    return Imported(
        format=FORMAT,
        files=tuple(file for part in parts for file in part.files),
        rows=sum(part.rows for part in parts),
        rejected=sum(part.rejected for part in parts),
        written=any(part.written for part in parts),
        added=sum(part.added for part in parts),
        corrected=sum(part.corrected for part in parts),
        unchanged=sum(part.unchanged for part in parts),
        raters=raters,
        rejects=tuple(reject for part in parts for reject in part.rejects),
        findings=tuple(finding for part in parts for finding in part.findings),
    )


def _read(folder: Opened, plans: Plans, path: Path, allow_formulas: bool) -> ReturnedFile | Returned:
    try:
        data = _bytes(path)
        digest = hashlib.sha256(data).hexdigest()
        book = read_returned(str(path), data, digest, folder.benchmark, plans, allow_formulas=allow_formulas)
        return book.with_wrongs(changed_pictures(folder.path, book))
    except BadWorkbook as error:
        return ReturnedFile(str(path), (Finding("bad_workbook", "error", str(path), str(error), error.fix),))


def _bytes(path: Path) -> bytes:
    try:
        if path.name.startswith(LOCK):
            raise BadWorkbook("Excel has this workbook open", "close it in Excel, and take in the file without ~$")
        if not path.is_file():
            raise BadWorkbook("is no regular file" if path.exists() else "does not exist")
        size = path.stat().st_size
        if size > LARGEST:
            raise BadWorkbook(f"has {size >> 20:,} MiB; at most {LARGEST >> 20} are read")
        return path.read_bytes()
    except OSError as error:
        raise BadWorkbook(error.strerror or str(error)) from None


def _outcome(folder: Opened, book: Returned, done: Imported | None, passing: str) -> ReturnedFile:
    is_taken = done is not None and done.written
    noted = [] if done is None or not is_taken else [*corrections(book, done), *not_withdrawn(folder, book, passing)]
    return ReturnedFile(
        path=book.file.path,
        findings=(*book.findings, *noted),
        assignment=book.plan.assignment,
        group=book.plan.group,
        annotator=book.annotator,
        rows=len(book.plan.rows),
        complete=len(book.complete),
        taken=len(book.complete) if is_taken else 0,
        is_read=True,
    )
