"""Simulated raters make the mistakes they are told to make, and take their time."""

from __future__ import annotations

import numpy as np
import pytest

from accord.examples.raters import found, moments, redrawn, slipped, step, submission


def rng(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


def test_moments_pass_midnight_and_the_end_of_a_year() -> None:
    times = moments(rng(), "2025-12-31T23:59", 3)
    assert times == sorted(times)
    assert [time[:10] for time in times] == ["2026-01-01"] * 3


def test_no_moments() -> None:
    assert moments(rng(), "2025-03-03T09:00", 0) == []


def test_moments_need_a_time() -> None:
    with pytest.raises(ValueError, match="morning"):
        moments(rng(), "morning", 1)


def test_slipped_always_never_and_at_the_rate() -> None:
    draw = rng()
    assert {slipped(draw, "b", "abc", 0.0) for _ in range(50)} == {"b"}
    assert {slipped(draw, "b", "abc", 1.0) for _ in range(50)} == {"a", "c"}
    share = sum(slipped(draw, "b", "abc", 0.3) != "b" for _ in range(2_000)) / 2_000
    assert 0.25 < share < 0.35


def test_step_without_noise_is_the_place_among_the_cuts() -> None:
    cuts = (-1.0, 0.0, 1.0)
    assert [step(rng(), quality, cuts, 0.0) for quality in (-2, -0.5, 0.5, 2)] == [0, 1, 2, 3]


def test_step_with_noise_reaches_the_neighbours() -> None:
    draw = rng()
    assert {step(draw, 0.1, (-1.0, 0.0, 1.0), 0.5) for _ in range(200)} == {0, 1, 2, 3}


def test_found_keeps_the_order_and_misses_or_imagines() -> None:
    assert found(rng(), ["c", "a"], "abcd", 0.0, 0.0) == ["a", "c"]
    assert found(rng(), ["c", "a"], "abcd", 1.0, 1.0) == ["b", "d"]
    assert found(rng(), [], "abcd", 0.5, 0.0) == []


def test_redrawn_without_spread_is_the_box_itself() -> None:
    assert redrawn(rng(), (0.1, 0.2, 0.3, 0.4), 0.0) == (0.1, 0.2, 0.3, 0.4)


@pytest.mark.parametrize("box", [(0.0, 0.0, 1.0, 1.0), (0.97, 0.97, 0.03, 0.03), (0.0, 0.99, 0.001, 0.01)])
def test_redrawn_boxes_stay_in_the_picture_and_have_area(box: tuple[float, float, float, float]) -> None:
    draw = rng()
    for _ in range(300):
        x, y, width, height = redrawn(draw, box, 0.5)
        assert min(x, y) >= 0
        assert min(width, height) >= 0.01
        assert max(x + width, y + height) <= 1


def test_submission_copies_the_answers() -> None:
    answers: dict[str, object] = {"title": "vase"}
    row = submission("obj-01", "ann", "human", "2025-03-03T09:00:00Z", answers, of="model-a")
    answers["title"] = "coin"
    assert row == {
        "item": "obj-01",
        "rater": "ann",
        "role": "human",
        "at": "2025-03-03T09:00:00Z",
        "of": "model-a",
        "state": "answered",
        "reason": None,
        "answers": {"title": "vase"},
    }
