"""Pictures of streets: houses, a pavement and a road, with what the questions of the example ask about."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from accord.examples.pictures import things
from accord.examples.pictures.canvas import HEIGHT, WIDTH, Canvas, mixed

_WALLS = ("#c7a78a", "#b98573", "#d8c9a8", "#9fa8a3", "#c2b1b8", "#a88f6f")
_COATS = ("#5b4b8a", "#a8433f", "#2f6f73", "#c08a2e", "#44607f")
_PAINTS = ("#b4413c", "#3c6fb4", "#e0e2e4", "#3f4a52")
_SKY = {"day": ("#7fb2e0", "#dcebf5"), "dusk": ("#4d4a78", "#f0a868"), "night": ("#0d1430", "#26305a")}
_DARKNESS = {"day": ("#ffffff", 0.0), "dusk": ("#5a3050", 0.32), "night": ("#080c24", 0.6)}
_KERB, _ROAD = 172, 190  # top of the pavement, top of the road
_TREES = (24, 138, 262)  # left sides
_SLOTS = 10  # places for people on the pavement


@dataclass(frozen=True)
class Street:
    """What a picture shows. lighting: day, dusk or night. condition: 0 (poor) to 3 (excellent).

    elements: some of trees, benches, shops, parked_cars, cyclists, fences_walls. people: 0 to 10.
    open_road: a road between hills, without houses. photo: drawn as a camera sees it.
    """

    lighting: str
    condition: int
    elements: Collection[str]
    people: int
    open_road: bool
    photo: bool


def street_picture(street: Street, seed: int) -> bytes:
    """PNG bytes; `seed` settles what the questions do not ask about, such as houses and places.

    >>> len(street_picture(Street("dusk", 1, {"trees", "shops"}, 3, open_road=False, photo=True), seed=5)) < 6_000
    True
    """
    rng = np.random.default_rng(seed)
    canvas = Canvas(_SKY[street.lighting][1])
    _sky(canvas, street)
    windows = _hills(canvas) if street.open_road else _houses(canvas, street, rng)
    _ground(canvas, street, rng)
    _elements(canvas, street, rng)
    _people(canvas, street, rng)
    canvas.tint(*_DARKNESS[street.lighting])
    if street.lighting != "day":
        _lights(canvas, street, windows, rng)
    return canvas.png(soft=street.photo)


def _sky(canvas: Canvas, street: Street) -> None:
    top, bottom = _SKY[street.lighting]
    # Rendered skies are flat; a camera sees them fade.
    canvas.fade(top, bottom if street.photo else top, 120)
    if street.lighting == "night":
        canvas.ellipse(262, 14, 24, 24, "#e8e6d0")
    elif street.lighting == "day":
        canvas.ellipse(258, 12, 28, 28, "#f7e27a")


def _houses(canvas: Canvas, street: Street, rng: np.random.Generator) -> list[tuple[float, float]]:
    windows: list[tuple[float, float]] = []
    x, count = 0, 0
    walls = rng.permutation(_WALLS)
    while x < WIDTH:
        width, height = int(rng.integers(58, 92)), int(rng.integers(86, 132))
        wall = str(walls[count % len(walls)])
        # Poor streets are grey, excellent ones freshly painted.
        wall = mixed(wall, "#6f6a63", 0.5 - 0.16 * street.condition)
        windows += things.house(canvas, x, _KERB - height, width, height, wall)
        _ground_floor(canvas, street, x, width, shop="shops" in street.elements and count % 2 == 0)
        if street.condition == 0:
            crack = [(x + 12, _KERB - height + 8), (x + 20, _KERB - height + 34), (x + 14, _KERB - height + 62)]
            canvas.line(crack, "#3c3833", 1.5)
            canvas.rectangle(x + width * 0.5, _KERB - 64, width * 0.3, 20, "#5a554d")
        x, count = x + width, count + 1
    return windows


def _ground_floor(canvas: Canvas, street: Street, x: float, width: float, *, shop: bool) -> None:
    if not shop:
        canvas.rectangle(x + width * 0.4, _KERB - 26, 14, 26, "#5a4033")
        return
    canvas.rectangle(x + 6, _KERB - 26, width - 12, 22, "#cfe3ec")
    stripes = int((width - 8) // 8)
    for stripe in range(stripes):
        canvas.rectangle(x + 4 + stripe * 8, _KERB - 36, 8, 10, "#c8473f" if stripe % 2 else "#f4efe6")


def _hills(canvas: Canvas) -> list[tuple[float, float]]:
    """Nothing but hills, so no windows."""
    canvas.ellipse(-60, 96, 260, 160, "#7fa36a")
    canvas.ellipse(120, 112, 280, 150, "#6d9160")
    canvas.rectangle(0, 150, WIDTH, _KERB - 150, "#8fb075")
    return []


def _ground(canvas: Canvas, street: Street, rng: np.random.Generator) -> None:
    canvas.rectangle(0, _KERB, WIDTH, _ROAD - _KERB, mixed("#8d857a", "#c9c4bb", street.condition / 3))
    canvas.rectangle(0, _ROAD, WIDTH, HEIGHT - _ROAD, "#55585c")
    if street.condition >= 1:
        for dash in range(0, WIDTH, 40):
            canvas.rectangle(dash + 8, 214, 22, 3, "#e8e6dc")
    for _ in range(4 - 2 * street.condition):
        x, y = rng.integers(10, WIDTH - 50), rng.integers(_ROAD + 4, HEIGHT - 16)
        canvas.ellipse(float(x), float(y), 34, 9, "#232528")
    if street.condition == 3:
        for pot in range(30, WIDTH, 86):
            canvas.rectangle(pot, _KERB - 6, 14, 8, "#a5623c")
            canvas.ellipse(pot - 1, _KERB - 16, 16, 13, "#d46a8c")


def _elements(canvas: Canvas, street: Street, rng: np.random.Generator) -> None:
    shift = float(rng.integers(0, 24))
    if "fences_walls" in street.elements:
        things.fence(canvas, 150 + shift, _KERB - 16, 110, 24)
    if "trees" in street.elements:
        for tree in _TREES:
            things.tree(canvas, tree, 84, 46, 92)
    if "benches" in street.elements:
        things.bench(canvas, 76 + shift, _KERB - 8, 40, 20)
    if "parked_cars" in street.elements:
        for x in (8, 236):
            things.car(canvas, x + shift / 2, _ROAD - 12, 70, 30, str(rng.choice(_PAINTS)))
    if "cyclists" in street.elements:
        things.cyclist(canvas, 140 + shift, _ROAD - 10, 44, 42)


def _people(canvas: Canvas, street: Street, rng: np.random.Generator) -> None:
    for slot in rng.permutation(_SLOTS)[: street.people]:
        x = 10 + 31 * float(slot) + float(rng.integers(0, 8))
        things.person(canvas, x, _KERB - 20 + float(rng.integers(0, 6)), 13, 34, str(rng.choice(_COATS)))


def _lights(canvas: Canvas, street: Street, windows: list[tuple[float, float]], rng: np.random.Generator) -> None:
    trees = _TREES if "trees" in street.elements else ()
    for x, y in windows:
        behind = y > 70 and any(tree - 10 < x < tree + 46 for tree in trees)
        if rng.random() < 0.45 and not behind:
            canvas.rectangle(x, y, 10, 13, "#f5d77a")
    if street.lighting == "night":
        for x in (60, 210):
            canvas.line([(x, _KERB + 4), (x, 96), (x + 16, 92)], "#1a1d24", 3)
            canvas.ellipse(x + 10, 88, 14, 10, "#fff0b0")
