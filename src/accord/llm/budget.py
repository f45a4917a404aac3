"""A limit of money, however many requests are under way: by estimates of prompts, and for replies that came."""

from __future__ import annotations

import asyncio

from accord.spec.machine import Price

MILLION = 1_000_000


def cost_of(price: Price | None, input_tokens: int, output_tokens: int) -> float:
    """US dollars; 0 where no price is declared.

    >>> cost_of(Price(input=0.4, output=1.6), 1000, 100)
    0.00056
    """
    if price is None:
        return 0.0
    return (price.input * input_tokens + price.output * output_tokens) / MILLION


def dollars(amount: float) -> str:
    """An amount with four decimals, a small one with as many as it needs.

    >>> dollars(1234.5), dollars(0.000012), dollars(0.0)
    ('$1,234.5000', '$0.000012', '$0.0000')
    """
    if 0 < amount < 0.001:
        return f"${amount:.6f}"
    return f"${amount:,.4f}"


class Budget:
    """US dollars for a run. What a request may cost at most is set aside before it is sent; what it has cost is taken
    when its reply is there, and the rest is free again.
    """

    def __init__(self, limit: float | None) -> None:
        self.limit = limit
        self.spent = 0.0
        self.used_up = False
        self._aside = 0.0
        self._freed = asyncio.Event()

    async def set_aside(self, most: float) -> bool:
        """Set an amount aside; False where it would pass the limit whatever the requests under way will cost."""
        if self.limit is None:
            return True
        while self.spent + self._aside + most > self.limit:
            if self.used_up or self._aside <= 0.0:
                self.used_up = True
                return False
            self._freed.clear()
            await self._freed.wait()
        self._aside += most
        return True

    def settle(self, most: float, cost: float) -> None:
        """A request has ended: it has cost `cost`, for which `most` was set aside."""
        self.spent += cost
        if self.limit is None:
            return
        # Sums of floats leave crumbs, which must not keep others waiting.
        self._aside = self._aside - most if self._aside - most > 1e-12 else 0.0
        self._freed.set()
