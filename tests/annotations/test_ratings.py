"""Ratings: keeping some of them keeps what belongs to them."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.annotations.ratings import Boxes, Grouping, NonResponse, Ratings, Scalars, Sets, rows_of
from accord.spec.reading import Scale

SCALARS = Scalars(np.array([0, 2, 0], np.uint8), np.array([1, -1, 0], np.int32), Scale(("a", "b")))
SETS = Sets(
    np.array([0, 0, 3], np.uint8), np.array([1, 0, -1], np.int32), np.array([[False], [True]]), ("a",), {"d": (0,)}
)
BOXES = Boxes(
    np.zeros(3, np.uint8),
    np.array([0, 2, 2, 3]),
    np.array([0, 1, 0], np.int32),
    np.arange(12, dtype=np.float64).reshape(3, 4),
    ("a", "b"),
    {},
)
RATINGS = Ratings(
    pl.Series(["i", "j"]),
    np.array([0, 1, 1], np.int32),
    ("ann", "bob"),
    np.array([0, 0, 1], np.int32),
    {"s": SCALARS, "l": SETS, "b": BOXES},
    {"s": "choice", "l": "labels", "b": "boxes"},
)
masks = st.lists(st.booleans(), min_size=3, max_size=3).map(lambda keep: np.array(keep, np.bool_))


def test_the_number_of_items() -> None:
    assert RATINGS.items == 2


def test_a_group_by_its_columns() -> None:
    grouping = Grouping(("k", "m"), (("a", "x"), ("b", "x")), np.array([1, 0], np.int32))
    assert grouping.where(1) == {"k": "b", "m": "x"}


@given(masks)
def test_values_of_the_chosen_ratings(keep: np.ndarray) -> None:
    for answers in (SCALARS, SETS):
        chosen = rows_of(answers, keep)
        assert not isinstance(chosen, Boxes)
        assert chosen.state.tolist() == answers.state[keep].tolist()
        assert chosen.code.tolist() == answers.code[keep].tolist()


@given(masks)
def test_boxes_of_the_chosen_ratings(keep: np.ndarray) -> None:
    chosen = rows_of(BOXES, keep)
    assert isinstance(chosen, Boxes)
    each = [BOXES.xyxy[start:end].tolist() for start, end in zip(BOXES.offsets, BOXES.offsets[1:], strict=False)]
    kept = [chosen.xyxy[start:end].tolist() for start, end in zip(chosen.offsets, chosen.offsets[1:], strict=False)]
    assert kept == [boxes for boxes, there in zip(each, keep, strict=True) if there]
    assert len(chosen.label) == len(chosen.xyxy) == chosen.offsets[-1]
    assert chosen.offsets[0] == 0


@given(masks)
def test_items_and_raters_stay_when_their_ratings_go(keep: np.ndarray) -> None:
    chosen = RATINGS.keep(keep)
    assert chosen.items == RATINGS.items
    assert chosen.raters == RATINGS.raters
    assert chosen.rater is not None
    assert RATINGS.rater is not None
    assert chosen.item.tolist() == RATINGS.item[keep].tolist()
    assert chosen.rater.tolist() == RATINGS.rater[keep].tolist()
    assert {name: len(answers.state) for name, answers in chosen.answers.items()} == dict.fromkeys("slb", keep.sum())
    assert len(RATINGS.item) == 3


def test_anonymous_raters_stay_anonymous() -> None:
    anonymous = Ratings(RATINGS.item_ids, RATINGS.item, (), None, {"s": SCALARS}, {"s": "choice"})
    assert anonymous.keep(np.array([True, False, False])).rater is None


@pytest.mark.parametrize("keep", [[True], [True, False], [True] * 4])
def test_a_mask_of_another_length_is_refused(keep: list[bool]) -> None:
    with pytest.raises(IndexError):
        rows_of(SCALARS, np.array(keep))


def test_non_response_as_json() -> None:
    assert NonResponse("f", "ann", 4, 1, 1, 1, {"cannot judge": 1}).to_dict() == {
        "field": "f",
        "rater": "ann",
        "asked": 4,
        "answered": 1,
        "missing": 1,
        "off_label": 1,
        "abstained": {"cannot judge": 1},
    }
