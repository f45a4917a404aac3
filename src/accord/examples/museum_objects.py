"""The objects of the made-up museum: what each looks like, and what its labels say in several ways."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from accord.examples.museum_cultures import CULTURES, Culture
from accord.examples.museum_words import CONDITIONS, INKS, MOTIFS, NOTES, SHAPES, WARES

FIELDS: tuple[str, ...] = ("title", "culture", "period", "origin", "creator")
REGIONS: tuple[str, ...] = tuple(CULTURES)
TYPES: tuple[str, ...] = tuple(SHAPES)
PER_STRATUM = 20

_SEED = 4
_EMPTY = {"creator": 0.35, "origin": 0.06, "period": 0.04, "culture": 0.02}
"""Shares of the objects for which a field has no reference."""
_LONG_EVERY, _EMOJI_EVERY = 50, 60  # a few descriptions are very long, or hold an emoji
_TWO, _THREE = 0.75, 0.5  # how often a second alternative is given, and then a third

Look = tuple[str, str, str, str]
"""Shape, ornament, material and colour of the ornament, in words of `museum_words`."""


@dataclass(frozen=True)
class Label:
    """What is true of one field of an object, whether or not the museum knows it.

    alternatives: as a reference gives them; same: in other words; broader: true, but says less.
    """

    alternatives: tuple[str, ...]
    same: tuple[str, ...]
    broader: tuple[str, ...]


@dataclass(frozen=True)
class Thing:
    """One object. labels: field -> what is true; unknown: the fields without a reference.

    kin: field -> what objects must differ in for the label of one to be wrong for the other.
    """

    name: str
    region: str
    type: str
    look: Look
    description: str
    labels: dict[str, Label]
    unknown: frozenset[str]
    kin: dict[str, frozenset[str]]

    def reference(self, field: str) -> str | None:
        """The alternatives joined by " || "; None where nothing is known."""
        return None if field in self.unknown else " || ".join(self.labels[field].alternatives)

    def contradicts(self, other: Thing, field: str) -> bool:
        """Whether the other's label of a field is wrong for this object."""
        return not self.kin[field] & other.kin[field]


@cache
def things() -> tuple[Thing, ...]:
    """All 300 objects: `PER_STRATUM` of each region and type, in this order, named obj-001 and so on."""
    strata = [(region, type) for region in REGIONS for type in TYPES for _ in range(PER_STRATUM)]
    rng = np.random.default_rng(_SEED)
    looks = {type: iter(_looks(rng, type, PER_STRATUM * len(REGIONS))) for type in TYPES}
    empty = {
        field: set(rng.permutation(len(strata))[: round(share * len(strata))].tolist())
        for field, share in _EMPTY.items()
    }
    made = []
    for at, (region, type) in enumerate(strata):
        culture = CULTURES[region][at % len(CULTURES[region])]
        unknown = frozenset(field for field, numbers in empty.items() if at in numbers)
        made.append(_thing(rng, at, region, type, culture, next(looks[type]), unknown))
    return tuple(made)


@cache
def named() -> dict[str, Thing]:
    """Name -> object."""
    return {thing.name: thing for thing in things()}


def _looks(rng: np.random.Generator, type: str, count: int) -> list[Look]:
    """So many different looks of a type. A hole is for coins."""
    every = [
        (shape, motif, ware, ink)
        for shape in SHAPES[type]
        for motif in MOTIFS
        for ware in WARES[type]
        for ink in INKS
        if motif != "hole" or type == "coin"
    ]
    return [every[number] for number in rng.permutation(len(every))[:count].tolist()]


def _thing(
    rng: np.random.Generator, at: int, region: str, type: str, culture: Culture, look: Look, unknown: frozenset[str]
) -> Thing:
    era = culture.eras[int(rng.integers(len(culture.eras)))]
    century = era.centuries[int(rng.integers(len(era.centuries)))]
    place = culture.places[int(rng.integers(len(culture.places)))]
    maker = culture.makers[int(rng.integers(len(culture.makers)))]
    labels = {
        "title": _title(rng, type, look, culture),
        "culture": _culture(rng, culture, region),
        "period": _period(rng, era.name, century),
        "origin": _origin(rng, place, culture),
        "creator": _creator(rng, maker, type, culture),
    }
    kin = {
        "title": {look[0], look[1]},
        "culture": {culture.noun},
        # With the century before: neighbouring ones might pass for each other.
        "period": {str(century) for century in range(era.centuries[0] - 1, era.centuries[-1] + 1)},
        "origin": {culture.noun},
        "creator": {maker[1]},
    }
    return Thing(
        name=f"obj-{at + 1:03d}",
        region=region,
        type=type,
        look=look,
        description=_description(rng, at, type, look),
        labels=labels,
        unknown=unknown,
        kin={field: frozenset(words) for field, words in kin.items()},
    )


def _some(rng: np.random.Generator, *texts: str | None) -> tuple[str, ...]:
    """The first text, often the second, and sometimes the third, where there is one."""
    given = [text for text in texts if text is not None]
    count = 1 + int(rng.random() < _TWO) * (1 + int(rng.random() < _THREE))
    return tuple(given[:count])


def _title(rng: np.random.Generator, type: str, look: Look, culture: Culture) -> Label:
    shape, motif, ware = SHAPES[type][look[0]], MOTIFS[look[1]], look[2]
    chinese = motif.chinese + shape.chinese if culture.noun == "China" else None
    short = f"{motif.short} {shape.name}"
    return Label(
        _some(rng, _capital(f"{ware} {shape.name} with {motif.name}"), chinese or short, short if chinese else None),
        (_capital(f"{shape.other} with {motif.other}"), f"{motif.short} {shape.other} of {ware}"),
        (_capital(f"{ware} {shape.name}"), f"Decorated {shape.other}"),
    )


def _culture(rng: np.random.Generator, culture: Culture, region: str) -> Label:
    """The adjective alone, or with the noun: those who have only one of the two must know the other."""
    nouns = (culture.noun, culture.native) if rng.random() < _TWO else ()
    same = (f"{culture.adjective} culture", f"Made in {culture.noun}", culture.noun)
    return Label(_some(rng, culture.adjective, *nouns), same, (region, f"Somewhere in {region}"))


def _period(rng: np.random.Generator, era: str, century: int) -> Label:
    year = (century - 1) * 100 + int(rng.integers(20, 80))
    span = f"{century - 1}th to {century + 1}th century"
    return Label(
        _some(rng, era, _ordinal(century), f"about {year}"),
        (f"{century - 1}00s", f"{era}, {_ordinal(century)}", f"c. {year - 10}-{year + 10}"),
        (span, f"before {century}00"),
    )


def _origin(rng: np.random.Generator, place: tuple[str, ...], culture: Culture) -> Label:
    same = (f"{place[0]}, {culture.noun}", f"{place[1]} ({culture.noun})")
    return Label(_some(rng, *place), same, (culture.noun, f"Somewhere in {culture.noun}"))


def _creator(rng: np.random.Generator, maker: tuple[str, ...], type: str, culture: Culture) -> Label:
    person, house, *other = maker
    place = "mint" if type == "coin" else "workshop"
    return Label(
        _some(rng, f"{house} {place}", person, *other),
        (f"{place.capitalize()} of the {house} family", f"{person}'s {place}"),
        (f"{culture.adjective} {place}", f"Follower of {person}"),
    )


def _description(rng: np.random.Generator, at: int, type: str, look: Look) -> str:
    shape, motif = SHAPES[type][look[0]], MOTIFS[look[1]]
    measure = f"{rng.integers(150, 420) / 10} {'mm across' if type == 'coin' else 'cm'}"
    condition = CONDITIONS[int(rng.integers(len(CONDITIONS)))]
    text = f"{_capital(look[2])}, {shape.about}; on it {motif.other} in {look[3]}. {measure}, {condition}."
    if at % _LONG_EVERY == 0:
        text = f"{text} {NOTES}"
    return f"🏺 {text}" if at % _EMOJI_EVERY == 1 else text


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _ordinal(century: int) -> str:
    return f"{century}th century"
