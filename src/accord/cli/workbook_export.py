"""accord workbook export: an Excel workbook for each group and annotator."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import Annotated

import typer
from rich.progress import Progress

from accord.canonical import to_json
from accord.cli.console import print_findings, progress_console, refuse_findings
from accord.cli.fields import split_list
from accord.findings import counted, visible
from accord.report.workbook_text import exported_text
from accord.verbs.export_workbooks import export_workbooks
from accord.verbs.opened import opened

EPILOG = """Examples:

accord workbook export my-benchmark

accord workbook export my-benchmark --out to-send --assignment round-2 --annotator ann,bob
"""


def run(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder of a benchmark, with an assignment.")],
    out: Annotated[Path | None, typer.Option(metavar="FOLDER", help="Where they go; DIR/workbooks by default.")] = None,
    assignment: Annotated[
        str | None, typer.Option(metavar="NAME[,NAME]", help="Only these assignments; all by default.")
    ] = None,
    annotator: Annotated[
        str | None, typer.Option(metavar="NAME[,NAME]", help="Only the copies of these people.")
    ] = None,
    replace: Annotated[
        bool, typer.Option("--replace", metavar="", help="Write over workbooks that are there.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", metavar="", help="One JSON document on standard output.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", metavar="", help="No progress.")] = False,
    strict: Annotated[
        bool, typer.Option("--strict", metavar="", help="Exit 1 if there are warnings or errors.")
    ] = False,
) -> None:
    """Write an Excel workbook for each group and annotator of the assignments.

    A workbook shows the picture of every item on its row, what is to be judged, and cells to fill in; all others are
    locked. The copies of a group differ in the annotator only. Exit codes: 0 done, 1 findings under --strict, 2 wrong
    usage or unreadable input.
    """
    started = perf_counter()
    console = progress_console(quiet)
    with Progress(console=console, transient=True, disable=console.quiet) as progress:
        task = progress.add_task("writing", total=None)
        done = export_workbooks(
            opened(folder),
            out,
            assignments=split_list(assignment or ""),
            annotators=split_list(annotator or ""),
            replace=replace,
            progress=lambda what, at, total: progress.update(task, description=what, completed=at, total=total),
        )
    if json:
        typer.echo(to_json(done.to_dict()), nl=False)
    else:
        typer.echo(exported_text(done.written), nl=False)
        seconds = perf_counter() - started
        typer.echo(f"{counted(len(done.written), 'workbook')} in {visible(str(done.folder))}, {seconds:.1f} s")
    if not (json and quiet):
        print_findings(done.findings)
    if strict:
        refuse_findings(done.findings)
