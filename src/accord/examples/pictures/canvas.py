"""A picture that is drawn with plain shapes and written as a small PNG."""

from __future__ import annotations

import io
from collections.abc import Sequence

from PIL import Image, ImageDraw, ImageFilter

WIDTH, HEIGHT = 320, 240
_FINE = 3  # drawn so many times larger and made small at the end, for smooth edges
_COLOURS = 64

Point = tuple[float, float]


class Canvas:
    """A picture of 320 x 240 pixels. Places are pixels from the left top corner; colours are "#rrggbb" or names.

    What lies outside the picture is cut off. No text is drawn, so no font is needed.

    >>> canvas = Canvas("white")
    >>> canvas.rectangle(10, 10, 100, 50, "#aa3333")
    >>> canvas.png()[1:4]
    b'PNG'
    """

    def __init__(self, colour: str) -> None:
        self._image = Image.new("RGB", (WIDTH * _FINE, HEIGHT * _FINE), colour)
        self._draw = ImageDraw.Draw(self._image)

    def rectangle(self, x: float, y: float, width: float, height: float, colour: str) -> None:
        """A filled rectangle from its left top corner."""
        self._draw.rectangle(_corners(x, y, width, height), fill=colour)

    def ellipse(self, x: float, y: float, width: float, height: float, colour: str) -> None:
        """A filled ellipse from the left top corner of the rectangle around it."""
        self._draw.ellipse(_corners(x, y, width, height), fill=colour)

    def ring(self, x: float, y: float, width: float, height: float, colour: str, thick: float = 2) -> None:
        """The outline of an ellipse; `thick` pixels lie inside."""
        self._draw.ellipse(_corners(x, y, width, height), outline=colour, width=round(thick * _FINE))

    def polygon(self, points: Sequence[Point], colour: str) -> None:
        """A filled polygon of three or more corners."""
        self._draw.polygon(_fine(points), fill=colour)

    def line(self, points: Sequence[Point], colour: str, thick: float = 2) -> None:
        """A line through two or more points."""
        self._draw.line(_fine(points), fill=colour, width=round(thick * _FINE), joint="curve")

    def fade(self, top: str, bottom: str, height: float, steps: int = 12) -> None:
        """Bands from the colour `top` to the colour `bottom` over the upper `height` pixels."""
        for step in range(steps):
            y = round(step * height / steps)
            self.rectangle(0, y, WIDTH, round((step + 1) * height / steps) - y, mixed(top, bottom, step / (steps - 1)))

    def tint(self, colour: str, share: float) -> None:
        """Lay a colour over all that is drawn so far; `share` is 0 (nothing changes) to 1 (only the colour)."""
        self._image = Image.blend(self._image, Image.new("RGB", self._image.size, colour), share)
        self._draw = ImageDraw.Draw(self._image)

    def png(self, *, soft: bool = False) -> bytes:
        """The picture as PNG with a palette. `soft` blurs it a little, as a lens does.

        The bytes are the same for the same Pillow.
        """
        small = self._image.reduce(_FINE)
        if soft:
            small = small.filter(ImageFilter.GaussianBlur(0.7))
        stream = io.BytesIO()
        palette = small.quantize(_COLOURS, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
        palette.save(stream, "PNG", optimize=True)
        return stream.getvalue()


def mixed(one: str, other: str, share: float) -> str:
    """A colour between two "#rrggbb"; `share` is how much of the other.

    >>> mixed("#000000", "#ffffff", 0.5)
    '#808080'
    """
    parts = [(int(one[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5)]
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in parts)


def _corners(x: float, y: float, width: float, height: float) -> tuple[int, int, int, int]:
    """The first and the last pixel inside; a shape is one pixel at least."""
    left, top = round(x * _FINE), round(y * _FINE)
    return left, top, max(left, round((x + width) * _FINE) - 1), max(top, round((y + height) * _FINE) - 1)


def _fine(points: Sequence[Point]) -> list[tuple[float, float]]:
    return [(round(x * _FINE), round(y * _FINE)) for x, y in points]
