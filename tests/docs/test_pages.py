"""The reference pages are complete: every option, reason, state, column, finding and public name is on its page."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer.main

import accord
from accord.agreement.estimate import COLUMNS, REASONS
from accord.agreement.names import DEFAULTS, PAIR_DEFAULTS
from accord.cli.main import app
from accord.spec.boxes import REASONS as BOX_REASONS
from accord.spec.states import State

CHECKOUT = Path(__file__).resolve().parents[2]
DOCS = CHECKOUT / "docs"
PAGES = [CHECKOUT / "README.md", *sorted(DOCS.rglob("*.md"))]

# An option in text or in a command.
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")
# Codes that are put together from parts in annotations/grouping.py, and those of boxes.
JOINED = {
    *(f"blank_{role}" for role in ("cluster", "stratum", "slice")),
    *(f"{role}_varies" for role in ("cluster", "stratum", "slice")),
    *(f"box_{reason}" for reason in BOX_REASONS),
}
# Where a code stands among the arguments of what makes findings.
MAKERS = {"Finding": 0, "_refusal": 0, "_info": 0, "Note": 1}


def in_code(page: str) -> set[str]:
    """What stands between backticks on a page of docs/, each word of it too."""
    text = (DOCS / page).read_text(encoding="utf-8")
    spans = re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE))
    return {part for span in spans for part in (span, *re.split(r"[\s(\[=]", span))}


def options(verb: str) -> set[str]:
    command = typer.main.get_command(app).commands[verb]  # type: ignore[attr-defined]
    return {option for parameter in command.params for option in parameter.opts if option.startswith("--")}


def finding_codes() -> set[str]:
    return JOINED | {code for path in (CHECKOUT / "src").rglob("*.py") for code in codes_in(path.read_text("utf-8"))}


def codes_in(source: str) -> Iterator[str]:
    """The codes that a module gives to findings as plain texts."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        place = MAKERS.get(name, 0 if name == "add" and len(node.args) > 2 else None)
        if place is None or len(node.args) <= place:
            continue
        argument = node.args[place]
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
            yield argument.value


def test_every_option_of_agree_is_on_the_page_of_the_command_line() -> None:
    assert options("agree") - {"--help"} <= in_code("cli.md")


def test_every_option_of_demo_is_on_the_page_of_the_command_line() -> None:
    section = (DOCS / "cli.md").read_text(encoding="utf-8").partition("## `accord demo`")[2]
    assert all(f"`{option}" in section for option in options("demo") - {"--help"})


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(CHECKOUT)))
def test_no_page_names_an_option_that_is_not_there(path: Path) -> None:
    known = options("agree") | options("demo") | {"--help", "--version", "--debug"}
    text = path.read_text(encoding="utf-8")
    named = {option for span in re.findall(r"accord [^`]*|`--[^`]*`", text) for option in OPTION.findall(span)}
    assert not named - known


def test_every_column_of_an_estimate_is_on_the_page_of_the_command_line() -> None:
    assert set(COLUMNS) <= in_code("cli.md")


def test_the_default_measures_are_on_the_page_of_the_command_line() -> None:
    text = (DOCS / "cli.md").read_text(encoding="utf-8")
    for kind, measures in DEFAULTS.items():
        row = next(line for line in text.splitlines() if line.startswith(f"| {kind} |"))
        assert set(measures) | set(PAIR_DEFAULTS[kind]) == set(re.findall(r"`([^`]+)`", row)), kind


def test_every_reason_is_on_the_page_of_states() -> None:
    assert set(REASONS) <= in_code("states.md")


def test_every_state_is_on_the_page_of_states() -> None:
    assert {state.name.lower() for state in State} <= in_code("states.md")


def test_every_finding_is_on_the_page_of_tables_or_of_states() -> None:
    assert not finding_codes() - in_code("tables.md") - in_code("states.md")


def test_every_public_name_is_on_the_page_of_python() -> None:
    named = in_code("python.md") | {span.removeprefix("accord.") for span in in_code("python.md")}
    assert set(accord.__all__) <= named


def test_the_readme_claims_no_more_speed_than_was_measured() -> None:
    claims = rows_of(CHECKOUT / "README.md", "## Speed")
    measured = rows_of(CHECKOUT / "benchmarks" / "RESULTS.md", "# Results")
    assert len(claims) == len(measured)
    for claim, result in zip(claims, measured, strict=True):
        stated, found = (float(re.findall(r"[\d.]+", cell)[0]) for cell in (claim[1], result[2]))
        assert found <= stated if "MB" in claim[1] else found >= stated, claim


def rows_of(path: Path, heading: str) -> list[list[str]]:
    """The rows of the first table below a heading, without its header."""
    lines = path.read_text(encoding="utf-8").partition(heading)[2].splitlines()
    table = [line for line in lines if line.startswith("|")]
    first = lines.index(table[0])
    count = next(at for at, line in enumerate(lines[first:]) if not line.startswith("|"))
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table[2:count]]


def test_codes_are_found_in_source() -> None:
    source = """
Finding("a", "error", "where", "message")
raise InputError([module.Finding(f"b_{part}", "error", "", ""), Finding("c", "info", "", "")])
Note(at, "d", "message")
tally.add("e", where, "message")
found.add("no code")
"""
    assert sorted(codes_in(source)) == ["a", "c", "d", "e"]
