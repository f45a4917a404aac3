"""Pictures of museum objects: a vessel, coin or plate on a plain ground, with an ornament."""

from __future__ import annotations

import math
from collections.abc import Callable

from accord.examples.pictures.canvas import WIDTH, Canvas, Point, mixed

_MIDDLE = WIDTH / 2
_GROUND, _TABLE, _SHADOW = "#d9d6cf", "#b9b2a6", "#8f887c"


def museum_object(shape: str, ornament: str, body: str, ink: str) -> bytes:
    """PNG bytes of one object.

    shape: bottle, pot, cup, bowl, coin, plate or tray. ornament: one of `ORNAMENTS`. body, ink: colours
    "#rrggbb" of the object and of its ornament. KeyError for another shape or ornament.

    >>> len(museum_object("plate", "ship", "#e8e0c8", "#2a4d8f")) < 6_000
    True
    """
    canvas = Canvas(_GROUND)
    canvas.rectangle(0, 190, WIDTH, 50, _TABLE)
    x, y, radius = _SHAPES[shape](canvas, body)
    ORNAMENTS[ornament](canvas, x, y, radius, ink)
    return canvas.png()


Spot = tuple[float, float, float]
"""The middle and the radius of the place for the ornament."""


def _turned(canvas: Canvas, outline: list[Point], body: str) -> None:
    """A vessel from its right outline (distance from the axis, height), mirrored, with a shadow and a shine."""
    foot = max(x for x, y in outline if y > 190)
    canvas.ellipse(_MIDDLE - foot * 1.5, 200, foot * 3, 22, _SHADOW)
    right = [(_MIDDLE + x, y) for x, y in outline]
    left = [(_MIDDLE - x, y) for x, y in reversed(outline)]
    canvas.polygon(right + left, body)
    shade = [(_MIDDLE + x * 0.72, y) for x, y in reversed(outline)]
    canvas.polygon(right + shade, mixed(body, "#000000", 0.18))
    rim, top = outline[0]
    canvas.ellipse(_MIDDLE - rim, top - rim * 0.16, rim * 2, rim * 0.32, mixed(body, "#000000", 0.35))


def _bottle(canvas: Canvas, body: str) -> Spot:
    outline = [(22, 34), (16, 46), (15, 84), (34, 104), (50, 132), (52, 160), (40, 192), (28, 210)]
    _turned(canvas, [(float(x), float(y)) for x, y in outline], body)
    return _MIDDLE, 148, 34


def _pot(canvas: Canvas, body: str) -> Spot:
    for side in (-1, 1):
        canvas.ring(_MIDDLE + side * 76 - 16, 96, 32, 46, mixed(body, "#000000", 0.3), 6)
    outline = [(40, 62), (34, 76), (60, 96), (76, 128), (72, 164), (48, 196), (36, 212)]
    _turned(canvas, [(float(x), float(y)) for x, y in outline], body)
    return _MIDDLE, 138, 40


def _cup(canvas: Canvas, body: str) -> Spot:
    for side in (-1, 1):
        canvas.ring(_MIDDLE + side * 62 - 26, 82, 52, 72, mixed(body, "#000000", 0.25), 8)
    outline = [(62, 60), (60, 110), (54, 168), (30, 184), (22, 196), (44, 212)]
    _turned(canvas, [(float(x), float(y)) for x, y in outline], body)
    return _MIDDLE, 118, 38


def _bowl(canvas: Canvas, body: str) -> Spot:
    outline = [(58, 92), (80, 112), (90, 142), (80, 174), (52, 202), (40, 212)]
    _turned(canvas, [(float(x), float(y)) for x, y in outline], body)
    return _MIDDLE, 148, 44


def _coin(canvas: Canvas, body: str) -> Spot:
    canvas.ellipse(_MIDDLE - 72, 46, 152, 152, _SHADOW)
    canvas.ellipse(_MIDDLE - 76, 40, 152, 152, mixed(body, "#000000", 0.3))
    canvas.ellipse(_MIDDLE - 70, 46, 140, 140, body)
    for step in range(40):
        angle = step * math.tau / 40
        canvas.ellipse(_MIDDLE + 64 * math.cos(angle) - 2, 116 + 64 * math.sin(angle) - 2, 4, 4, "#5a4a2a")
    return _MIDDLE, 116, 46


def _plate(canvas: Canvas, body: str) -> Spot:
    canvas.ellipse(_MIDDLE - 92, 30, 196, 184, _SHADOW)
    canvas.ellipse(_MIDDLE - 98, 22, 196, 184, body)
    canvas.ring(_MIDDLE - 92, 28, 184, 172, mixed(body, "#000000", 0.35), 3)
    canvas.ring(_MIDDLE - 68, 50, 136, 128, mixed(body, "#000000", 0.2), 3)
    return _MIDDLE, 114, 52


def _tray(canvas: Canvas, body: str) -> Spot:
    canvas.rectangle(_MIDDLE - 104, 46, 220, 160, _SHADOW)
    canvas.rectangle(_MIDDLE - 112, 36, 220, 160, mixed(body, "#000000", 0.3))
    canvas.rectangle(_MIDDLE - 98, 50, 192, 132, body)
    return _MIDDLE - 2, 116, 54


def _scroll(canvas: Canvas, x: float, y: float, r: float, ink: str) -> None:
    for side, petals in ((-0.45, 6), (0.45, 5)):
        for step in range(petals):
            angle = step * math.tau / petals
            across, down = x + side * r + r * 0.28 * math.cos(angle), y + side * r * 0.5 + r * 0.28 * math.sin(angle)
            canvas.ellipse(across - r * 0.2, down - r * 0.2, r * 0.4, r * 0.4, ink)
    wave = [(x + r * t / 10, y + r * 0.5 * math.sin(t / 2)) for t in range(-10, 11)]
    canvas.line(wave, ink, 2)


def _hole(canvas: Canvas, x: float, y: float, r: float, ink: str) -> None:
    canvas.rectangle(x - r * 0.36, y - r * 0.36, r * 0.72, r * 0.72, ink)
    canvas.rectangle(x - r * 0.28, y - r * 0.28, r * 0.56, r * 0.56, _GROUND)
    for across, down in ((0.0, -0.75), (0.0, 0.75), (-0.75, 0.0), (0.75, 0.0)):
        for stroke in (-0.14, 0.0, 0.14):
            canvas.rectangle(x + r * (across - 0.14), y + r * (down + stroke) - 1, r * 0.28, 2, ink)


def _crane(canvas: Canvas, x: float, y: float, r: float, ink: str) -> None:
    canvas.ellipse(x - r * 0.5, y - r * 0.2, r * 0.8, r * 0.45, ink)
    canvas.line([(x + r * 0.2, y), (x + r * 0.5, y - r * 0.4), (x + r * 0.45, y - r * 0.8)], ink, 4)
    canvas.polygon([(x + r * 0.42, y - r * 0.9), (x + r * 0.9, y - r * 0.74), (x + r * 0.42, y - r * 0.7)], "#b23a2e")
    for foot in (-0.2, 0.05):
        canvas.line([(x + r * foot, y + r * 0.2), (x + r * foot, y + r * 0.85)], ink, 2)
    for branch in range(4):
        left = x - r * 0.95 + branch * r * 0.1
        canvas.polygon([(left, y - r * 0.2 * branch), (left + r * 0.4, y - r * 0.2 * branch), (left, y - r)], "#3f7a4a")


def _petals(canvas: Canvas, x: float, y: float, r: float, ink: str) -> None:
    for step in range(-3, 4):
        left = x + step * r * 0.36
        canvas.polygon([(left - r * 0.16, y + r * 0.6), (left, y - r * 0.6), (left + r * 0.16, y + r * 0.6)], ink)
    for line in (-0.8, 0.8):
        canvas.rectangle(x - r * 1.3, y + r * line - 2, r * 2.6, 4, ink)


def _archer(canvas: Canvas, x: float, y: float, r: float, ink: str) -> None:
    canvas.ellipse(x - r * 0.35, y - r * 0.95, r * 0.4, r * 0.4, ink)
    canvas.polygon([(x - r * 0.45, y + r * 0.3), (x - r * 0.15, y - r * 0.6), (x + r * 0.15, y + r * 0.3)], ink)
    for foot in (-0.4, 0.05):
        canvas.line([(x - r * 0.15, y + r * 0.2), (x + r * foot, y + r)], ink, 5)
    canvas.line([(x - r * 0.15, y - r * 0.35), (x + r * 0.55, y - r * 0.25)], ink, 4)
    bow = [(x + r * (0.3 + 0.4 * math.cos(t / 5)), y - r * 0.2 + r * 0.8 * math.sin(t / 5)) for t in range(-7, 8)]
    canvas.line(bow, ink, 3)


def _vines(canvas: Canvas, x: float, y: float, r: float, ink: str) -> None:
    for row in (-0.7, 0.0, 0.7):
        wave = [(x + r * t / 8, y + r * (row + 0.18 * math.sin(t))) for t in range(-11, 12)]
        canvas.line(wave, ink, 2)
        for leaf in range(-10, 11, 4):
            canvas.ellipse(x + r * leaf / 8 - 4, y + r * row - 3, 8, 6, ink)


def _stag(canvas: Canvas, x: float, y: float, r: float, ink: str) -> None:
    canvas.ellipse(x - r * 0.6, y - r * 0.1, r * 1.0, r * 0.45, ink)
    canvas.line([(x + r * 0.3, y), (x + r * 0.6, y - r * 0.5)], ink, 6)
    canvas.ellipse(x + r * 0.5, y - r * 0.65, r * 0.4, r * 0.25, ink)
    for tip in (0.3, 0.6, 0.85):
        canvas.line([(x + r * 0.6, y - r * 0.6), (x + r * tip, y - r * 1.1)], ink, 2)
    for leg in (-0.5, -0.3, 0.1, 0.3):
        canvas.line([(x + r * leg, y + r * 0.2), (x + r * (leg + 0.08), y + r * 0.8)], ink, 3)


def _cross(canvas: Canvas, x: float, y: float, r: float, ink: str) -> None:
    canvas.rectangle(x - r * 0.14, y - r * 0.8, r * 0.28, r * 1.6, ink)
    canvas.rectangle(x - r * 0.8, y - r * 0.14, r * 1.6, r * 0.28, ink)
    for across in (-0.5, 0.5):
        for down in (-0.5, 0.5):
            canvas.ellipse(x + r * across - 4, y + r * down - 4, 8, 8, ink)


def _ship(canvas: Canvas, x: float, y: float, r: float, ink: str) -> None:
    hull = [
        (x - r * 0.8, y + r * 0.3),
        (x + r * 0.8, y + r * 0.3),
        (x + r * 0.5, y + r * 0.7),
        (x - r * 0.5, y + r * 0.7),
    ]
    canvas.polygon(hull, ink)
    canvas.line([(x, y + r * 0.3), (x, y - r * 0.9)], ink, 3)
    canvas.polygon([(x + 4, y - r * 0.8), (x + 4, y + r * 0.15), (x + r * 0.7, y + r * 0.15)], "#c98a2b")
    canvas.polygon([(x - 4, y - r * 0.7), (x - 4, y + r * 0.15), (x - r * 0.6, y + r * 0.15)], "#c98a2b")
    wave = [(x + r * t / 10, y + r * (0.85 + 0.06 * math.sin(t))) for t in range(-9, 10)]
    canvas.line(wave, "#3f7a8f", 3)


def _bands(canvas: Canvas, x: float, y: float, r: float, ink: str) -> None:
    for band in (-0.5, 0.35):
        for notch in range(-8, 9):
            left = x + notch * r * 0.19
            canvas.line([(left - 4, y + r * band), (left, y + r * (band + 0.2)), (left + 4, y + r * band)], ink, 1.5)


def _crescent(canvas: Canvas, x: float, y: float, r: float, ink: str) -> None:
    wide = [(x + r * 0.7 * math.cos(t / 6), y + r * 0.7 * math.sin(t / 6)) for t in range(0, 20)]
    deep = [(x + r * 0.7 * math.cos(t / 6), y + r * 0.3 * math.sin(t / 6)) for t in range(19, -1, -1)]
    canvas.polygon(wide + deep, ink)
    canvas.ellipse(x - r * 0.22, y - r * 0.4, r * 0.44, r * 0.44, ink)


def _faces(canvas: Canvas, x: float, y: float, r: float, ink: str) -> None:
    canvas.ellipse(x - r * 0.7, y - r * 0.7, r * 1.4, r * 1.4, mixed(ink, "#ffffff", 0.25))
    for across, down in ((-1.3, 0.0), (1.3, 0.0), (0.0, -0.9), (0.0, 0.9)):
        left, top = x + r * across, y + r * down
        canvas.ellipse(left - 11, top - 13, 22, 26, ink)
        for eye in (-5, 3):
            canvas.rectangle(left + eye, top - 5, 3, 3, "#f1e6cc")
        canvas.rectangle(left - 4, top + 5, 8, 2, "#f1e6cc")


_SHAPES: dict[str, Callable[[Canvas, str], Spot]] = {
    "bottle": _bottle,
    "pot": _pot,
    "cup": _cup,
    "bowl": _bowl,
    "coin": _coin,
    "plate": _plate,
    "tray": _tray,
}

ORNAMENTS: dict[str, Callable[[Canvas, float, float, float, str], None]] = {
    "scroll": _scroll,
    "hole": _hole,
    "crane": _crane,
    "petals": _petals,
    "archer": _archer,
    "vines": _vines,
    "stag": _stag,
    "cross": _cross,
    "ship": _ship,
    "bands": _bands,
    "crescent": _crescent,
    "faces": _faces,
}
"""Name of an ornament -> what draws it at (x, y) with a radius, in a colour."""
