"""One box: corners of the three formats, or why it is no box."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.spec.boxes import BOX_FORMATS, REASONS, BadBox, beyond, corners

places = st.floats(-1e6, 1e6)
sizes = st.floats(1e-3, 1e6)


def reason(box: Any, form: Any = "xywh") -> str:
    found = corners(box, form)
    assert isinstance(found, BadBox), found
    assert found.reason in REASONS
    assert found.detail
    return found.reason


def test_the_three_formats_of_one_box() -> None:
    assert corners([10, 20, 30, 40], "xywh") == (10, 20, 40, 60)
    assert corners([10, 20, 40, 60], "xyxy") == (10, 20, 40, 60)
    assert corners([25, 40, 30, 40], "cxcywh") == (10, 20, 40, 60)
    assert BOX_FORMATS == ("xywh", "xyxy", "cxcywh")


def test_a_tuple_will_do_and_the_result_is_floats() -> None:
    found = corners((0, 0, 1, 2), "xyxy")
    assert isinstance(found, tuple)
    assert all(type(value) is float for value in found)


@given(places, places, sizes, sizes)
def test_formats_agree(x: float, y: float, width: float, height: float) -> None:
    by_size = corners([x, y, width, height], "xywh")
    by_centre = corners([x + width / 2, y + height / 2, width, height], "cxcywh")
    by_corners = corners([x, y, x + width, y + height], "xyxy")
    assert by_size == by_corners
    assert np.allclose(np.array(by_centre), np.array(by_size), rtol=1e-9, atol=1e-6)


@pytest.mark.parametrize(
    ("box", "why"),
    [
        (None, "null"),
        ([0, 0, None, 1], "null"),
        ([], "wrong_length"),
        ([0, 0, 1], "wrong_length"),
        ([0, 0, 1, 1, 1], "wrong_length"),
        ("0,0,1,1", "wrong_length"),
        ({"x": 0}, "wrong_length"),
        (5, "wrong_length"),
        ([0, 0, "1", 1], "not_a_number"),
        ([0, 0, "", 1], "not_a_number"),
        ([0, 0, True, 1], "not_a_number"),
        ([0, 0, [1], 1], "not_a_number"),
        ([0, 0, math.nan, 1], "not_finite"),
        ([0, 0, math.inf, 1], "not_finite"),
        ([0, 0, " NaN ", 1], "not_finite"),
        ([0, 0, "-Infinity", 1], "not_finite"),
        ([1.7e308, 0, 1.7e308, 1], "not_finite"),
        ([0, 0, 0, 1], "no_area"),
        ([0, 0, 1, -1], "no_area"),
        ([0, 0, 1, 0.0], "no_area"),
        ([1e300, 0, 1, 1], "no_area"),
    ],
)
def test_what_is_no_box(box: Any, why: str) -> None:
    assert reason(box) == why


def test_a_whole_number_beyond_all_floats_is_not_finite() -> None:
    assert reason([10**400, 0, 1, 1]) == "not_finite"


@pytest.mark.parametrize("kind", [np.int64, np.uint8, np.float32])
def test_numbers_of_numpy_are_numbers(kind: type[np.generic]) -> None:
    assert corners(list(np.array([0, 0, 1, 2], kind)), "xyxy") == (0, 0, 1, 2)


def test_corners_the_wrong_way_round_are_not_turned() -> None:
    assert reason([30, 40, 10, 60], "xyxy") == "no_area"
    assert reason([10, 60, 30, 40], "xyxy") == "no_area"


def test_the_first_thing_wrong_is_named() -> None:
    found = corners([0, "[red]x[/red]", None, 1], "xywh")
    assert found == BadBox("not_a_number", "'[red]x[/red]' is not a number")


FRAME = (100.0, 50.0)


@pytest.mark.parametrize(
    ("box", "where"),
    [
        ((0, 0, 100, 50), None),
        ((10, 10, 20, 20), None),
        ((-0.00005, 0, 1, 50.00002), None),
        ((-0.0002, 0, 1, 1), "partly"),
        ((0, 0, 1, 50.0001), "partly"),
        ((90, 40, 120, 60), "partly"),
        ((-10, -10, 200, 100), "partly"),
        ((100, 0, 110, 10), "outside"),
        ((0, 50, 10, 60), "outside"),
        ((-10, 0, 0, 10), "outside"),
        ((0, -10, 10, 0), "outside"),
    ],
)
def test_where_a_box_lies(box: tuple[float, float, float, float], where: str | None) -> None:
    assert beyond(box, FRAME) == where


@given(st.tuples(places, places, sizes, sizes), st.floats(0.5, 1000))
def test_where_a_box_lies_does_not_depend_on_the_unit(box: tuple[float, float, float, float], unit: float) -> None:
    x, y, width, height = (value / 1e4 for value in box)
    found = corners([x, y, width, height], "xywh")
    assert isinstance(found, tuple)
    scaled = tuple(value * unit for value in found)
    edge = min(abs(value - limit) for value, limit in zip(found * 2, (0, 0, 0, 0, *FRAME, *FRAME), strict=True))
    if edge > 1e-3:
        assert beyond(scaled, (FRAME[0] * unit, FRAME[1] * unit)) == beyond(found, FRAME)  # type: ignore[arg-type]
