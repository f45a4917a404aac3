"""The museum's way of working on made-up data: a sample, workbooks, simulated returns, agreement."""

from __future__ import annotations

import importlib
import io
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from accord.agreement.question import Question
from accord.agreement.result import Agreement
from accord.agreement.settings import Settings
from accord.annotations.exchange.incoming import Request
from accord.annotations.sample.assignments import Assignment
from accord.annotations.workbooks.plan import FIRST_ROW, Plan
from accord.annotations.workbooks.steady import steady
from accord.annotations.workbooks.write import ANSWERS
from accord.canonical import to_json, write_bytes, write_text
from accord.examples import museum_collection as collection
from accord.spec.benchmark import FILE, read_benchmark
from accord.verbs.agree_folder import Choice, agree_folder
from accord.verbs.export_workbooks import ExportedWorkbooks, export_workbooks, plans_of
from accord.verbs.import_answers import import_answers
from accord.verbs.import_workbooks import ImportedWorkbooks, import_workbooks
from accord.verbs.opened import Opened, opened
from accord.verbs.sample import sample

FIELDS = collection.FIELDS
PER_STRATUM = 15
GROUPS = 3
SEED = 2026
RETURNED = "returned"
IMPORTED = ("2026-03-10T09:00:00.000000Z", "2026-03-20T09:00:00.000000Z")
"""When outputs and workbooks are said to be taken in, so that the logs are the same each time."""


@dataclass(frozen=True)
class WorkbooksRun:
    """What came of it. agreement: of people, by the group and the model; export_seconds: for writing all workbooks."""

    folder: Path
    exported: ExportedWorkbooks
    imported: ImportedWorkbooks
    agreement: Agreement
    export_seconds: float


def run_workbooks(folder: Path, settings: Settings, say: Callable[[str], None]) -> WorkbooksRun | None:
    """Write the collection below a folder and take it through; None where the extra `xlsx` is not installed."""
    if find_spec("openpyxl") is None or find_spec("xlsxwriter") is None:
        return None
    say("collection")
    make_collection(folder)
    say("workbooks")
    started = time.perf_counter()
    exported = export_workbooks(opened(folder))
    seconds = time.perf_counter() - started
    say("simulated returns")
    returned = folder / RETURNED
    returned.mkdir()
    plans = plans_of(opened(folder))
    paths = []
    for book in exported.written:
        plan = plans.get(book.assignment, book.group)
        assert plan is not None
        paths.append(returned / book.path.name)
        write_bytes(paths[-1], filled_in(book.path, plan, book.annotator))
    imported = import_workbooks(opened(folder), paths, clock=lambda: IMPORTED[1])
    say("agreement")
    question = Question(settings=settings)
    agreement = agree_folder(opened(folder), Choice(by=(("group",), ("output",)), slices=False), question)
    write_text(folder / "agreement.json", agreement.to_json())
    return WorkbooksRun(folder, exported, imported, agreement, seconds)


def make_collection(folder: Path) -> Assignment:
    """Write the benchmark of 300 objects, draw 15 of each of 15 strata for three groups of two people, and import the
    outputs of three models for the objects of each group.
    """
    benchmark = read_benchmark(collection.benchmark_text())
    folder.mkdir(parents=True, exist_ok=True)
    write_text(folder / benchmark.items.file, _lines(collection.items()))
    (folder / "images").mkdir(exist_ok=True)
    for path, png in collection.pictures():
        write_bytes(folder / path, png)
    write_text(folder / FILE, collection.benchmark_text())
    made, _ = sample(
        Opened(folder, benchmark),
        raters=collection.PEOPLE,
        raters_per_item=2,
        groups=GROUPS,
        by=("region", "type"),
        per_stratum=PER_STRATUM,
        seed=SEED,
    )
    outputs = folder / "outputs.jsonl"
    write_text(outputs, _lines(list(_outputs(made))))
    import_answers(Opened(folder, benchmark), [outputs], None, Request(role="model"), clock=lambda: IMPORTED[0])
    return made


def _outputs(made: Assignment) -> Iterator[dict[str, object]]:
    """Three models a group, as rows of a table."""
    for at, group in enumerate(made.groups):
        models = collection.MODELS[GROUPS * at : GROUPS * (at + 1)]
        for row in collection.outputs(group.items, models):
            answers = row["answers"]
            assert isinstance(answers, dict)
            yield {"item": row["item"], "rater": row["rater"], "at": row["at"], **answers}


def filled_in(path: Path, plan: Plan, annotator: str) -> bytes:
    """A workbook as an annotator hands it in: every cell that is asked holds what the person says of the output."""
    openpyxl: Any = importlib.import_module("openpyxl")
    book = openpyxl.load_workbook(path)
    sheet = book[ANSWERS]
    for number, row in enumerate(plan.rows, FIRST_ROW):
        for at in plan.answers:
            column = plan.columns[at]
            if row.asked[at] and column.model is not None and column.field is not None:
                field = column.field.removesuffix("_match")
                sheet.cell(number, at + 1).value = collection.score(annotator, row.item, column.model, field)
    stream = io.BytesIO()
    book.save(stream)
    return steady(stream.getvalue())


def _lines(rows: list[dict[str, object]]) -> str:
    return "".join(to_json(row, indent=None) for row in rows)
