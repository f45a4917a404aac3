"""Estimates side by side: a line a slice, a column a measure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from accord.agreement.estimate import Estimate
from accord.agreement.result import Agreement
from accord.report.layout import table_text

Column = tuple[str, str, str]


def slices_text(result: Agreement, columns: Sequence[Column]) -> str:
    """A line for every slice, not for crossed ones, in which a column has an estimate.

    columns: heading, field, measure.

    A star marks limited support, a dash an undefined number.
    """
    found = {(e.field, e.measure, e.slice): e for e in result.estimates if e.pair is None}
    wanted = [(field, measure) for _, field, measure in columns]
    slices = dict.fromkeys(
        e.slice for e in result.estimates if e.pair is None and len(e.where) < 2 and (e.field, e.measure) in wanted
    )
    body = [[name, *(_cell(found.get((field, measure, name))) for field, measure in wanted)] for name in slices]
    headings = [heading for heading, _, _ in columns]
    return table_text(["slice", *headings], body, right=headings)


def _cell(estimate: Estimate | None) -> str:
    if estimate is None:
        return ""
    if estimate.value is None:
        return "- "
    star = "*" if estimate.limited_support else " "
    no_limits = estimate.low is None or estimate.high is None
    limits = "" if no_limits else f" {estimate.low:z.2f} to {estimate.high:z.2f}"
    return f"{estimate.value:z.3f}{limits}{star}"


def published_text(result: Agreement, published: Mapping[str, Mapping[str, float]]) -> str:
    """Each published figure with the value computed here behind it, a line a figure and a column a field.

    published: field -> figure -> value with three decimals; a figure is a measure or a pair "A|B" (pairwise).
    """
    body = []
    for figure in next(iter(published.values())):
        cells = [figure]
        for field, values in published.items():
            pair = figure if "|" in figure else None
            value = result.get(field, "pairwise" if pair else figure, pair=pair).value
            cells.append("-" if value is None else f"{values[figure]:.3f} {value:.3f}")
        body.append(cells)
    return table_text(["figure (published, computed)", *published], body, right=list(published))
