"""The subsets of items that estimates are made for."""

from __future__ import annotations

import numpy as np
from made_ratings import frame_of, ratings_of

import accord
from accord.agreement.subsets import EVERYTHING, subsets_of
from accord.annotations.ratings import Membership

RATINGS = ratings_of(
    [["a", "b"]] * 4,
    accord.Choice(["a", "b"]),
    by=("part", "town"),
    part=["y", "x", "y", "x"],
    town=["Ulm", "Ulm", "Bonn", ""],
)


def as_lists(memberships: tuple[Membership, ...] = (), field: str = "value") -> list[tuple[dict[str, str], list[int]]]:
    found = subsets_of(RATINGS, field, memberships)
    return [(one.where, list(range(4)) if one.chosen is None else np.flatnonzero(one.chosen).tolist()) for one in found]


def test_all_items_come_first_then_slices_in_rising_order() -> None:
    assert as_lists() == [
        ({}, [0, 1, 2, 3]),
        ({"part": "x"}, [1, 3]),
        ({"part": "y"}, [0, 2]),
        ({"town": "Bonn"}, [2]),
        ({"town": "Ulm"}, [0, 1]),
    ]
    assert subsets_of(RATINGS, "value", ())[0] is EVERYTHING


def test_a_blank_value_is_no_slice() -> None:
    assert not any(where.get("town") == "" for where, _ in as_lists())


def test_memberships_follow_and_may_overlap_or_be_empty() -> None:
    mask = np.array([[1, 1, 0], [1, 0, 0], [0, 1, 0], [0, 0, 0]], np.bool_)
    quality = Membership("quality", ("road", "air", "none"), mask)
    assert as_lists((quality,))[5:] == [
        ({"quality": "road"}, [0, 1]),
        ({"quality": "air"}, [0, 2]),
        ({"quality": "none"}, []),
    ]


def test_a_membership_may_be_of_some_fields_only() -> None:
    quality = Membership("quality", ("road",), np.ones((4, 1), np.bool_), fields=("other",))
    assert len(as_lists((quality,))) == 5
    assert len(as_lists((quality,), "other")) == 6


def test_crossed_columns_name_every_combination_there_is() -> None:
    frame = frame_of([["a", "b"]] * 3, part=["x", "x", "y"], town=["Ulm", "Bonn", "Ulm"])
    asked = {"item": "item", "rater": "rater", "fields": {"value": accord.Choice(["a", "b"])}}
    result = accord.agree(frame, **asked, measures=["all_agree"], by=[("part", "town")], replicates=0)
    assert [one.slice for one in result.estimates] == [
        "all",
        "part=x,town=Bonn",
        "part=x,town=Ulm",
        "part=y,town=Ulm",
    ]
