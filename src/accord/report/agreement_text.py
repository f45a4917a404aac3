"""An agreement result as text that a person reads: tables by field, findings in plain words, what is random."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from accord.agreement.estimate import REASONS, Estimate
from accord.agreement.influence import FEWEST_RATERS
from accord.agreement.result import Agreement
from accord.findings import counted, most_severe_first, visible
from accord.report.draws import NONE, Draws
from accord.report.layout import Cell, paragraph, rendered, table_text

MOST_INFLUENCES = 200
MOST_NON_RESPONSE = 10
RIGHT = ("value", "items", "ratings", "raters")


def agreement_text(result: Agreement, *, width: int = 110, colour: bool = False) -> str:
    """Tables with one row a line, then findings and notes wrapped at `width`."""
    parts = [f"{_summary(result)}\n\n"]
    for field in dict.fromkeys(estimate.field for estimate in result.estimates):
        rows = [estimate for estimate in result.estimates if estimate.field == field]
        parts += [rendered(Text(visible(field), style="bold"), colour=colour), _table(rows, result, colour), "\n"]
    parts += [_influence(result, colour), _differences(result, colour), _non_response(result, colour)]
    parts += [_legend(result, width), _findings(result, width), _random(result, width)]
    return "".join(parts)


def _summary(result: Agreement) -> str:
    read = sum(int(str(file["rows"])) for file in result.files)
    raters = counted(result.raters, "rater") if result.raters is not None else "anonymous raters"
    rows = f" ({counted(read, 'row')} read)" if read else ""
    return f"{counted(result.items, 'item')}, {counted(result.ratings, 'rating')} by {raters}{rows}"


def _table(rows: Sequence[Estimate], result: Agreement, colour: bool) -> str:
    interval = f"{result.settings.level * 100:g} % interval"
    headings = ["  measure"]
    headings += ["slice"] if any(row.slice != "all" for row in rows) else []
    headings += ["pair"] if any(row.pair for row in rows) else []
    headings += ["value"] + ([interval] if result.settings.replicates else [])
    headings += ["items", "ratings", "raters", "notes"]
    body: list[list[Cell]] = []
    for row in rows:
        star = "*" if row.limited_support and row.value is not None else " "
        cells: dict[str, Cell] = {
            "  measure": f"  {row.measure}",
            "slice": row.slice,
            "pair": row.pair or "",
            "value": Text(("-" if row.value is None else f"{row.value:z.3f}") + star, style="bold"),
            interval: "-" if row.low is None or row.high is None else f"{row.low:z.3f} to {row.high:z.3f}",
            "items": f"{row.items:,}",
            "ratings": f"{row.ratings:,}",
            "raters": "-" if row.raters is None else f"{row.raters:,}",
            "notes": ", ".join(_notes(row)),
        }
        body.append([cells[heading] for heading in headings])
    return table_text(headings, body, right=(*RIGHT, interval), colour=colour)


def _notes(row: Estimate) -> list[str]:
    notes = [row.reason] if row.reason and row.reason != "no_replicates" else []
    details = row.details
    if details.get("degenerate") and row.low is not None:
        notes.append("Wilson")
    if "k" in details:
        notes.append(f"k={details['k']}" + (f", {details['dropped']} dropped" if details.get("dropped") else ""))
    if "q" in details:
        notes.append(f"q={details['q']}")
    if details.get("single_rated"):
        notes.append(f"{details['single_rated']} single-rated among them")
    if details.get("both_empty"):
        notes.append(f"{details['both_empty']} both empty, left out")
    by_raters = details.get("items_by_raters")
    if isinstance(by_raters, dict):
        sizes = list(by_raters.items())
        shown = ", ".join(f"{items} by {size}" for size, items in sizes[:4]) + (", ..." if len(sizes) > 4 else "")
        notes.append(f"items: {shown}")
    if row.undefined_replicates:
        notes.append(f"{row.undefined_replicates} undefined draws")
    return notes


def _influence(result: Agreement, colour: bool) -> str:
    if not result.influence:
        return ""
    body = [
        [
            f"  {row.field}",
            row.measure,
            row.rater,
            row.reason or "-" if row.value is None else f"{row.value:z.3f}",
            "-" if row.change is None else f"{row.change:+z.3f}",
        ]
        for row in result.influence[:MOST_INFLUENCES]
    ]
    table = table_text(
        ["  field", "measure", "without", "value", "change"], body, right=("value", "change"), colour=colour
    )
    return f"Without each rater\n{table}{_rest(len(result.influence) - MOST_INFLUENCES)}\n"


def _differences(result: Agreement, colour: bool) -> str:
    if not result.differences:
        return ""
    body = [
        [
            f"  {row.left}",
            str(row.right),
            row.reason or "-" if row.value is None else f"{row.value:+z.3f}",
            "-" if row.low is None or row.high is None else f"{row.low:+z.3f} to {row.high:+z.3f}",
            f"{row.items:,}",
            "paired" if row.paired else "unpaired",
        ]
        for row in result.differences
    ]
    headings = ["  left", "right", "left - right", "interval", "items", "kind"]
    return f"Differences\n{table_text(headings, body, right=headings[2:5], colour=colour)}\n"


def _non_response(result: Agreement, colour: bool) -> str:
    rows = [row for row in result.non_response if row.answered < row.asked]
    if not rows:
        return ""
    body = [
        [
            f"  {row.field}",
            row.rater or "(all)",
            *(f"{count:,}" for count in (row.asked, row.answered, row.missing, row.off_label)),
            ", ".join(f"{label} {count} ({count / row.asked:.0%})" for label, count in row.abstained.items()) or "-",
        ]
        for row in sorted(rows, key=lambda row: row.answered - row.asked)[:MOST_NON_RESPONSE]
    ]
    headings = ["  field", "rater", "asked", "answered", "missing", "off label", "abstained"]
    table = table_text(headings, body, right=headings[2:6], colour=colour)
    return f"Answers that do not count\n{table}{_rest(len(rows) - MOST_NON_RESPONSE)}\n"


def _rest(count: int) -> str:
    return f"  and {count} more (all of them with --json)\n" if count > 0 else ""


def _legend(result: Agreement, width: int) -> str:
    rows = result.estimates
    lines = []
    if any(row.limited_support and row.value is not None for row in rows):
        least = result.settings.min_support
        lines.append(f"* limited support: fewer than {least} items with an uncommon value, or with a disagreement.")
    if any(row.details.get("degenerate") and row.low is not None for row in rows):
        lines.append("Wilson: every draw that is defined has the same share, so the interval is Wilson's.")
    codes = dict.fromkeys(row.reason for row in rows if row.reason and row.reason != "no_replicates")
    lines += [f"{code}: {REASONS[code]}." for code in codes]
    return "".join(paragraph(line, width) for line in lines) + ("\n" if lines else "")


def _findings(result: Agreement, width: int) -> str:
    if not result.findings:
        return ""
    lines = ["Findings\n"]
    for finding in most_severe_first(result.findings):
        lines.append(paragraph(str(finding), width, "  "))
    return "".join([*lines, "\n"])


def _random(result: Agreement, width: int) -> str:
    matching = result.design.get("matching")
    first = paragraph(f"Boxes are matched {matching}.", width) if matching else ""
    return first + paragraph(_intervals(result), width)


def _intervals(result: Agreement) -> str:
    settings = result.settings
    if not settings.replicates:
        return NONE
    draws = Draws.of(settings, result.design)
    if settings.rater_pool:
        return (
            f"Intervals: {draws.how}. Random are the {draws.drawn} and the raters, as a sample of a larger pool (rater "
            "jackknife). Pairs of raters hold their raters fixed."
        )
    pool = " (--rater-pool)" if result.raters is not None and result.raters >= FEWEST_RATERS else ""
    return (
        f"Intervals: {draws.how}, {draws.kind}. Random are the {draws.drawn}, with all their ratings; these raters "
        f"are held fixed. The intervals do not say how other raters would agree{pool}."
    )
