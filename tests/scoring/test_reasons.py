"""Reasons of scores: none takes the place of one that agreement has."""

from __future__ import annotations

from accord.agreement.estimate import REASONS as OF_AGREEMENT
from accord.scoring.reasons import OWN, REASONS


def test_scores_have_reasons_of_their_own_and_those_of_agreement() -> None:
    assert not set(OWN) & set(OF_AGREEMENT)
    assert set(REASONS) == set(OWN) | set(OF_AGREEMENT)
    assert all(text and not text.endswith(".") for text in REASONS.values())
