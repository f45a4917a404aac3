import random

import pytest

from accord.llm.client.backoff import backoff


@pytest.mark.parametrize(("failures", "most"), [(1, 1), (2, 2), (3, 4), (6, 32), (7, 60), (50, 60), (5000, 60)])
def test_it_is_spread_over_all_of_a_growing_bounded_range(failures: int, most: float) -> None:
    rng = random.Random(0)
    waits = [backoff(failures, None, rng) for _ in range(2000)]
    assert 0 <= min(waits) < 0.05 * most
    assert 0.95 * most < max(waits) <= most


def test_a_named_time_is_the_least() -> None:
    rng = random.Random(0)
    waits = [backoff(failures, 5.0, rng) for failures in range(1, 10) for _ in range(100)]
    assert min(waits) >= 5 and max(waits) <= 6
    assert len(set(waits)) > 800
