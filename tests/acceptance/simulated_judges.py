"""A folder of made-up answers whose truth is known: outputs of two models, four people, and judges of known faults."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np

UNITS = 4000
PEOPLE = 4
SLIP = 0.02
"""How often a person takes the wrong label."""
ERRS, TOGETHER = 0.2, 0.7
"""How often each of the three judges of the panel errs, and how often that is for a reason that they share."""
CORRELATION = TOGETHER**2
"""Of the errors of two of them: both take the shared reason."""
KIND = 0.3
"""How often the kind judge lets a wrong output pass; the proud one does so with outputs of its own family only."""
PANEL = ("near-1", "near-2", "near-3")
MODELS = ("proud-model", "other-model")
SPEC = """
name: made-up
version: 1.0.0
fields:
  said: {kind: text}
  ok: {kind: binary, matches: said, reference: ref}
"""


def draw(seed: int) -> tuple[np.ndarray, dict[str, np.ndarray], dict[str, np.ndarray]]:
    """The truth (models, UNITS / 2), then person -> answers and judge -> answers of the same shape.

    truth-teller repeats the first person; coin tosses one.
    """
    rng = np.random.default_rng(seed)
    shape = (len(MODELS), UNITS // 2)

    def chance(share: float) -> np.ndarray:
        return rng.random(shape) < share

    truth = chance(0.5)
    people = {f"person-{at}": truth ^ chance(SLIP) for at in range(PEOPLE)}
    shared = chance(ERRS)
    judges = {name: truth ^ np.where(chance(TOGETHER), shared, chance(ERRS)) for name in PANEL}
    lets_pass = chance(KIND)
    own = np.array([[True], [False]])
    judges |= {
        "kind": truth | lets_pass,
        "proud": truth | (lets_pass & own),
        "echo": people["person-0"].copy(),
        "coin": chance(0.5),
    }
    return truth, people, judges


def items() -> list[dict[str, str]]:
    return [{"id": f"i{at}", "ref": "x"} for at in range(UNITS // 2)]


def write_tables(folder: Path, seed: int) -> tuple[Path, Path, Path]:
    """The tables of outputs, of people and of judges."""
    _, people, judges = draw(seed)
    outputs = [(item["id"], model, "x") for model in MODELS for item in items()]
    paths = [_write(folder / "outputs.csv", ["item", "rater", "said"], outputs)]
    for name, raters in (("people", people), ("judges", judges)):
        rows = [
            (item["id"], model, rater, int(answers[of, at]))
            for rater, answers in raters.items()
            for of, model in enumerate(MODELS)
            for at, item in enumerate(items())
        ]
        paths.append(_write(folder / f"{name}.csv", ["item", "of", "rater", "ok"], rows))
    return paths[0], paths[1], paths[2]


def _write(path: Path, header: list[str], rows: list[tuple]) -> Path:
    with path.open("w", newline="", encoding="utf-8") as stream:
        csv.writer(stream).writerows([header, *rows])
    return path
