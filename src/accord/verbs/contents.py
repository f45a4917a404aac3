"""What a folder holds, laid out for checks and counts."""

from __future__ import annotations

from collections.abc import Sequence

from accord.annotations.contents.contents import Contents
from accord.annotations.log.audit import NO_AUDIT, LogAudit
from accord.annotations.sample.assignments import Assignment
from accord.verbs.opened import Opened


def contents_of(folder: Opened, assignments: Sequence[Assignment], audit: LogAudit = NO_AUDIT) -> Contents:
    """The contents of an opened folder. audit: of its logs, which checks need. Raises InputError for the items."""
    return Contents(
        folder.path, folder.benchmark, folder.items, folder.standing, folder.outputs, tuple(assignments), audit
    )
