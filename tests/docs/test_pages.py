"""The reference pages are complete: every option, reason, state, column, finding and public name is on its page."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer.main

import accord
from accord.agreement.estimate import COLUMNS, REASONS
from accord.agreement.names import DEFAULTS, PAIR_DEFAULTS
from accord.annotations.checks.judged_outputs import WORDS as JUDGED_OUTPUTS
from accord.annotations.exchange.incoming import CORE
from accord.annotations.formats import FORMATS
from accord.annotations.log.submission import Submission
from accord.cli.main import app
from accord.examples.template import TEMPLATES
from accord.llm.client.errors import RequestFailed, RunStopped
from accord.llm.completion import Completion
from accord.llm.prompts.prompt import Prompt
from accord.llm.record import Recorder
from accord.llm.replies.read import Read
from accord.llm.units import Unit
from accord.scoring.reasons import OWN as REASONS_OF_SCORES
from accord.spec.benchmark import read_benchmark
from accord.spec.boxes import REASONS as BOX_REASONS
from accord.spec.states import State
from accord.verbs.init import init

CHECKOUT = Path(__file__).resolve().parents[2]
DOCS = CHECKOUT / "docs"
PAGES = [CHECKOUT / "README.md", *sorted(DOCS.rglob("*.md"))]

# An option in text or in a command.
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")
# Codes that are put together from parts in annotations/grouping.py, those of boxes, and those that a table holds.
JOINED = {
    *(f"blank_{role}" for role in ("cluster", "stratum", "slice")),
    *(f"{role}_varies" for role in ("cluster", "stratum", "slice")),
    *(f"box_{reason}" for reason in BOX_REASONS),
    *JUDGED_OUTPUTS,
}
# Where a code stands among the arguments of what makes findings.
MAKERS = {"Finding": 0, "gathered": 0, "Unfit": 0, "_refusal": 0, "_info": 0, "Note": 1}
SEVERITIES = ("error", "warning", "info")
# The pages that say what findings mean.
OF_FINDINGS = ("tables.md", "states.md", "folder.md", "prompts.md")
COMMANDS = typer.main.get_command(app).commands  # type: ignore[attr-defined]
# A verb, or `workbook export`: a verb with verbs of its own.
VERBS = sorted(
    name if inner is None else f"{name} {inner}"
    for name, command in COMMANDS.items()
    for inner in getattr(command, "commands", {None: command})
)


def in_code(page: str) -> set[str]:
    """What stands between backticks on a page of docs/, each word of it too."""
    return code_of((DOCS / page).read_text(encoding="utf-8"))


def code_of(text: str) -> set[str]:
    spans = re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE))
    return {part for span in spans for part in (span, *re.split(r"[\s(\[=]", span))}


def section(page: str, heading: str) -> str:
    """The part of a page from a heading of the second level up to the next."""
    text = (DOCS / page).read_text(encoding="utf-8")
    found = re.search(rf"^## {re.escape(heading)}$(.*?)(?=^## |\Z)", text, flags=re.DOTALL | re.MULTILINE)
    assert found is not None, f"{page} has no section {heading}"
    return found[1]


def options(verb: str) -> set[str]:
    name, _, inner = verb.partition(" ")
    command = COMMANDS[name].commands[inner] if inner else COMMANDS[name]
    return {option for parameter in command.params for option in parameter.opts if option.startswith("--")}


def finding_codes() -> set[str]:
    return JOINED | {code for path in (CHECKOUT / "src").rglob("*.py") for code in codes_in(path.read_text("utf-8"))}


def codes_in(source: str) -> Iterator[str]:
    """The codes that a module gives to findings as plain texts: to what makes one, or beside other parts of one."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            arguments = _codes_of_call(node)
        elif isinstance(node, ast.Tuple) and _is_most_of_a_finding(node):
            arguments = node.elts[:1]
        elif isinstance(node, ast.Yield) and isinstance(node.value, ast.Tuple):
            arguments = node.value.elts[:1]
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Tuple):
            arguments = _codes_of_assignment(node.targets[0], node.value)
        else:
            continue
        yield from filter(None, map(_text, arguments))


def _codes_of_call(node: ast.Call) -> list[ast.expr]:
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    place = MAKERS.get(name, 0 if name == "add" and len(node.args) > 2 else None)
    named = [keyword.value for keyword in node.keywords if keyword.arg == "code"]
    return named if place is None else [*node.args[place : place + 1], *named]


def _is_most_of_a_finding(node: ast.Tuple) -> bool:
    """Whether a tuple is a code, a severity and more; the values of a Literal are none."""
    texts = [_text(part) for part in node.elts]
    return len(texts) > 2 and texts[1] in SEVERITIES and texts[0] not in SEVERITIES


def _codes_of_assignment(target: ast.expr, value: ast.Tuple) -> list[ast.expr]:
    names = target.elts if isinstance(target, ast.Tuple) else []
    return [text for name, text in zip(names, value.elts, strict=False) if getattr(name, "id", "") == "code"]


def _text(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


@pytest.mark.parametrize("verb", VERBS)
def test_every_option_is_in_the_section_of_its_verb(verb: str) -> None:
    assert options(verb) - {"--help"} <= code_of(section("cli.md", f"`accord {verb}`"))


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(CHECKOUT)))
def test_no_page_names_an_option_that_is_not_there(path: Path) -> None:
    known = {"--help", "--version", "--debug"}.union(*map(options, VERBS))
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
    assert {*REASONS, *REASONS_OF_SCORES} <= in_code("states.md")


def test_every_state_is_on_the_page_of_states() -> None:
    assert {state.name.lower() for state in State} <= in_code("states.md")


def test_every_finding_is_on_one_of_the_pages_of_findings() -> None:
    assert not finding_codes().difference(*map(in_code, OF_FINDINGS))


def test_every_key_of_a_submission_is_on_the_page_of_the_folder() -> None:
    keys = {field.alias or name for name, field in Submission.model_fields.items()}
    assert keys <= code_of(section("folder.md", "A submission"))


@pytest.fixture(scope="module")
def museum(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The template after a run of its judges."""
    folder = tmp_path_factory.mktemp("docs") / "museum"
    init(folder, "museum")
    accord.open(folder).judge(replay=folder / "replies.jsonl")
    return folder


def test_every_key_of_a_reply_is_on_the_page_of_the_folder() -> None:
    completion = Completion("", "", "", "", "", "", 1, 1)
    read = Read("answered", None, "", {}, ("prose",))
    assert set(_reply(completion, read)) <= code_of(section("folder.md", "A submission"))


def _reply(completion: Completion, read: Read) -> dict[str, Any]:
    """All that a log may hold of a reply."""
    benchmark = read_benchmark(TEMPLATES["museum"].text)
    machine = benchmark.raters[0].model_copy(update={"reply": "csv"})
    recorder = Recorder(benchmark, machine, "model", "digest")
    return dict(recorder.draft(Unit("a"), Prompt([], (), {}, "digest", 0), completion, read)["reply"])


def test_every_key_of_the_record_of_a_run_is_on_the_page_of_cost(museum: Path) -> None:
    record = json.loads(next((museum / "runs").iterdir()).read_text("utf-8"))
    keys = {*record, *record["settings"]}.union(*record["raters"], *(rater["units"] for rater in record["raters"]))
    assert keys <= code_of(section("cost-and-resume.md", "The record of a run"))


def test_every_reason_why_there_is_no_reply_is_on_the_page_of_cost() -> None:
    told = " ".join(str(error.__doc__) for error in (RequestFailed, RunStopped))
    reasons = {word for word in re.findall(r"`(\w+)`", told) if word.islower()}
    assert {"timeout", "bad_key"} < reasons
    assert reasons <= code_of(section("cost-and-resume.md", "What is tried again"))


def test_every_format_and_column_is_in_the_section_of_import() -> None:
    assert {*FORMATS, *CORE} <= code_of(section("folder.md", "Import"))


def test_every_template_is_in_the_section_of_init() -> None:
    assert set(TEMPLATES) <= code_of(section("cli.md", "`accord init`"))


def test_every_public_name_is_on_the_page_of_python() -> None:
    named = in_code("python.md") | {span.removeprefix("accord.") for span in in_code("python.md")}
    assert set(accord.__all__) <= named


def test_the_readme_claims_no_more_speed_than_was_measured() -> None:
    claims = rows_of(CHECKOUT / "README.md", "## Speed")
    measured = rows_of(CHECKOUT / "benchmarks" / "RESULTS.md", "# Results")
    assert len(claims) == len(measured)
    for claim, result in zip(claims, measured, strict=True):
        stated, found = (float(re.findall(r"[\d.]+", cell.replace(",", ""))[0]) for cell in (claim[1], result[2]))
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
Picture(code="f", fix="no code")
reasons = [("g", "warning", mask), ("no code", "error"), ("error", "warning", "info")]
code, fix = "h", "no code"
def kinds():
    yield "i", mask
"""
    assert sorted(codes_in(source)) == list("abcdefghi".replace("b", ""))


def test_a_section_ends_at_the_next() -> None:
    assert "`--groups N`" in section("cli.md", "`accord sample`")
    assert "`--into DIR`" not in section("cli.md", "`accord sample`")
    assert "`--iou T`" in section("cli.md", "`accord agree`")
