"""The street benchmark that seven models answered: its form, and the lines that they wrote."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from accord.llm.replies.form import ReplyForm
from accord.spec.fields.choice import ChoiceForm
from accord.spec.fields.labels import LabelsForm
from accord.spec.fields.text import TextForm
from accord.spec.form import Form

MODELS = (
    "claude-sonnet",
    "gemini-2.5-pro",
    "gpt-4.1",
    "grok-2-vision",
    "llama-4-maverick",
    "openai-o4-mini",
    "qwen2.5-vl",
)
NOT_APPLICABLE = "Not applicable"
IMPRESSION = "Overall Impression"
COMMENTS = "Comments"


def dimensions(shared: Path) -> dict[str, list[str]]:
    """Dimension -> its labels, without the abstention."""
    return {found["name"]: [label for label in found["labels"] if label != NOT_APPLICABLE] for found in spec(shared)}


def cells_of(line: str, shared: Path) -> list[str]:
    """The cells of a line after the three labels with a comma are put together again, and nothing else."""
    torn = {
        label.replace(", ", ","): label for labels in dimensions(shared).values() for label in labels if "," in label
    }
    for part, label in torn.items():
        line = line.replace(f'"{label}"', part).replace(part, label.replace(", ", "\0"))
    return [cell.replace("\0", ", ") for cell in line.split(",")] if line else []


def spec(shared: Path) -> list[dict[str, Any]]:
    return json.loads((shared / "data" / "urban_perception_vlm" / "label_space.json").read_text(encoding="utf-8"))


def street_form(shared: Path) -> ReplyForm:
    """31 dimensions and a comment, as the released prompt asks for them; "Not applicable" is allowed everywhere."""
    forms: dict[str, Form] = {}
    for dimension in spec(shared):
        labels = tuple({"id": label} for label in dimension["labels"] if label != NOT_APPLICABLE)
        several = {"separator": ";"} if dimension["type"] == "multi" else {}
        kind = LabelsForm if several else ChoiceForm
        name = "labels" if several else "choice"
        forms[dimension["name"]] = kind(kind=name, labels=labels, abstain=({"id": NOT_APPLICABLE},), **several)
    forms[COMMENTS] = TextForm(kind="text")
    return ReplyForm({name: form.field(forms) for name, form in forms.items()}, forms, "csv")


def street_lines(shared: Path, model: str) -> Iterator[str]:
    """The line that a model wrote for each picture.

    The release keeps it in cells: what it had more than 32 of, its last cell holds, joined by commas; what it had less,
    blank cells at the end stand for, so those are taken away. Cells that hold a comma were quoted.
    """
    path = shared / "data" / "urban_perception_vlm" / f"vlm_{model}_responses.csv"
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))[1:]
    for row in rows:
        cells = [f'"{cell}"' if "," in cell else cell for cell in row[1:-1]]
        yield ",".join([*cells, row[-1]]).rstrip(",")
