"""The order in which a judge is asked: not the declared one, and another one from output to output."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from math import factorial

from accord.canonical import compact

FEWEST = 24
"""Orders that are drawn from, or all where there are fewer. It is so few that a service, which prepares each schema of
replies once, soon knows them all."""


def drawn_order(fields: tuple[str, ...], item: str, of: str | None) -> tuple[str, ...]:
    """The fields in an order drawn for an item, or an output. The same for every judge.

    The orders drawn from are a few shuffles of the fields, each in all its rotations: so every field stands at every
    place in the same number of them.

    >>> drawn_order(("a", "b", "c"), "object-1", None), drawn_order(("a", "b", "c"), "object-3", None)
    (('b', 'c', 'a'), ('a', 'b', 'c'))
    """
    draw = int.from_bytes(hashlib.sha256(f"{item}\0{of or ''}".encode()).digest())
    orders = _orders(fields)
    return orders[draw % len(orders)]


@lru_cache(maxsize=256)
def _orders(fields: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Distinct orders: all there are of four fields or fewer."""
    circles = min(-(-FEWEST // len(fields)), factorial(len(fields) - 1))
    found: dict[tuple[str, ...], None] = {}
    shuffle = 0
    while len(found) < circles * len(fields):
        order = sorted(fields, key=lambda name: hashlib.sha256(compact([shuffle, name]).encode()).digest())
        found |= dict.fromkeys((*order[start:], *order[:start]) for start in range(len(order)))
        shuffle += 1
    return tuple(found)
