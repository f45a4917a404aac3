"""Policies: what is done where a rule has to be chosen, with the defaults."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator
from pydantic import Field as Option

from accord.spec.wording import Document


def no_truth_value(value: Any) -> Any:
    """A number as it is; true and false, which Python takes for 1 and 0, are refused."""
    if isinstance(value, bool):
        raise ValueError("must be a number, not true or false")
    return value


Number = Annotated[float, BeforeValidator(no_truth_value)]


def _enough(replicates: int) -> int:
    if 0 < replicates < 10:
        raise ValueError(f"must be 0 or at least 10, not {replicates}")
    return replicates


class LabelShare(Document):
    """When a label of a set is taken as true."""

    share: Number = Option(0.5, gt=0, le=1)
    """A label wins where at least this share of raters chose it."""
    of: Literal["answering", "all"] = "answering"
    """Of those who answered, or of all who were asked."""


class Consensus(Document):
    """How several answers become one. Read by a later stage; nothing uses it yet."""

    choice: Literal["majority", "plurality"] = "majority"
    """More than half, or more than any other label."""
    labels: LabelShare = LabelShare()
    """When a label of a set wins."""
    rating: Literal["median", "mean", "minimum"] = "median"
    """Which step of the scale wins."""
    tie: Literal["unresolved", "first_declared", "random"] = "unresolved"
    """What happens to equal counts."""


class EmptyReference(Document):
    """What each role does where the item has no reference for a field."""

    human: Literal["leave_blank", "judge"] = "leave_blank"
    """People leave the field blank, or judge it."""
    judge: Literal["leave_blank", "judge"] = "judge"
    """Machines that judge leave the field blank, or judge it (an unknown answer is right, a definite one wrong)."""


class Intervals(Document):
    """How intervals are made."""

    resample: Literal["multinomial", "index"] = "multinomial"
    """Counts of patterns, or indexes of items."""
    replicates: Annotated[int, AfterValidator(_enough)] = Option(2000, ge=0, le=10_000_000, strict=True)
    """How many draws; 0 makes no intervals."""
    seed: int = Option(0, ge=0, lt=2**63, strict=True)
    """The seed of the draws."""
    level: Number = Option(0.95, gt=0, lt=1)
    """The share of draws that an interval holds."""
    interval: Literal["percentile", "bca"] = "percentile"
    """Percentile limits, or bias-corrected and accelerated ones."""


class Policies(Document):
    """Every rule that has to be chosen."""

    repeats: Literal["latest", "error"] = "latest"
    """Of several answers by one rater to one question the latest counts, or they are an error."""
    consensus: Consensus = Consensus()
    """How several answers become one. For consensus, which is not there yet."""
    off_label: Literal["wrong", "exclude"] = "wrong"
    """What a model's answer outside the label space counts as. For scoring, which is not there
    yet."""
    empty_reference: EmptyReference = EmptyReference()
    """What each role does where the item has no reference for a field."""
    invalid_output: Literal["exclude", "wrong"] = "exclude"
    """What an unreadable output counts as in scores; the other is shown beside it."""
    invalid: Literal["exclude", "wrong"] = "exclude"
    """What a model's unreadable reply counts as; the other is shown beside it. For scoring, which is not there
    yet."""
    intervals: Intervals = Intervals()
    """How intervals are made."""
    limited_support: int = Option(20, ge=0, strict=True)
    """Estimates with fewer informative items, or fewer disagreements, are marked."""
