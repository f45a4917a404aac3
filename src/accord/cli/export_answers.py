"""accord export: the standing submissions of a benchmark to a file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from accord.annotations.exchange.incoming import Request
from accord.annotations.log.submission import FIRST
from accord.canonical import path_text, sha256_file, to_json
from accord.cli.columns import columns_of
from accord.cli.console import print_findings, progress_console, refuse_findings
from accord.cli.fields import split_list
from accord.findings import counted, most_severe_first, visible
from accord.spec.roles import ROLES, roles_named
from accord.verbs.export_answers import Exported, export_answers
from accord.verbs.opened import opened

SCHEMA = "accord.export/1"
COLUMNS, ROWS, OUTPUT = "Columns (those of benchmark.yaml otherwise; '' for none)", "Rows", "Output"
EPILOG = """Examples:

accord export answers.csv --from my-benchmark

accord export people.jsonl --format long --from my-benchmark --role human

accord export wide.xlsx --format wide --from my-benchmark --role human --field score
"""


def run(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="To write: .csv, .tsv, .jsonl, .parquet or .xlsx.")],
    origin: Annotated[Path, typer.Option("--from", metavar="DIR", help="The folder of the benchmark.")],
    format: Annotated[
        str, typer.Option(metavar="NAME", help="long: a row a submission; wide: a row an item, a column a rater.")
    ] = "long",
    item: Annotated[str | None, typer.Option(metavar="COL", help="The item.", rich_help_panel=COLUMNS)] = None,
    rater: Annotated[str | None, typer.Option(metavar="COL", help="The rater.", rich_help_panel=COLUMNS)] = None,
    of: Annotated[
        str | None, typer.Option(metavar="COL", help="The model whose output is judged.", rich_help_panel=COLUMNS)
    ] = None,
    at: Annotated[
        str | None, typer.Option(metavar="COL", help="When the rater answered.", rich_help_panel=COLUMNS)
    ] = None,
    state: Annotated[
        str | None, typer.Option(metavar="COL", help="answered, invalid or unusable.", rich_help_panel=COLUMNS)
    ] = None,
    field: Annotated[
        list[str] | None,
        typer.Option(metavar="FIELD[=COL]", help="A field; repeatable. A wide table has one.", rich_help_panel=COLUMNS),
    ] = None,
    role: Annotated[
        str | None,
        typer.Option(metavar="ROLE[,ROLE]", help=f"Only these roles: {', '.join(ROLES)}.", rich_help_panel=ROWS),
    ] = None,
    passing: Annotated[
        str | None,
        typer.Option(
            "--pass", metavar="NAME[,NAME]", help="Only these passes; a wide table has one.", rich_help_panel=ROWS
        ),
    ] = None,
    raters: Annotated[
        str | None,
        typer.Option(metavar="NAME,NAME...", help="Columns of a wide table, in this order.", rich_help_panel=ROWS),
    ] = None,
    replace: Annotated[
        bool, typer.Option("--replace", metavar="", help="Write over a file that is there.", rich_help_panel=OUTPUT)
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
    """Write the submissions that count to a file, and say what it cannot hold.

    Exit codes: 0 done, 1 findings under --strict, 2 wrong usage, or nothing that can be written.
    """
    roles = roles_named(split_list(role or ""))
    passes = tuple(split_list(passing or ""))
    request = Request(
        columns=columns_of({"item": item, "rater": rater, "of": of, "at": at, "state": state}, field or ()),
        raters=tuple(split_list(raters or "")),
        role=roles[0] if len(roles) == 1 else None,
        passing=passes[0] if len(passes) == 1 else FIRST,
    )
    with progress_console(quiet).status("writing"):
        done = export_answers(opened(origin), file, format, request, roles, passes, replace=replace)
    if json:
        typer.echo(to_json(_document(done)), nl=False)
    else:
        typer.echo(f"wrote {visible(str(file))}: {counted(done.submissions, 'submission')} as {format}")
    if not (json and quiet):
        print_findings(done.findings)
    if strict:
        refuse_findings(done.findings)


def _document(done: Exported) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "format": done.format,
        "output": {"path": path_text(done.path), "sha256": sha256_file(done.path)},
        "submissions": done.submissions,
        "findings": [finding.to_dict() for finding in most_severe_first(done.findings)],
    }
