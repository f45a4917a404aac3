"""accord demo: small benchmarks, workbooks and two data sets, written and analysed."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Annotated

import typer

from accord.agreement.settings import Settings
from accord.canonical import to_json
from accord.cli.console import progress_console
from accord.report.check_text import counts_text
from accord.report.examples_text import fields_text
from accord.report.side_by_side import published_text, slices_text
from accord.report.workbook_text import exported_text
from accord.verbs.demo import Demo, demo, published_museum
from accord.verbs.demo_workbooks import FIELDS, WorkbooksRun
from accord.verbs.example_runs import ExampleRun
from accord.verbs.opened import opened

EPILOG = """Example:

accord demo my-demo
"""

RATINGS = (
    ("plausibility alpha(ordinal)", "plausibility", "alpha(ordinal)"),
    ("within(1)", "plausibility", "within(1)"),
    ("naturalness alpha(ordinal)", "naturalness", "alpha(ordinal)"),
    ("within(1)", "naturalness", "within(1)"),
)
MATCHES = tuple((name, f"{name}_match", "alpha(nominal)") for name in FIELDS)
MARKS = (
    ("same set", "violations", "exact_set"),
    ("shared labels", "violations", "positive_label"),
    ("presence alpha", "violations", "presence"),
    ("boxes F1 at IoU .5", "boxes", "instance_f1(iou=0.5)"),
)


def run(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A new folder.")] = Path("accord-demo"),
    replicates: Annotated[int, typer.Option(metavar="N", help="Bootstrap replicates; 0: no intervals.")] = 2000,
    seed: Annotated[int, typer.Option(metavar="N", help="Seed of the replicates.")] = 0,
    json: Annotated[bool, typer.Option("--json", metavar="", help="All results as one JSON document.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", metavar="", help="No progress.")] = False,
) -> None:
    """Write benchmarks and data that accord makes itself, and show how far their raters agree.

    Benchmarks: three small ones with pictures and simulated raters. Workbooks: 225 made-up museum objects in six Excel
    workbooks, filled in by simulated people and taken in. Museum: four LLM judges, rebuilt from published
    tables. Scenes: simulated ratings, labels and boxes of 11,534 images.
    """
    with progress_console(quiet).status("making data") as status:
        done = demo(folder, Settings(replicates=replicates, seed=seed), status.update)
    if json:
        examples = {run.made.template: _agreements(run) for run in done.examples}
        workbooks = None if done.workbooks is None else done.workbooks.agreement.to_dict()
        document = {
            "benchmarks": examples,
            "workbooks": workbooks,
            "museum": done.museum.to_dict(),
            "scenes": done.scenes.to_dict(),
        }
        typer.echo(to_json(document), nl=False)
        return
    typer.echo(_text(done), nl=False)


def _text(done: Demo) -> str:
    # Under make the program is not on the search path: show what can be typed.
    program = "accord" if shutil.which("accord") else sys.argv[0]
    museum, scenes, benchmarks = (done.folder / name for name in ("museum", "scenes", "benchmarks"))
    return f"""\
BENCHMARKS  Three small ones, complete with pictures and simulated raters (* limited support)

{"".join(map(_example, done.examples))}
{_workbooks(done.workbooks)}
MUSEUM  Do four LLM judges agree on 656 museum labels? (rebuilt from published tables: not the original records)

{published_text(done.museum, published_museum())}
{len(done.museum.estimates)} estimates in {done.museum_seconds:.1f} s; all of them: {museum}

SCENES  How far do raters of 11,534 street pictures agree? (simulated; * limited support)

Quality ratings. Domains and classes: the pictures whose resolved labels have one.
{slices_text(done.scenes, RATINGS)}
Labels and boxes. Domains and classes: all pictures, each answer cut down to the group.
{slices_text(done.scenes, MARKS)}
{len(done.scenes.estimates)} estimates in {done.scenes_seconds:.1f} s; all of them: {scenes}

Run next
  {program} check {benchmarks / "streets"}
  {program} status {benchmarks / "museum"}
  {program} agree {benchmarks / "scenes"}
  {program} status {done.folder / "workbooks"}
  {program} agree {museum / "judgements.csv"} --item record --rater judge --binary title --where valid=true
  {program} agree {scenes / "submissions.csv"} --item image --rater rater --rating plausibility=1..5 --by kind

Read next: docs/first-benchmark.md, docs/quick-start.md, then docs/which-measure.md
"""


def _workbooks(run: WorkbooksRun | None) -> str:
    if run is None:
        return "WORKBOOKS  left out: they need the extra xlsx (pip install 'accord[xlsx]')\n"
    taken = sum(file.taken for file in run.imported.files)
    added = 0 if run.imported.imported is None else run.imported.imported.added
    return f"""\
WORKBOOKS  Two people each say whether answers of three models match the museum's label (made up, * limited support)

{exported_text(run.exported.written)}
Written in {run.export_seconds:.1f} s.
Filled in by simulated people and taken in: {taken} rows, {added:,} submissions.
Agreement, alpha(nominal):
{slices_text(run.agreement, MATCHES)}
Open one of them: {run.exported.folder}
"""


def _agreements(run: ExampleRun) -> dict[str, object]:
    return {role: result.to_dict() for role, result in run.agreements.items()}


def _example(run: ExampleRun) -> str:
    made = run.made
    kinds = {name: field.measures_of() for name, field in opened(made.folder).benchmark.fields.items()}
    counts = f"{made.items} items, {sum(made.submissions.values())} submissions; {counts_text(run.findings)}"
    return f"{made.folder}: {counts}\n{fields_text(run.agreements, kinds)}\n"
