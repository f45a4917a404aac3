"""Small folders of two kinds, and prompters for them: outputs that judges compare, pictures that models look at."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from PIL import Image

from accord.annotations.items import read_items
from accord.errors import InputError
from accord.llm.prompts.prompt import Prompt
from accord.llm.prompts.prompter import Prompter
from accord.spec.benchmark import Benchmark, read_benchmark
from accord.spec.machine import Machine

LANGUAGES = ("en", "zh", "fr", "de", "es")

MUSEUM = """
languages: [en, zh, fr, de, es]
title: {en: Labels of objects, zh: 藏品标签}
guideline: Accept other spellings.
items: {image: image}
fields:
  title: {kind: text, reference: title, question: What is it called}
  maker: {kind: text, reference: maker, abstain: [unknown]}
  place: {kind: text}
  title_match: {kind: binary, matches: title, question: {en: Is it the title, zh: 是否为其标题}}
  maker_match: {kind: binary, matches: maker, labels: ["no", {id: "yes", name: {zh: 是}}], abstain: [unsure]}
  place_match: {kind: binary, matches: place, reference: origin, help: Accept old names.}
"""
OBJECTS = [
    {"id": "G1-001", "image": "pictures/one.png", "description": "A white bottle", "title": "Bottle || Vase"},
    {"id": "G1-002", "image": "pictures/two.png", "description": "A bronze coin", "title": "Coin"},
]
OBJECTS[0] |= {"maker": "Lin kiln", "origin": '["Arita", "Hizen"]'}
OBJECTS[1] |= {"maker": None, "origin": "Lahore"}
OUTPUT = {"title": "Blue vase", "maker": "unknown", "place": None}

STREETS = """
languages: [en, zh, fr, de, es]
items: {image: image}
fields:
  light: {kind: choice, labels: [{id: day, name: {fr: jour}}, night], question: {en: What light, fr: Quelle lumière}}
  repair: {kind: rating, scale: 1..5, words: {1: Poor}}
  length: {kind: rating, scale: 0..100, words: {0: {en: Short, fr: Court}}}
  there: {kind: labels, labels: [trees, "walls, fences"], none: nothing, separator: ";", abstain: [Not applicable]}
  people: {kind: number, abstain: [Cannot judge]}
  bright: {kind: binary}
  note: {kind: text}
  marks: {kind: boxes, format: xywh, unit: pixels, labels_of: there, every_label: true}
"""


def benchmark(spec: str) -> Benchmark:
    """A benchmark from all but its name and version."""
    return read_benchmark(f"name: small\nversion: 1.0.0\n{spec}")


def made(folder: Path, spec: str, rows: Sequence[Mapping[str, Any]]) -> Path:
    """The folder with its items, and a picture for each path that they name."""
    folder.mkdir(exist_ok=True)
    (folder / "items.jsonl").write_text("".join(json.dumps(dict(row)) + "\n" for row in rows), encoding="utf-8")
    (folder / "benchmark.yaml").write_text(spec, encoding="utf-8")
    for row in rows:
        if "image" in row:
            path = folder / str(row["image"])
            path.parent.mkdir(exist_ok=True)
            Image.new("RGB", (60, 40), (200, 30, 30)).save(path)
    return folder


def prompter(folder: Path, spec: str, role: str, layout: str = "json", **keys: Any) -> Prompter:
    """The prompter of a machine; keys: what benchmark.yaml says of it."""
    its = benchmark(spec)
    machine = Machine.model_validate({"name": "judge-x", "role": role, **keys})
    return Prompter(folder, its, read_items(folder, its), machine, layout)  # type: ignore[arg-type]


def texts(prompt: Prompt | None) -> tuple[str, str]:
    """The text of the system and that of the user."""
    assert prompt is not None
    system, user = (message["content"] for message in prompt.messages)
    return system, user if isinstance(user, str) else user[-1]["text"]


def data(prompt: Prompt | None) -> list[Any]:
    """The lines of data, read."""
    lines = texts(prompt)[1].split("\n")
    first, last = (at for at, line in enumerate(lines) if line.startswith("-----"))
    assert lines[first] == lines[last]
    return [json.loads(line) for line in lines[first + 1 : last]]


def problems(error: InputError) -> list[tuple[str, str]]:
    """Code and place of each problem."""
    return [(problem.code, problem.where) for problem in error.problems]
