"""Sums are exact, so neither the order of the patterns nor the number of threads can change a byte."""

from __future__ import annotations

import os
import subprocess
import sys
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from numpy.typing import NDArray
from scipy import sparse

from accord.agreement.sums import Sums, add_up, never, quadratic, ratio_of_sums

Floats = NDArray[np.float64]

weights = arrays.arrays(np.float64, (3, 6), elements=st.integers(0, 2_000_000).map(float))
wholes = arrays.arrays(np.float64, (6, 4), elements=st.integers(-(2**29), 2**29).map(float))
reals = arrays.arrays(
    np.float64, (6, 4), elements=st.one_of(st.floats(-1e9, 1e9), st.fractions(0, 1, max_denominator=60).map(float))
)


def exact(weight: Floats, columns: Floats) -> list[list[Fraction]]:
    return [
        [
            sum((Fraction(w) * Fraction(c) for w, c in zip(row, column, strict=True)), Fraction(0))
            for column in columns.T
        ]
        for row in weight
    ]


@given(weights, wholes)
def test_whole_numbers_are_added_exactly(weight: Floats, columns: Floats) -> None:
    assert add_up(weight, columns).tolist() == exact(weight, columns)


@given(weights, reals)
def test_the_error_of_other_numbers_is_bounded(weight: Floats, columns: Floats) -> None:
    """Below 2**-50 of the largest entry of the column for each unit of weight (and the rounding of the result)."""
    largest = np.abs(columns).max(axis=0)
    for row, found, true in zip(weight, add_up(weight, columns), exact(weight, columns), strict=True):
        for top, sum_found, sum_true in zip(largest, found, true, strict=True):
            allowed = Fraction(row.sum() * top) * Fraction(1, 2**50) + abs(sum_true) * Fraction(1, 2**52)
            assert abs(Fraction(float(sum_found)) - sum_true) <= allowed


@given(weights, reals, st.permutations(range(6)))
def test_order_of_patterns_changes_no_byte(weight: Floats, columns: Floats, order: list[int]) -> None:
    assert add_up(weight[:, order], columns[order]).tobytes() == add_up(weight, columns).tobytes()


@given(weights, reals)
def test_rows_and_columns_do_not_depend_on_each_other(weight: Floats, columns: Floats) -> None:
    heavy = np.vstack([weight, np.full((1, 6), weight.sum(axis=1).max())])
    whole = add_up(weight, columns)
    assert add_up(np.repeat(weight, 40, axis=0), columns)[::40].tolist() == whole.tolist()
    for at in range(4):
        assert add_up(weight, columns[:, [at]]).ravel().tolist() == whole[:, at].tolist()
    np.testing.assert_allclose(add_up(heavy, columns)[:3], whole, rtol=1e-9, atol=1e-6 * np.abs(columns).max())


@given(weights, reals)
def test_sparse_columns_have_the_same_sums(weight: Floats, columns: Floats) -> None:
    found = add_up(weight, sparse.csr_array(columns))
    assert isinstance(found, np.ndarray)
    assert found.flags.c_contiguous
    allowed = 2.0**-49 * weight.sum(axis=1)[:, None] * np.abs(columns).max(axis=0)
    assert (np.abs(found - add_up(weight, columns)) <= allowed).all()


def test_a_column_of_nothing() -> None:
    assert add_up(np.ones((2, 3)), np.zeros((3, 2))).tolist() == [[0.0, 0.0], [0.0, 0.0]]
    assert add_up(np.zeros((2, 0)), np.zeros((0, 3))).shape == (2, 3)
    assert add_up(np.zeros((0, 3)), np.full((3, 2), 0.1)).shape == (0, 2)


@pytest.mark.parametrize("values", [1, 7, 3_000])
def test_quadratic_is_the_sum_over_all_pairs(values: int) -> None:
    """3,000 values need three blocks of distances."""
    rng = np.random.default_rng(values)
    counts = rng.integers(0, 9, (2, values)).astype(float)
    place = rng.random(values)

    def distance(some: slice) -> Floats:
        return np.abs(place[:, None] - place[None, some])

    expected = [float(row @ distance(slice(None)) @ row) for row in counts]
    assert quadratic(counts, distance, values) == pytest.approx(expected, rel=1e-12)


def test_quadratic_never_asks_for_all_distances_of_many_values() -> None:
    asked = []

    def distance(some: slice) -> Floats:
        asked.append(some.stop - some.start)
        return np.zeros((6_000, some.stop - some.start))

    assert quadratic(np.ones((1, 6_000)), distance, 6_000).tolist() == [0.0]
    assert sum(asked) == 6_000
    assert max(asked) * 6_000 <= 1 << 22


def test_ratio_of_sums_is_undefined_over_nothing() -> None:
    found = ratio_of_sums(np.array([[1.0, 4.0], [0.0, 0.0], [0.0, 2.0]]))
    assert found.tolist() == [0.25, pytest.approx(np.nan, nan_ok=True), 0.0]


def test_never_is_never_defined() -> None:
    assert np.isnan(never(np.zeros((3, 2)))).all()


def test_width_is_the_number_of_sums() -> None:
    for columns in (np.zeros((5, 3)), sparse.csr_array(np.zeros((5, 3)))):
        assert Sums(columns, never, np.ones(5, np.bool_)).width == 3


RUN = """
import numpy as np, polars as pl, accord, json
rng = np.random.default_rng(0)
n = 3000
base = rng.normal(size=n)
score = base.repeat(3) + 0.3 * rng.normal(size=3 * n)
held = (rng.random((n, 1, 40)) < 0.08) ^ (rng.random((n, 3, 40)) < 0.01)
cells = [json.dumps([f"l{at}" for at in np.flatnonzero(one)]) for one in held[:400].reshape(-1, 40)]
frames = [
    (pl.DataFrame({"item": np.arange(n).repeat(3), "rater": ["a", "b", "c"] * n, "v": score}), accord.Number()),
    (pl.DataFrame({"item": np.arange(400).repeat(3), "rater": ["a", "b", "c"] * 400, "v": cells}), accord.Labels()),
]
measures = [None, ["alpha(jaccard)", "alpha(masi)", "alpha(nominal)", "positive_label", "jaccard"]]
for (frame, field), names in zip(frames, measures):
    result = accord.agree(frame, item="item", rater="rater", fields={"v": field}, measures=names, replicates=300)
    print(result.to_json())
    print([(e.value.hex(), e.low.hex(), e.high.hex()) for e in result.estimates if e.low is not None])
"""


def test_the_number_of_threads_changes_no_byte() -> None:
    outputs = []
    for threads in ("1", "2"):
        limits = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), threads)
        run = subprocess.run(
            [sys.executable, "-W", "error", "-c", RUN], env={**os.environ, **limits}, capture_output=True, check=True
        )
        outputs.append(run.stdout)
    assert outputs[0].count(b'"estimates"') == 2
    assert outputs[0] == outputs[1]
