"""The `accord` command: its verbs, and how errors end it."""

from __future__ import annotations

import sys
import traceback
from typing import Annotated

import typer

from accord import __version__
from accord.cli import agree, check, demo, export_answers, import_answers, init, sample, status
from accord.errors import AccordError
from accord.findings import visible

app = typer.Typer(
    name="accord",
    help="Build, audit and run benchmarks whose truth comes from several raters.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("init", epilog=init.EPILOG, short_help="Write the folder of a new benchmark, blank or an example.")(
    init.run
)
app.command("status", epilog=status.EPILOG, short_help="What a folder holds, and what to run next.")(status.run)
app.command("check", epilog=check.EPILOG, short_help="Everything that does not fit, with what to do.")(check.run)
app.command("sample", epilog=sample.EPILOG, short_help="Draw a stratified sample, and who is asked.")(sample.sample)
app.command("import", epilog=import_answers.EPILOG, short_help="Take answers from files into a folder.")(
    import_answers.run
)
app.command("export", epilog=export_answers.EPILOG, short_help="Write the answers that count to a file.")(
    export_answers.run
)
app.command("agree", epilog=agree.EPILOG, short_help="How far raters agree, in a folder or in tables.")(agree.agree)
app.command("demo", epilog=demo.EPILOG, short_help="Write data, and show how far raters agree.")(demo.run)


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"accord {__version__}")
        raise typer.Exit


@app.callback()
def _main(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
    debug: Annotated[bool, typer.Option("--debug", help="Show tracebacks; accepted anywhere on the line.")] = False,
) -> None:
    """Build, audit and run benchmarks whose truth comes from several raters."""


def main() -> None:
    """Run the command line and exit: 0 done, 1 a check did not hold, 2 wrong usage or unreadable input."""
    arguments = sys.argv[1:]
    debug = "--debug" in arguments
    try:
        app([argument for argument in arguments if argument != "--debug"])
    except AccordError as error:
        if debug:
            traceback.print_exc()
        for line in map(visible, str(error).split("\n")):
            typer.echo(line if line.startswith(" ") else f"error: {line}", err=True)
        sys.exit(error.exit_code)
    except OSError as error:
        if debug:
            traceback.print_exc()
        typer.echo(visible(f"error: {error.filename or 'output'}: {error.strerror or error}"), err=True)
        sys.exit(2)
    except Exception as error:
        if debug:
            traceback.print_exc()
        typer.echo(visible(f"internal error: {type(error).__name__}: {error}"), err=True)
        typer.echo("  this is a fault of accord; --debug shows where", err=True)
        sys.exit(2)
