"""accord status: what a benchmark's folder holds, what is complete, what to run next."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from accord.canonical import to_json
from accord.cli.console import colour
from accord.report.status_text import status_text
from accord.verbs.status import status

EPILOG = """Example:

accord status my-benchmark
"""


def run(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A folder; it may be empty or half made.")],
    json: Annotated[bool, typer.Option("--json", metavar="", help="One JSON document on standard output.")] = False,
) -> None:
    """Count what a benchmark's folder holds, say what is complete and what to run next."""
    found = status(folder)
    typer.echo(to_json(found.to_dict()) if json else status_text(found, colour=colour()), nl=False)
