"""accord check: everything that does not fit in a benchmark's folder."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from accord import __version__
from accord.canonical import to_json
from accord.cli.console import colour, progress_console, width
from accord.errors import CheckFailed
from accord.findings import Finding
from accord.report.check_text import check_text, counts, counts_text
from accord.verbs.check import check
from accord.verbs.opened import Opened, opened

SCHEMA = "accord.check/1"

EPILOG = """Examples:

accord check my-benchmark

accord check my-benchmark --strict --json > findings.json
"""


def run(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder of a benchmark.")],
    strict: Annotated[bool, typer.Option("--strict", metavar="", help="Exit 1 on warnings as well.")] = False,
    json: Annotated[bool, typer.Option("--json", metavar="", help="One JSON document on standard output.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", metavar="", help="No progress.")] = False,
) -> None:
    """List all that does not fit between the form, the items, the assignments and the answers, with what to do.

    Exit codes: 0 no errors, 1 errors (or warnings under --strict), 2 wrong usage or a benchmark.yaml that cannot be
    read.
    """
    found = opened(folder)
    with progress_console(quiet).status("checking"):
        findings = check(found)
    if json:
        typer.echo(to_json(_document(found, findings)), nl=False)
    else:
        typer.echo(check_text(findings, width=width(), colour=colour()), nl=False)
    bad = ("error", "warning") if strict else ("error",)
    if any(finding.severity in bad for finding in findings):
        raise CheckFailed(f"{folder}: {counts_text(findings)}{' under --strict' if strict else ''}")


def _document(folder: Opened, findings: Sequence[Finding]) -> dict[str, Any]:
    benchmark = folder.benchmark
    return {
        "schema": SCHEMA,
        "accord": __version__,
        "benchmark": {"name": benchmark.name, "version": benchmark.version, "digest": benchmark.digest},
        "counts": counts(findings),
        "findings": [finding.to_dict() for finding in findings],
    }
