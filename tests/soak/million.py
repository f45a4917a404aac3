"""A program that takes 1,000,000 submissions in, or measures agreement on them, and prints time and memory as JSON.

million.py make|import|agree FOLDER. Each runs in a process of its own, so that its memory is its own.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

ITEMS, RATERS = 100_000, 10
SPEC = """
name: million
version: 1.0.0
items: {slices: [region]}
fields:
  ok: {kind: binary}
  score: {kind: rating, scale: 1..5}
  colour: {kind: choice, labels: [red, green, blue]}
"""


def make(folder: Path) -> dict[str, Any]:
    """A folder without submissions, and the table of all answers."""
    folder.mkdir()
    (folder / "benchmark.yaml").write_text(SPEC)
    names = np.array([f"item-{at:06}" for at in range(ITEMS)])
    regions = np.array(list("nesw"))[np.arange(ITEMS) % 4]
    pl.DataFrame({"id": names, "region": regions}).write_ndjson(folder / "items.jsonl")
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 30, ITEMS)
    parts = []
    for rater in range(RATERS):
        said = np.where(rng.random(ITEMS) < 0.3, rng.integers(0, 30, ITEMS), truth)
        colours = np.array(["red", "green", "blue"])[said % 3]
        columns = {"item": names, "rater": f"rater-{rater}", "role": "human", "ok": said % 2, "score": 1 + said % 5}
        parts.append(pl.DataFrame({**columns, "colour": colours}))
    pl.concat(parts).write_csv(folder / "answers.csv")
    return {}


def take_all(folder: Path) -> dict[str, Any]:
    """Import the table."""
    from accord.annotations.exchange.incoming import Request
    from accord.verbs.import_answers import import_answers
    from accord.verbs.opened import opened

    done = import_answers(opened(folder), [folder / "answers.csv"], "long", Request())
    return {"rejected": done.rejected, "added": done.added, "unchanged": done.unchanged}


def agree(folder: Path) -> dict[str, Any]:
    """Agreement of the folder, with intervals."""
    import accord

    return {"estimates": accord.open(folder).agree().to_dict()["estimates"]}


def main(what: str, folder: Path) -> None:
    begin = time.perf_counter()
    found = {"make": make, "import": take_all, "agree": agree}[what](folder)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({**found, "seconds": time.perf_counter() - begin, "mib": peak}))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
