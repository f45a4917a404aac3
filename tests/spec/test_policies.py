"""Policies: the defaults of the design, and what each may be."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from accord.agreement.settings import Settings
from accord.spec.policies import Policies

DEFAULTS = {
    "repeats": "latest",
    "consensus": {
        "choice": "majority",
        "labels": {"share": 0.5, "of": "answering"},
        "rating": "median",
        "tie": "unresolved",
    },
    "off_label": "wrong",
    "empty_reference": {"human": "leave_blank", "judge": "judge"},
    "invalid_output": "exclude",
    "invalid": "exclude",
    "intervals": {
        "resample": "multinomial",
        "replicates": 2000,
        "seed": 0,
        "level": 0.95,
        "interval": "percentile",
    },
    "limited_support": 20,
}


def nested(path: str, value: object) -> dict[str, Any]:
    """`a.b` and a value as a mapping."""
    for key in reversed(path.split(".")):
        value = {key: value}
    assert isinstance(value, dict)
    return value


def test_defaults() -> None:
    assert Policies().model_dump() == DEFAULTS
    assert Policies.model_validate(DEFAULTS) == Policies()


def test_intervals_are_by_default_those_of_the_engine() -> None:
    engine, asked = Settings(), Policies().intervals
    names = ("resample", "replicates", "seed", "level", "interval")
    assert [getattr(asked, name) for name in names] == [getattr(engine, name) for name in names]


@pytest.mark.parametrize(
    ("path", "values"),
    [
        ("repeats", ["latest", "error"]),
        ("consensus.choice", ["majority", "plurality"]),
        ("consensus.labels.of", ["answering", "all"]),
        ("consensus.labels.share", [0.01, "0.50", 1]),
        ("consensus.rating", ["median", "mean", "minimum"]),
        ("consensus.tie", ["unresolved", "first_declared", "random"]),
        ("off_label", ["wrong", "exclude"]),
        ("empty_reference.human", ["leave_blank", "judge"]),
        ("empty_reference.judge", ["leave_blank", "judge"]),
        ("invalid_output", ["exclude", "wrong"]),
        ("invalid", ["exclude", "wrong"]),
        ("intervals.resample", ["multinomial", "index"]),
        ("intervals.replicates", [0, 10, 10_000_000]),
        ("intervals.seed", [0, 2**63 - 1]),
        ("intervals.level", [0.5, "0.950", 0.999]),
        ("intervals.interval", ["percentile", "bca"]),
        ("limited_support", [0, 1000]),
    ],
)
def test_what_each_may_be(path: str, values: list[object]) -> None:
    for value in values:
        assert Policies.model_validate(nested(path, value))


@pytest.mark.parametrize(
    ("path", "values"),
    [
        *(
            (path, ["", "Latest", None, 0, True, [], {}])
            for path in ("repeats", "off_label", "invalid", "invalid_output")
        ),
        *((f"consensus.{name}", ["half", None, 1]) for name in ("choice", "rating", "tie", "labels")),
        *((f"empty_reference.{role}", ["blank", None]) for role in ("human", "judge", "model")),
        ("consensus.labels.share", [0, 1.01, -0.5, "half", True, None, "nan", "inf", [0.5]]),
        ("intervals.replicates", [-1, 1, 9, 10_000_001, 1.5, 2000.0, "2000", True, None]),
        ("intervals.seed", [-1, 2**63, 0.0, "0", True, None]),
        ("intervals.level", [0, 1, 95, "95%", True, None, "nan"]),
        ("intervals.interval", ["normal", None]),
        ("intervals.resample", ["bootstrap", None]),
        ("limited_support", [-1, 1.5, "20", True, None]),
        ("tie", ["unresolved"]),
    ],
)
def test_what_none_may_be(path: str, values: list[object]) -> None:
    for value in values:
        with pytest.raises(ValidationError):
            Policies.model_validate(nested(path, value))
