"""The museum's rebuilt records as the folder of a benchmark, imported by the command."""

from __future__ import annotations

import csv
import json
from pathlib import Path

FIELDS = ("title", "culture", "period", "origin", "creator")
MUSEUM = "name: museum\nversion: 1.0.0\nitems: {slices: [group]}\nfields:\n" + "".join(
    f"  {name}_said: {{kind: text}}\n  {name}: {{kind: binary, matches: {name}_said, reference: ref}}\n"
    for name in FIELDS
)


def make(folder, spec, items):
    """A new folder of a benchmark."""
    folder.mkdir()
    (folder / "benchmark.yaml").write_text(spec, encoding="utf-8")
    (folder / "items.jsonl").write_text("".join(json.dumps(item) + "\n" for item in items), encoding="utf-8")
    return folder


def take(cli, folder, *arguments):
    """Import; the JSON document of it."""
    run = cli("import", *arguments, "--into", folder, "--json")
    assert run.code == 0, run.err
    return run.document


def counts(document):
    return document["added"], document["unchanged"], document["rejected"]


def judgements(data) -> Path:
    return data / "museum_reconstructed" / "judgements.csv"


LAYOUT = ("--format", "long", "--item", "object", "--of", "model", "--rater", "judge", "--role", "judge")
"""How the table of judgements is imported."""


def judged_museum(cli, data, tables, name, spec=MUSEUM):
    """675 outputs of nine models, 19 of them invalid; the judgements are not in yet."""
    with judgements(data).open(newline="", encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    items = {row["object"]: {"id": row["object"], "group": row["group"], "ref": "something"} for row in rows}
    outputs = {(row["object"], row["model"]): row["valid"] == "true" for row in rows}
    said = [f"{field}_said" for field in FIELDS]
    table = tables.csv(
        f"{name}-outputs.csv",
        ["item", "rater", "role", "state", "reason", *said],
        [
            (
                item,
                model,
                "model",
                *(("answered", "") if valid else ("invalid", "no JSON")),
                *(["text"] * 5 if valid else [""] * 5),
            )
            for (item, model), valid in outputs.items()
        ],
    )
    folder = make(tables.folder / name, spec, items.values())
    assert counts(take(cli, folder, table)) == (675, 0, 0)
    return folder
