"""accord init: a new benchmark's folder, or the JSON Schema of its benchmark.yaml."""

from __future__ import annotations

import shlex
import shutil
import sys
from pathlib import Path
from typing import Annotated

import typer

from accord.canonical import to_json
from accord.cli.console import progress_console
from accord.errors import UsageError
from accord.findings import counted
from accord.report.status_text import NOUNS
from accord.spec.schema import json_schema
from accord.verbs.init import REPLIES, Made, init

SCHEMA = "accord.init/1"

EPILOG = """Examples:

accord init my-benchmark

accord init my-museum --template museum

accord init --schema > benchmark.schema.json
"""


def run(
    folder: Annotated[Path | None, typer.Argument(metavar="DIR", help="A new folder, or an empty one.")] = None,
    template: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="museum (outputs of models, matched with references by people and judges), streets (labels in two "
            "languages, people and models), scenes (ratings, classes in domains, boxes); or blank, the default.",
        ),
    ] = None,
    schema: Annotated[
        bool, typer.Option("--schema", metavar="", help="Print the JSON Schema of benchmark.yaml, for editors.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", metavar="", help="What was written as one JSON document.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", metavar="", help="No progress.")] = False,
) -> None:
    """Write a new benchmark's folder: a blank one to fill in, or a small example that is complete.

    The examples are made up: drawn pictures, simulated raters. The same bytes are written each time.
    """
    if schema:
        if folder is not None or template is not None:
            raise UsageError("--schema is printed, not written: name no folder and no template with it")
        typer.echo(to_json(json_schema()), nl=False)
        return
    if folder is None:
        raise UsageError("name the folder to make: accord init DIR; or print the schema: accord init --schema")
    with progress_console(quiet).status("writing") as status:
        made = init(folder, template or "blank", status.update)
    typer.echo(to_json(_document(made)) if json else _text(made), nl=False)


def _document(made: Made) -> dict[str, object]:
    return {
        "schema": SCHEMA,
        "folder": str(made.folder),
        "template": made.template,
        "written": [path.relative_to(made.folder).as_posix() for path in made.written],
        "items": made.items,
        "pictures": made.pictures,
        "submissions": made.submissions,
        "raters": made.raters,
        "replies": made.replies,
    }


def _text(made: Made) -> str:
    # Under make the program is not on the search path: show what can be typed.
    program = "accord" if shutil.which("accord") else shlex.quote(sys.argv[0])
    lines = "\n".join(f"  {name:<16}{what}" for name, what in _contents(made))
    verbs = ["check", "status", *(["agree"] if made.submissions else [])]
    commands = "\n".join(f"  {program} {verb} {shlex.quote(str(made.folder))}" for verb in verbs)
    return f"Written to {made.folder}\n\n{lines}\n\nRun next\n{commands}\n"


def _contents(made: Made) -> list[tuple[str, str]]:
    """Every file or folder with what it holds."""
    mine = not made.submissions
    rows = [("benchmark.yaml", f"what is asked, with comments: {'change it' if mine else 'read it first'}")]
    rows.append(("items.jsonl", f"{counted(made.items, 'item')}{', to be replaced' if mine else ''}"))
    if made.pictures:
        rows.append(("images/", counted(made.pictures, "picture")))
    if made.submissions:
        who = [f"{number:,} by {counted(made.raters[role], *NOUNS[role])}" for role, number in made.submissions.items()]
        total = counted(sum(made.submissions.values()), "submission")
        rows.append(("annotations/", f"{total}: {', '.join(who)}"))
    if any(path.parent.name == "assignments" for path in made.written):
        rows.append(("assignments/", "who is asked about what"))
    if made.replies:
        total = counted(sum(made.replies.values()), "recorded reply", "recorded replies")
        rows.append((REPLIES, f"{total} of {' and '.join(made.replies)}, for --replay"))
    return rows
