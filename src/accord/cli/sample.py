"""accord sample: a stratified sample, and who is asked about what."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from accord.canonical import to_json
from accord.cli.console import colour
from accord.cli.fields import split_list
from accord.findings import visible
from accord.report.assignment_text import assignment_text
from accord.verbs.opened import opened
from accord.verbs.sample import sample as draw_sample

EPILOG = """Examples:

accord sample my-benchmark --per-stratum 5 --by region,type --raters ann,bob,cleo --groups 3

accord sample my-benchmark --size 200 --raters ann,bob,cleo,dan --raters-per-item 2 --seed 7 --name round-2
"""


def sample(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder of a benchmark.")],
    raters: Annotated[str, typer.Option(metavar="A,B,...", help="Who is asked.")],
    raters_per_item: Annotated[
        int | None, typer.Option(metavar="N", help="How many raters for each item; as in benchmark.yaml, else 2.")
    ] = None,
    groups: Annotated[
        int | None,
        typer.Option(
            metavar="N", help="Split the items into groups, each with its raters; else raters are balanced by item."
        ),
    ] = None,
    by: Annotated[
        str | None, typer.Option(metavar="COL[,COL...]", help="Strata; those of benchmark.yaml by default.")
    ] = None,
    per_stratum: Annotated[int | None, typer.Option(metavar="N", help="How many items of each stratum.")] = None,
    size: Annotated[
        int | None, typer.Option(metavar="N", help="How many items in all, in proportion to the strata.")
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Seed of the draw; recorded.")] = 0,
    name: Annotated[str, typer.Option(metavar="NAME", help="Name of the assignment.")] = "sample",
    replace: Annotated[bool, typer.Option("--replace", metavar="", help="Replace an assignment of this name.")] = False,
    again: Annotated[
        bool, typer.Option("--again", metavar="", help="Draw items of other assignments again; else they are left out.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", metavar="", help="The assignment on standard output.")] = False,
) -> None:
    """Draw a stratified sample of the items and say which raters are asked about which.

    The assignment is written to DIR/assignments/NAME.json: the same seed and items give the same bytes. Without
    --per-stratum and --size all items are taken.
    """
    made, path = draw_sample(
        opened(folder),
        raters=split_list(raters),
        raters_per_item=raters_per_item,
        groups=groups,
        by=None if by is None else split_list(by),
        per_stratum=per_stratum,
        size=size,
        seed=seed,
        name=name,
        replace=replace,
        again=again,
    )
    if json:
        typer.echo(to_json(made.model_dump(mode="json", by_alias=True)), nl=False)
        return
    typer.echo(f"{assignment_text(made, colour=colour())}Written to {visible(str(path))}")
