"""Violations are drawn in their boxes and nowhere else."""

from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image

from accord.examples.pictures.scenes import VIOLATIONS, Box, Scene, scene_picture

BOX: Box = (0.3, 0.5, 0.2, 0.2)  # pixels 96 to 160, 120 to 168


def pixels(violations: list[tuple[str, Box]], **change: float) -> np.ndarray:
    options = {"strangeness": 0, "garishness": 0.0} | change
    png = scene_picture(Scene(violations, photo=False, **options), seed=2)  # type: ignore[arg-type]
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB"), dtype=int)


@pytest.mark.parametrize("name", VIOLATIONS)
def test_a_violation_fills_its_box_and_no_more(name: str) -> None:
    differs = abs(pixels([(name, BOX)]) - pixels([])).max(axis=2) > 30
    rows, columns = np.nonzero(differs)
    assert 94 <= columns.min() <= 100
    assert 156 <= columns.max() <= 162
    assert 118 <= rows.min() <= 124
    assert 163 <= rows.max() <= 170
    assert differs.sum() > 300


def test_strange_things_add_up() -> None:
    counts = [int((pixels([], strangeness=strange) != pixels([])).any(axis=2).sum()) for strange in range(5)]
    assert counts == sorted(set(counts))


def test_garish_colours_are_loud() -> None:
    def loudness(picture: np.ndarray) -> float:
        return float((picture.max(axis=2) - picture.min(axis=2)).mean())

    assert loudness(pixels([], garishness=1.0)) > loudness(pixels([])) + 50


def test_the_same_each_time_and_other_houses_for_another_seed() -> None:
    scene = Scene([("graffiti", BOX), ("pothole", (0.6, 0.85, 0.2, 0.1))], 4, 0.6, photo=True)
    assert scene_picture(scene, 1) == scene_picture(scene, 1) != scene_picture(scene, 2)
    assert len(scene_picture(scene, 1)) < 6_000


def test_an_unknown_class_is_refused() -> None:
    with pytest.raises(KeyError):
        pixels([("flood", BOX)])
