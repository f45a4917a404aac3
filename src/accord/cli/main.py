"""The `accord` command: its verbs, and how errors end it."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from accord import __version__
from accord.cli import (
    agree,
    check,
    demo,
    export_answers,
    import_answers,
    init,
    judge,
    run,
    sample,
    score,
    status,
    workbook_export,
    workbook_import,
)
from accord.errors import AccordError, UsageError
from accord.findings import visible
from accord.spec.labels import is_text

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
workbook = typer.Typer(no_args_is_help=True, context_settings={"help_option_names": ["-h", "--help"]})
workbook.command("export", epilog=workbook_export.EPILOG, short_help="Write a workbook for each group and annotator.")(
    workbook_export.run
)
workbook.command("import", epilog=workbook_import.EPILOG, short_help="Take in workbooks that were filled in.")(
    workbook_import.run
)
app.add_typer(workbook, name="workbook", help="Excel workbooks that people fill in: write them, take them in.")
app.command("judge", epilog=judge.EPILOG, short_help="Have LLM judges fill in the form about outputs.")(judge.run)
app.command("run", epilog=run.EPILOG, short_help="Have models fill in the form about items.")(run.run)
app.command("agree", epilog=agree.EPILOG, short_help="How far raters agree, in a folder or in tables.")(agree.agree)
app.command("score", epilog=score.EPILOG, short_help="What judges say of models, and how far to trust them.")(score.run)
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
    """Run the command line and exit: 0 done, 1 a check did not hold, 2 wrong usage or unreadable input.

    A command that is stopped by Ctrl-C ends with 130, one whose output nobody reads any more with 141.
    """
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - open until the process ends
    if sys.stdout is None:
        _end("error: standard output is closed", 2)
    arguments = sys.argv[1:]
    debug = "--debug" in arguments
    try:
        _refuse_half_characters(arguments)
        app([argument for argument in arguments if argument != "--debug"])
    except AccordError as error:
        if debug:
            traceback.print_exc()
        lines = [line if line.startswith(" ") else f"error: {line}" for line in str(error).split("\n")]
        _end("\n".join(map(visible, lines)), error.exit_code)
    except SystemExit as end:
        # The framework ends with 1 when nobody reads the output any more, which would say that a check did not hold.
        sys.exit(141 if type(sys.stdout).__name__ == "PacifyFlushWrapper" else end.code)
    except KeyboardInterrupt:
        _end("stopped: what was written is whole; the same command goes on from there", 130)
    except OSError as error:
        if debug:
            traceback.print_exc()
        _end(visible(f"error: {error.filename or 'output'}: {error.strerror or error}"), 2)
    except Exception as error:
        if debug:
            traceback.print_exc()
        what = visible(f"internal error: {type(error).__name__}: {error}")
        _end(f"{what}\n  this is a fault of accord; --debug shows where", 2)


def _refuse_half_characters(arguments: Sequence[str]) -> None:
    """Bytes that are no text in the system's encoding arrive as halves of characters; only a path may hold them."""
    wrong = [text for text in arguments if not is_text(text) and not Path(text.rpartition("=")[2]).exists()]
    if wrong:
        raise UsageError("\n".join(f"{text!r} is not UTF-8" for text in wrong))


def _end(message: str, code: int) -> NoReturn:
    typer.echo(message, err=True)
    sys.exit(code)
