"""The result of scoring a folder: typed rows that become a polars frame, JSON or CSV."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import polars as pl

from accord.agreement.estimate import Estimate, csv_of, estimate_at, frame_of
from accord.agreement.settings import Settings
from accord.annotations.ratings import NonResponse
from accord.canonical import csv_line, to_json
from accord.findings import Finding, most_severe_first
from accord.scoring.against_people import Range
from accord.scoring.alternative import Alternative
from accord.scoring.families import Family
from accord.scoring.judged import ACCURACY, WRONG, ModelOutputs

SCHEMA = "accord.score/1"


@dataclass(frozen=True, repr=False)
class Scores:
    """What judges say of models, and how far the judges can be trusted.

    judges, people: who they are; outputs: of every model. fields: those that are scored, `matches` those of them that
    say whether an output is right. estimates: every number with its interval. ranges: where judges stand among people.
    alternatives: whether they could stand in for people. families: which raters are kin. non_response: blanks,
    abstentions and off-label answers. settings, design, version: how it was computed, and by which accord; files: from
    what.
    """

    judges: tuple[str, ...]
    people: tuple[str, ...]
    outputs: tuple[ModelOutputs, ...]
    fields: tuple[str, ...]
    matches: tuple[str, ...]
    estimates: tuple[Estimate, ...]
    ranges: tuple[Range, ...]
    alternatives: tuple[Alternative, ...]
    families: tuple[Family, ...]
    findings: tuple[Finding, ...]
    settings: Settings
    design: dict[str, object]
    version: str
    non_response: tuple[NonResponse, ...] = ()
    files: tuple[dict[str, object], ...] = ()

    def get(self, field: str, measure: str, slice: str = "all", pair: str | None = None) -> Estimate:
        """The one estimate of a field, measure, slice (`judge=J,output=M`) and pair.

        Raises KeyError, naming what there is for the field, where there is none.
        """
        return estimate_at(self.estimates, field, measure, slice, pair)

    def __repr__(self) -> str:
        fields = ", ".join(self.fields)
        return f"Scores({fields}: {len(self.judges)} judges, {len(self.outputs)} models, {len(self.people)} people)"

    def to_frame(self) -> pl.DataFrame:
        """The estimates as a polars frame, with the columns that those of an agreement have."""
        return frame_of(self.estimates)

    def to_dict(self) -> dict[str, object]:
        """The whole result as plain values for JSON."""
        return {
            "schema": SCHEMA,
            "accord": self.version,
            "settings": {**self.settings.to_dict(), **self.design},
            "input": {"files": list(self.files)},
            "data": {
                "judges": list(self.judges),
                "people": list(self.people),
                "fields": list(self.fields),
                "matches": list(self.matches),
                "models": [
                    {"model": row.model, "outputs": row.outputs, "invalid": row.invalid, "valid": row.valid}
                    for row in self.outputs
                ],
            },
            "estimates": [estimate.to_dict() for estimate in self.estimates],
            "ranges": [row.to_dict() for row in self.ranges],
            "alternative_annotator": [row.to_dict() for row in self.alternatives],
            "families": [row.to_dict() for row in self.families],
            "non_response": [row.to_dict() for row in self.non_response],
            "findings": [finding.to_dict() for finding in most_severe_first(self.findings)],
        }

    def to_json(self) -> str:
        """One JSON document: undefined numbers are null with a reason, never NaN."""
        return to_json(self.to_dict())

    def to_csv(self) -> str:
        """The summary tables under each other: a row a judge and model, numbers with 12 digits.

        Columns: judge, model, outputs, invalid, valid; for every field that matches an output its share without
        unreadable outputs, and `.n` (outputs that the judge answered), `.low`, `.high`, `.wrong` (the share with
        unreadable outputs as wrong). A number that is undefined is an empty cell.
        """
        parts = ("", ".n", ".low", ".high", ".wrong")
        head = ["judge", "model", "outputs", "invalid", "valid"]
        lines = [csv_line([*head, *(f"{field}{part}" for field in self.matches for part in parts)])]
        for judge in self.judges:
            for row in self.outputs:
                cells: list[object] = [judge, row.model, row.outputs, row.invalid, row.valid]
                for field in self.matches:
                    share, wrong = (self.accuracy(field, judge, row.model, name) for name in (ACCURACY, WRONG))
                    cells += [share.value, share.items, share.low, share.high, wrong.value]
                lines.append(csv_line(cells))
        return "".join(lines)

    def accuracy(self, field: str, judge: str, model: str, measure: str = ACCURACY) -> Estimate:
        """The share of a model's outputs that a judge takes for a match."""
        return self.at(field, measure, judge=judge, output=model)

    def at(self, field: str, measure: str, **where: str) -> Estimate:
        """The one estimate of a slice, by the values of its columns: names may hold any signs, also `=` and commas.

        Raises KeyError.
        """
        return self._by_where[field, measure, frozenset(where.items())]

    @cached_property
    def _by_where(self) -> dict[tuple[str, str, frozenset[tuple[str, str]]], Estimate]:
        return {(e.field, e.measure, frozenset(e.where.items())): e for e in self.estimates if e.between is None}

    def estimates_csv(self) -> str:
        """Every estimate as CSV, a row each, as an agreement writes them."""
        return csv_of(self.estimates)
