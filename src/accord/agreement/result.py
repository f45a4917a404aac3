"""The result of an agreement run: typed rows that become a polars frame, JSON or CSV."""

from __future__ import annotations

from dataclasses import dataclass, field

import polars as pl

from accord.agreement.difference import Difference
from accord.agreement.estimate import Estimate, csv_of, estimate_at, frame_of
from accord.agreement.influence import Influence
from accord.agreement.settings import Settings
from accord.annotations.ratings import NonResponse
from accord.canonical import to_json
from accord.findings import Finding, most_severe_first

SCHEMA = "accord.agreement/1"


@dataclass(frozen=True, repr=False)
class Agreement:
    """Estimates with what they rest on.

    estimates: the numbers. findings: what to know about the data and the numbers. settings, design: how they were
    computed; version: by which accord. items, ratings, raters: how many there are in all, raters None where they are
    anonymous. influence: values without each rater, differences: both on request. non_response: blanks, abstentions
    and off-label answers of each rater. files: what was read.
    """

    estimates: tuple[Estimate, ...]
    findings: tuple[Finding, ...]
    settings: Settings
    design: dict[str, object]
    version: str
    items: int = 0
    ratings: int = 0
    raters: int | None = None
    influence: tuple[Influence, ...] = ()
    differences: tuple[Difference, ...] = ()
    non_response: tuple[NonResponse, ...] = ()
    files: tuple[dict[str, object], ...] = field(default=())

    def get(self, field: str, measure: str, slice: str = "all", pair: str | None = None) -> Estimate:
        """The one estimate of a field, measure, slice and pair; the raters of a pair may be named in either order.

        Raises KeyError, naming what there is for the field, where there is none.
        """
        return estimate_at(self.estimates, field, measure, slice, pair)

    def __repr__(self) -> str:
        fields = ", ".join(dict.fromkeys(estimate.field for estimate in self.estimates))
        return f"Agreement({fields}: {len(self.estimates)} estimates, {len(self.findings)} findings)"

    def to_frame(self) -> pl.DataFrame:
        """The estimates as a polars frame, a column for each of COLUMNS."""
        return frame_of(self.estimates)

    def to_dict(self) -> dict[str, object]:
        """The whole result as plain values for JSON."""
        return {
            "schema": SCHEMA,
            "accord": self.version,
            "settings": {**self.settings.to_dict(), **self.design},
            "input": {"files": list(self.files)},
            "data": {"items": self.items, "ratings": self.ratings, "raters": self.raters},
            "estimates": [estimate.to_dict() for estimate in self.estimates],
            "differences": [row.to_dict() for row in self.differences],
            "influence": [row.to_dict() for row in self.influence],
            "non_response": [row.to_dict() for row in self.non_response],
            "findings": [finding.to_dict() for finding in most_severe_first(self.findings)],
        }

    def to_json(self) -> str:
        """One JSON document: undefined numbers are null with a reason, never NaN."""
        return to_json(self.to_dict())

    def to_csv(self) -> str:
        """The estimates as CSV: COLUMNS and, last, details as JSON; an undefined number is an empty cell.

        Texts that a spreadsheet would run as a formula get a leading apostrophe.
        """
        return csv_of(self.estimates)
