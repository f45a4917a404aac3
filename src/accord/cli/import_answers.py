"""accord import: answers from files into the logs of a benchmark."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Annotated

import typer
from rich.progress import Progress

from accord.annotations.exchange.incoming import Request
from accord.annotations.log.submission import FIRST
from accord.annotations.rows.tally import Tally
from accord.canonical import to_json
from accord.cli.columns import columns_of, conditions_of
from accord.cli.console import progress_console, refuse_findings
from accord.cli.fields import split_list
from accord.errors import CheckFailed, UsageError
from accord.findings import Finding, counted, most_severe_first, visible
from accord.spec.roles import ROLES, roles_named
from accord.verbs.import_answers import Imported, import_answers
from accord.verbs.opened import opened

COLUMNS, ROWS, OUTPUT = "Columns (those of benchmark.yaml otherwise; '' for none)", "Rows", "Output"
REDRAW_SECONDS = 0.1
EPILOG = """Examples:

accord import answers.csv --into my-benchmark

accord import ann.xlsx --into my-benchmark --item image --by ann --role human --field score=quality

accord import judgements.csv --into museum --item object --of model --rater judge --role judge

accord import wide.tsv --format wide --into my-benchmark --raters ann,bob --role human --field score
"""


def run(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE...", help="CSV, TSV, JSON Lines, Parquet or xlsx; several of one layout."),
    ],
    into: Annotated[Path, typer.Option(metavar="DIR", help="The folder of the benchmark.")],
    format: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="long: a row a submission; wide: a row an item, a column a rater."),
    ] = None,
    item: Annotated[
        str | None,
        typer.Option(
            metavar="COL[,COL...]",
            help='The item; several columns are joined by " | ".',
            rich_help_panel=COLUMNS,
        ),
    ] = None,
    rater: Annotated[
        str | None,
        typer.Option(metavar="COL", help="The rater; @file: each file is one rater.", rich_help_panel=COLUMNS),
    ] = None,
    raters: Annotated[
        str | None,
        typer.Option(metavar="COL,COL...", help="Of a wide table: a column a rater.", rich_help_panel=COLUMNS),
    ] = None,
    of: Annotated[
        str | None, typer.Option(metavar="COL", help="The model whose output is judged.", rich_help_panel=COLUMNS)
    ] = None,
    at: Annotated[
        str | None, typer.Option(metavar="COL", help="When the rater answered (ISO 8601).", rich_help_panel=COLUMNS)
    ] = None,
    state: Annotated[
        str | None,
        typer.Option(metavar="COL", help="answered (also where blank), invalid, unusable.", rich_help_panel=COLUMNS),
    ] = None,
    field: Annotated[
        list[str] | None,
        typer.Option(metavar="FIELD[=COL]", help="A field; repeatable. A wide table has one.", rich_help_panel=COLUMNS),
    ] = None,
    by: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Who filled in the file, where no column says so.", rich_help_panel=ROWS),
    ] = None,
    role: Annotated[
        str | None,
        typer.Option(metavar="|".join(ROLES), help="Of raters, where no column says so.", rich_help_panel=ROWS),
    ] = None,
    passing: Annotated[
        str,
        typer.Option("--pass", metavar="NAME", help="Of rows, where no column says so.", rich_help_panel=ROWS),
    ] = FIRST,
    where: Annotated[
        list[str] | None,
        typer.Option(
            metavar="COL=VALUE",
            help="Only rows with this value; repeat a column for alternatives.",
            rich_help_panel=ROWS,
        ),
    ] = None,
    sheet: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Of a workbook; the first visible one by default.", rich_help_panel=ROWS),
    ] = None,
    timezone: Annotated[
        str | None,
        typer.Option(metavar="ZONE", help="Of times without an offset, as Europe/Paris.", rich_help_panel=ROWS),
    ] = None,
    partial: Annotated[
        bool,
        typer.Option("--partial", metavar="", help="Take in good rows though others are bad.", rich_help_panel=ROWS),
    ] = False,
    json: Annotated[
        bool, typer.Option("--json", metavar="", help="One JSON document on standard output.", rich_help_panel=OUTPUT)
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", metavar="", help="No progress.", rich_help_panel=OUTPUT)] = False,
    strict: Annotated[
        bool,
        typer.Option("--strict", metavar="", help="Exit 1 if there are warnings or errors.", rich_help_panel=OUTPUT),
    ] = False,
) -> None:
    """Take answers from files into the logs: every row is checked before the first is written.

    Importing the same file again adds nothing. Exit codes: 0 done, 1 rows were rejected (then nothing is written,
    unless --partial) or findings under --strict, 2 wrong usage or unreadable input.
    """
    named = split_list(item or "")
    request = Request(
        columns=columns_of(
            {"item": None if len(named) > 1 else item, "rater": rater, "of": of, "at": at, "state": state}, field or ()
        ),
        item=tuple(named) if len(named) > 1 else (),
        raters=tuple(split_list(raters or "")),
        where=conditions_of(where or ()),
        sheet=sheet,
        role=None if role is None else roles_named([role])[0],
        rater=_named("--by", by),
        passing=_named("--pass", passing) or FIRST,
        zone=timezone,
    )
    folder = opened(into)
    with _bar(quiet) as told:
        done = import_answers(folder, files, format, request, partial=partial, progress=told)
    _show(done, json, quiet)
    if done.rejected and not partial:
        rest = "correct them, or take in the others with --partial"
        raise CheckFailed(f"{counted(done.rejected, 'row')} rejected, nothing was written: {rest}")
    if strict:
        refuse_findings([*done.rejects, *done.findings])


def _named(option: str, text: str | None) -> str | None:
    if text is not None and not text.strip():
        raise UsageError(f"{option} {text!r}: the name is blank")
    return text


@contextmanager
def _bar(quiet: bool) -> Iterator[Callable[[int, int], None]]:
    """A progress bar on standard error, where that is a terminal."""
    console = progress_console(quiet)
    with Progress(console=console, transient=True, disable=console.quiet) as progress:
        task = progress.add_task("reading", total=None)
        drawn = 0.0

        def told(done: int, total: int) -> None:
            nonlocal drawn
            if done == total or monotonic() - drawn > REDRAW_SECONDS:
                progress.update(task, description="taking in", completed=done, total=total)
                drawn = monotonic()

        yield told


def _show(done: Imported, json: bool, quiet: bool) -> None:
    """The outcome on standard output, findings and rejects on standard error."""
    if json:
        typer.echo(to_json(done.to_dict()), nl=False)
    else:
        typer.echo(_text(done), nl=False)
    if not (json and quiet):
        for finding in [*_few(done.rejects), *most_severe_first(done.findings)]:
            typer.echo(str(finding), err=True)


def _few(rejects: Sequence[Finding]) -> list[Finding]:
    """The first five rejects of each kind, then how many more there are."""
    tally = Tally("rejected rows")
    for reject in rejects:
        tally.add(reject.code, reject.where, reject.message, reject.fix)
    return tally.problems()


def _text(done: Imported) -> str:
    rows = f"{counted(done.rows, 'row')} read as {done.format}"
    if not done.written:
        return f"{rows}, {done.rejected:,} rejected; nothing written\n"
    lines = [
        f"{rows}: {done.added:,} added, {done.corrected:,} of them corrections; {done.unchanged:,} unchanged; "
        f"{done.rejected:,} rejected"
    ]
    lines += [f"  {role} {visible(name)}: {count:,}" for (role, name), count in done.raters.items()]
    return "\n".join(lines) + "\n"
