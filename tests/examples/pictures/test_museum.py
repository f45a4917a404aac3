"""Every shape can carry every ornament, and they look different."""

from __future__ import annotations

import pytest

from accord.examples.pictures.museum import ORNAMENTS, museum_object

SHAPES = ["bottle", "pot", "cup", "bowl", "coin", "plate", "tray"]


def drawn(shape: str, ornament: str) -> bytes:
    return museum_object(shape, ornament, "#c0a060", "#2040a0")


def test_shapes_and_ornaments_differ() -> None:
    assert len({drawn(shape, "cross") for shape in SHAPES}) == len(SHAPES)
    assert len({drawn("plate", ornament) for ornament in ORNAMENTS}) == len(ORNAMENTS)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("ornament", ORNAMENTS)
def test_pictures_are_small_and_the_same_each_time(shape: str, ornament: str) -> None:
    png = drawn(shape, ornament)
    assert png.startswith(b"\x89PNG")
    assert len(png) < 6_000
    assert png == drawn(shape, ornament)


@pytest.mark.parametrize(("shape", "ornament"), [("sword", "cross"), ("coin", "dragon")])
def test_what_cannot_be_drawn_is_refused(shape: str, ornament: str) -> None:
    with pytest.raises(KeyError):
        drawn(shape, ornament)
