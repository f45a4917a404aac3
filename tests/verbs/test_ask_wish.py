from pathlib import Path

import pytest

from accord.errors import UsageError
from accord.verbs.ask_wish import Wish


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"retries": -1}, "retry_invalid -1: must be a whole number, from 0 to 20"),
        ({"retries": 21}, "retry_invalid 21"),
        ({"limit": 0}, "limit 0: must be a whole number, 1 or more"),
        ({"limit": -3}, "limit -3"),
        ({"limit": "a"}, "limit 'a'"),
        ({"limit": True}, "limit True"),
        ({"limit": 1.5}, "limit 1.5"),
        ({"concurrency": 0}, "concurrency 0: must be a whole number, from 1 to 1,024"),
        ({"budget": float("nan")}, "budget_usd nan"),
        ({"budget": float("inf")}, "budget_usd inf"),
        ({"budget": -1}, "budget_usd -1"),
        ({"budget": "1"}, "budget_usd '1'"),
        ({"replay": Path("x"), "retries": 1}, "--retry-invalid asks a machine again"),
    ],
)
def test_numbers_that_cannot_be(given, message) -> None:
    with pytest.raises(UsageError) as caught:
        Wish("judge", **given)
    assert str(caught.value).startswith(message)


def test_all_problems_are_told_at_once() -> None:
    with pytest.raises(UsageError) as caught:
        Wish("judge", limit=0, concurrency=0)
    assert str(caught.value).count("\n") == 1


def test_what_can_be() -> None:
    assert Wish("judge", limit=1, concurrency=1024, retries=20, budget=0).budget == 0
