"""Settings of a run: what is allowed, and what is recorded."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import accord
from accord.agreement.settings import Settings


def test_defaults_are_those_of_the_design() -> None:
    settings = Settings()
    assert (settings.replicates, settings.seed, settings.level) == (2000, 0, 0.95)
    assert (settings.resample, settings.interval, settings.min_support) == ("multinomial", "percentile", 20)
    assert (settings.order, settings.rater_pool) == ("id", False)


@pytest.mark.parametrize(
    "allowed",
    [
        {"replicates": 0},
        {"replicates": 10},
        {"replicates": 10_000_000},
        {"seed": 2**63 - 1},
        {"level": 0.001},
        {"level": 0.999},
        {"interval": "bca"},
        {"resample": "index", "order": "file"},
        {"min_support": 0},
    ],
)
def test_allowed(allowed: dict[str, Any]) -> None:
    settings = Settings(**allowed)
    assert {name: getattr(settings, name) for name in allowed} == allowed


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("replicates", -1, "replicates: -1 is neither 0 nor from 10 to 10,000,000"),
        ("replicates", 9, "replicates: 9 is neither 0 nor from 10 to 10,000,000"),
        ("replicates", 10_000_001, "replicates: 10000001 is neither 0 nor from 10 to 10,000,000"),
        ("seed", -1, "seed: -1 is not a whole number from 0 to 2**63 - 1"),
        ("seed", 2**63, f"seed: {2**63} is not a whole number from 0 to 2**63 - 1"),
        ("level", 0, "level: 0 does not lie between 0 and 1 (0.95, say)"),
        ("level", 1, "level: 1 does not lie between 0 and 1 (0.95, say)"),
        ("level", 95, "level: 95 does not lie between 0 and 1 (0.95, say)"),
        ("level", float("nan"), "level: nan does not lie between 0 and 1 (0.95, say)"),
        ("interval", "normal", "interval: 'normal' is neither percentile nor bca"),
        ("resample", "jackknife", "resample: 'jackknife' is neither multinomial nor index"),
        ("order", "random", "order: 'random' is neither id nor file"),
        ("min_support", -1, "min-support: -1 is below 0"),
    ],
)
def test_refused(name: str, value: Any, message: str) -> None:
    with pytest.raises(accord.UsageError) as refused:
        Settings(**{name: value})
    assert str(refused.value) == message


def test_all_problems_at_once() -> None:
    with pytest.raises(accord.UsageError) as refused:
        Settings(replicates=1, seed=-1, level=2, min_support=-3)
    assert [line.split(":")[0] for line in str(refused.value).splitlines()] == [
        "replicates",
        "seed",
        "level",
        "min-support",
    ]


def test_what_is_recorded() -> None:
    assert Settings(500, 7, "bca", 0.9, "index", "file", True, 5).to_dict() == {
        "seed": 7,
        "replicates": 500,
        "interval": "bca",
        "level": 0.9,
        "resample": "index",
        "order": "file",
        "rater_pool": True,
        "min_support": 5,
        "numpy": np.__version__,
    }
