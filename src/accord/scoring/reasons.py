"""Why a score has no value, beside the reasons that agreement has."""

from __future__ import annotations

from accord.agreement.estimate import REASONS as OF_AGREEMENT

OWN = {
    "too_few_people": "fewer people than this needs answered the units that the judge answered",
    "too_few_items": "too few people answered enough of the units that the judge answered",
    "too_few_judges": "there is one judge only",
    "no_kin": "no output of the judge's own family was answered by the judge and by people",
    "no_others": "all outputs that the judge and people answered are of the judge's own family",
    "constant_errors": "a judge errs on none of these units, or on all",
    "opposite_errors": "the errors of the judges cancel out, which no number of independent judges does",
}
"""Reasons of scores only."""

REASONS = {**OF_AGREEMENT, **OWN}
"""Every reason of a score with what it means."""
