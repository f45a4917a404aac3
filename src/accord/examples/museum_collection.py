"""A made-up museum of 300 objects, large enough for a whole annotation round; for the demo and for tests.

Everything is MADE UP: objects, references, makers, answers of models and people. Five regions and three types of
object give 15 strata with 20 objects each. Nine models answer five text fields; a person says for each of them
whether it matches the reference (1) or not (0). As the truth behind every answer is known, so is what a round of
annotation should find. It is not a template of `accord init`.

Everything is the same whenever, and in whatever order, it is asked for.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from functools import cache
from importlib.resources import files

import numpy as np

from accord.examples.museum_answers import MODELS, PEOPLE, QUIRKS, UNKNOWN, answers, says_match
from accord.examples.museum_objects import FIELDS, PER_STRATUM, REGIONS, TYPES, named, things
from accord.examples.museum_words import INKS, WARES
from accord.examples.pictures.museum import museum_object
from accord.examples.raters import moments, submission

__all__ = [
    "FIELDS",
    "MODELS",
    "PEOPLE",
    "PER_STRATUM",
    "QUIRKS",
    "REGIONS",
    "TYPES",
    "UNKNOWN",
    "benchmark_text",
    "items",
    "outputs",
    "pictures",
    "score",
    "truth",
]

_SEED = 675


def benchmark_text() -> str:
    """What its `benchmark.yaml` holds, with questions and rules in English and Chinese."""
    return files("accord.examples").joinpath("museum_collection.yaml").read_text(encoding="utf-8")


def items() -> list[dict[str, object]]:
    """300 rows: id, image, region, type, description, and the five references.

    Alternatives of a reference are joined by " || "; it is None where nothing is known: 105 creators, 18 origins, 12
    periods and 6 cultures. Texts are in several scripts; a few descriptions are some 900 characters long.
    """
    return [
        {
            "id": thing.name,
            "image": _path(thing.name),
            "region": thing.region,
            "type": thing.type,
            "description": thing.description,
        }
        | {field: thing.reference(field) for field in FIELDS}
        for thing in things()
    ]


def pictures(item_ids: Iterable[str] | None = None) -> Iterator[tuple[str, bytes]]:
    """Path as in `items`, and PNG bytes, of some objects or of all; no two are alike. KeyError for another id."""
    for name in named() if item_ids is None else item_ids:
        thing = named()[name]
        shape, ornament, ware, ink = thing.look
        yield _path(name), museum_object(shape, ornament, WARES[thing.type][ware], INKS[ink])


def outputs(
    item_ids: Iterable[str], models: Iterable[str] = MODELS, *, invalid: Container[tuple[str, str]] = ()
) -> list[dict[str, object]]:
    """One row for each model and, within it, each item, as made by `accord.examples.raters.submission`.

    Models answer the fields of `FIELDS` with text. invalid: pairs of item and model whose output could not be read.
    KeyError for an item or model that is not there.
    """
    names = tuple(item_ids)
    return [_output(name, model, (name, model) in invalid) for model in models for name in names]


def truth(item: str, model: str, field: str) -> float | None:
    """The chance that a careful person takes a model's answer for a match; None where there is no reference.

    1 for a right answer, in whatever words, 0 for a wrong one and for "unknown", between for one that says less than
    the reference. Errors as in `outputs`.
    """
    return None if field in named()[item].unknown else answers(item, model)[field].truth


def score(person: str, item: str, model: str, field: str) -> int | None:
    """What one of `PEOPLE` enters for a model's answer: 0 or 1, None where there is no reference.

    KeyError for another person, other errors as in `outputs`.
    """
    return None if field in named()[item].unknown else int(says_match(person, item, model, field))


def _output(name: str, model: str, invalid: bool) -> dict[str, object]:
    said, at = answers(name, model), _times(model)[name]
    if invalid:
        return submission(name, model, "model", at, {}, state="invalid", reason="unreadable")
    return submission(name, model, "model", at, {field: answer.text for field, answer in said.items()})


@cache
def _times(model: str) -> dict[str, str]:
    """Object -> when a model answered."""
    day = MODELS.index(model)
    rng = np.random.default_rng([_SEED, day])
    return dict(zip(named(), moments(rng, f"2025-04-{day + 1:02d}T08:00", len(named())), strict=True))


def _path(name: str) -> str:
    return f"images/{name}.png"
