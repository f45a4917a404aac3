"""accord workbook import: take in workbooks that annotators have filled in."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.progress import Progress

from accord.annotations.log.submission import FIRST
from accord.canonical import to_json
from accord.cli.console import print_findings, progress_console, refuse_findings
from accord.errors import AccordError, CheckFailed, UsageError
from accord.findings import counted, visible
from accord.report.workbook_text import remarks_text, returned_text
from accord.verbs.import_workbooks import ImportedWorkbooks, import_workbooks, workbook_files
from accord.verbs.mark_workbooks import mark_workbooks, report_paths
from accord.verbs.opened import opened

EPILOG = """Examples:

accord workbook import returned --into my-benchmark

accord workbook import returned/ann.xlsx --into my-benchmark --report to-correct.xlsx

accord workbook import returned/ann.xlsx --into my-benchmark --partial
"""


class _Unreadable(AccordError):
    """Some files could not be read at all."""


def run(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE...", help="Workbooks that came back, or folders of them.")
    ],
    into: Annotated[Path, typer.Option("--into", metavar="DIR", help="The folder of the benchmark.")],
    partial: Annotated[
        bool, typer.Option("--partial", metavar="", help="Take in the complete rows of files with wrong cells.")
    ] = False,
    allow_formulas: Annotated[
        bool,
        typer.Option("--allow-formulas", metavar="", help="Take the stored results of formulas in answer cells."),
    ] = False,
    report: Annotated[
        Path | None,
        typer.Option(metavar="FILE.xlsx", help="Write a copy for the annotator, with the wrong cells marked."),
    ] = None,
    passing: Annotated[str, typer.Option("--pass", metavar="NAME", help="The pass of the answers.")] = FIRST,
    replace: Annotated[bool, typer.Option("--replace", metavar="", help="Write over a report that is there.")] = False,
    json: Annotated[bool, typer.Option("--json", metavar="", help="One JSON document on standard output.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", metavar="", help="No progress.")] = False,
    strict: Annotated[
        bool, typer.Option("--strict", metavar="", help="Exit 1 if there are warnings or errors.")
    ] = False,
) -> None:
    """Take in workbooks that annotators have filled in: every cell is proved before anything is written.

    Rows may be sorted, filtered or hidden, columns re-ordered, the file saved by another program: rows are joined by
    their items. A file with a wrong cell is left out as a whole, and the others go on. Taking in the same file again
    adds nothing. A file that a later one has corrected is left out. Exit codes: 0 done, 1 a file has wrong cells (with
    --partial: no row of it is right) or findings under --strict, 2 wrong usage or a file that cannot be read.
    """
    if not passing.strip():
        raise UsageError("--pass: the name is blank")
    folder = opened(into)
    files = workbook_files(files)
    targets = {} if report is None else report_paths(folder, files, report, replace=replace)
    console = progress_console(quiet)
    with Progress(console=console, transient=True, disable=console.quiet) as progress:
        task = progress.add_task("reading", total=None)
        done = import_workbooks(
            folder,
            files,
            allow_formulas=allow_formulas,
            partial=partial,
            passing=passing,
            progress=lambda what, at, total: progress.update(task, description=what, completed=at, total=total),
        )
    marked = [] if report is None else mark_workbooks(done.books, targets)
    if json:
        typer.echo(to_json(done.to_dict()), nl=False)
    else:
        typer.echo(f"{returned_text(done.files)}{_taken(done)}", nl=False)
        for path in marked:
            typer.echo(f"marked copy: {visible(str(path))}")
    if not (json and quiet):
        for file in done.files:
            typer.echo(remarks_text(file.findings), nl=False, err=True)
        print_findings(done.log_findings)
    _end(done, partial, strict)


def _taken(done: ImportedWorkbooks) -> str:
    """What went into the logs."""
    found = done.imported
    if found is None:
        return "nothing was taken in\n"
    return (
        f"{counted(found.added, 'submission')} added, {found.corrected:,} of them corrections; "
        f"{found.unchanged:,} unchanged\n"
    )


def _end(done: ImportedWorkbooks, partial: bool, strict: bool) -> None:
    """Raise what the files deserve; the worst first."""
    if done.unread:
        raise _Unreadable(f"{counted(done.unread, 'file')} could not be read")
    if done.imported is not None and done.imported.rejected:
        raise CheckFailed(
            f"{counted(done.imported.rejected, 'row')} could not be taken in, nor any other of their files"
        )
    if partial and any(file.wrong and not file.taken for file in done.files):
        raise CheckFailed("no row of some workbooks could be taken in")
    if done.refused and not partial:
        left = counted(done.refused, "workbook has", "workbooks have")
        raise CheckFailed(f"{left} something to correct and stayed out; --partial takes in complete rows")
    if strict:
        refuse_findings([*(finding for file in done.files for finding in file.findings), *done.log_findings])
