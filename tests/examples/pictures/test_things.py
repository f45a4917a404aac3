"""Each thing fills the rectangle it is given and stays inside it."""

from __future__ import annotations

import io
from collections.abc import Callable

import numpy as np
import pytest
from PIL import Image

from accord.examples.pictures import things
from accord.examples.pictures.canvas import Canvas


def marked(canvas: Canvas) -> tuple[int, int, int, int]:
    """First and last column, first and last row that are not white."""
    picture = np.asarray(Image.open(io.BytesIO(canvas.png())).convert("L"), dtype=int)
    rows, columns = np.nonzero(picture < 215)
    return columns.min(), columns.max(), rows.min(), rows.max()


@pytest.mark.parametrize(
    "draw",
    [things.tree, things.bench, things.car, things.cyclist, things.person, things.fence],
    ids=lambda f: f.__name__,
)
def test_a_thing_fills_its_rectangle(draw: Callable[[Canvas, float, float, float, float], None]) -> None:
    canvas = Canvas("#ffffff")
    draw(canvas, 100, 60, 90, 60)
    left, right, top, bottom = marked(canvas)
    assert 98 <= left <= 108
    assert 182 <= right <= 191
    assert 58 <= top <= 66
    assert 113 <= bottom <= 121


def test_windows_of_a_house_lie_in_its_wall() -> None:
    canvas = Canvas("#ffffff")
    windows = things.house(canvas, 40, 30, 90, 120, "#805040")
    assert marked(canvas) == (40, 129, 30, 149)
    assert len(windows) == 4 * 3
    assert all(40 < x < 120 and 30 < y < 137 for x, y in windows)


def test_a_low_house_has_no_windows() -> None:
    assert things.house(Canvas("#ffffff"), 0, 0, 60, 50, "#805040") == []
