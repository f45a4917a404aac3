"""What `accord judge` and `accord run` share: their options, the progress of a run, and what is printed after it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn
from rich.table import Column

from accord.canonical import to_json
from accord.cli.console import print_findings, progress_console, refuse_findings
from accord.errors import CheckFailed, UsageError
from accord.findings import counted, visible
from accord.llm.budget import dollars
from accord.llm.seat import Seat
from accord.report.run_text import dry_text, run_text
from accord.verbs.ask import Asked, Watch, ask
from accord.verbs.ask_environment import environment_of
from accord.verbs.ask_wish import Wish
from accord.verbs.dry_run import dry_run
from accord.verbs.opened import opened

LONGEST_NAME = 20
WHAT, COST, OUTPUT = "What is asked", "Cost and load", "Output"

FolderArgument = Annotated[Path, typer.Argument(metavar="DIR", help="The folder of the benchmark.")]
NamesArgument = Annotated[list[str] | None, typer.Argument(metavar="NAME", help="Raters; all where none is named.")]
Limit = Annotated[int | None, typer.Option(metavar="N", min=1, help="At most N forms a rater.", rich_help_panel=WHAT)]
DryRun = Annotated[
    bool,
    typer.Option(
        "--dry-run",
        metavar="",
        help="Send nothing: count requests, tokens and cost, show one prompt.",
        rich_help_panel=COST,
    ),
]
Budget = Annotated[
    float | None,
    typer.Option(
        "--budget-usd", metavar="X", min=0, help="Send nothing more once X dollars are spent.", rich_help_panel=COST
    ),
]
Concurrency = Annotated[
    int | None,
    typer.Option(metavar="N", min=1, max=1024, help="Requests at once at an endpoint.", rich_help_panel=COST),
]
RetryInvalid = Annotated[
    int,
    typer.Option(
        metavar="N", min=0, max=20, help="Ask up to N times more where a reply cannot be read.", rich_help_panel=WHAT
    ),
]
Changed = Annotated[
    bool,
    typer.Option("--changed", metavar="", help="Ask again what was asked in other words.", rich_help_panel=WHAT),
]
Replay = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE", help="Recorded replies (JSON Lines, or logs) in place of a network.", rich_help_panel=WHAT
    ),
]
Json = Annotated[
    bool, typer.Option("--json", metavar="", help="One JSON document on standard output.", rich_help_panel=OUTPUT)
]
Quiet = Annotated[bool, typer.Option("--quiet", metavar="", help="No progress, no notes.", rich_help_panel=OUTPUT)]
Strict = Annotated[
    bool,
    typer.Option("--strict", metavar="", help="Exit 1 if there are warnings or errors.", rich_help_panel=OUTPUT),
]


def carry_out(folder: Path, wish: Wish, dry: bool, json: bool, quiet: bool, strict: bool) -> None:
    """Ask, or say what would be asked; print it; raise CheckFailed where replies are outstanding that were wanted."""
    benchmark = opened(folder)
    environment = environment_of(folder, os.environ, Path.cwd())
    if dry:
        planned = dry_run(benchmark, wish, environment)
        document = planned.to_dict()
        typer.echo(to_json(document) if json else dry_text(document), nl=False)
        print_findings(planned.findings, quiet)
        return
    with bars(quiet) as watch:
        asked = ask(benchmark, wish, environment, watch)
    typer.echo(to_json(asked.record) if json else run_text(asked.record, asked.path, folder), nl=False)
    print_findings(asked.findings, quiet)
    _end(asked, strict)


def _end(asked: Asked, strict: bool) -> None:
    if asked.stopped:
        rest = counted(asked.outstanding, "form is", "forms are")
        typer.echo(
            f"stopped: what was written is whole; {rest} left, and the same command goes on from there", err=True
        )
        raise typer.Exit(130)
    if asked.failed:
        rest = counted(asked.outstanding, "form is", "forms are")
        raise CheckFailed(f"{rest} outstanding; run the same command again")
    if strict:
        refuse_findings(asked.findings)


def names_of(arguments: Sequence[str] | None, option: str | None) -> tuple[str, ...]:
    """The raters that are named: after the folder, and by the option, separated by commas.

    >>> names_of(["b"], "a, c")
    ('a', 'c', 'b')
    """
    parts = [] if option is None else [part.strip() for part in option.split(",")]
    if any(not part for part in [*parts, *(arguments or ())]):
        raise UsageError("the name of a rater is blank")
    return (*parts, *(arguments or ()))


@contextmanager
def bars(quiet: bool) -> Iterator[Watch | None]:
    """A bar for each rater on standard error, where that is a terminal."""
    console = progress_console(quiet)
    if console.quiet:
        yield None
        return
    columns = (
        TextColumn("{task.description}", table_column=Column(no_wrap=True, max_width=LONGEST_NAME)),
        BarColumn(bar_width=None, table_column=Column(ratio=1, min_width=5)),
        MofNCompleteColumn(table_column=Column(no_wrap=True)),
        TimeRemainingColumn(table_column=Column(no_wrap=True)),
        TextColumn("{task.fields[counts]}", table_column=Column(no_wrap=True)),
    )
    with Progress(*columns, console=console, expand=True) as progress:
        yield _drawn(progress)


def _drawn(progress: Progress) -> Callable[[Sequence[Seat], float], None]:
    tasks: dict[int, TaskID] = {}

    def watch(seats: Sequence[Seat], seconds: float) -> None:
        for at, seat in enumerate(seats):
            if at not in tasks:
                name = visible(seat.machine.name)
                tasks[at] = progress.add_task(name, total=len(seat.units), counts="")
            progress.update(tasks[at], completed=seat.done, counts=counts_text(seat, seconds))

    return watch


def counts_text(seat: Seat, seconds: float) -> str:
    """The rate, the cost, and how many replies are invalid, answers abstain, and requests have failed."""
    tally = seat.tally
    parts = [f"{tally.replies / seconds:,.0f}/s" if seconds > 0 else "", f"{sum(tally.invalid.values()):,} inv"]
    parts += [f"{tally.states['abstained']:,} abst", f"{sum(tally.failed.values()):,} fail"]
    if seat.machine.price is not None:
        parts.insert(1, dollars(tally.cost))
    return " ".join(part for part in parts if part)
