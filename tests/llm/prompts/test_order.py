"""The order of fields is drawn: always the same for an output, fair to every field."""

from __future__ import annotations

from collections import Counter
from math import factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.llm.prompts.order import FEWEST, _orders, drawn_order

NAMES = st.lists(st.text(min_size=1, max_size=4), min_size=1, max_size=8, unique=True).map(tuple)


@given(NAMES, st.text(), st.none() | st.text())
def test_every_field_is_asked_once_and_the_draw_holds(fields, item, of):
    order = drawn_order(fields, item, of)
    assert sorted(order) == sorted(fields)
    assert drawn_order(fields, item, of) == order


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 7, 30])
def test_every_field_stands_at_every_place_equally_often(count):
    fields = tuple(f"field-{number}" for number in range(count))
    orders = _orders(fields)
    assert len(set(orders)) == len(orders) >= min(FEWEST, factorial(count))
    for place in range(count):
        assert set(Counter(order[place] for order in orders).values()) == {len(orders) // count}


def test_outputs_of_one_item_differ_and_all_orders_come_up():
    fields = ("title", "culture", "period", "origin", "creator")
    drawn = Counter(drawn_order(fields, f"item-{item}", f"of-{of}") for item in range(200) for of in range(3))
    assert set(drawn) == set(_orders(fields))
    assert max(drawn.values()) < 2 * drawn.total() / len(drawn)
    assert len({drawn_order(fields, "one", f"of-{of}") for of in range(20)}) > 5


def test_an_item_and_an_output_are_not_joined_into_one_text():
    fields = tuple("abcdefgh")
    pairs = [("a", "b"), ("ab", ""), ("", "ab")]
    assert len({drawn_order(fields, item, of) for item, of in pairs}) > 1
