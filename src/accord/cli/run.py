"""accord run: have models fill in the form about the items."""

from __future__ import annotations

from typing import Annotated

import typer

from accord.cli import asking
from accord.verbs.ask_wish import Wish

EPILOG = """Examples:

accord run streets --dry-run

accord run streets --models gpt,qwen --limit 20 --budget-usd 1

accord run streets --replay replies.jsonl
"""


def run(
    folder: asking.FolderArgument,
    names: asking.NamesArgument = None,
    models: Annotated[
        str | None,
        typer.Option(metavar="NAME[,NAME...]", help="Models of benchmark.yaml.", rich_help_panel=asking.WHAT),
    ] = None,
    limit: asking.Limit = None,
    retry_invalid: asking.RetryInvalid = 0,
    changed: asking.Changed = False,
    dry_run: asking.DryRun = False,
    replay: asking.Replay = None,
    budget_usd: asking.Budget = None,
    concurrency: asking.Concurrency = None,
    json: asking.Json = False,
    quiet: asking.Quiet = False,
    strict: asking.Strict = False,
) -> None:
    """Ask models about every item that they have not answered yet, and write their replies to their logs.

    Where they are reached is said by variables of the environment or of a file .env: NAME_BASE_URL, NAME_MODEL and
    NAME_API_KEY, else OPENAI_BASE_URL and OPENAI_API_KEY.

    Stopped or cut off, the same command goes on; what was written is not asked again.

    Exit codes: 0 done, 1 some requests had no reply, 2 wrong usage or unreadable input, 130 stopped by Ctrl-C.
    """
    chosen = asking.names_of(names, models)
    wish = Wish("model", chosen, limit, budget_usd, concurrency, retry_invalid, replay, changed)
    asking.carry_out(folder, wish, dry_run, json, quiet, strict)
