"""The fast multinomial draws follow the exact law; index draws are those of a plain loop."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from accord.agreement.resample import BLOCK_NUMBERS, Units, multinomial, replicate_weights


@pytest.mark.parametrize(
    "counts",
    [
        [1, 2, 3, 60],  # rare patterns by table, one common pattern
        [1, 1, 40, 58],  # two common patterns
        [5, 7],  # units drawn one by one
        [200, 300, 500],  # no rare pattern
        [60],
    ],
)
def test_multinomial_follows_the_exact_law(counts: list[int]) -> None:
    """Chi-square of all but the last pattern's joint counts against the multinomial probabilities."""
    rows = 400_000
    counts_ = np.array(counts)
    weights = multinomial(np.random.default_rng(7), counts_, rows).astype(int)
    total = counts_.sum()
    assert (weights.sum(axis=1) == total).all()
    if len(counts) == 1:
        return
    seen, how_many = np.unique(weights, axis=0, return_counts=True)
    expected = stats.multinomial(total, counts_ / total).pmf(seen) * rows
    enough = expected >= 10
    observed = np.append(how_many[enough], rows - how_many[enough].sum())
    law = np.append(expected[enough], rows - expected[enough].sum())
    assert stats.chisquare(observed, law).pvalue > 1e-3


def test_a_wrong_law_would_be_found() -> None:
    """The chi-square above has power: Poisson counts without acceptance fail it."""
    rng = np.random.default_rng(7)
    rare = rng.poisson([1, 2, 3], size=(400_000, 3)).sum(axis=1)
    expected = stats.binom(66, 6 / 66).pmf(np.arange(15)) * 400_000
    observed = np.bincount(rare, minlength=15)[:15]
    assert (
        stats.chisquare(np.append(observed, 1), np.append(expected, observed.sum() + 1 - expected.sum())).pvalue < 1e-9
    )


def test_moments_match_numpy_on_many_patterns() -> None:
    """Means and covariances of 55 patterns like those of 11,534 real items."""
    rng = np.random.default_rng(3)
    counts = np.sort(np.concatenate([rng.integers(1, 40, 42), rng.integers(100, 2300, 13)]))
    weights = multinomial(np.random.default_rng(1), counts, 60_000)
    share = counts / counts.sum()
    law = counts.sum() * (np.diag(share) - np.outer(share, share))
    error = np.abs(weights.mean(axis=0) - counts) / np.sqrt(np.diag(law) / 60_000)
    assert error.max() < 4
    assert np.abs(np.cov(weights.T) - law).max() < 0.03 * law.max()


def test_index_draws_are_those_of_a_plain_loop() -> None:
    """One call of `integers` a replicate and stratum."""
    first, second = np.array([0, 1, 1, 2], np.int32), np.array([2, 0, 0], np.int32)
    units = Units((np.bincount(first, minlength=3), np.bincount(second, minlength=3)), (first, second))
    blocks = np.concatenate(list(replicate_weights(units, 50, 11)))
    rng = np.random.default_rng(11)
    for row in blocks:
        drawn = np.concatenate([order[rng.integers(0, len(order), len(order))] for order in (first, second)])
        assert row.tolist() == np.bincount(drawn, minlength=3).tolist()


def test_strata_keep_their_sizes() -> None:
    """Units are drawn within strata: a pattern that only one stratum has never exceeds its size."""
    units = Units((np.array([3, 0]), np.array([0, 50])))
    weights = np.concatenate(list(replicate_weights(units, 100, 0)))
    assert (weights == [3, 50]).all()


def test_blocks_are_bounded_and_join_to_all_replicates() -> None:
    """No block holds more than the stated number of weights."""
    units = Units((np.ones(BLOCK_NUMBERS // 3, np.int64),))
    sizes = [block.size for block in replicate_weights(units, 7, 0)]
    assert max(sizes) <= BLOCK_NUMBERS
    assert sum(sizes) == 7 * (BLOCK_NUMBERS // 3)


def test_same_seed_same_rows() -> None:
    """Replicates depend on the seed and the counts only."""
    units = Units((np.array([30, 1, 200]),))
    rows = [np.concatenate(list(replicate_weights(units, 100, seed))) for seed in (5, 5, 6)]
    assert (rows[0] == rows[1]).all()
    assert (rows[0] != rows[2]).any()


def test_products_of_counts_and_many_rows_agree_with_numpy() -> None:
    """A quantile of a sum over patterns agrees with numpy's own multinomial."""
    counts = np.array([1, 1, 2, 3, 5, 8, 400, 500])
    score = np.arange(8)
    mine = multinomial(np.random.default_rng(0), counts, 100_000) @ score
    other = np.random.default_rng(1).multinomial(920, counts / 920, size=100_000) @ score
    for mark in (0.025, 0.5, 0.975):
        assert abs(np.quantile(mine, mark) - np.quantile(other, mark)) <= 2
