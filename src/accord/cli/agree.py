"""accord agree: how far raters agree, from tables."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from accord.agreement.names import read_measure
from accord.agreement.question import Question
from accord.agreement.settings import Settings
from accord.annotations.layout import Layout
from accord.canonical import write_text
from accord.cli.console import colour, progress_console, width
from accord.cli.fields import FieldOptions, split_list
from accord.errors import CheckFailed, UsageError
from accord.findings import most_severe_first
from accord.report.agreement_text import agreement_text
from accord.verbs.agree import groups_of
from accord.verbs.agree_tables import agree_tables

COLUMNS, FIELDS, NUMBERS, OUTPUT = "Columns", "Fields (repeatable)", "Numbers", "Output"
EPILOG = """Examples:

accord agree judgements.csv --item record --rater judge --binary title --where valid=true --pairs

accord agree ann.csv bob.csv --item image --rater @file --rating quality=1..5

accord agree wide.xlsx --raters ann,bob --choice colour=red,green,blue

accord agree boxes.jsonl --item image --rater who --boxes boxes --box-format xywh --iou 0.5 --iou 0.75
"""


def agree(
    tables: Annotated[
        list[Path],
        typer.Argument(
            metavar="TABLE...",
            help="CSV, TSV, JSON Lines, Parquet or xlsx; several are put under each other.",
        ),
    ],
    item: Annotated[
        list[str] | None,
        typer.Option(metavar="COL[,COL...]", help="Columns that name the rated item.", rich_help_panel=COLUMNS),
    ] = None,
    rater: Annotated[
        str | None,
        typer.Option(
            metavar="COL",
            help="Rater column of a long table; @file: each file is one rater; none: raters are anonymous.",
            rich_help_panel=COLUMNS,
        ),
    ] = None,
    raters: Annotated[
        str | None,
        typer.Option(
            metavar="COL,COL...",
            help="Wide table: a column for each rater. One field is then given; its name is a label.",
            rich_help_panel=COLUMNS,
        ),
    ] = None,
    where: Annotated[
        list[str] | None,
        typer.Option(
            metavar="COL=VALUE",
            help="Only rows with this value; repeat a column for alternatives.",
            rich_help_panel=COLUMNS,
        ),
    ] = None,
    by: Annotated[
        list[str] | None,
        typer.Option(
            metavar="COL[,COL...]",
            help="Also for each value of a column (of crossed columns).",
            rich_help_panel=COLUMNS,
        ),
    ] = None,
    cluster: Annotated[
        str | None,
        typer.Option(metavar="COL", help="The bootstrap draws these instead of items.", rich_help_panel=COLUMNS),
    ] = None,
    strata: Annotated[
        str | None,
        typer.Option(metavar="COL", help="The bootstrap draws within these.", rich_help_panel=COLUMNS),
    ] = None,
    time: Annotated[
        str | None,
        typer.Option(
            metavar="COL",
            help="Says which of a rater's repeats is the latest (ISO 8601 or a number).",
            rich_help_panel=COLUMNS,
        ),
    ] = None,
    sheet: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Sheet of a workbook; the first visible one by default.",
            rich_help_panel=COLUMNS,
        ),
    ] = None,
    binary: Annotated[
        list[str] | None,
        typer.Option(metavar="COL[=NEG,POS]", help="Two labels, 0 and 1 by default.", rich_help_panel=FIELDS),
    ] = None,
    choice: Annotated[
        list[str] | None,
        typer.Option(
            metavar="COL[=A,B,...]",
            help="One label of several; as seen if not declared.",
            rich_help_panel=FIELDS,
        ),
    ] = None,
    rating: Annotated[
        list[str] | None,
        typer.Option(
            metavar="COL=1..5",
            help="Ordered scale; or words from low to high: COL=low,mid,high.",
            rich_help_panel=FIELDS,
        ),
    ] = None,
    number: Annotated[list[str] | None, typer.Option(metavar="COL", help="Any number.", rich_help_panel=FIELDS)] = None,
    labels: Annotated[
        list[str] | None,
        typer.Option(
            metavar="COL[=A,B,...]",
            help="A set of labels: a JSON array, or words with --sep.",
            rich_help_panel=FIELDS,
        ),
    ] = None,
    boxes: Annotated[
        list[str] | None,
        typer.Option(
            metavar="COL[=A,B,...]",
            help='JSON array of {"label": ..., "box": [4 numbers]}; needs --box-format.',
            rich_help_panel=FIELDS,
        ),
    ] = None,
    missing: Annotated[
        list[str] | None,
        typer.Option(
            metavar="TOKEN",
            help="A text that stands for no value; blank cells always do. Repeatable.",
            rich_help_panel=FIELDS,
        ),
    ] = None,
    abstain: Annotated[
        list[str] | None,
        typer.Option(
            metavar="LABEL",
            help='A label that is no answer ("Not applicable"). Repeatable.',
            rich_help_panel=FIELDS,
        ),
    ] = None,
    sep: Annotated[
        str | None,
        typer.Option(metavar="TEXT", help="Separator of label sets that are no JSON arrays.", rich_help_panel=FIELDS),
    ] = None,
    none: Annotated[
        str | None,
        typer.Option(metavar="LABEL", help="The label that names the empty set.", rich_help_panel=FIELDS),
    ] = None,
    box_format: Annotated[
        str | None,
        typer.Option(
            metavar="xywh|xyxy|cxcywh",
            help="What the four numbers are; never guessed.",
            rich_help_panel=FIELDS,
        ),
    ] = None,
    box_frame: Annotated[
        str | None,
        typer.Option(metavar="WxH", help="Size of the picture, to find boxes outside it.", rich_help_panel=FIELDS),
    ] = None,
    bad_boxes: Annotated[
        str,
        typer.Option(
            metavar="error|drop",
            help="A box that is none refuses the table, or is dropped and counted.",
            rich_help_panel=FIELDS,
        ),
    ] = "error",
    measure: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="Such as alpha(ordinal); the defaults of each field otherwise. Repeatable.",
            rich_help_panel=NUMBERS,
        ),
    ] = None,
    iou: Annotated[
        list[float] | None,
        typer.Option(
            metavar="T",
            help="Threshold of box matching, 0.5 by default. Repeatable.",
            rich_help_panel=NUMBERS,
        ),
    ] = None,
    pairs: Annotated[
        bool, typer.Option("--pairs", metavar="", help="Also every pair of raters.", rich_help_panel=NUMBERS)
    ] = False,
    between: Annotated[
        str | None,
        typer.Option(
            metavar="A,B",
            help="Agreement between two raters or groups (ann+bob,judge).",
            rich_help_panel=NUMBERS,
        ),
    ] = None,
    leave_one_out: Annotated[
        bool,
        typer.Option(
            "--leave-one-out", metavar="", help="Also the values without each rater.", rich_help_panel=NUMBERS
        ),
    ] = False,
    replicates: Annotated[
        int, typer.Option(metavar="N", help="Bootstrap replicates; 0: no intervals.", rich_help_panel=NUMBERS)
    ] = 2000,
    seed: Annotated[
        int, typer.Option(metavar="N", help="Seed of the replicates; recorded.", rich_help_panel=NUMBERS)
    ] = 0,
    interval: Annotated[
        str, typer.Option(metavar="percentile|bca", help="Kind of interval.", rich_help_panel=NUMBERS)
    ] = "percentile",
    level: Annotated[float, typer.Option(metavar="P", help="Level of the intervals.", rich_help_panel=NUMBERS)] = 0.95,
    resample: Annotated[
        str,
        typer.Option(
            metavar="multinomial|index",
            help="Fast exact counts, or the draws of a plain loop.",
            rich_help_panel=NUMBERS,
        ),
    ] = "multinomial",
    order: Annotated[
        str,
        typer.Option(metavar="id|file", help="Order of the items for index draws.", rich_help_panel=NUMBERS),
    ] = "id",
    rater_pool: Annotated[
        bool,
        typer.Option(
            "--rater-pool",
            metavar="",
            help="Intervals for a pool of raters of which these are a sample (five or more).",
            rich_help_panel=NUMBERS,
        ),
    ] = False,
    min_support: Annotated[
        int,
        typer.Option(
            metavar="N",
            help="Fewer informative items or disagreements: limited support.",
            rich_help_panel=NUMBERS,
        ),
    ] = 20,
    json: Annotated[
        bool, typer.Option("--json", metavar="", help="One JSON document on standard output.", rich_help_panel=OUTPUT)
    ] = False,
    csv: Annotated[
        Path | None,
        typer.Option(metavar="PATH", help="Also write the estimates as CSV.", rich_help_panel=OUTPUT),
    ] = None,
    strict: Annotated[
        bool,
        typer.Option(
            "--strict",
            metavar="",
            help="Exit 1 if there are warnings or errors among the findings.",
            rich_help_panel=OUTPUT,
        ),
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", metavar="", help="No progress.", rich_help_panel=OUTPUT)] = False,
) -> None:
    """How far raters agree: every measure with interval and support.

    Exit codes: 0 done, 1 findings under --strict, 2 wrong usage or unreadable input.
    """
    fields = FieldOptions(
        binary or (),
        choice or (),
        rating or (),
        number or (),
        labels or (),
        boxes or (),
        missing or (),
        abstain or (),
        sep,
        none,
        box_format,
        box_frame,
        bad_boxes,
    ).fields()
    layout = Layout(
        item=tuple(column for text in item or () for column in split_list(text)),
        rater=rater,
        raters=tuple(split_list(raters or "")),
        where=_conditions(where or ()),
        by=tuple(tuple(split_list(text)) for text in by or ()),
        cluster=cluster,
        strata=strata,
        time=time,
    )
    settings = Settings(replicates, seed, interval, level, resample, order, rater_pool, min_support)  # type: ignore[arg-type]
    question = Question(
        measures=tuple(read_measure(name) for name in measure or ()),
        ious=tuple(iou or ()),
        pairs=pairs,
        between=None if between is None else groups_of(_groups(between)),
        leave_one_out=leave_one_out,
        settings=settings,
    )
    if csv is not None and any(table.exists() and csv.exists() and csv.samefile(table) for table in tables):
        raise UsageError(f"--csv {csv}: this is one of the tables; it would be lost")
    console = progress_console(quiet)
    with console.status("reading") as status:
        result = agree_tables(
            tables,
            layout,
            fields,
            question,
            sheet=sheet,
            progress=lambda name: status.update(Text(f"field {name}")),
        )
    if csv is not None:
        write_text(csv, result.to_csv())
    if json:
        typer.echo(result.to_json(), nl=False)
        for finding in most_severe_first(result.findings) if not quiet else ():
            typer.echo(str(finding), err=True)
    else:
        typer.echo(agreement_text(result, width=width(), colour=colour()), nl=False)
    bad = [finding for finding in result.findings if finding.severity != "info"]
    if strict and bad:
        count = "1 finding" if len(bad) == 1 else f"{len(bad)} findings"
        raise CheckFailed(f"{count} under --strict, the first: {bad[0]}")


def _conditions(texts: list[str] | tuple[()]) -> dict[str, tuple[object, ...]] | None:
    conditions: dict[str, tuple[object, ...]] = {}
    for text in texts:
        column, equals, value = text.partition("=")
        if not equals or not column:
            raise UsageError(f"--where {text!r}: write COL=VALUE")
        conditions[column] = (*conditions.get(column, ()), value)
    return conditions or None


def _groups(text: str) -> dict[str, list[str]]:
    names = split_list(text)
    if len(names) != 2 or names[0] == names[1]:
        raise UsageError(f"--between {text!r}: name two, A,B; join the raters of a group with +")
    return {name: name.split("+") for name in names}
