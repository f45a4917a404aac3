from __future__ import annotations

import pytest

from accord.llm.replies.align import aligned
from accord.llm.replies.column import Column
from accord.llm.replies.line import rows_of
from accord.llm.replies.unreadable import Unreadable
from accord.spec.fields import Binary, Choice, Labels, Number, Rating, Text

NA = {"abstain": ["NA"]}
STREET = [
    Column(Choice(["park", "street"], **NA)),
    Column(Labels(["trees", "grass", "flowers"], sep=";", **NA)),
    Column(Choice(["clean", "dirty"], **NA)),
    Column(Labels(["cars", "bikes"], sep=";", **NA)),
    Column(Choice(["calm", "busy"], **NA)),
]


def filed(line, columns=STREET, tolerant=True):
    """Per field its cells as one text, and the codes; or the reason why not."""
    try:
        found = aligned(rows_of(line)[0], columns, tolerant)
    except Unreadable as why:
        return why.reason
    return [" + ".join(cell.text for cell in cells) for cells in found.cells], found.codes


@pytest.mark.parametrize(
    "line",
    [
        "park,trees,clean,cars,calm",
        "park,NA,NA,NA,calm",
        "NA,NA,NA,NA,NA",
        "park,trees,clean,lorries,calm",
        "park,,clean,,",
        # Several labels of one field are that field's, though it takes one.
        "park,trees,clean;dirty,cars,calm",
        # A label of another field, which has one of its own, is only off the labels.
        "park,trees,clean,grass,calm",
    ],
)
def test_the_right_width(line):
    assert filed(line) == (line.split(","), ())
    assert filed(line, tolerant=False) == (line.split(","), ())


@pytest.mark.parametrize(
    "line",
    [
        # One left out before, one too many behind.
        "park,clean,cars,calm,x",
        "park,clean,cars,calm,NA",
        "Image 1,park,trees,clean,calm",
        # A set that was torn while another value was left out.
        "park,trees,grass,cars,calm",
        "park,clean,NA,cars,calm",
        # Two fields changed places.
        "park,trees,cars,clean,calm",
        "park,x,trees,cars,calm",
        "park,NA,clean,trees,calm",
    ],
)
def test_labels_in_columns_of_others(line):
    assert filed(line) == "misaligned"


@pytest.mark.parametrize(
    ("line", "cells", "code"),
    [
        ("park,trees,grass,clean,cars,calm", ["park", "trees + grass", "clean", "cars", "calm"], "rejoined_set"),
        ("park,trees;grass,flowers,x,cars,NA", ["park", "trees;grass + flowers", "x", "cars", "NA"], "rejoined_set"),
        ("park,NA,NA,NA,NA,calm", ["park", "NA", "NA", "NA", "calm"], "repeated_abstention"),
        ("park,trees,NA,NA,cars,calm", ["park", "trees", "NA", "cars", "calm"], "repeated_abstention"),
        ("NA,NA,trees,clean,NA,NA", ["NA", "trees", "clean", "NA", "NA"], "repeated_abstention"),
        ("Image 1,park,x,clean,NA,calm", ["park", "x", "clean", "NA", "calm"], "leading_cell"),
    ],
)
def test_too_wide_in_one_way(line, cells, code):
    given = filed(line)
    assert given == "misaligned" or given == (cells, (code,)), given
    assert given == (cells, (code,))
    assert filed(line, tolerant=False) == "wrong_width"


@pytest.mark.parametrize(
    "line",
    [
        "park,trees,clean,cars",
        "park,trees,clean,dirty,cars,calm",
        "park,trees,clean,cars,calm,busy",
        "park,trees,clean,cars,calm,x",
        "park,trees,x,clean,cars,calm",
        "park,trees,x,NA,cars,calm",
        "park,NA,NA,NA,NA,NA,calm",
        "Image 1,NA,trees,clean,cars,calm",
        "x,y,park,trees,clean,cars,calm",
        ",park,trees,clean,cars,calm",
        "park,trees,NA,grass,clean,cars,calm",
        "clean,park,trees,clean,cars,calm",
        "NA,NA,NA,NA,NA,NA",
        ",".join(["park", *["trees"] * 20, "clean,cars,calm"]),
    ],
)
def test_another_width_in_no_single_way(line):
    assert filed(line) == "wrong_width"


def test_fields_with_equal_labels_have_nothing_but_their_number():
    verdicts = [Column(Binary(**NA)) for _ in range(4)]
    assert filed("1,0,x,1", verdicts) == (["1", "0", "x", "1"], ())
    assert filed("1,NA,NA,0,1", verdicts) == "wrong_width"
    assert filed("1,0,1", verdicts) == "wrong_width"


def test_numbers_are_no_labels():
    columns = [Column(Number()), Column(Rating(1, 5))]
    assert filed("3,99", columns) == (["3", "99"], ())
    assert filed("99,3", columns) == (["99", "3"], ())


def test_free_text_fits_anything_but_a_label_of_another_field():
    columns = [Column(Choice(["calm", "busy"])), Column(Text()), Column(Choice(["cars", "bikes"]))]
    assert filed("calm,a nice place,cars", columns) == (["calm", "a nice place", "cars"], ())
    assert filed("x,calm,cars", columns) == "misaligned"
    assert filed("calm,2, maybe 3,cars", columns) == "wrong_width"
