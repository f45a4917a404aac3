"""Benchmarks in short: a line a role and field, with the measure that is read first."""

from __future__ import annotations

from collections.abc import Mapping

from accord.agreement.names import DEFAULTS
from accord.agreement.result import Agreement
from accord.report.layout import Cell, table_text
from accord.spec.roles import Role

FIRST = {"binary": "alpha(nominal)", "choice": "alpha(nominal)", "labels": "alpha(jaccard)"}
"""The measure that is read first, where it is not the first default of the kind."""


def fields_text(agreements: Mapping[Role, Agreement], kinds: Mapping[str, str], indent: str = "  ") -> str:
    """A line for every role and field. kinds: field -> kind."""
    rows: list[list[Cell]] = []
    for role, result in agreements.items():
        for field in dict.fromkeys(estimate.field for estimate in result.estimates):
            measure = FIRST.get(kinds[field], DEFAULTS[kinds[field]][0])
            found = result.get(field, measure)
            star = "*" if found.limited_support else " "
            value = "- " if found.value is None else f"{found.value:z.3f}{star}"
            limits = "" if found.low is None or found.high is None else f"{found.low:z.2f} to {found.high:z.2f}"
            rows.append([f"{indent}{role}", field, measure, value, limits, f"{found.items:,}", f"{found.raters}"])
    headings = [f"{indent}role", "field", "measure", "value", "interval", "items", "raters"]
    return table_text(headings, rows, right=["value", "interval", "items", "raters"])
