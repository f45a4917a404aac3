"""Pictures of road scenes with violations drawn where their boxes are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from accord.examples.pictures import things
from accord.examples.pictures.canvas import HEIGHT, WIDTH, Canvas, mixed

_KERB, _ROAD = 136, 166  # top of the pavement, top of the road
_NATURAL = ("#8db7dc", "#e3edf3", "#b9a48b", "#a9a59c", "#54575b", "#3f7d43")
_GARISH = ("#ff7ad9", "#fff04a", "#19c7b0", "#d36bff", "#2536a8", "#ff5a1f")

Box = tuple[float, float, float, float]
"""Left, top, width and height as shares of the picture."""


@dataclass(frozen=True)
class Scene:
    """What a picture shows. violations: (class, box), drawn in this order; classes are those of `VIOLATIONS`.

    strangeness: 0 (plausible) to 4 things that cannot be. garishness: 0 (natural colours) to 1.
    photo: drawn as a camera sees it.
    """

    violations: Sequence[tuple[str, Box]]
    strangeness: int
    garishness: float
    photo: bool


def scene_picture(scene: Scene, seed: int) -> bytes:
    """PNG bytes; `seed` settles what is not asked about. KeyError for a class that cannot be drawn.

    >>> scene = Scene([("pothole", (0.4, 0.8, 0.15, 0.08))], strangeness=1, garishness=0.2, photo=False)
    >>> len(scene_picture(scene, seed=3)) < 6_000
    True
    """
    rng = np.random.default_rng(seed)
    sky, low, wall, pavement, road, leaf = (
        mixed(natural, garish, scene.garishness) for natural, garish in zip(_NATURAL, _GARISH, strict=True)
    )
    canvas = Canvas(low)
    canvas.fade(sky, low if scene.photo else sky, 120)
    _houses(canvas, wall, rng)
    canvas.rectangle(0, _KERB, WIDTH, _ROAD - _KERB, pavement)
    canvas.rectangle(0, _ROAD, WIDTH, HEIGHT - _ROAD, road)
    for dash in range(0, WIDTH, 44):
        canvas.rectangle(dash + 6, 204, 24, 3, "#e8e6dc")
    things.tree(canvas, 196, 58, 40, 84, leaf)
    for draw in _STRANGE[: scene.strangeness]:
        draw(canvas, leaf)
    for name, (x, y, width, height) in scene.violations:
        VIOLATIONS[name](canvas, x * WIDTH, y * HEIGHT, width * WIDTH, height * HEIGHT)
    return canvas.png(soft=scene.photo)


def _houses(canvas: Canvas, wall: str, rng: np.random.Generator) -> None:
    x = 0
    while x < WIDTH:
        width, height = int(rng.integers(74, 110)), int(rng.integers(70, 104))
        shade = mixed(wall, "#ffffff", float(rng.uniform(0, 0.35)))
        things.house(canvas, x, _KERB - height, width, height, shade)
        x += width


def _floating_tree(canvas: Canvas, leaf: str) -> None:
    things.tree(canvas, 268, 6, 34, 56, leaf)


def _car_in_the_sky(canvas: Canvas, _leaf: str) -> None:
    things.car(canvas, 40, 14, 58, 24, "#3c6fb4")


def _two_suns(canvas: Canvas, _leaf: str) -> None:
    for x in (124, 160):
        canvas.ellipse(x, 8, 24, 24, "#f7e27a")


def _giant(canvas: Canvas, _leaf: str) -> None:
    things.person(canvas, 232, 44, 46, 120, "#5b4b8a")


_STRANGE = (_floating_tree, _two_suns, _car_in_the_sky, _giant)


def _pothole(canvas: Canvas, x: float, y: float, width: float, height: float) -> None:
    canvas.ellipse(x, y, width, height, "#8b8a86")
    canvas.ellipse(x + width * 0.06, y + height * 0.12, width * 0.88, height * 0.8, "#1f2022")
    canvas.ellipse(x + width * 0.25, y + height * 0.4, width * 0.4, height * 0.3, "#4a5c68")


def _illegal_parking(canvas: Canvas, x: float, y: float, width: float, height: float) -> None:
    things.car(canvas, x, y, width, height)


def _missing_sign(canvas: Canvas, x: float, y: float, width: float, height: float) -> None:
    canvas.rectangle(x + width * 0.42, y, width * 0.16, height, "#6d7379")
    for bracket in (0.04, 0.18):
        canvas.rectangle(x, y + height * bracket, width, height * 0.04, "#e5e8ea")


def _bin_overflow(canvas: Canvas, x: float, y: float, width: float, height: float) -> None:
    canvas.rectangle(x + width * 0.12, y + height * 0.3, width * 0.76, height * 0.7, "#2e6b45")
    canvas.rectangle(x + width * 0.05, y + height * 0.28, width * 0.9, height * 0.08, "#1f4a30")
    heap = ((0.0, 0.1, "#f1efe6"), (0.3, 0.0, "#c8473f"), (0.55, 0.08, "#e0b63c"))
    for across, down, colour in heap:
        canvas.ellipse(x + width * across, y + height * down, width * 0.45, height * 0.24, colour)
    canvas.rectangle(x + width * 0.78, y + height * 0.86, width * 0.22, height * 0.14, "#f1efe6")


def _dumped_waste(canvas: Canvas, x: float, y: float, width: float, height: float) -> None:
    for across, down, size in ((0.0, 0.3, 0.5), (0.5, 0.35, 0.5), (0.22, 0.0, 0.55)):
        canvas.ellipse(x + width * across, y + height * down, width * size, height * 0.65, "#26282c")
        canvas.rectangle(x + width * (across + size * 0.42), y + height * down, width * 0.08, height * 0.1, "#d8d8d8")
    canvas.rectangle(x + width * 0.6, y + height * 0.7, width * 0.4, height * 0.3, "#b08554")


def _graffiti(canvas: Canvas, x: float, y: float, width: float, height: float) -> None:
    for start, colour in ((0.0, "#e0218a"), (0.12, "#1fb6d9")):
        marks = [(0.0, 0.9), (0.15, 0.0), (0.3, 0.8), (0.45, 0.1), (0.55, 0.9), (0.7, 0.05), (0.86, 0.8)]
        canvas.line([(x + width * (start + across), y + height * down) for across, down in marks], colour, 3)


VIOLATIONS: dict[str, Callable[[Canvas, float, float, float, float], None]] = {
    "pothole": _pothole,
    "illegal_parking": _illegal_parking,
    "missing_sign": _missing_sign,
    "bin_overflow": _bin_overflow,
    "dumped_waste": _dumped_waste,
    "graffiti": _graffiti,
}
"""Class -> what draws it into a rectangle of pixels."""
