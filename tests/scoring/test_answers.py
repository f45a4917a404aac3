"""The answers of judges and people, from ratings to arrays."""

from __future__ import annotations

import polars as pl
import pytest

from accord.annotations.build import build_ratings
from accord.annotations.layout import Layout
from accord.scoring.answers import SCORED, field_answers
from accord.spec.fields import KINDS, Binary, Rating


@pytest.fixture
def ratings():
    rows = [("u1", "ann", "1", "4"), ("u1", "j", "0", "2"), ("u2", "ann", None, "1"), ("u2", "k", "1", None)]
    frame = pl.DataFrame(rows, schema=["unit", "who", "ok", "score"], orient="row")
    return build_ratings(frame, Layout(item=("unit",), rater="who"), {"ok": Binary(), "score": Rating(1, 5)})


def test_codes_stand_rater_by_unit_and_gaps_are_minus_one(ratings):
    field = field_answers(ratings, "ok", ["k", "j"], ["ann"], unreadable=1)
    assert (field.name, field.kind, field.judges, field.people) == ("ok", "binary", ("k", "j"), ("ann",))
    assert field.by_judge.tolist() == [[-1, 1, -1], [0, -1, -1]]
    assert field.by_person.tolist() == [[1, -1, -1]]
    assert field.judged.tolist() == [[False, True, False], [True, False, False]]
    assert field.answered.tolist() == [[True, False, False]]


def test_answers_stand_for_numbers(ratings):
    field = field_answers(ratings, "score", ["j", "k"], ["ann"])
    assert field.number(field.by_judge).tolist() == [[2.0, 0.0], [0.0, 0.0]]
    assert field.number(field.by_person).tolist() == [[4.0, 1.0]]


def test_nobody_is_an_empty_table(ratings):
    assert field_answers(ratings, "ok", ["j"], []).by_person.shape == (0, 2)


def test_what_is_scored_are_kinds_of_fields():
    assert set(KINDS) > SCORED
