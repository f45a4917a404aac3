"""Taking returned workbooks into the logs of a folder: each is proved cell by cell before anything is written."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
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
from accord.verbs.export_workbooks import plans_of
from accord.verbs.import_answers import Imported, take
from accord.verbs.opened import Opened

SCHEMA = "accord.workbook-import/1"
FORMAT = "workbook"
SUFFIXES = (".xlsx", ".xlsm")
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
            raise UsageError(f"{path}: there is no workbook ({', '.join(SUFFIXES)}) in this folder")
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
    files = _without_doubles(files)
    books = tuple(file for file in files if isinstance(file, Returned))
    wanted = [book for book in books if book.complete and (book.is_right or partial)]
    imported = None
    if wanted:
        incoming = incoming_of(wanted, list(folder.benchmark.fields), passing)
        if incoming.frame.height:
            imported = take(folder, incoming, FORMAT, Request(passing=passing), clock=clock)
    outcomes = [_outcome(file, file in wanted) if isinstance(file, Returned) else file for file in files]
    return ImportedWorkbooks(tuple(outcomes), imported, books)


def _read(folder: Opened, plans: Plans, path: Path, allow_formulas: bool) -> ReturnedFile | Returned:
    try:
        data = _bytes(path)
        digest = hashlib.sha256(data).hexdigest()
        return read_returned(str(path), data, digest, folder.benchmark, plans, allow_formulas=allow_formulas)
    except BadWorkbook as error:
        return ReturnedFile(str(path), (Finding("bad_workbook", "error", str(path), str(error), error.fix),))


def _without_doubles(files: Sequence[ReturnedFile | Returned]) -> list[ReturnedFile | Returned]:
    """The files, with an error in those that say something else than another file of the same annotator and group.

    Somebody may have filled in the copy of another person; the answers of one would replace those of the other.
    """
    same: dict[tuple[str, str, str | None], list[Returned]] = {}
    for file in files:
        if isinstance(file, Returned) and file.annotator is not None:
            same.setdefault((file.plan.assignment, file.plan.group, file.annotator), []).append(file)
    others: dict[str, str] = {}
    for books in same.values():
        if any(book.said != books[0].said for book in books):
            for book in books:
                others[book.file.path] = next(other.file.path for other in books if other is not book)
    return [
        file.refused(_same_copy(file.annotator or "", others[file.file.path]))
        if isinstance(file, Returned) and file.file.path in others
        else file
        for file in files
    ]


def _same_copy(annotator: str, other: str) -> Wrong:
    message = f"{other} is a copy of {annotator} for the same group as well, with other answers"
    fix = "see who filled in which; take in the one that counts, or one after the other where the later one corrects"
    return Wrong("same_copy", "error", 0, 0, message, fix, whole=True)


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


def _outcome(book: Returned, is_taken: bool) -> ReturnedFile:
    return ReturnedFile(
        path=book.file.path,
        findings=tuple(book.findings),
        assignment=book.plan.assignment,
        group=book.plan.group,
        annotator=book.annotator,
        rows=len(book.plan.rows),
        complete=len(book.complete),
        taken=len(book.complete) if is_taken else 0,
        is_read=True,
    )
