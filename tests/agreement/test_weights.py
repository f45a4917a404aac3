"""Agreement weights: 1 on the diagonal, 0 between the ends, falling with the distance."""

from __future__ import annotations

import numpy as np
import plain_measures as plain
import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.agreement.weights import agreement_weights

scales = st.lists(st.integers(-50, 50), min_size=2, max_size=7, unique=True).map(sorted)


@given(scales)
def test_weights_equal_the_formulas(places: list[int]) -> None:
    values = len(places)
    rules = {
        None: plain.identity,
        "linear": plain.linear(places),
        "quadratic": plain.quadratic(places),
        "ordinal": plain.by_ranks(values),
    }
    for kind, weight in rules.items():
        expected = [[float(weight(a, b)) for b in range(values)] for a in range(values)]
        found = agreement_weights(kind, np.array(places, float), values)
        np.testing.assert_allclose(found, expected, atol=1e-14)


@given(scales, st.sampled_from(["linear", "quadratic", "ordinal"]))
def test_weights_are_symmetric_and_fall_from_one_to_nothing(places: list[int], kind: str) -> None:
    found = agreement_weights(kind, np.array(places, float), len(places))
    assert (found == found.T).all()
    assert (np.diag(found) == 1).all()
    assert found[0, -1] == found.min() == 0
    assert (np.diff(found[0]) < 0).all()


def test_spaces_between_the_values_count() -> None:
    assert agreement_weights("linear", np.array([0.0, 1.0, 10.0]), 3)[0].tolist() == [1.0, 0.9, 0.0]


@pytest.mark.parametrize("kind", [None, "linear", "quadratic", "ordinal"])
@pytest.mark.parametrize("values", [0, 1])
def test_a_scale_of_one_value_or_none(kind: str | None, values: int) -> None:
    assert agreement_weights(kind, np.arange(values, dtype=float), values).tolist() == [[1.0]] * values


def test_values_without_places_have_no_linear_weights() -> None:
    with pytest.raises(AssertionError, match="positions"):
        agreement_weights("linear", None, 3)
