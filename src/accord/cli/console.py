"""Where a command writes: results to standard output, progress and errors to standard error."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable

import typer
from rich.console import Console

from accord.errors import CheckFailed
from accord.findings import Finding, counted, most_severe_first

WIDE = 120


def width() -> int:
    """Columns for tables: those of the terminal or of COLUMNS; 120 where the output goes to a file or pipe."""
    if os.environ.get("COLUMNS", "").isdigit() or sys.stdout.isatty():
        return shutil.get_terminal_size((WIDE, 24)).columns
    return WIDE


def colour() -> bool:
    """Whether standard output is a terminal that wants colour."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def progress_console(quiet: bool) -> Console:
    """A console on standard error; silent when asked or when it is no terminal."""
    return Console(stderr=True, quiet=quiet or not sys.stderr.isatty())


def print_findings(findings: Iterable[Finding], quiet: bool = False) -> None:
    """Findings on standard error, the most severe first; the notes are left out when asked to be quiet."""
    for finding in most_severe_first(findings):
        if not quiet or finding.severity == "error":
            typer.echo(str(finding), err=True)


def refuse_findings(findings: Iterable[Finding]) -> None:
    """What --strict does: raise CheckFailed where a finding is a warning or an error."""
    bad = [finding for finding in findings if finding.severity != "info"]
    if bad:
        raise CheckFailed(f"{counted(len(bad), 'finding')} under --strict, the first: {bad[0]}")
