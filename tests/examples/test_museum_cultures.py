"""The words of the made-up museum keep apart what a wrong answer must not mean by chance."""

from __future__ import annotations

from itertools import chain, pairwise

import pytest

from accord.examples.museum_cultures import CULTURES, Culture

EVERY = list(chain.from_iterable(CULTURES.values()))


@pytest.mark.parametrize("culture", EVERY, ids=lambda culture: culture.noun)
def test_eras_are_in_order_and_apart(culture: Culture) -> None:
    centuries = list(chain.from_iterable(era.centuries for era in culture.eras))
    assert len(culture.eras) >= 3
    assert all(one < other for one, other in pairwise(centuries))
    assert 5 <= centuries[0] <= centuries[-1] <= 19
    assert len({era.name for era in culture.eras}) == len(culture.eras)


@pytest.mark.parametrize("culture", EVERY, ids=lambda culture: culture.noun)
def test_names_are_whole(culture: Culture) -> None:
    assert culture.noun != culture.adjective
    assert all(2 <= len(set(place)) == len(place) <= 3 for place in culture.places)
    assert len(culture.makers) == 4
    for person, house, *other in culture.makers:
        assert house in person
        assert len(other) <= 1
    texts = [*chain.from_iterable(culture.places), *chain.from_iterable(culture.makers)]
    assert all(text == text.strip() != "" and "||" not in text for text in texts)


@pytest.mark.parametrize("region", CULTURES)
def test_cultures_of_a_region_share_no_place_and_no_house(region: str) -> None:
    cultures = CULTURES[region]
    places = [set(chain.from_iterable(culture.places)) | {culture.noun} for culture in cultures]
    houses = [{maker[1] for maker in culture.makers} for culture in cultures]
    for names in (places, houses):
        assert len(set.union(*names)) == sum(map(len, names))
    assert len({culture.adjective for culture in cultures}) == len(cultures) == 4
