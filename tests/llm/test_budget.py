import asyncio

import pytest

from accord.llm.budget import Budget, cost_of
from accord.spec.machine import Price


def test_cost_is_by_the_million() -> None:
    price = Price(input=2, output=8)
    assert cost_of(price, 1_000_000, 500_000) == 6.0
    assert cost_of(None, 1_000_000, 500_000) == 0.0


def test_without_a_limit_everything_is_sent() -> None:
    budget = Budget(None)
    assert asyncio.run(budget.set_aside(1e9))
    budget.settle(1e9, 3.0)
    assert (budget.spent, budget.used_up) == (3.0, False)


def test_what_would_pass_the_limit_is_not_sent() -> None:
    budget = Budget(1.0)
    assert asyncio.run(budget.set_aside(0.6))
    budget.settle(0.6, 0.5)
    assert not asyncio.run(budget.set_aside(0.6))
    assert budget.used_up


def test_it_waits_for_requests_under_way_that_may_cost_less() -> None:
    async def two() -> bool:
        budget = Budget(1.0)
        assert await budget.set_aside(0.6)
        second = asyncio.create_task(budget.set_aside(0.6))
        await asyncio.sleep(0)
        assert not second.done()
        budget.settle(0.6, 0.1)
        return await second

    assert asyncio.run(two())


@pytest.mark.parametrize("cost", [0.1, 0.25, 0.6])
def test_many_at_once_never_pass_the_limit(cost: float) -> None:
    async def all_of_them() -> Budget:
        budget = Budget(5.0)

        async def one() -> None:
            if await budget.set_aside(0.6):
                await asyncio.sleep(0)
                budget.settle(0.6, cost)

        await asyncio.gather(*(one() for _ in range(100)))
        return budget

    budget = asyncio.run(all_of_them())
    assert budget.spent <= 5.0
    assert budget.spent > 5.0 - 0.6 - 1e-9
    assert budget.used_up
