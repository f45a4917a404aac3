"""The objects fill their strata, look different, and each has others that it cannot be taken for."""

from __future__ import annotations

from collections import Counter

import pytest

from accord.examples.museum_objects import FIELDS, PER_STRATUM, REGIONS, TYPES, named, things

THINGS = things()


def test_strata_are_full() -> None:
    counts = Counter((thing.region, thing.type) for thing in THINGS)
    assert counts == {(region, type): 20 for region in REGIONS for type in TYPES}
    assert PER_STRATUM == 20
    assert (len(REGIONS), len(TYPES)) == (5, 3)
    assert list(named()) == [f"obj-{number:03d}" for number in range(1, 301)]


def test_looks_and_descriptions_differ() -> None:
    assert len({thing.look for thing in THINGS}) == len(THINGS)
    assert len({thing.description for thing in THINGS}) == len(THINGS)
    assert {thing.type for thing in THINGS if thing.look[1] == "hole"} == {"coin"}


def test_every_culture_has_its_share_of_a_stratum() -> None:
    counts = Counter((thing.region, thing.type, *thing.kin["culture"]) for thing in THINGS)
    assert set(counts.values()) == {5}


@pytest.mark.parametrize("field", FIELDS)
def test_labels_say_the_same_in_several_ways(field: str) -> None:
    for thing in THINGS:
        label = thing.labels[field]
        assert 1 <= len(label.alternatives) <= 3
        assert len(set(label.alternatives)) == len(label.alternatives)
        assert not {*label.alternatives, *label.same} & set(label.broader)
        assert not all(text in label.alternatives for text in label.same)


@pytest.mark.parametrize("field", FIELDS)
def test_wrong_labels_are_there_and_are_wrong(field: str) -> None:
    for thing in THINGS:
        mine = {*thing.labels[field].alternatives, *thing.labels[field].same, *thing.labels[field].broader}
        others = [other for other in THINGS if other.region == thing.region and thing.contradicts(other, field)]
        assert len(others) >= 5
        assert not any(mine & set(other.labels[field].alternatives) for other in others)
        assert thing not in others


def test_references_are_the_alternatives() -> None:
    for thing in THINGS:
        for field in FIELDS:
            given = thing.reference(field)
            assert given == (None if field in thing.unknown else " || ".join(thing.labels[field].alternatives))
