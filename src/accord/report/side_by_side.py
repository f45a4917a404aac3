"""Estimates side by side: a line a slice, a column a measure."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from accord.agreement.estimate import Estimate
from accord.agreement.result import Agreement

Column = tuple[str, str, str]


def slices_text(result: Agreement, columns: Sequence[Column], *, width: int) -> str:
    """A line for every slice in which a column has an estimate. columns: heading, field, measure.

    A star marks limited support, a dash an undefined number.
    """
    found = {(e.field, e.measure, e.slice): e for e in result.estimates if e.pair is None}
    wanted = [(field, measure) for _, field, measure in columns]
    slices = dict.fromkeys(e.slice for e in result.estimates if e.pair is None and (e.field, e.measure) in wanted)
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("slice", overflow="fold")
    for heading, _, _ in columns:
        table.add_column(heading, justify="right")
    for name in slices:
        table.add_row(Text(name), *(Text(_cell(found.get((field, measure, name)))) for field, measure in wanted))
    return _rendered(table, width)


def _cell(estimate: Estimate | None) -> str:
    if estimate is None:
        return ""
    if estimate.value is None:
        return "-"
    star = "*" if estimate.limited_support else " "
    limits = "" if estimate.low is None or estimate.high is None else f" {estimate.low:z.2f} to {estimate.high:z.2f}"
    return f"{estimate.value:z.3f}{limits}{star}"


def published_text(result: Agreement, published: Mapping[str, Mapping[str, float]], *, width: int) -> str:
    """Each published figure with the value computed here behind it, a line a figure and a column a field.

    published: field -> figure -> value with three decimals; a figure is a measure or a pair "A|B" (pairwise).
    """
    figures = list(next(iter(published.values())))
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("figure (published, computed)", overflow="fold")
    for field in published:
        table.add_column(field, justify="right")
    for figure in figures:
        cells = []
        for field, values in published.items():
            pair = figure if "|" in figure else None
            value = result.get(field, "pairwise" if pair else figure, pair=pair).value
            cells.append(Text("-" if value is None else f"{values[figure]:.3f} {value:.3f}"))
        table.add_row(Text(figure), *cells)
    return _rendered(table, width)


def _rendered(table: Table, width: int) -> str:
    stream = io.StringIO()
    Console(file=stream, width=width, no_color=True, highlight=False, emoji=False).print(table)
    return "\n".join(line.rstrip() for line in stream.getvalue().splitlines()) + "\n"
