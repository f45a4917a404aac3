"""What the questions ask about can be seen: each answer changes the picture."""

from __future__ import annotations

import io
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image

from accord.examples.pictures.streets import Street, street_picture

PLAIN = Street("day", 2, (), 0, open_road=False, photo=False)
ELEMENTS = ["trees", "benches", "shops", "parked_cars", "cyclists", "fences_walls"]


def pixels(street: Street, seed: int = 1) -> np.ndarray:
    return np.asarray(Image.open(io.BytesIO(street_picture(street, seed))).convert("RGB"), dtype=int)


def changed(street: Street) -> int:
    """Pixels that clearly differ from the plain street."""
    return int((abs(pixels(street) - pixels(PLAIN)).max(axis=2) > 40).sum())


@pytest.mark.parametrize("element", ELEMENTS)
def test_an_element_can_be_seen(element: str) -> None:
    assert changed(replace(PLAIN, elements=(element,))) > 150


def test_people_can_be_seen() -> None:
    one, nine = changed(replace(PLAIN, people=1)), changed(replace(PLAIN, people=9))
    assert 50 < one < nine / 4


def test_it_gets_darker() -> None:
    day, dusk, night = (pixels(replace(PLAIN, lighting=light)).mean() for light in ("day", "dusk", "night"))
    assert day > dusk + 20
    assert dusk > night + 20


@pytest.mark.parametrize("condition", [0, 1, 3])
def test_conditions_look_different(condition: int) -> None:
    assert changed(replace(PLAIN, condition=condition)) > 300


@pytest.mark.parametrize("change", [{"open_road": True}, {"photo": True}])
def test_places_and_cameras_look_different(change: dict[str, bool]) -> None:
    assert changed(replace(PLAIN, **change)) > 500


def test_the_seed_settles_the_rest() -> None:
    full = Street("night", 0, ELEMENTS, 10, open_road=False, photo=True)
    assert street_picture(full, 4) == street_picture(full, 4) != street_picture(full, 5)
    assert len(street_picture(full, 4)) < 6_000


def test_an_unknown_lighting_is_refused() -> None:
    with pytest.raises(KeyError):
        street_picture(replace(PLAIN, lighting="noon"), 1)
