"""Returned workbooks that would replace answers which nobody means to replace."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from accord.annotations.log.name import log_path
from accord.annotations.log.reader import LogReader
from accord.annotations.workbooks.returned import Returned
from accord.annotations.workbooks.wrong import Wrong

Cell = tuple[str | None, str, str | None, str]
"""Annotator, item, model (None for the item itself) and field."""


def conflicts(folder: Path, books: Sequence[Returned], passing: str) -> dict[str, Wrong]:
    """Path of a file -> why it must stay out, of workbooks that could be taken in otherwise.

    passing: the pass that they are taken in for. Raises OSError for a log that cannot be read.
    """
    found = _corrected_since(folder, books, passing)
    others = _contradicting([book for book in books if book.file.path not in found])
    return found | {path: _same_copy(other) for path, other in others.items()}


def _contradicting(books: Sequence[Returned]) -> dict[str, str]:
    """Path of a file -> another of the same annotator that answers the same question in another way.

    Somebody may have filled in the copy of another person, or handed in two versions: which counts nobody can tell.
    """
    first: dict[Cell, tuple[str, str]] = {}
    others: dict[str, str] = {}
    for book in books:
        for cell, text in _said(book).items():
            said, path = first.setdefault(cell, (text, book.file.path))
            if said != text:
                others.setdefault(book.file.path, path)
                others.setdefault(path, book.file.path)
    return others


def _said(book: Returned) -> dict[Cell, str]:
    return {
        (book.annotator, book.plan.rows[at].item, model, field): text
        for at in book.complete
        for (model, field), text in book.answered[at].texts.items()
    }


def _same_copy(other: str) -> Wrong:
    message = f"{other} is of the same annotator, and answers some of this in another way"
    fix = "see who filled in which; take in the one that counts, or one after the other where the later one corrects"
    return Wrong("same_copy", "error", 0, 0, message, fix, whole=True)


def _corrected_since(folder: Path, books: Sequence[Returned], passing: str) -> dict[str, Wrong]:
    """Files that were taken in before, to the byte, and whose answers a later file has replaced."""
    digests = {name: _replaced_files(folder, name, passing) for name in {book.annotator or "" for book in books}}
    message = "left out: this very file was taken in before, and a later one has corrected it"
    fix = "if it is right after all, open and save it, and take it in again"
    return {
        book.file.path: Wrong("old_copy", "warning", 0, 0, message, fix)
        for book in books
        if book.file.sha256 in digests[book.annotator or ""]
    }


def _replaced_files(folder: Path, annotator: str, passing: str) -> set[str]:
    """SHA-256 of files some of whose answers stand no more, as another file said something else."""
    path = log_path(folder, "human", annotator)
    replaced: set[str] = set()
    last: dict[tuple[str, str | None], str] = {}
    for _, submission in LogReader(path) if path.exists() else ():
        if (submission.rater.role, submission.rater.name, submission.pass_) != ("human", annotator, passing):
            continue
        unit = (submission.item, submission.of)
        digest = (submission.source.sha256 if submission.source is not None else None) or ""
        if last.get(unit, digest) != digest:
            replaced.add(last[unit])
        last[unit] = digest
    return replaced - {""}
