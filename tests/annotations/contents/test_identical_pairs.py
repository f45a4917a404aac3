"""Pairs of raters and the fields in which they hardly differ; how findings tell it is tested with the check."""

from __future__ import annotations

import math
import random

import pytest
from built_folder import Built

from accord.annotations.contents.identical_pairs import IdenticalField, identical_pairs

UNITS = 60
FIELDS = "a: {kind: rating, scale: 1..5, subjective: true}\nb: {kind: rating, scale: 1..5}\nc: {kind: text}"


@pytest.fixture
def built(tmp_path):
    built = Built(tmp_path, FIELDS)
    built.items(*(f"i{at}" for at in range(UNITS)))
    rng = random.Random(1)
    values = [str(rng.randint(1, 5)) for _ in range(UNITS)]
    for rater in ("ann", "bob"):
        for at, value in enumerate(values):
            built.say(rater, f"i{at}", {"a": value, "b": value, "c": f"{rater if at else ''} sees {at}"})
    return built


def test_only_fields_in_which_people_would_differ_and_these_two_do_not(built):
    contents = built.contents()
    ((pair, (alike,)),) = identical_pairs(contents).items()
    assert [contents.raters[code] for code in pair] == [("human", "ann"), ("human", "bob")]
    assert (alike.field, alike.units, alike.equal) == ("a", UNITS, UNITS)
    assert 0.6 < alike.expected < 0.7
    assert alike.log_chance < math.log(1e-6)


def test_nobody_is_identical_where_nobody_answered(tmp_path):
    built = Built(tmp_path, FIELDS)
    built.items("i0")
    assert identical_pairs(built.contents()) == {}


def test_a_field_reads_as_a_part_of_a_message():
    alike = IdenticalField("q", 1200, 1190, 0.5, math.log(1e-30))
    assert str(alike) == "q on 1,190 of 1,200 shared units (50% expected, chance about 1e-30)"
