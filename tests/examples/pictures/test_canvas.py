"""Shapes land where they are asked for, and the PNG is small and the same each time."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from accord.examples.pictures.canvas import HEIGHT, WIDTH, Canvas, mixed

RED = (255, 0, 0)
WHITE = (255, 255, 255)


def pixels(canvas: Canvas, *places: tuple[int, int]) -> list[object]:
    picture = Image.open(io.BytesIO(canvas.png())).convert("RGB")
    assert picture.size == (WIDTH, HEIGHT)
    return [picture.getpixel(place) for place in places]


def test_a_rectangle_fills_its_pixels_and_no_more() -> None:
    canvas = Canvas("#ffffff")
    canvas.rectangle(10, 20, 5, 3, "#ff0000")
    inside = pixels(canvas, (10, 20), (14, 22))
    outside = pixels(canvas, (9, 20), (15, 22), (10, 19), (14, 23))
    assert inside == [RED] * 2
    assert outside == [WHITE] * 4


def test_a_shape_without_size_is_hardly_there_and_no_error() -> None:
    canvas = Canvas("#ffffff")
    canvas.rectangle(10, 20, 0, 0, "#ff0000")
    canvas.ellipse(400, 20, 10, 10, "#ff0000")
    assert pixels(canvas, (11, 20), (10, 21)) == [WHITE] * 2


def test_round_shapes_lines_and_polygons() -> None:
    canvas = Canvas("#ffffff")
    canvas.ellipse(0, 0, 40, 40, "#ff0000")
    canvas.ring(100, 0, 40, 40, "#ff0000", 4)
    canvas.line([(0, 100), (50, 100)], "#ff0000", 4)
    canvas.polygon([(100, 100), (140, 100), (100, 140)], "#ff0000")
    assert pixels(canvas, (20, 20), (101, 20), (25, 100), (105, 105)) == [RED] * 4
    assert pixels(canvas, (1, 1), (120, 20), (25, 104), (138, 138)) == [WHITE] * 4


def test_fade_goes_from_one_colour_to_the_other() -> None:
    canvas = Canvas("#ffffff")
    canvas.fade("#000000", "#ff0000", 120)
    assert pixels(canvas, (5, 0), (5, 119), (5, 121)) == [(0, 0, 0), RED, WHITE]


def test_tint_mixes_what_is_there_and_not_what_comes_later() -> None:
    canvas = Canvas("#ffffff")
    canvas.tint("#000000", 1.0)
    canvas.rectangle(0, 0, 10, 10, "#ff0000")
    assert pixels(canvas, (5, 5), (50, 50)) == [RED, (0, 0, 0)]


def test_soft_blurs_edges_only() -> None:
    canvas = Canvas("#ffffff")
    canvas.rectangle(0, 0, 160, HEIGHT, "#ff0000")
    picture = Image.open(io.BytesIO(canvas.png(soft=True))).convert("RGB")
    assert picture.getpixel((10, 10)) == RED
    assert picture.getpixel((159, 10)) not in (RED, WHITE)


def test_png_twice_is_the_same() -> None:
    canvas = Canvas("#ffffff")
    canvas.ellipse(30, 30, 90, 60, "#3366cc")
    assert canvas.png() == canvas.png()
    assert len(canvas.png()) < 2_000


@pytest.mark.parametrize(("share", "expected"), [(0, "#102030"), (1, "#f0e0d0"), (0.5, "#808080")])
def test_mixed(share: float, expected: str) -> None:
    assert mixed("#102030", "#f0e0d0", share) == expected
