"""Writing copies of returned workbooks in which annotators see what is wrong."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path

from accord.annotations.workbooks.grid import BadWorkbook
from accord.annotations.workbooks.marked import for_annotators, marked_copy
from accord.annotations.workbooks.returned import Returned
from accord.canonical import write_bytes
from accord.errors import InputError, UsageError
from accord.findings import Finding
from accord.spec.field import listed
from accord.verbs.opened import Opened


def report_paths(folder: Opened, files: Sequence[Path], report: Path, *, replace: bool = False) -> dict[str, Path]:
    """File -> where its marked copy goes: `report`, or `report` with the name of the file where there are several.

    Raises UsageError for a target that is no .xlsx, is one of the files, is there already, or that the benchmark
    needs.
    """
    if report.suffix.lower() != ".xlsx":
        raise UsageError(f"{report}: a report is a workbook; name it .xlsx")
    if len(files) == 1:
        paths = {str(files[0]): report}
    else:
        paths = {str(file): report.with_name(f"{report.stem}-{file.stem}{report.suffix}") for file in files}
    twice = sorted({path.name for path in paths.values() if list(paths.values()).count(path) > 1})
    if twice:
        raise UsageError(f"several files have the same name, and would share {listed(twice)}; take them in one by one")
    own = {file.resolve() for file in files}
    for path in paths.values():
        if path.resolve() in own:
            raise UsageError(f"{path} is a file that was handed in; name another one for the report")
        if folder.needs(path):
            raise UsageError(f"{path}: the benchmark needs this file; name another one")
        if path.exists() and not replace:
            raise UsageError(f"{path} is there already; --replace writes over it")
    return paths


def mark_workbooks(books: Sequence[Returned], paths: Mapping[str, Path]) -> list[Path]:
    """Write a marked copy of every workbook with warnings or errors; the paths that were written.

    Raises InputError for a workbook that cannot be copied, MissingExtra, OSError.
    """
    written = []
    problems = []
    for book in books:
        if not for_annotators(book.wrongs):
            continue
        path = paths[book.file.path]
        try:
            data = marked_copy(_same_bytes(book), book.title, book.wrongs)
        except BadWorkbook as error:
            problems.append(Finding("bad_workbook", "error", book.file.path, str(error), error.fix))
            continue
        write_bytes(path, data)
        written.append(path)
    if problems:
        raise InputError(problems)
    return written


def _same_bytes(book: Returned) -> bytes:
    """The bytes of a workbook as it was read, so that addresses are those of its cells."""
    data = Path(book.file.path).read_bytes()
    if hashlib.sha256(data).hexdigest() != book.file.sha256:
        raise BadWorkbook("it was changed while it was taken in", "run this again")
    return data
