"""Writing the standing submissions of a folder to a file of some format, and saying what it cannot hold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from accord.annotations.exchange.incoming import Request
from accord.annotations.exchange.left_behind import left_behind
from accord.annotations.exchange.outgoing import select_outgoing
from accord.annotations.formats import FORMATS
from accord.errors import UsageError
from accord.findings import Finding
from accord.spec.roles import Role
from accord.verbs.opened import Opened


@dataclass(frozen=True)
class Exported:
    """What was written: how many submissions, and what the file does not hold (findings of the code `not_held`)."""

    path: Path
    format: str
    submissions: int
    findings: tuple[Finding, ...]


def export_answers(
    folder: Opened,
    path: Path,
    format: str,
    request: Request,
    roles: Sequence[Role] = (),
    passes: Sequence[str] = (),
    *,
    replace: bool = False,
) -> Exported:
    """Write the submissions of some roles and passes (all where none is named) that count.

    Imported into a fresh copy of the benchmark, with the same request, the file gives the same standing submissions
    but for what findings of the code `not_held` say.

    Raises UsageError for a file that is there (unless `replace`) or that the benchmark needs, and for what the format
    cannot write; InputError where there is nothing to write or a log is damaged; OSError.
    """
    if format not in FORMATS:
        raise UsageError(f"--format {format!r}: there is no such format; formats: {', '.join(FORMATS)}")
    _check_target(folder, path, replace)
    standing = folder.sound_standing()
    selected = select_outgoing(folder.benchmark, folder.items, standing, folder.outputs, roles, passes)
    findings = FORMATS[format].write(path, selected.outgoing, folder.benchmark, request)
    found = (*standing.findings, *selected.findings, *findings, *left_behind(folder.benchmark, standing, selected.row))
    return Exported(path, format, selected.outgoing.frame.height, found)


def _check_target(folder: Opened, path: Path, replace: bool) -> None:
    """Refuse what would be lost: files of the benchmark, and without `replace` any file."""
    if folder.needs(path):
        raise UsageError(f"{path}: the benchmark needs this file; name another one")
    if path.exists() and not replace:
        raise UsageError(f"{path} is there already; --replace writes over it")
