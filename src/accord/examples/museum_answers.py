"""What made-up models say about the objects of the made-up museum, and how made-up people take it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from accord.canonical import digest
from accord.examples.museum_objects import FIELDS, Thing, named, things

UNKNOWN = "unknown"
QUIRKS: tuple[str, ...] = ("=", "- ", "@", "+ ")
"""What a few answers open with, so that a spreadsheet would take them for formulas."""

_SEED = 225
_NUMBERS = 16**12
_QUIRKY = 0.01  # share of the answers
_REWORDED = 0.4  # share of the right answers
_BROADER = 0.12
_EASE = {"title": -0.05, "culture": 0.12, "period": 0.0, "origin": 0.0, "creator": -0.18}
_SPREAD = 0.2  # how far the ease of objects goes to both sides
_OPEN = {"title": 0.4, "culture": 0.3, "period": 0.5, "origin": 0.7, "creator": 0.3}
"""How often a careful person takes a broader answer for a match."""


@dataclass(frozen=True)
class _Model:
    """quality: about how often it is right; unknown: how often it declines to answer."""

    quality: float
    unknown: float


@dataclass(frozen=True)
class _Person:
    """How often a match is missed, and what is none let pass; lean: what is added to the chance of open cases."""

    missed: float
    lenient: float
    lean: float


@dataclass(frozen=True)
class Answer:
    """A model's text in one field. truth: the chance that a careful person takes it for what is true."""

    text: str
    truth: float


_MODELS: dict[str, _Model] = {
    "model-a": _Model(0.76, 0.03),
    "model-b": _Model(0.70, 0.12),
    "model-c": _Model(0.66, 0.02),
    "model-d": _Model(0.60, 0.08),
    "model-e": _Model(0.55, 0.01),
    "model-f": _Model(0.50, 0.20),
    "model-g": _Model(0.46, 0.05),
    "model-h": _Model(0.38, 0.02),
    "model-i": _Model(0.30, 0.15),
}
_PEOPLE: dict[str, _Person] = {
    "ann": _Person(missed=0.02, lenient=0.02, lean=0.0),
    "bob": _Person(missed=0.05, lenient=0.01, lean=-0.2),
    "cleo": _Person(missed=0.03, lenient=0.05, lean=0.2),
}
MODELS: tuple[str, ...] = tuple(_MODELS)
PEOPLE: tuple[str, ...] = tuple(_PEOPLE)


@cache
def answers(name: str, model: str) -> dict[str, Answer]:
    """Field -> what a model says about the object of a name. KeyError for an object or model that is not there."""
    thing = named()[name]
    rng = np.random.default_rng(_number(name, model))
    return {field: _answer(rng, thing, field, _MODELS[model]) for field in FIELDS}


def says_match(person: str, name: str, model: str, field: str) -> bool:
    """Whether a person takes an answer for a match; the same whenever it is asked."""
    reader, truth = _PEOPLE[person], answers(name, model)[field].truth
    chance = {0.0: reader.lenient, 1.0: 1 - reader.missed}.get(truth, truth + reader.lean)
    return _share(person, name, model, field) < chance


@cache
def _ease(name: str) -> float:
    """How much likelier than elsewhere all models are right about an object."""
    return _SPREAD * (2 * _share("ease", name) - 1)


def _answer(rng: np.random.Generator, thing: Thing, field: str, model: _Model) -> Answer:
    label = thing.labels[field]
    right = min(max(model.quality + _EASE[field] + _ease(thing.name), 0.02), 0.98 - _BROADER - model.unknown)
    draw = rng.random()
    if draw < right * _REWORDED:
        text, truth = _one(rng, label.same), 1.0
    elif draw < right:
        text, truth = _one(rng, label.alternatives), 1.0
    elif draw < right + _BROADER:
        text, truth = _one(rng, label.broader), _OPEN[field]
    elif draw < right + _BROADER + model.unknown:
        return Answer(UNKNOWN, 0.0)
    else:
        text, truth = _one(rng, _wrong(rng, thing, field).labels[field].alternatives), 0.0
    quirk = _one(rng, QUIRKS) if rng.random() < _QUIRKY else ""
    return Answer(quirk + text, truth)


def _wrong(rng: np.random.Generator, thing: Thing, field: str) -> Thing:
    """An object of the same region whose label of a field is wrong for this one."""
    others = [other for other in things() if other.region == thing.region and thing.contradicts(other, field)]
    return others[int(rng.integers(len(others)))]


def _one(rng: np.random.Generator, texts: tuple[str, ...]) -> str:
    return texts[int(rng.integers(len(texts)))]


def _share(*parts: str) -> float:
    """A number from 0 to 1 that is always the same for the same texts, whatever was asked before."""
    return _number(*parts) / _NUMBERS


def _number(*parts: str) -> int:
    return int(digest([_SEED, *parts])[:12], 16)
