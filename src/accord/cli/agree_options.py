"""The options of `accord agree`, one name each."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

COLUMNS, FIELDS, NUMBERS, OUTPUT = "Columns of tables", "Fields of tables (repeatable)", "Numbers", "Output"
FOLDER = "Folder of a benchmark"

Tables = Annotated[
    list[Path],
    typer.Argument(
        metavar="DIR|TABLE...",
        help="The folder of a benchmark; or CSV, TSV, JSON Lines, Parquet or xlsx, several put under each other.",
    ),
]

Item = Annotated[
    list[str] | None,
    typer.Option(metavar="COL[,COL...]", help="Columns that name the rated item.", rich_help_panel=COLUMNS),
]

Rater = Annotated[
    str | None,
    typer.Option(
        metavar="COL",
        help="Rater column of a long table; @file: each file is one rater; none: raters are anonymous.",
        rich_help_panel=COLUMNS,
    ),
]

Raters = Annotated[
    str | None,
    typer.Option(
        metavar="COL,COL...",
        help="Wide table: a column for each rater. One field is then given; its name is a label.",
        rich_help_panel=COLUMNS,
    ),
]

Where = Annotated[
    list[str] | None,
    typer.Option(
        metavar="COL=VALUE",
        help="Only rows with this value; repeat a column for alternatives.",
        rich_help_panel=COLUMNS,
    ),
]

By = Annotated[
    list[str] | None,
    typer.Option(
        metavar="COL[,COL...]",
        help="Also for each value of a column (of crossed columns).",
        rich_help_panel=COLUMNS,
    ),
]

Cluster = Annotated[
    str | None,
    typer.Option(metavar="COL", help="The bootstrap draws these instead of items.", rich_help_panel=COLUMNS),
]

Strata = Annotated[
    str | None,
    typer.Option(metavar="COL", help="The bootstrap draws within these.", rich_help_panel=COLUMNS),
]

Time = Annotated[
    str | None,
    typer.Option(
        metavar="COL",
        help="Says which of a rater's repeats is the latest (ISO 8601 or a number).",
        rich_help_panel=COLUMNS,
    ),
]

Sheet = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="Sheet of a workbook; the first visible one by default.",
        rich_help_panel=COLUMNS,
    ),
]

Binary = Annotated[
    list[str] | None,
    typer.Option(metavar="COL[=NEG,POS]", help="Two labels, 0 and 1 by default.", rich_help_panel=FIELDS),
]

Choice = Annotated[
    list[str] | None,
    typer.Option(
        metavar="COL[=A,B,...]",
        help="One label of several; as seen if not declared.",
        rich_help_panel=FIELDS,
    ),
]

Rating = Annotated[
    list[str] | None,
    typer.Option(
        metavar="COL=1..5",
        help="Ordered scale; or words from low to high: COL=low,mid,high.",
        rich_help_panel=FIELDS,
    ),
]

Number = Annotated[list[str] | None, typer.Option(metavar="COL", help="Any number.", rich_help_panel=FIELDS)]

Labels = Annotated[
    list[str] | None,
    typer.Option(
        metavar="COL[=A,B,...]",
        help="A set of labels: a JSON array, or words with --sep.",
        rich_help_panel=FIELDS,
    ),
]

Boxes = Annotated[
    list[str] | None,
    typer.Option(
        metavar="COL[=A,B,...]",
        help='JSON array of {"label": ..., "box": [4 numbers]}; needs --box-format.',
        rich_help_panel=FIELDS,
    ),
]

Missing = Annotated[
    list[str] | None,
    typer.Option(
        metavar="TOKEN",
        help="A text that stands for no value; blank cells always do. Repeatable.",
        rich_help_panel=FIELDS,
    ),
]

Abstain = Annotated[
    list[str] | None,
    typer.Option(
        metavar="LABEL",
        help='A label that is no answer ("Not applicable"). Repeatable.',
        rich_help_panel=FIELDS,
    ),
]

Sep = Annotated[
    str | None,
    typer.Option(metavar="TEXT", help="Separator of label sets that are no JSON arrays.", rich_help_panel=FIELDS),
]

NoneLabel = Annotated[
    str | None,
    typer.Option(metavar="LABEL", help="The label that names the empty set.", rich_help_panel=FIELDS),
]

BoxFormat = Annotated[
    str | None,
    typer.Option(
        metavar="xywh|xyxy|cxcywh",
        help="What the four numbers are; never guessed.",
        rich_help_panel=FIELDS,
    ),
]

BoxFrame = Annotated[
    str | None,
    typer.Option(metavar="WxH", help="Size of the picture, to find boxes outside it.", rich_help_panel=FIELDS),
]

BadBoxes = Annotated[
    str | None,
    typer.Option(
        metavar="error|drop",
        help="A box that is none refuses the table, or is dropped and counted.",
        rich_help_panel=FIELDS,
    ),
]

Measure = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAME",
        help="Such as alpha(ordinal); the defaults of each field otherwise. Repeatable.",
        rich_help_panel=NUMBERS,
    ),
]

Iou = Annotated[
    list[float] | None,
    typer.Option(
        metavar="T",
        help="Threshold of box matching, 0.5 by default. Repeatable.",
        rich_help_panel=NUMBERS,
    ),
]

Pairs = Annotated[bool, typer.Option("--pairs", metavar="", help="Also every pair of raters.", rich_help_panel=NUMBERS)]

Between = Annotated[
    str | None,
    typer.Option(
        metavar="A,B",
        help="Agreement between two raters or groups (ann+bob,judge).",
        rich_help_panel=NUMBERS,
    ),
]

LeaveOneOut = Annotated[
    bool,
    typer.Option("--leave-one-out", metavar="", help="Also the values without each rater.", rich_help_panel=NUMBERS),
]

Replicates = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        help="Replicates, 2000 by default or as benchmark.yaml says; 0: no intervals.",
        rich_help_panel=NUMBERS,
    ),
]

Seed = Annotated[
    int | None,
    typer.Option(metavar="N", help="Seed of the replicates, 0 by default; recorded.", rich_help_panel=NUMBERS),
]

Interval = Annotated[
    str | None,
    typer.Option(metavar="percentile|bca", help="Kind of interval, percentile by default.", rich_help_panel=NUMBERS),
]

Level = Annotated[
    float | None, typer.Option(metavar="P", help="Level of the intervals, 0.95 by default.", rich_help_panel=NUMBERS)
]

Resample = Annotated[
    str | None,
    typer.Option(
        metavar="multinomial|index",
        help="Fast exact counts, or the draws of a plain loop.",
        rich_help_panel=NUMBERS,
    ),
]

Order = Annotated[
    str | None,
    typer.Option(metavar="id|file", help="Order of the items for index draws.", rich_help_panel=NUMBERS),
]

RaterPool = Annotated[
    bool,
    typer.Option(
        "--rater-pool",
        metavar="",
        help="Intervals for a pool of raters of which these are a sample (five or more).",
        rich_help_panel=NUMBERS,
    ),
]

MinSupport = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        help="Fewer informative items or disagreements, 20 by default: limited support.",
        rich_help_panel=NUMBERS,
    ),
]

Json = Annotated[
    bool, typer.Option("--json", metavar="", help="One JSON document on standard output.", rich_help_panel=OUTPUT)
]

Csv = Annotated[
    Path | None,
    typer.Option(metavar="PATH", help="Also write the estimates as CSV.", rich_help_panel=OUTPUT),
]

Strict = Annotated[
    bool,
    typer.Option(
        "--strict",
        metavar="",
        help="Exit 1 if there are warnings or errors among the findings.",
        rich_help_panel=OUTPUT,
    ),
]

Quiet = Annotated[bool, typer.Option("--quiet", metavar="", help="No progress.", rich_help_panel=OUTPUT)]

Roles = Annotated[
    list[str] | None,
    typer.Option(
        "--role",
        metavar="human|judge|model",
        help="Whose answers; people, else judges, else models by default. Repeatable.",
        rich_help_panel=FOLDER,
    ),
]

FieldNames = Annotated[
    list[str] | None,
    typer.Option("--field", metavar="NAME", help="Only this field. Repeatable.", rich_help_panel=FOLDER),
]

Passes = Annotated[
    list[str] | None,
    typer.Option(
        "--pass", metavar="NAME", help="Answers of this pass, first by default. Repeatable.", rich_help_panel=FOLDER
    ),
]

NoSlices = Annotated[
    bool,
    typer.Option(
        "--no-slices", metavar="", help="Only all items: not the slices of the benchmark.", rich_help_panel=FOLDER
    ),
]
