"""What is asked of ratings."""

from __future__ import annotations

from dataclasses import dataclass, field

from accord.agreement.between import Group
from accord.agreement.difference import Term
from accord.agreement.measure import Measure
from accord.agreement.settings import Settings
from accord.annotations.ratings import Membership


@dataclass(frozen=True)
class Question:
    """What is asked of ratings.

    measures: named measures, none for the defaults of each kind. ious: thresholds of instance_f1. pairs: every pair
    of raters beside the panel. between: two groups of raters. leave_one_out: each rater's influence. memberships:
    subsets of items that may overlap. differences: left and right terms.
    """

    measures: tuple[Measure, ...] = ()
    ious: tuple[float, ...] = ()
    pairs: bool = False
    between: tuple[Group, Group] | None = None
    leave_one_out: bool = False
    memberships: tuple[Membership, ...] = ()
    differences: tuple[tuple[Term, Term], ...] = ()
    settings: Settings = field(default_factory=Settings)
