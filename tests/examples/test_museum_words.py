"""Every word of a look stands for something that can be drawn."""

from __future__ import annotations

import re
from itertools import chain

from accord.examples.museum_words import CONDITIONS, INKS, MOTIFS, NOTES, SHAPES, WARES
from accord.examples.pictures.museum import ORNAMENTS, museum_object


def test_motifs_are_the_ornaments_of_pictures() -> None:
    assert set(MOTIFS) == set(ORNAMENTS)


def test_every_shape_can_be_drawn() -> None:
    shapes = list(chain.from_iterable(SHAPES.values()))
    assert len(set(shapes)) == len(shapes) == 7
    pictures = {museum_object(shape, "cross", "#ffffff", "#000000") for shape in shapes}
    assert len(pictures) == len(shapes)


def test_words_differ() -> None:
    for words in (MOTIFS.values(), chain.from_iterable(shapes.values() for shapes in SHAPES.values())):
        texts = [text for word in words for text in vars(word).values()]
        assert len(set(texts)) == len(texts)
    assert len(set(CONDITIONS)) == len(CONDITIONS)


def test_colours_are_colours_and_differ() -> None:
    assert set(WARES) == set(SHAPES)
    for colours in (INKS, *WARES.values()):
        assert len(set(colours.values())) == len(colours)
        assert all(re.fullmatch("#[0-9a-f]{6}", colour) for colour in colours.values())


def test_notes_are_long_and_one_line() -> None:
    assert 700 < len(NOTES) < 900
    assert "\n" not in NOTES
