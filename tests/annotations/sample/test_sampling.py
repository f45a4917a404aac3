"""The sample: what is drawn from each stratum, what is short, and what it depends on."""

from __future__ import annotations

import hashlib
import random

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accord.annotations.sample.sampling import Drawn, Stratum, draw, stream
from accord.errors import InputError, UsageError
from accord.spec.labels import in_order

SOME = settings(max_examples=40)
REGIONS = ("East Asia", "Europe", "Islamic world", "South Asia", "The Americas")
TYPES = ("ceramic", "metal", "textile")
rows_of_items = st.lists(
    st.tuples(st.sampled_from(("9", "10", "b", "a")), st.sampled_from(("x", "y"))), min_size=1, max_size=40
)


def table(
    rows: list[tuple[str, ...]], ids: list[str] | None = None, columns: tuple[str, ...] = ("k", "m")
) -> pl.DataFrame:
    names = ids or [str(number) for number in range(1, len(rows) + 1)]
    parts = {column: [row[at] for row in rows] for at, column in enumerate(columns)}
    return pl.DataFrame({"id": names, **parts}, schema_overrides=dict.fromkeys(("id", *columns), pl.String))


def museum(each: int = 20) -> pl.DataFrame:
    rows = [(region, kind) for region in REGIONS for kind in TYPES for _ in range(each)]
    return table(rows, columns=("region", "type"))


def stratum_of(frame: pl.DataFrame, by: tuple[str, ...]) -> dict[str, dict[str, str]]:
    return {row["id"]: {column: row[column] for column in by} for row in frame.iter_rows(named=True)}


def test_the_museum_sample_has_fifteen_objects_of_each_region_and_type() -> None:
    frame = museum()
    drawn = draw(frame, by=["region", "type"], per_stratum=15, size=None, seed=1)
    assert len(drawn.items) == len(set(drawn.items)) == 225
    assert len(drawn.strata) == 15
    assert all((one.available, one.asked, one.taken, one.short) == (20, 15, 15, 0) for one in drawn.strata)
    assert [one.where for one in drawn.strata] == [{"region": r, "type": t} for r in REGIONS for t in TYPES]
    where = stratum_of(frame, ("region", "type"))
    for one, part in zip(drawn.strata, drawn.parts(), strict=True):
        assert all(where[item] == one.where for item in part)


def test_a_stratum_with_too_few_items_gives_all_and_is_short() -> None:
    drawn = draw(table([("a", "x")] * 3 + [("b", "x")] * 7), by=["k"], per_stratum=5, size=None, seed=0)
    assert drawn.strata == (Stratum({"k": "a"}, 3, 5, 3), Stratum({"k": "b"}, 7, 5, 5))
    assert [one.short for one in drawn.strata] == [2, 0]
    assert drawn.items[:3] == ("1", "2", "3")


def test_all_items_are_taken_where_no_number_is_given() -> None:
    frame = table([("b", "x"), ("a", "x"), ("b", "x")], ids=["10", "2", "9"])
    drawn = draw(frame, by=["k"], per_stratum=None, size=None, seed=0)
    assert drawn == Drawn(("2", "9", "10"), (Stratum({"k": "a"}, 1, 1, 1), Stratum({"k": "b"}, 2, 2, 2)))
    assert drawn.parts() == (("2",), ("9", "10"))


def test_without_columns_all_items_are_one_stratum() -> None:
    drawn = draw(museum(), by=[], per_stratum=None, size=7, seed=3)
    assert drawn.strata == (Stratum({}, 300, 7, 7),)
    assert len(drawn.items) == 7
    assert drawn.items == in_order(drawn.items)


def test_strata_are_in_the_order_of_numbers_then_text() -> None:
    drawn = draw(
        table([("b", "2"), ("10", "2"), ("9", "10"), ("9", "2")]), by=["k", "m"], per_stratum=1, size=None, seed=0
    )
    assert [tuple(one.where.values()) for one in drawn.strata] == [("9", "2"), ("9", "10"), ("10", "2"), ("b", "2")]


@pytest.mark.parametrize(
    ("available", "size", "asked"),
    [
        ((5, 3, 2), 5, (3, 1, 1)),  # quotas 2.5, 1.5, 1.0: of equal remainders the earlier
        ((1, 1, 1), 2, (1, 1, 0)),
        ((47, 16, 37), 10, (5, 1, 4)),  # quotas 4.7, 1.6, 3.7
        ((2, 4), 12, (4, 8)),
    ],
)
def test_a_size_is_spread_by_largest_remainder(available: tuple[int, ...], size: int, asked: tuple[int, ...]) -> None:
    rows = [(str(stratum), "x") for stratum, number in enumerate(available) for _ in range(number)]
    drawn = draw(table(rows), by=["k"], per_stratum=None, size=size, seed=0)
    assert tuple(one.asked for one in drawn.strata) == asked
    assert tuple(one.taken for one in drawn.strata) == tuple(map(min, asked, available))


@SOME
@given(rows_of_items, st.integers(1, 60), st.integers(0, 2**70))
def test_a_size_is_met_to_the_item_and_near_each_share(rows: list[tuple[str, ...]], size: int, seed: int) -> None:
    drawn = draw(table(rows), by=["k", "m"], per_stratum=None, size=size, seed=seed)
    assert sum(one.asked for one in drawn.strata) == size
    assert len(drawn.items) == min(size, len(rows))
    assert all(abs(one.asked - size * one.available / len(rows)) < 1 for one in drawn.strata)
    assert all(one.short == 0 for one in drawn.strata) or size > len(rows)


@SOME
@given(rows_of_items, st.integers(1, 6), st.integers(0, 9), st.randoms(use_true_random=False))
def test_the_order_of_rows_and_columns_does_not_matter(
    rows: list[tuple[str, ...]], number: int, seed: int, order: random.Random
) -> None:
    frame = table(rows)
    drawn = draw(frame, by=["k", "m"], per_stratum=number, size=None, seed=seed)
    mixed = order.sample(range(len(rows)), len(rows))
    assert draw(frame[mixed], by=["k", "m"], per_stratum=number, size=None, seed=seed) == drawn
    crossed = draw(frame, by=["m", "k"], per_stratum=number, size=None, seed=seed)
    assert set(crossed.items) == set(drawn.items)


@SOME
@given(rows_of_items, st.integers(1, 6), st.integers(0, 9))
def test_other_strata_do_not_change_what_is_drawn_from_one(rows: list[tuple[str, ...]], number: int, seed: int) -> None:
    frame = table(rows)
    whole = draw(frame, by=["k"], per_stratum=number, size=None, seed=seed)
    for one, part in zip(whole.strata, whole.parts(), strict=True):
        alone = draw(frame.filter(pl.col("k") == one.where["k"]), by=["k"], per_stratum=number, size=None, seed=seed)
        assert alone == Drawn(part, (one,))


@SOME
@given(rows_of_items, st.integers(1, 6), st.integers(0, 9))
def test_a_larger_number_keeps_the_items_of_a_smaller_one(rows: list[tuple[str, ...]], number: int, seed: int) -> None:
    fewer, more = (draw(table(rows), by=["k"], per_stratum=n, size=None, seed=seed) for n in (number, number + 2))
    assert set(fewer.items) <= set(more.items)


def test_every_item_is_as_likely_and_strata_draw_on_their_own() -> None:
    frame = table([("a", "x")] * 4 + [("b", "x")] * 4)
    draws = [draw(frame, by=["k"], per_stratum=1, size=None, seed=seed).items for seed in range(2000)]
    for at, ids in ((0, "1234"), (1, "5678")):
        shares = [sum(items[at] == item for items in draws) / 2000 for item in ids]
        assert max(abs(share - 0.25) for share in shares) < 0.05  # five standard errors
    same_place = sum(int(b) - int(a) == 4 for a, b in draws) / 2000
    assert abs(same_place - 0.25) < 0.05


def test_the_stream_is_the_documented_one() -> None:
    key = '["draw",[["region","São"],["type","x"]]]'
    number = int(hashlib.sha256(key.encode()).hexdigest(), 16)
    expected = np.random.default_rng([7, number]).integers(0, 1 << 40, 3)
    assert (stream(7, "draw", {"type": "x", "region": "São"}).integers(0, 1 << 40, 3) == expected).all()
    assert (stream(7, "split", {"type": "x", "region": "São"}).integers(0, 1 << 40, 3) != expected).all()


def test_blank_and_repeated_cells_are_told_all_at_once() -> None:
    frame = pl.DataFrame(
        {
            "id": [str(number) for number in range(1, 9)] + ["8", " ", None],
            "k": [None, "", " ", None, "", " ", None, "a", "a", "a", "a"],
            "m": ["x"] * 10 + [None],
        }
    )
    with pytest.raises(InputError) as raised:
        draw(frame, by=["k", "m"], per_stratum=1, size=None, seed=0)
    assert [(problem.code, problem.where, problem.count) for problem in raised.value.problems] == [
        ("blank_id", "items, column id", 2),
        ("repeated_id", "items, column id", 1),
        ("blank_strata", "items, column k", 7),
        ("blank_strata", "items, column m", 1),
    ]
    text = str(raised.value)
    assert "blank for 2 items: item number 10, 11" in text
    assert "1 id more than once: '8'" in text
    assert "blank for 7 items: '1', '2', '3', '4', '5' and 2 more" in text


def test_no_rows_are_a_problem() -> None:
    with pytest.raises(InputError, match="no rows"):
        draw(table([]), by=["k"], per_stratum=1, size=None, seed=0)


def test_wrong_arguments_are_told_all_at_once() -> None:
    with pytest.raises(UsageError) as raised:
        draw(museum(1), id="di", by=["regoin", "type", "type"], per_stratum=0, size=-3, seed=-1)
    assert str(raised.value).splitlines() == [
        "a number for each stratum (per_stratum) or one for the whole sample (size), not both",
        "per_stratum 0: allowed are whole numbers from 1",
        "size -3: allowed are whole numbers from 1",
        "seed -1: allowed are whole numbers from 0",
        "by: 'type' named more than once; allowed is each column once",
        "items: no column 'di'; the nearest name is 'id' (columns: id, region, type)",
        "items: no column 'regoin'; the nearest name is 'region' (columns: id, region, type)",
    ]


def test_the_ids_are_no_stratum() -> None:
    with pytest.raises(UsageError, match="'id' is the column of the ids"):
        draw(museum(1), by=["id"], per_stratum=1, size=None, seed=0)
