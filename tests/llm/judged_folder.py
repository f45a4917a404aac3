"""A museum-like folder whose outputs are there to be judged, of any size, for tests and benchmarks."""

from __future__ import annotations

import csv
import json
import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from accord.annotations.exchange.incoming import Request
from accord.verbs.import_answers import import_answers
from accord.verbs.opened import opened

TEXTS = ("title", "culture", "period", "origin", "creator")
WORDS = ("vase", "bowl", "dish", "crane", "lotus", "peony", "glazed", "bronze", "engraved", "handles", "Edo", "Qing")


def judged_folder(
    folder: Path,
    outputs: int,
    judges: Sequence[str] = ("judge-1",),
    models: int = 1,
    **options: Any,
) -> Path:
    """Make the folder. The title of output number n holds `UNIT-n`, which stands nowhere else in a prompt.

    outputs: how many, spread over as many models; options: keys of every judge in benchmark.yaml.
    """
    folder.mkdir(parents=True)
    raters = [{"name": name, "role": "judge", **options} for name in judges]
    (folder / "benchmark.yaml").write_text(yaml.safe_dump(_spec(raters), sort_keys=False), encoding="utf-8")
    objects = -(-outputs // models)
    rng = random.Random(0)
    items = [{"id": f"object-{number:06}", **_texts(rng)} for number in range(objects)]
    (folder / "items.jsonl").write_text("".join(json.dumps(item) + "\n" for item in items), encoding="utf-8")
    table = folder / "outputs.csv"
    with table.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.DictWriter(stream, ["item", "rater", "role", *TEXTS])
        writer.writeheader()
        for number in range(outputs):
            who = {"item": items[number // models]["id"], "rater": f"model-{number % models}", "role": "model"}
            texts = _texts(rng)
            writer.writerow({**who, **texts, "title": f"{texts['title']} UNIT-{number}"})
    taken = import_answers(opened(folder), [table], "long", Request())
    assert taken.added == outputs, taken.rejects
    table.unlink()
    return folder


def _spec(raters: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    fields: dict[str, Any] = {name: {"kind": "text", "reference": name, "abstain": ["unknown"]} for name in TEXTS}
    fields |= {
        f"{name}_match": {
            "kind": "binary",
            "matches": name,
            "question": f"Does the {name} mean the same as the reference?",
            "help": "1 where it agrees with any of the alternatives in meaning. The wording may differ.",
        }
        for name in TEXTS
    }
    return {"name": "judged", "version": "1.0.0", "fields": fields, "raters": list(raters)}


def _texts(rng: random.Random) -> dict[str, str]:
    return {name: " ".join(rng.choices(WORDS, k=5)) for name in TEXTS}
