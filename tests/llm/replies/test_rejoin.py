from __future__ import annotations

import pytest

from accord.llm.replies.column import Column
from accord.llm.replies.line import rows_of
from accord.llm.replies.rejoin import joined, rejoined
from accord.spec.fields import Choice, Labels, Text

WALLS, WATER = "walls (brick, stone)", "water (rivers, ponds, lakes)"


def whole(line, *fields):
    return [cell.text for cell in rejoined(rows_of(line)[0], [Column(field) for field in fields])]


@pytest.mark.parametrize(
    ("line", "cells"),
    [
        (f"{WALLS},x", [WALLS, "x"]),
        ("walls (brick,stone),x", [WALLS, "x"]),
        ("WALLS (Brick , stone).,x", ["WALLS (Brick, stone).", "x"]),
        (f"{WALLS};{WATER},x", [f"{WALLS};{WATER}", "x"]),
        (f"plain;{WATER},x", [f"plain;{WATER}", "x"]),
        # A half alone stays alone, and so does what is quoted.
        ("walls (brick,x", ["walls (brick", "x"]),
        ('walls (brick,"stone)"', ["walls (brick", "stone)"]),
        ('"walls (brick",stone)', ["walls (brick", "stone)"]),
        (f'"{WALLS}",x', [WALLS, "x"]),
    ],
)
def test_labels_of_a_set(line, cells):
    assert whole(line, Labels([WALLS, WATER, "plain"], sep=";"), Text()) == cells


def test_parts_that_are_labels_themselves_are_left_alone():
    assert whole("a,b", Choice(["a, b", "a"]), Choice(["b", "c"])) == ["a", "b"]
    # Here b means nothing alone.
    assert whole("a,b", Choice(["a, b", "a"]), Choice(["c", "d"])) == ["a, b"]


def test_abstentions_are_no_parts_of_labels():
    assert whole("a,b", Choice(["c"], abstain=["a, b"])) == ["a", "b"]


def test_joined():
    assert joined(rows_of("a ,b")[0]).text == "a, b"
