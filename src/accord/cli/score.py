"""accord score: what judges say of the models, and how far the judges can be trusted."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from accord.canonical import write_text
from accord.cli.console import colour, print_findings, progress_console, refuse_findings, width
from accord.cli.fields import split_list
from accord.errors import UsageError
from accord.report.score_text import score_text
from accord.verbs.opened import Opened, opened
from accord.verbs.score import EPSILON, score_folder

EPILOG = """Examples:

accord score my-benchmark

accord score my-benchmark --judges gpt-5-mini,qwen3-30b --csv summary.csv

accord score my-benchmark --epsilon 0.1 --json > scores.json
"""


def run(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder of a benchmark.")],
    judges: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME[,NAME...]", help="Only these judges, in this order; repeatable."),
    ] = None,
    epsilon: Annotated[
        float,
        typer.Option(
            metavar="E", help="What a judge may be worse by than a person: 0.2 experts, 0.15 skilled, 0.1 crowd."
        ),
    ] = EPSILON,
    replicates: Annotated[int | None, typer.Option(metavar="N", help="Bootstrap replicates; 0 for none.")] = None,
    seed: Annotated[int | None, typer.Option(metavar="N", help="Seed of the replicates.")] = None,
    no_tables: Annotated[bool, typer.Option("--no-tables", metavar="", help="Leave out the tables of models.")] = False,
    csv: Annotated[Path | None, typer.Option(metavar="PATH", help="Also write the tables of models as CSV.")] = None,
    estimates: Annotated[
        Path | None, typer.Option(metavar="PATH", help="Also write every number with its interval as CSV.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", metavar="", help="One JSON document on standard output.")] = False,
    strict: Annotated[
        bool, typer.Option("--strict", metavar="", help="Exit 1 if there are warnings or errors.")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", metavar="", help="No progress.")] = False,
) -> None:
    """What judges say of the models, and how far the judges can be trusted.

    Exit codes: 0 done, 1 findings under --strict, 2 wrong usage or unreadable input.
    """
    its = opened(folder)
    for option, path in (("--csv", csv), ("--estimates", estimates)):
        _refuse_own_file(its, option, path)
    with progress_console(quiet).status("reading") as status:

        def say(name: str) -> None:
            status.update(Text(f"field {name}"))

        names = split_list(",".join(judges or ()))
        result = score_folder(its, names, epsilon, replicates=replicates, seed=seed, progress=say)
    if csv is not None and not (result.matches and result.outputs):
        raise UsageError(f"--csv {csv}: no judge answered about an output, so there are no tables of models")
    if csv is not None:
        write_text(csv, result.to_csv())
    if estimates is not None:
        write_text(estimates, result.estimates_csv())
    if json:
        typer.echo(result.to_json(), nl=False)
        print_findings(result.findings, quiet)
    else:
        text = score_text(result, folder=str(folder), tables=not no_tables, width=width(), colour=colour())
        typer.echo(text, nl=False)
    if strict:
        refuse_findings(result.findings)


def _refuse_own_file(folder: Opened, option: str, path: Path | None) -> None:
    if path is not None and folder.needs(path):
        raise UsageError(f"{option} {path}: the benchmark needs this file; name another one")
