"""The scenes example: six people rate 30 drawn road scenes and draw boxes around violations.

Everything is MADE UP: pictures, raters and answers. A first pass gives two ratings, a set of violation classes
in domains and a box for every instance. Strange things in a picture make it less plausible, loud colours less
natural. Raters miss classes, take one for another of its domain, and draw every box a little off.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from accord.examples.pictures.scenes import Scene, scene_picture
from accord.examples.raters import Box, moments, redrawn, step, submission

PEOPLE: tuple[str, ...] = ("freya", "goran", "hana", "ivo", "jun", "kofi")
DOMAINS: dict[str, tuple[str, ...]] = {
    "road": ("pothole", "illegal_parking", "missing_sign"),
    "litter": ("bin_overflow", "dumped_waste", "graffiti"),
}
CLASSES: tuple[str, ...] = tuple(name for inside in DOMAINS.values() for name in inside)
NONE = "no violation"
"""The label that says that there is no violation: the empty set of classes."""

KINDS: tuple[str, ...] = ("synthetic", "synthetic", "photo")
PICTURES = 30

_SEED = 16
_CUTS = (-1.1, -0.4, 0.3, 1.0)  # between the five steps of both ratings
_CLASS_COUNTS = (10, 10, 7, 3)  # pictures with no class, one, two and three
_UNUSABLE = ("hana", 8)  # this person cannot judge their picture number 8, counted from 0
_IMAGINED = 0.04

# Where each class may be, so that no two violations of a picture lie on each other.
_PLACES: dict[str, tuple[Box, ...]] = {
    "pothole": ((0.12, 0.8, 0.17, 0.09), (0.56, 0.85, 0.19, 0.09)),
    "illegal_parking": ((0.05, 0.55, 0.24, 0.17),),
    "missing_sign": ((0.34, 0.34, 0.07, 0.34),),
    "bin_overflow": ((0.45, 0.48, 0.09, 0.2),),
    "dumped_waste": ((0.79, 0.55, 0.15, 0.15), (0.58, 0.58, 0.14, 0.14)),
    "graffiti": ((0.05, 0.37, 0.2, 0.14), (0.78, 0.37, 0.17, 0.13)),
}

Boxes = list[tuple[str, Box]]


@dataclass(frozen=True)
class _Truth:
    """Hidden qualities of a picture, and its violations, ordered by class."""

    plausible: float
    natural: float
    violations: Boxes


@dataclass(frozen=True)
class _Viewer:
    """How a rater sees: bias and noise of ratings, rates of mistakes about classes, and how boxes are drawn."""

    bias: float
    noise: float
    missed: float
    mistaken: float
    spread: float


_PEOPLE: dict[str, _Viewer] = {
    "freya": _Viewer(bias=0.0, noise=0.3, missed=0.03, mistaken=0.0, spread=0.05),
    "goran": _Viewer(bias=0.3, noise=0.45, missed=0.12, mistaken=0.05, spread=0.09),
    "hana": _Viewer(bias=-0.25, noise=0.4, missed=0.06, mistaken=0.03, spread=0.06),
    "ivo": _Viewer(bias=0.15, noise=0.5, missed=0.16, mistaken=0.08, spread=0.11),
    "jun": _Viewer(bias=-0.1, noise=0.35, missed=0.05, mistaken=0.02, spread=0.07),
    "kofi": _Viewer(bias=0.05, noise=0.45, missed=0.09, mistaken=0.06, spread=0.08),
}


def items() -> list[dict[str, object]]:
    """30 rows: id, image and kind (20 synthetic, 10 photo)."""
    return [{"id": _name(at), "image": _path(at), "kind": KINDS[at % len(KINDS)]} for at in range(PICTURES)]


def pictures() -> Iterator[tuple[str, bytes]]:
    """Path as in `items`, and PNG bytes, of every scene."""
    for at, truth in enumerate(_truths()):
        plausible, natural = (int(np.searchsorted(_CUTS, quality)) for quality in (truth.plausible, truth.natural))
        photo = KINDS[at % len(KINDS)] == "photo"
        shown = Scene(truth.violations, len(_CUTS) - plausible, 0.45 * (1 - natural / len(_CUTS)), photo)
        yield _path(at), scene_picture(shown, seed=_SEED + at)


def submissions() -> list[dict[str, object]]:
    """72 rows of people, by rater, then time: 12 pictures by three, 18 by two; one row is unusable.

    Answers: plausibility and naturalness 1 to 5; violations a list of classes, `[NONE]` where there are none;
    boxes a list of `{"label": class, "box": [x, y, width, height]}` in shares of the picture, one or more for each
    class of violations.
    """
    truths, panels = _truths(), _panels()
    rows: list[dict[str, object]] = []
    for number, (person, viewer) in enumerate(_PEOPLE.items()):
        rng = np.random.default_rng([_SEED, 1, number])
        seen = [at for at in range(PICTURES) if number in panels[at]]
        times = moments(rng, f"2025-09-{8 + number:02d}T13:15", len(seen))
        for order, (at, moment) in enumerate(zip(seen, times, strict=True)):
            answers = _answers(rng, viewer, truths[at])
            if (person, order) == _UNUSABLE:
                rows.append(submission(_name(at), person, "human", moment, {}, state="unusable"))
            else:
                rows.append(submission(_name(at), person, "human", moment, answers))
    return rows


def _truths() -> list[_Truth]:
    rng = np.random.default_rng([_SEED, 0])
    plausible = rng.permutation(np.linspace(-1.7, 1.7, PICTURES))
    natural = 0.5 * plausible + rng.permutation(np.linspace(-1.4, 1.4, PICTURES))
    counts = rng.permutation(np.repeat(range(len(_CLASS_COUNTS)), _CLASS_COUNTS))
    return [
        _Truth(float(plausible[at]), float(natural[at]), _violations(rng, int(counts[at]))) for at in range(PICTURES)
    ]


def _violations(rng: np.random.Generator, count: int) -> Boxes:
    chosen = sorted(rng.choice(len(CLASSES), count, replace=False))
    violations: Boxes = []
    for name in (CLASSES[at] for at in chosen):
        places = _PLACES[name]
        instances = 2 if len(places) > 1 and rng.random() < 0.4 else 1
        violations += [(name, redrawn(rng, place, 0.08)) for place in places[:instances]]
    return violations


def _panels() -> list[tuple[int, ...]]:
    """Numbers of the people of each picture. Everybody has 12 pictures, and shares some with everybody else."""
    count = len(PEOPLE)
    twos = [*combinations(range(count), 2), (0, 1), (2, 3), (4, 5)]
    threes = [(at, (at + near) % count, (at + 3) % count) for near in (1, 2) for at in range(count)]
    panels: list[tuple[int, ...]] = [*twos, *threes]
    order = np.random.default_rng([_SEED, 2]).permutation(PICTURES)
    return [panels[at] for at in order]


def _answers(rng: np.random.Generator, viewer: _Viewer, truth: _Truth) -> dict[str, object]:
    plausible, natural = (
        1 + step(rng, quality + viewer.bias, _CUTS, viewer.noise) for quality in (truth.plausible, truth.natural)
    )
    drawn = [(name, redrawn(rng, box, viewer.spread)) for name, box in _seen(rng, viewer, truth)]
    drawn.sort(key=lambda pair: CLASSES.index(pair[0]))
    chosen = {name for name, _ in drawn}
    return {
        "plausibility": plausible,
        "naturalness": natural,
        "violations": [name for name in CLASSES if name in chosen] or [NONE],
        "boxes": [{"label": name, "box": list(box)} for name, box in drawn],
    }


def _seen(rng: np.random.Generator, viewer: _Viewer, truth: _Truth) -> Boxes:
    """True boxes less the missed ones, some under a class they are mistaken for, and now and then one more."""
    seen: Boxes = []
    for name, box in truth.violations:
        label = _mistaken(rng, name, viewer.mistaken)
        if rng.random() >= viewer.missed:
            seen.append((label, box))
    extra = CLASSES[int(rng.integers(len(CLASSES)))]
    imagined = rng.random() < _IMAGINED
    if imagined and extra not in {name for name, _ in truth.violations}:
        seen.append((extra, _PLACES[extra][0]))
    return seen


def _mistaken(rng: np.random.Generator, name: str, rate: float) -> str:
    domain = next(inside for inside in DOMAINS.values() if name in inside)
    others = [label for label in domain if label != name]
    other = others[int(rng.integers(len(others)))]
    return other if rng.random() < rate else name


def _name(number: int) -> str:
    return f"scene-{number + 1:02d}"


def _path(number: int) -> str:
    return f"images/{_name(number)}.png"
