"""Things that stand in streets and scenes: each is drawn to fill a rectangle (left, top, width, height)."""

from __future__ import annotations

from accord.examples.pictures.canvas import Canvas, mixed

_TYRE, _GLASS = "#22262b", "#a9c4d6"


def tree(canvas: Canvas, x: float, y: float, width: float, height: float, leaf: str = "#3f7d43") -> None:
    """A trunk with a round crown."""
    canvas.rectangle(x + width * 0.42, y + height * 0.5, width * 0.16, height * 0.5, "#6b4a30")
    canvas.ellipse(x, y, width, height * 0.66, leaf)
    canvas.ellipse(x + width * 0.15, y + height * 0.06, width * 0.45, height * 0.3, mixed(leaf, "#ffffff", 0.18))


def bench(canvas: Canvas, x: float, y: float, width: float, height: float) -> None:
    """A park bench from the front."""
    for slat in (0.0, 0.22, 0.5):
        canvas.rectangle(x, y + height * slat, width, height * 0.14, "#8a5a2f")
    for leg in (0.08, 0.84):
        canvas.rectangle(x + width * leg, y, width * 0.08, height, "#4a4f55")


def car(canvas: Canvas, x: float, y: float, width: float, height: float, paint: str = "#b4413c") -> None:
    """A car from the side."""
    roof = [(0.2, 0.45), (0.32, 0.0), (0.7, 0.0), (0.86, 0.45)]
    canvas.polygon([(x + width * across, y + height * down) for across, down in roof], mixed(paint, "#000000", 0.15))
    glass = [(0.27, 0.42), (0.36, 0.09), (0.66, 0.09), (0.78, 0.42)]
    canvas.polygon([(x + width * across, y + height * down) for across, down in glass], _GLASS)
    canvas.rectangle(x, y + height * 0.4, width, height * 0.38, paint)
    wheel = height * 0.42
    for across in (0.2, 0.78):
        left = x + width * across - wheel / 2
        canvas.ellipse(left, y + height - wheel, wheel, wheel, _TYRE)
        canvas.ellipse(left + wheel * 0.3, y + height - wheel * 0.7, wheel * 0.4, wheel * 0.4, "#c9ccd0")


def cyclist(canvas: Canvas, x: float, y: float, width: float, height: float, coat: str = "#d9822b") -> None:
    """A person on a bicycle."""
    wheel = width * 0.42
    for left in (x, x + width - wheel):
        canvas.ring(left, y + height - wheel, wheel, wheel, _TYRE, 1.5)
    hub, low = y + height - wheel / 2, y + height - wheel / 2
    seat, bar = (x + width * 0.36, y + height * 0.5), (x + width * 0.7, y + height * 0.48)
    canvas.line([(x + wheel / 2, hub), seat, bar, (x + width - wheel / 2, low)], "#3a6ea5", 1.5)
    canvas.line([seat, (x + width * 0.5, hub), bar], "#3a6ea5", 1.5)
    canvas.line([(x + width * 0.38, y + height * 0.48), (x + width * 0.52, y + height * 0.2)], coat, 5)
    canvas.line([(x + width * 0.52, y + height * 0.24), bar], coat, 2.5)
    canvas.ellipse(x + width * 0.45, y, width * 0.22, width * 0.22, "#c99572")


def person(canvas: Canvas, x: float, y: float, width: float, height: float, coat: str = "#5b4b8a") -> None:
    """A standing person."""
    head = height * 0.2
    canvas.ellipse(x + (width - head) / 2, y, head, head, "#c99572")
    canvas.polygon([(x, y + height * 0.62), (x + width / 2, y + height * 0.16), (x + width, y + height * 0.62)], coat)
    for leg in (0.2, 0.56):
        canvas.rectangle(x + width * leg, y + height * 0.6, width * 0.24, height * 0.4, "#2f3640")


def fence(canvas: Canvas, x: float, y: float, width: float, height: float) -> None:
    """Pales joined by two rails."""
    for rail in (0.25, 0.7):
        canvas.rectangle(x, y + height * rail, width, height * 0.1, "#7c6a55")
    pales = max(2, round(width / 9))
    for pale in range(pales):
        canvas.rectangle(x + pale * width / pales, y, 4, height, "#8f7b63")


def house(canvas: Canvas, x: float, y: float, width: float, height: float, wall: str) -> list[tuple[float, float]]:
    """A front with rows of windows, 10 x 13 pixels each; returns their left top corners."""
    canvas.rectangle(x, y, width, height, wall)
    canvas.rectangle(x, y, width, 5, mixed(wall, "#000000", 0.35))
    columns, rows = int((width - 8) // 18), int((height - 44) // 22)
    margin = (width - columns * 18 + 8) / 2
    windows = [(x + margin + 18 * column, y + 13 + 22 * row) for row in range(rows) for column in range(columns)]
    for left, top in windows:
        canvas.rectangle(left, top, 10, 13, mixed(_GLASS, wall, 0.35))
    return windows
