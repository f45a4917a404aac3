"""A made-up museum collection of 300 objects: pictures, references, outputs of nine models, and three people.

For the demo of workbooks and for tests; the same bytes each time.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import numpy as np

from accord.examples.collection_words import COLOURS, KINDS, LONG, ODD_OUTPUTS, ORNAMENTS, REGIONS, Kind, Region
from accord.examples.pictures.museum import museum_object
from accord.examples.raters import moments, submission

FIELDS: tuple[str, ...] = ("title", "culture", "period", "origin", "creator")
PER_STRATUM = 20
MODELS: tuple[str, ...] = tuple(f"model-{letter}" for letter in "abcdefghi")
PEOPLE: tuple[str, ...] = ("ann", "bob", "cleo")
UNKNOWN = "unknown"
_SEED = 225
_KNOWN = {"title": 1.0, "culture": 0.98, "period": 0.96, "origin": 0.94, "creator": 0.65}
"""How often there is a reference."""
_RIGHT = {"title": 0.55, "culture": 0.7, "period": 0.6, "origin": 0.5, "creator": 0.35}
"""How often a middling model is right; the others by 0.04 a step more or less."""
_CARE = {"ann": (0.02, 0.03, 0.6), "bob": (0.05, 0.02, 0.35), "cleo": (0.04, 0.05, 0.8)}
"""How often a person takes a match for none, none for a match, and an open case for a match."""


@dataclass(frozen=True)
class _Object:
    region: Region
    kind: Kind
    description: str
    look: tuple[str, str, str, str]
    references: dict[str, tuple[str, str] | None]


@cache
def _objects() -> dict[str, _Object]:
    """Every object by its id, stratum after stratum."""
    rng = np.random.default_rng(_SEED)
    found: dict[str, _Object] = {}
    ornaments = tuple(ORNAMENTS)
    for region in REGIONS:
        for kind in KINDS:
            for number in range(PER_STRATUM):
                at = len(found)
                # Every object of a stratum has another ornament and colour than the one before.
                ornament = ornaments[at % len(ornaments)]
                turn, mix = at // len(ornaments), at // (len(ornaments) * len(COLOURS))
                colour, ink = COLOURS[turn % len(COLOURS)], COLOURS[(turn + 3 * mix) % len(COLOURS)][2]
                thing = kind.things[number % len(kind.things)]
                shape = kind.shapes[number % len(kind.shapes)]
                found[f"obj-{at + 1:03d}"] = _Object(
                    region,
                    kind,
                    _description(at, thing[0], ORNAMENTS[ornament], colour[0]),
                    (shape, ornament, colour[1], ink),
                    _references(rng, region, thing, ORNAMENTS[ornament]),
                )
    return found


def _description(at: int, thing: str, ornament: str, colour: str) -> str:
    short = f"{colour.capitalize()} {thing.lower()} with {ornament}"
    return f"{short}. {LONG * 2}".strip() if at % 97 == 5 else short


def _references(
    rng: np.random.Generator, region: Region, thing: tuple[str, str], ornament: str
) -> dict[str, tuple[str, str] | None]:
    """Two alternatives of each field, None where nothing is known."""
    named = {
        "title": (f"{thing[0]} with {ornament}", f"{thing[1]}, {ornament}"),
        "culture": region.cultures[int(rng.integers(len(region.cultures)))],
        "period": region.periods[int(rng.integers(len(region.periods)))],
        "origin": region.places[int(rng.integers(len(region.places)))],
        "creator": region.makers[int(rng.integers(len(region.makers)))],
    }
    return {field: named[field] if rng.random() < _KNOWN[field] else None for field in FIELDS}


def benchmark_text() -> str:
    """What `benchmark.yaml` holds."""
    return files("accord.examples").joinpath("templates", "collection.yaml").read_text(encoding="utf-8")


def items() -> list[dict[str, object]]:
    """300 rows: id, image, region, type, description, and the five references, two alternatives joined by " || "."""
    return [
        {
            "id": name,
            "image": _path(name),
            "region": thing.region.name,
            "type": thing.kind.name,
            "description": thing.description,
            **{field: None if said is None else " || ".join(said) for field, said in thing.references.items()},
        }
        for name, thing in _objects().items()
    ]


def pictures(names: Sequence[str] | None = None) -> Iterator[tuple[str, bytes]]:
    """Path as in `items`, and PNG bytes, of some objects; of all where none are named."""
    objects = _objects()
    for name in objects if names is None else names:
        yield _path(name), museum_object(*objects[name].look)


def outputs(names: Sequence[str], models: Sequence[str]) -> list[dict[str, object]]:
    """What some models say of some objects: rows as `accord.examples.raters.submission` makes them."""
    rows = []
    for model in models:
        times = moments(_rng("times", model), f"2026-03-0{1 + MODELS.index(model)}T09:00", len(names))
        for name, at in zip(names, times, strict=True):
            texts = {field: _output(name, model, field)[0] for field in FIELDS}
            rows.append(submission(name, model, "model", at, texts))
    return rows


def score(person: str, name: str, model: str, field: str) -> int | None:
    """What a person says of an output: 1 where it matches, None where there is no reference. The same at every call."""
    if _objects()[name].references[field] is None:
        return None
    truth = _output(name, model, field)[1]
    missed, lenient, open_case = _CARE[person]
    chance = {1.0: 1 - missed, 0.0: lenient}.get(truth, open_case)
    return int(_rng("score", person, name, model, field).random() < chance)


def truth(name: str, model: str, field: str) -> float | None:
    """1 where an output is right, 0 where it is wrong, 0.5 where people may differ; None without a reference."""
    return None if _objects()[name].references[field] is None else _output(name, model, field)[1]


def _output(name: str, model: str, field: str) -> tuple[str, float]:
    """A text, and how far it is right."""
    rng = _rng("output", name, model, field)
    thing = _objects()[name]
    said = thing.references[field]
    if field == "title" and rng.random() < 0.02:
        return ODD_OUTPUTS[int(rng.integers(len(ODD_OUTPUTS)))], 0.0
    luck = rng.random()
    if said is None or luck > 0.9:
        return UNKNOWN, 0.0
    right = _RIGHT[field] + 0.04 * (4 - MODELS.index(model))
    if luck < right:
        return said[int(rng.integers(2))], 1.0
    if luck < right + 0.08:
        return f"{said[0].split()[0]}, or nearby", 0.5
    return _other(rng, name, field), 0.0


def _other(rng: np.random.Generator, name: str, field: str) -> str:
    """The value of an object of another region, so that it is surely wrong."""
    here = _objects()[name].region
    others = [
        thing.references[field]
        for thing in _objects().values()
        if thing.region is not here and thing.kind.name != "coin"
    ]
    found = others[int(rng.integers(len(others)))]
    return UNKNOWN if found is None or (field == "title" and found == _objects()[name].references[field]) else found[0]


def _rng(*names: str) -> np.random.Generator:
    """A generator that depends on names alone, not on the order of calls."""
    digest = hashlib.sha256("\0".join(names).encode()).digest()
    return np.random.default_rng([_SEED, int.from_bytes(digest[:8], "big")])


def _path(name: str) -> str:
    return f"images/{name}.png"
