"""The demo: four small benchmarks and two data sets that accord makes itself, written to a folder and analysed."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import polars as pl
from numpy.typing import NDArray

from accord.agreement.question import Question
from accord.agreement.result import Agreement
from accord.agreement.settings import Settings
from accord.annotations.build import build_ratings
from accord.annotations.layout import Layout
from accord.annotations.ratings import Membership, Ratings
from accord.canonical import sha256_file, write_text
from accord.errors import UsageError
from accord.examples import DOMAINS, NONE, PUBLISHED, museum_table, simulate_scenes
from accord.spec.fields import Binary, Boxes, Field, Labels, Rating
from accord.verbs.agree import agree_ratings
from accord.verbs.demo_workbooks import WorkbooksRun, run_workbooks
from accord.verbs.example_runs import ExampleRun, run_examples

MUSEUM_FIELDS = ("title", "culture", "period", "origin", "creator")
QUALITY = ("plausibility", "naturalness")


@dataclass(frozen=True)
class Demo:
    """The examples, all results, and how long each analysis took in seconds, reading not counted.

    workbooks: None where the extra `xlsx` is not installed.
    """

    folder: Path
    examples: tuple[ExampleRun, ...]
    museum: Agreement
    scenes: Agreement
    museum_seconds: float
    scenes_seconds: float
    workbooks: WorkbooksRun | None


def demo(folder: Path, settings: Settings | None = None, progress: Callable[[str], None] | None = None) -> Demo:
    """Write and analyse the example benchmarks, the workbooks of a collection, museum judgements and simulated scenes.

    The folder must be new or empty.
    """
    settings = settings or Settings()
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError(f"{folder} is there already and not an empty folder; name a new one")
    say = progress or (lambda text: None)
    examples = run_examples(folder / "benchmarks", settings, say)
    workbooks = run_workbooks(folder / "workbooks", settings, say)
    say("judgements")
    museum, museum_seconds = _museum(folder / "museum", settings)
    say("submissions")
    scenes, scenes_seconds = _scenes(folder / "scenes", settings, say)
    return Demo(folder, examples, museum, scenes, museum_seconds, scenes_seconds, workbooks)


def published_museum() -> Mapping[str, Mapping[str, float]]:
    """The published agreement of the museum judges: field -> measure or pair -> value with three decimals."""
    return PUBLISHED


def _museum(folder: Path, settings: Settings) -> tuple[Agreement, float]:
    table = museum_table()
    file = _write_table(folder / "judgements.csv", table)
    fields: dict[str, Field] = {name: Binary() for name in MUSEUM_FIELDS}
    layout = Layout(("record",), "judge", where={"valid": ("true",)}, cluster="object")
    result, seconds = _timed(build_ratings(table, layout, fields), Question(pairs=True, settings=settings), file)
    _write_result(folder, result)
    return result, seconds


def _scenes(folder: Path, settings: Settings, say: Callable[[str], None]) -> tuple[Agreement, float]:
    scenes = simulate_scenes()
    file = _write_table(folder / "submissions.csv", scenes.submissions)
    _write_table(folder / "resolved.csv", scenes.resolved.with_columns(pl.col("classes").list.join(";")))
    fields: dict[str, Field] = {name: Rating(1, 5) for name in QUALITY}
    fields["violations"] = Labels(DOMAINS, none=NONE)
    fields["boxes"] = Boxes(DOMAINS, format="xywh", frame=(1, 1))
    layout = Layout(("image",), "rater", where={"state": ("answered",)}, by=(("kind",),))
    ratings = build_ratings(scenes.submissions, layout, fields)
    question = Question(memberships=resolved_memberships(ratings, scenes.resolved), settings=settings)
    result, seconds = _timed(ratings, question, file, say)
    _write_result(folder, result)
    return result, seconds


def resolved_memberships(ratings: Ratings, resolved: pl.DataFrame) -> tuple[Membership, Membership]:
    """Domains and classes of each item by its resolved labels, for the quality ratings; an item may be in several.

    resolved: columns image and classes (list of class names).
    """
    classes = [name for inside in DOMAINS.values() for name in inside]
    known = {name: at for at, name in enumerate(classes)}
    of_image = dict(zip(resolved["image"].to_list(), resolved["classes"].to_list(), strict=True))
    mask: NDArray[np.bool_] = np.zeros((ratings.items, len(classes)), np.bool_)
    for at, image in enumerate(ratings.item_ids.to_list()):
        mask[at, [known[name] for name in of_image[image]]] = True
    by_domain = np.column_stack([mask[:, [known[name] for name in inside]].any(axis=1) for inside in DOMAINS.values()])
    return (
        Membership("domain", tuple(DOMAINS), by_domain, QUALITY),
        Membership("class", tuple(classes), mask, QUALITY),
    )


def _timed(
    ratings: Ratings, question: Question, file: dict[str, object], say: Callable[[str], None] | None = None
) -> tuple[Agreement, float]:
    started = time.perf_counter()
    result = agree_ratings(ratings, question, [file], say)
    return result, time.perf_counter() - started


def _write_table(path: Path, table: pl.DataFrame) -> dict[str, object]:
    path.parent.mkdir(parents=True, exist_ok=True)
    write_text(path, table.write_csv())
    return {"path": f"{path.parent.name}/{path.name}", "sha256": sha256_file(path), "rows": table.height}


def _write_result(folder: Path, result: Agreement) -> None:
    write_text(folder / "agreement.json", result.to_json())
    write_text(folder / "agreement.csv", result.to_csv())
