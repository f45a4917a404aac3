"""The `accord` command: its verbs, and how errors end it."""

from __future__ import annotations

import sys
import traceback
from typing import Annotated

import typer

from accord import __version__
from accord.cli import agree, demo, sample
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
app.command("sample", epilog=sample.EPILOG)(sample.sample)
app.command("agree", epilog=agree.EPILOG)(agree.agree)
app.command("demo", epilog=demo.EPILOG)(demo.run)


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
        typer.echo(f"error: {error.filename or 'output'}: {error.strerror or error}", err=True)
        sys.exit(2)
    except Exception as error:
        if debug:
            traceback.print_exc()
        message = f"internal error: {type(error).__name__}: {error}\n  this is a fault of accord; --debug shows where"
        typer.echo(message, err=True)
        sys.exit(2)
