"""Families of models: declared, or told by names."""

from __future__ import annotations

import pytest

from accord.scoring.families import Family, are_kin, family_of
from accord.spec.machine import Machine


@pytest.mark.parametrize(
    ("name", "family"),
    [
        ("GPT-4.1-mini", "gpt"),
        ("Claude Haiku 4.5", "claude"),
        ("Qwen3-VL-8B", "qwen"),
        ("Qwen/Qwen3-30B", "qwen"),
        ("openai/o4-mini", "o"),
        ("openai/4", "openai"),
        ("通义千问-2", "通义千问"),
        ("4.5", None),
    ],
)
def test_the_first_letters_of_a_name(name: str, family: str | None) -> None:
    assert family_of(name, "judge", []) == Family(name, "judge", family, "name")


def test_what_the_benchmark_declares_comes_first() -> None:
    machines = [
        Machine(name="j", role="judge", model="gpt-4o", family="OpenAI"),
        Machine(name="j", role="model", model="vendor/claude-3"),
        Machine(name="k", role="judge"),
    ]
    assert family_of("j", "judge", machines) == Family("j", "judge", "openai", "declared")
    assert family_of("j", "model", machines) == Family("j", "model", "claude", "model")
    assert family_of("k", "judge", machines) == Family("k", "judge", "k", "name")
    assert family_of("j", "model", machines).to_dict() == {
        "rater": "j",
        "role": "model",
        "family": "claude",
        "how": "model",
    }


def test_kin_are_of_one_family_that_is_known() -> None:
    gpt, unknown = family_of("gpt-5", "judge", []), family_of("5", "model", [])
    assert are_kin(gpt, family_of("GPT-4o", "model", []))
    assert not are_kin(gpt, unknown)
    assert not are_kin(unknown, unknown)
