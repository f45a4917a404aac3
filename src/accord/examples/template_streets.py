"""The streets example: five people and two models answer a form about 20 drawn street pictures.

Everything is MADE UP: pictures, raters and answers. Two of the people write the French names of the labels,
the others ids or English names, and sometimes in other case or with stray white space: one label may be
written in several ways. Some pictures have no street to judge the mood of, and some are too dark.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from accord.examples.pictures.streets import Street, street_picture
from accord.examples.raters import found, moments, slipped, step, submission

PEOPLE: tuple[str, ...] = ("amina", "benoit", "carla", "dina", "emile")
MODELS: tuple[str, ...] = ("model-a", "model-b")
DISTRICTS: tuple[str, ...] = ("Harbour", "Old Town", "Hillside")
KINDS: tuple[str, ...] = ("photo", "synthetic")
PICTURES = 20

Names = dict[str, dict[str, str]]

LIGHTING: Names = {
    "day": {"en": "Day", "fr": "jour"},
    "dusk": {"en": "Dusk", "fr": "crépuscule"},
    "night": {"en": "Night", "fr": "nuit"},
}
CONDITION: Names = {
    "poor": {"en": "Poor", "fr": "mauvais"},
    "fair": {"en": "Fair", "fr": "moyen"},
    "good": {"en": "Good", "fr": "bon"},
    "excellent": {"en": "Excellent", "fr": "excellent"},
}
ELEMENTS: Names = {
    "trees": {"en": "Trees", "fr": "arbres"},
    "benches": {"en": "Benches", "fr": "bancs"},
    "shops": {"en": "Shops", "fr": "commerces"},
    "parked_cars": {"en": "Parked cars", "fr": "voitures garées"},
    "cyclists": {"en": "Cyclists", "fr": "cyclistes"},
    "fences_walls": {"en": "Fences, walls", "fr": "clôtures, murs"},
}
MOOD: Names = {
    "inviting": {"en": "Inviting", "fr": "accueillant"},
    "neutral": {"en": "Neutral", "fr": "neutre"},
    "unwelcoming": {"en": "Unwelcoming", "fr": "hostile"},
}
ABSTENTIONS: Names = {
    "not_applicable": {"en": "Not applicable", "fr": "Sans objet"},
    "cannot_judge": {"en": "Cannot judge", "fr": "Impossible à juger"},
}
"""Id of a label -> its name in each language. `CONDITION` is in rising order; abstentions belong to mood."""

_SEED = 23
_CONDITION_CUTS = (-0.8, 0.0, 0.8)
_MOOD_CUTS = (-0.45, 0.5)  # unwelcoming, neutral, inviting
_MOODS = tuple(reversed(MOOD))
_BLANK = ("dina", 4)  # this person leaves the condition of their picture number 4 blank
_OFF_LABEL: dict[str, tuple[str, object]] = {
    "model-a": ("lighting", "golden hour"),
    "model-b": ("elements", ["trees", "street lamps"]),
}
_OFF_LABEL_AT = {"model-a": 6, "model-b": 13}  # the picture, counted from 0


@dataclass(frozen=True)
class _Truth:
    """What is in a picture, and its hidden qualities; an open road is no street to be in, so it has no mood."""

    lighting: str
    condition: float
    elements: tuple[str, ...]
    mood: float
    people: int
    open_road: bool


@dataclass(frozen=True)
class Viewer:
    """How a rater sees and writes. style: id, en or fr. unsure: how often a dark picture is not judged."""

    style: str
    error: float
    missed: float
    bias: float
    noise: float
    unsure: float
    untidy: float


_PEOPLE: dict[str, Viewer] = {
    "amina": Viewer("en", error=0.03, missed=0.05, bias=0.0, noise=0.3, unsure=0.2, untidy=0.15),
    "benoit": Viewer("fr", error=0.06, missed=0.12, bias=0.15, noise=0.4, unsure=0.3, untidy=0.1),
    "carla": Viewer("id", error=0.08, missed=0.08, bias=-0.2, noise=0.45, unsure=0.3, untidy=0.0),
    "dina": Viewer("en", error=0.04, missed=0.16, bias=0.2, noise=0.35, unsure=0.15, untidy=0.25),
    "emile": Viewer("fr", error=0.05, missed=0.06, bias=-0.1, noise=0.3, unsure=0.4, untidy=0.2),
}
_MODELS: dict[str, Viewer] = {
    "model-a": Viewer("id", error=0.08, missed=0.14, bias=0.3, noise=0.5, unsure=0.1, untidy=0.0),
    "model-b": Viewer("en", error=0.18, missed=0.3, bias=0.5, noise=0.8, unsure=0.0, untidy=0.0),
}


def items() -> list[dict[str, object]]:
    """20 rows: id, image, kind (photo and synthetic, ten each) and district (three, 6 or 7 each)."""
    return [
        {
            "id": _name(at),
            "image": _path(at),
            "kind": KINDS[at % len(KINDS)],
            "district": DISTRICTS[at % len(DISTRICTS)],
        }
        for at in range(PICTURES)
    ]


def pictures() -> Iterator[tuple[str, bytes]]:
    """Path as in `items`, and PNG bytes, of every street."""
    for at, truth in enumerate(_truths()):
        condition = int(np.searchsorted(_CONDITION_CUTS, truth.condition))
        photo = KINDS[at % len(KINDS)] == "photo"
        shown = Street(truth.lighting, condition, truth.elements, truth.people, truth.open_road, photo)
        yield _path(at), street_picture(shown, seed=_SEED + at)


def submissions() -> list[dict[str, object]]:
    """94 rows, by rater, then time: 54 of people (15 pictures by three, four by two, one by one) and 40 of models.

    Answers: lighting, condition and mood are texts, elements a list of texts (empty where there are none),
    people an integer. One person leaves a condition blank (None), each model answers once off the labels.
    """
    truths, panels = _truths(), _panels()
    rows: list[dict[str, object]] = []
    for number, (person, viewer) in enumerate(_PEOPLE.items()):
        rng = np.random.default_rng([_SEED, 1, number])
        seen = [at for at in range(PICTURES) if number in panels[at]]
        times = moments(rng, f"2025-05-{12 + number:02d}T14:00", len(seen))
        for order, (at, moment) in enumerate(zip(seen, times, strict=True)):
            answers = _answers(rng, viewer, truths[at])
            if (person, order) == _BLANK:
                answers["condition"] = None
            rows.append(submission(_name(at), person, "human", moment, answers))
    for number, (model, viewer) in enumerate(_MODELS.items()):
        rng = np.random.default_rng([_SEED, 2, number])
        times = moments(rng, f"2025-05-20T{8 + number:02d}:00", PICTURES)
        for at, (moment, (name, answers)) in enumerate(zip(times, forms(rng, viewer), strict=True)):
            if at == _OFF_LABEL_AT[model]:
                field, answer = _OFF_LABEL[model]
                answers[field] = answer
            rows.append(submission(name, model, "model", moment, answers))
    return rows


def forms(rng: np.random.Generator, viewer: Viewer) -> Iterator[tuple[str, dict[str, object]]]:
    """What a viewer says of every picture: its id, and answers as in `submissions`."""
    for at, truth in enumerate(_truths()):
        yield _name(at), _answers(rng, viewer, truth)


def _truths() -> list[_Truth]:
    rng = np.random.default_rng([_SEED, 0])
    lighting = rng.permutation(np.repeat(list(LIGHTING), [10, 5, 5]))
    condition = rng.permutation(np.linspace(-1.5, 1.5, PICTURES))
    mood = 0.6 * condition + rng.permutation(np.linspace(-1.1, 1.1, PICTURES))
    there = rng.random((PICTURES, len(ELEMENTS))) < 0.4
    bare = rng.choice(PICTURES, 3, replace=False)  # pictures without any element
    there[bare] = False
    people = rng.poisson(3.0, PICTURES).clip(0, 9)
    people[bare[:2]] = 0
    return [
        _Truth(
            str(lighting[at]),
            float(condition[at]),
            tuple(name for name, seen in zip(ELEMENTS, there[at], strict=True) if seen),
            float(mood[at]),
            int(people[at]),
            open_road=bool(at in bare[:2]),
        )
        for at in range(PICTURES)
    ]


def _panels() -> list[tuple[int, ...]]:
    """Numbers of the people of each picture: 15 panels of three, four of two, one of one, nearly balanced."""
    count = len(PEOPLE)
    threes = [*combinations(range(count), 3), *((at, (at + 1) % count, (at + 2) % count) for at in range(count))]
    panels = [*threes, (0, 1), (2, 3), (4, 0), (1, 3), (2,)]
    order = np.random.default_rng([_SEED, 3]).permutation(PICTURES)
    return [panels[at] for at in order]


def _answers(rng: np.random.Generator, viewer: Viewer, truth: _Truth) -> dict[str, object]:
    lighting = slipped(rng, truth.lighting, tuple(LIGHTING), viewer.error)
    condition = step(rng, truth.condition + viewer.bias, _CONDITION_CUTS, viewer.noise)
    elements = found(rng, truth.elements, tuple(ELEMENTS), viewer.missed, viewer.error / 2)
    mood = _mood(rng, viewer, truth)
    # A crowd is miscounted, a few people are not.
    people = truth.people + round(rng.normal(0.0, viewer.noise * truth.people / 3))
    return {
        "lighting": _written(rng, viewer, LIGHTING, lighting),
        "condition": _written(rng, viewer, CONDITION, tuple(CONDITION)[condition]),
        "elements": [_written(rng, viewer, ELEMENTS, name) for name in elements],
        "mood": _written(rng, viewer, MOOD | ABSTENTIONS, mood),
        "people": max(0, people),
    }


def _mood(rng: np.random.Generator, viewer: Viewer, truth: _Truth) -> str:
    mood = _MOODS[step(rng, truth.mood + viewer.bias, _MOOD_CUTS, viewer.noise)]
    unsure, sees_no_street = rng.random() < viewer.unsure, rng.random() < 0.8
    if truth.open_road and sees_no_street:
        return "not_applicable"
    return "cannot_judge" if truth.lighting == "night" and unsure else mood


def _written(rng: np.random.Generator, viewer: Viewer, names: Names, label: str) -> str:
    """The label as the rater writes it: an id or a name, now and then in capitals or with stray white space."""
    text = label if viewer.style == "id" else names[label][viewer.style]
    ways: Sequence[str] = (text.upper(), f" {text}", f"{text}  ", text.replace(" ", "  ").capitalize())
    way = ways[int(rng.integers(len(ways)))]
    return way if rng.random() < viewer.untidy else text


def _name(number: int) -> str:
    return f"street-{number + 1:02d}"


def _path(number: int) -> str:
    return f"images/{_name(number)}.png"
