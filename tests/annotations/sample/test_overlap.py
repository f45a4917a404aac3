"""The overlap design: even groups, even loads, even pairs, all of it random only through the seed."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accord.annotations.sample.overlap import Group, balanced, in_groups, pairs_of_raters, split
from accord.annotations.sample.sampling import Drawn, Stratum
from accord.errors import UsageError

SOME = settings(max_examples=50)
FEW = settings(max_examples=25)
sizes_of_strata = st.lists(st.integers(0, 12), min_size=1, max_size=8).filter(any)
seeds = st.integers(0, 50)


def sample(sizes: Sequence[int]) -> Drawn:
    """A sample with so many items in each stratum; the first letter of an item is its stratum."""
    names = [chr(ord("a") + at) for at in range(len(sizes))]
    items = [f"{name}{number}" for name, size in zip(names, sizes, strict=True) for number in range(size)]
    strata = [Stratum({"k": name}, max(size, 1), size, size) for name, size in zip(names, sizes, strict=True)]
    return Drawn(tuple(items), tuple(strata))


def names(number: int) -> list[str]:
    return [f"rater {at:02}" for at in range(number)]


def spread(numbers: Iterable[int]) -> int:
    found = list(numbers)
    return max(found) - min(found)


def loads(groups: Sequence[Group], raters: Sequence[str], stratum: str = "") -> list[int]:
    """How many items each rater is asked about, of all or of one stratum."""
    return [
        sum(item.startswith(stratum) for who, items in groups if rater in who for item in items) for rater in raters
    ]


def shared(groups: Sequence[Group], raters: Sequence[str], stratum: str = "") -> list[int]:
    """How many items each pair of raters shares."""
    return [
        sum(item.startswith(stratum) for who, items in groups if {*pair} <= {*who} for item in items)
        for pair in combinations(raters, 2)
    ]


def test_the_museum_design() -> None:
    drawn = sample([15] * 15)
    groups = in_groups(drawn, ["A", "B", "C"], groups=3, raters_per_item=2, seed=4)
    assert [raters for raters, _ in groups] == [("A", "B"), ("B", "C"), ("A", "C")]
    assert [len(items) for _, items in groups] == [75, 75, 75]
    for _, items in groups:
        assert set(Counter(item[0] for item in items).values()) == {5}
        assert len({item[0] for item in items}) == 15
    assert sorted(item for _, items in groups for item in items) == sorted(drawn.items)
    assert loads(groups, ["A", "B", "C"]) == [150, 150, 150]


@SOME
@given(sizes_of_strata, st.integers(1, 6), seeds)
def test_groups_and_their_strata_are_even(sizes: list[int], number: int, seed: int) -> None:
    drawn = sample(sizes)
    number = min(number, len(drawn.items))
    groups = split(drawn, number, seed)
    assert len(groups) == number
    assert sorted(item for items in groups for item in items) == sorted(drawn.items)
    assert spread(map(len, groups)) <= 1
    for stratum in drawn.strata:
        assert spread(sum(item[0] == stratum.where["k"] for item in items) for items in groups) <= 1
    place = {item: at for at, item in enumerate(drawn.items)}
    assert all(list(items) == sorted(items, key=place.__getitem__) for items in groups)


def test_a_split_is_random_through_its_seed_only() -> None:
    drawn = sample([9, 9])
    assert split(drawn, 3, 1) == split(drawn, 3, 1)
    assert len({split(drawn, 3, seed) for seed in range(20)}) == 20


def test_odd_items_of_like_strata_do_not_all_fall_to_one_group() -> None:
    # One item a stratum, strata region by type: dealt out in order, each group would get one type only.
    drawn = sample([1] * 15)
    types = [{drawn.items.index(item) % 3 for item in split(drawn, 3, seed)[0]} for seed in range(30)]
    assert sum(len(found) > 1 for found in types) > 25


@pytest.mark.parametrize(
    ("number", "groups", "each", "expected"),
    [
        (3, 3, 2, "AB BC AC"),
        (4, 4, 2, "AB BC CD AD"),
        (4, 6, 2, "AB BC CD AD AC BD"),
        (4, 2, 2, "AB CD"),
        (3, 2, 2, "AB AC"),
        (2, 3, 2, "AB AB AB"),
        (4, 4, 3, "ABC BCD ACD ABD"),
        (3, 3, 1, "A B C"),
        (1, 2, 1, "A A"),
        (5, 5, 5, "ABCDE ABCDE ABCDE ABCDE ABCDE"),
    ],
)
def test_raters_of_groups(number: int, groups: int, each: int, expected: str) -> None:
    found = pairs_of_raters("ABCDE"[:number], groups, each)
    assert " ".join("".join(raters) for raters in found) == expected


@SOME
@given(st.integers(1, 9), st.integers(1, 30), st.data())
def test_raters_have_as_equal_numbers_of_groups_as_can_be(number: int, groups: int, data: st.DataObject) -> None:
    each = data.draw(st.integers(1, number))
    groups = max(groups, math.ceil(number / each))
    found = pairs_of_raters(names(number), groups, each)
    assert len(found) == groups
    assert all(len(set(raters)) == each for raters in found)
    assert spread(sum(rater in raters for raters in found) for rater in names(number)) <= 1


def design(sizes: list[int], number: int, each: int, seed: int) -> tuple[Drawn, tuple[Group, ...]]:
    """A balanced design, checked for what every one must be."""
    drawn = sample(sizes)
    groups = balanced(drawn, names(number), each, seed)
    assert sorted(item for _, items in groups for item in items) == sorted(drawn.items)
    assert all(len(set(raters)) == each for raters, _ in groups)
    assert len({raters for raters, _ in groups}) == len(groups)
    assert [raters for raters, _ in groups] == sorted(raters for raters, _ in groups)
    assert spread(loads(groups, names(number))) <= 1
    return drawn, groups


@SOME
@given(sizes_of_strata, st.integers(2, 9), seeds)
def test_two_raters_an_item_are_even_in_raters_pairs_and_strata(sizes: list[int], number: int, seed: int) -> None:
    sizes[0] += math.ceil(number / 2)
    drawn, groups = design(sizes, number, 2, seed)
    assert spread(shared(groups, names(number))) <= 1
    for stratum in drawn.strata:
        assert spread(loads(groups, names(number), stratum.where["k"])) <= 2
        assert spread(shared(groups, names(number), stratum.where["k"])) <= 1


@SOME
@given(sizes_of_strata, st.integers(1, 9), seeds, st.data())
def test_more_raters_an_item_are_even_in_raters_and_nearly_so_in_pairs(
    sizes: list[int], number: int, seed: int, data: st.DataObject
) -> None:
    each = data.draw(st.integers(1, number))
    sizes[0] += math.ceil(number / each)
    drawn, groups = design(sizes, number, each, seed)
    if number > 1:
        assert spread(shared(groups, names(number))) <= 5
    for stratum in drawn.strata:
        assert spread(loads(groups, names(number), stratum.where["k"])) <= 4


@FEW
@given(st.integers(3, 7), st.integers(1, 2), seeds, st.data())
def test_pairs_are_equal_where_the_number_of_sets_divides_the_items(
    number: int, rounds: int, seed: int, data: st.DataObject
) -> None:
    each = data.draw(st.integers(2, number))
    items = rounds * math.comb(number, each)
    first = data.draw(st.integers(0, items))
    _, groups = design([first, items - first], number, each, seed)
    assert spread(shared(groups, names(number))) == 0
    assert len(groups) == math.comb(number, each)


def test_many_raters_have_no_whole_round_and_are_still_even() -> None:
    _, groups = design([100, 300], 40, 3, 0)
    assert math.comb(40, 3) > 5000
    assert spread(shared(groups, names(40))) <= 5


def test_a_long_run_short_of_a_whole_round_does_not_drift_apart() -> None:
    # With ties always broken the same way the numbers that pairs share differ by 5 here, and by more later on.
    _, groups = design([800], 18, 3, 2)
    assert math.comb(18, 3) == 816
    assert spread(shared(groups, names(18))) <= 3


def test_who_gets_which_items_is_random_through_the_seed_only() -> None:
    drawn = sample([10, 10])
    assert balanced(drawn, names(4), 2, 3) == balanced(drawn, names(4), 2, 3)
    assert len({balanced(drawn, names(4), 2, seed) for seed in range(20)}) == 20
    # The first rater gets every item about as often as not: half of the raters answer each.
    times = Counter(
        item
        for seed in range(400)
        for who, items in balanced(drawn, names(4), 2, seed)
        if "rater 00" in who
        for item in items
    )
    assert len(times) == 20
    assert all(140 < number < 260 for number in times.values())  # six standard errors


def test_the_place_of_a_rater_in_the_design_is_random() -> None:
    # Seven items, two raters each, four raters: two raters have four items, two have three.
    most = {
        tuple(load == 4 for load in loads(balanced(sample([7]), names(4), 2, seed), names(4))) for seed in range(60)
    }
    assert len(most) == 6


def test_museum_raters_balanced_item_by_item() -> None:
    drawn, groups = design([15] * 15, 3, 2, 0)
    assert [(raters, len(items)) for raters, items in groups] == [
        (("rater 00", "rater 01"), 75),
        (("rater 00", "rater 02"), 75),
        (("rater 01", "rater 02"), 75),
    ]
    for stratum in drawn.strata:
        assert shared(groups, names(3), stratum.where["k"]) == [5, 5, 5]


def test_wrong_designs_are_told_all_at_once() -> None:
    with pytest.raises(UsageError) as raised:
        in_groups(sample([4]), ["A", " ", "B", "A ", ""], groups=9, raters_per_item=6, seed=-1)
    assert str(raised.value).splitlines() == [
        "raters: 2 names blank; every rater needs a name",
        "raters: 'A' named more than once; allowed is each rater once",
        "raters_per_item 6: allowed are 1 to 5 (5 raters)",
        "groups 9: allowed are 1 to 4, the number of items",
        "seed -1: allowed are whole numbers from 0",
    ]


@pytest.mark.parametrize(
    ("raters", "each", "groups", "says"),
    [
        ([], 2, 1, "raters: none is named"),
        (["A"], 0, 1, "raters_per_item 0: allowed are 1 to 1 (1 rater)"),
        (["A"], 1, 0, "groups 0: allowed are whole numbers from 1"),
        (["A", "B", "C"], 2, 1, "some would get nothing, as 'C'; 1 group of 2 raters allow at most 2"),
    ],
)
def test_wrong_groups(raters: list[str], each: int, groups: int, says: str) -> None:
    with pytest.raises(UsageError) as raised:
        pairs_of_raters(raters, groups, each)
    assert says in str(raised.value)
    with pytest.raises(UsageError) as raised:
        in_groups(sample([4]), raters, groups, each, 0)
    assert says in str(raised.value)


@pytest.mark.parametrize(
    ("sizes", "raters", "each", "seed", "says"),
    [
        ([4], ["A", "B", "B"], 2, 0, "'B' named more than once"),
        ([4], ["A", "B"], 3, 0, "raters_per_item 3: allowed are 1 to 2"),
        ([4], ["A", "B"], 2, -2, "seed -2"),
        ([0], ["A", "B"], 2, 0, "there are no items"),
        ([2], names(5), 2, 0, "some would get nothing, as 'rater 04'; 2 items of 2 raters allow at most 4"),
    ],
)
def test_wrong_balanced_designs(sizes: list[int], raters: list[str], each: int, seed: int, says: str) -> None:
    with pytest.raises(UsageError) as raised:
        balanced(sample(sizes), raters, each, seed)
    assert says in str(raised.value)


@pytest.mark.parametrize(
    ("size", "groups", "seed", "says"),
    [(3, 4, 0, "allowed are 1 to 3"), (3, 0, 0, "whole numbers from 1"), (0, 1, 0, "no items"), (3, 1, -1, "seed -1")],
)
def test_wrong_splits(size: int, groups: int, seed: int, says: str) -> None:
    with pytest.raises(UsageError) as raised:
        split(sample([size]), groups, seed)
    assert says in str(raised.value)
