"""An agreement result as text that a person reads: tables by field, findings in plain words, what is random."""

from __future__ import annotations

import io
import textwrap
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from accord.agreement.estimate import REASONS, Estimate
from accord.agreement.result import Agreement
from accord.findings import Finding, most_severe_first

NARROWEST = 80
MOST_INFLUENCES = 200
MOST_NON_RESPONSE = 40


def agreement_text(result: Agreement, *, width: int = 110, colour: bool = False) -> str:
    """Tables, findings and the note on intervals. Texts of the data are shown as they are, never as markup."""
    stream = io.StringIO()
    console = Console(
        file=stream,
        width=max(width, NARROWEST),
        force_terminal=colour,
        no_color=not colour,
        highlight=False,
        emoji=False,
    )
    fields = list(dict.fromkeys(estimate.field for estimate in result.estimates))
    for field in fields:
        rows = [estimate for estimate in result.estimates if estimate.field == field]
        console.print(Text(field, style="bold"))
        console.print(_table(rows, result.settings.level))
        console.print()
    if result.influence:
        _influence(result, console)
    _non_response(result, console)
    for line in [*_reasons(result.estimates), *_findings(result.findings, console.width), *_random(result)]:
        console.print(Text(line))
    return "\n".join(line.rstrip() for line in stream.getvalue().splitlines()) + "\n"


def _table(rows: Sequence[Estimate], level: float) -> Table:
    sliced = any(row.slice != "all" for row in rows)
    paired = any(row.pair for row in rows)
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("  measure", no_wrap=True)
    if sliced:
        table.add_column("slice", overflow="fold")
    if paired:
        table.add_column("pair", overflow="fold")
    for name in ("value", f"{level * 100:g} % interval", "items", "ratings", "raters"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("notes", overflow="fold")
    for row in rows:
        cells = [Text(f"  {row.measure}")]
        cells += [Text(row.slice)] if sliced else []
        cells += [Text(row.pair or "")] if paired else []
        cells.append(Text("-" if row.value is None else f"{row.value:z.3f}", style="bold"))
        cells.append(Text("-" if row.low is None or row.high is None else f"{row.low:z.3f} to {row.high:z.3f}"))
        cells += [
            Text(f"{row.items:,}"),
            Text(f"{row.ratings:,}"),
            Text("-" if row.raters is None else f"{row.raters:,}"),
        ]
        cells.append(Text(", ".join(_notes(row))))
        table.add_row(*cells)
    return table


def _notes(row: Estimate) -> list[str]:
    notes = [row.reason] if row.reason and row.reason != "no_replicates" else []
    notes += ["limited support"] if row.limited_support and row.value is not None else []
    details = row.details
    if details.get("degenerate") and row.low is not None:
        notes.append("Wilson")
    if "k" in details:
        notes.append(f"k={details['k']}" + (f", {details['dropped']} dropped" if details.get("dropped") else ""))
    if "q" in details:
        notes.append(f"q={details['q']}")
    by_raters = details.get("items_by_raters")
    if isinstance(by_raters, dict):
        sizes = list(by_raters.items())
        shown = ", ".join(f"{size}: {items}" for size, items in sizes[:4]) + (", ..." if len(sizes) > 4 else "")
        notes.append(f"items by raters {shown}")
    if row.undefined_replicates:
        notes.append(f"{row.undefined_replicates} undefined replicates")
    return notes


def _influence(result: Agreement, console: Console) -> None:
    console.print(Text("Without each rater", style="bold"))
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for name in ("  field", "measure", "rater"):
        table.add_column(name)
    for name in ("value", "change"):
        table.add_column(name, justify="right")
    for row in result.influence[:MOST_INFLUENCES]:
        value = row.reason or "-" if row.value is None else f"{row.value:z.3f}"
        change = "-" if row.change is None else f"{row.change:+z.3f}"
        table.add_row(Text(f"  {row.field}"), Text(row.measure), Text(row.rater), Text(value), Text(change))
    console.print(table)
    rest = len(result.influence) - MOST_INFLUENCES
    console.print(Text(f"  and {rest} more (all of them with --json)\n" if rest > 0 else ""))


def _non_response(result: Agreement, console: Console) -> None:
    rows = [row for row in result.non_response if row.answered < row.asked]
    if not rows:
        return
    console.print(Text("Answers that do not count", style="bold"))
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for name in ("  field", "rater"):
        table.add_column(name, overflow="fold")
    for name in ("asked", "answered", "missing", "off label"):
        table.add_column(name, justify="right")
    table.add_column("abstained", overflow="fold")
    for row in rows[:MOST_NON_RESPONSE]:
        kinds = ", ".join(f"{label} {count} ({count / row.asked:.0%})" for label, count in row.abstained.items())
        counts = (f"{count:,}" for count in (row.asked, row.answered, row.missing, row.off_label))
        table.add_row(Text(f"  {row.field}"), Text(row.rater or "(all)"), *counts, Text(kinds or "-"))
    console.print(table)
    rest = len(rows) - MOST_NON_RESPONSE
    console.print(Text(f"  and {rest} more (all of them with --json)\n" if rest > 0 else ""))


def _reasons(estimates: Sequence[Estimate]) -> list[str]:
    codes = dict.fromkeys(row.reason for row in estimates if row.reason and row.reason != "no_replicates")
    return [f"{code}: {REASONS[code]}." for code in codes] + ([""] if codes else [])


def _findings(findings: Sequence[Finding], width: int) -> list[str]:
    if not findings:
        return []
    lines = ["Findings"]
    for finding in most_severe_first(findings):
        place = f"{finding.where}: " if finding.where else ""
        tail = f" ({finding.fix})" if finding.fix else ""
        text = f"{finding.severity} {finding.code}: {place}{finding.message}{tail}"
        lines += textwrap.wrap(text, width, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False)
    return [*lines, ""]


def _random(result: Agreement) -> list[str]:
    matching = result.design.get("matching")
    first = [f"Boxes are matched {matching}."] if matching else []
    return first + _intervals(result)


def _intervals(result: Agreement) -> list[str]:
    settings = result.settings
    if not settings.replicates:
        return ["No intervals were asked for (replicates 0)."]
    cluster, strata = result.design.get("cluster"), result.design.get("strata")
    drawn = f"clusters ({cluster})" if cluster else "items"
    within = f", within strata ({strata})" if strata else ""
    kind = {"percentile": "percentile", "bca": "BCa"}[settings.interval]
    how = f"{settings.replicates:,} bootstrap replicates ({settings.resample}, seed {settings.seed}), {kind}"
    if settings.rater_pool:
        drawn_twice = f"{settings.replicates:,} bootstrap replicates, seed {settings.seed}"
        return [
            f"Intervals: random are the {drawn}{within} ({drawn_twice}) and the raters, as a sample of a larger pool",
            "(rater jackknife). Pairs hold their raters fixed.",
        ]
    return [
        f"Intervals: {how}. Random are the {drawn}{within}, with all their ratings; these raters are held fixed.",
        "They do not say how other raters would agree (with five raters or more: --rater-pool).",
    ]
