"""What was measured as text: lines while it runs, and `RESULTS.md` at the end."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from math import floor, log10
from statistics import median
from typing import Any

from cases import Case
from machine import machine_text, versions_text
from panel import PanelSide, panel_lines, panel_targets

NOTE = """\
- A comparison runs in a process of its own. Its sides take turns (accord, peer, accord, peer ...) on the same data
  after one run each that does not count. Times are medians, with the fastest and the slowest run.
- Before times are reported, values must agree to 1e-9 and limits within the error of 2,000 replicates; the run stops
  otherwise.
- Memory is the peak of one call in a process of its own, above what the data and the loaded libraries hold.
- evalaudit's call always adds an item table and alpha without each rater; accord's adds support, findings and a
  check for repeats. "also without each rater" is accord with `leave_one_out=True`, the closer match to evalaudit's.
- krippendorff and statsmodels read a matrix. accord has no reader for it, so its time includes making a long polars
  frame of it; it is called without a rater column, which is all that these two know.
- The scipy loop makes one `linear_sum_assignment` an image and class, with cost -1 for an IoU of .5 or more, so that
  it matches as many boxes as possible, and then resamples images with numpy in blocks of 100 replicates. accord's
  side is its engine on the same arrays, without a data frame.
- The sides of the panel of judges take turns, each in a process of its own; the stub is another one, and was measured
  at 15,000 requests a second and more. Requests a second are counted from the first request to the last reply; for
  accord that is the time that the record of the run gives, and its logs are written and synced within it. "Whole
  process" also has the start of the program, and for accord reading the folder.
- The bare aiohttp loop and the openai client keep nothing of a reply but its text. inspect-ai runs one task with the
  same messages, `max_connections` and `max_samples` 64, no display and a scorer that costs nothing; it writes its
  log. The second row of it is without the part of its log that is kept up to date while it runs."""


@dataclass
class SideRow:
    """One side of a case: seconds of its runs, MB of one call above the data, or what became of a capped run."""

    name: str
    seconds: list[float] = field(default_factory=list)
    extra_mb: float | None = None
    outcome: str | None = None

    @property
    def median(self) -> float:
        """Median seconds."""
        return median(self.seconds)


@dataclass
class CaseRows:
    """A case with what was measured of its sides, accord first."""

    case: Case
    items: int
    rows: list[SideRow]

    def lines(self) -> list[str]:
        """The case as a Markdown table."""
        head = f"**{self.case.title}.** {self.items:,} items: {self.case.form}."
        table = ["| side | median (fastest to slowest) | times accord's | peak memory |", "|---|---|---|---|"]
        return [head, "", *table, *(self._line(row) for row in self.rows), ""]

    def _line(self, row: SideRow) -> str:
        memory = "" if row.extra_mb is None else f"{row.extra_mb:,.0f} MB" if row.extra_mb >= 1 else "under 1 MB"
        if row.outcome:
            return f"| {row.name} | {row.outcome} | | {memory} |"
        times = "" if row is self.rows[0] else f"{row.median / self.rows[0].median:.1f}"
        spread = f"{seconds_text(row.median)} ({seconds_text(min(row.seconds))} to {seconds_text(max(row.seconds))})"
        return f"| {row.name} | {spread} | {times} | {memory} |"

    def targets(self) -> list[str]:
        """What was aimed at and what came out, as lines of a Markdown table."""
        lines = []
        name = f"{self.case.title}, {self.items:,} items"
        if self.case.target is not None:
            times = self.rows[1].median / self.rows[0].median
            aim = f"at least {self.case.target:g} times as fast as {self.rows[1].name}"
            lines.append(f"| {name} | {aim} | {times:.1f} | {_met(times >= self.case.target)} |")
        if self.case.most_extra_mb is not None and self.rows[0].extra_mb is not None:
            aim = f"within {self.case.most_extra_mb:g} MB above the data"
            met = _met(self.rows[0].extra_mb <= self.case.most_extra_mb)
            lines.append(f"| {name} | {aim} | {self.rows[0].extra_mb:.0f} MB | {met} |")
        return lines


def cost_lines(costs: list[dict[str, Any]]) -> list[str]:
    """How accord's time grows, as a Markdown table."""
    lines = [
        "| items | patterns | reading and counting, no interval | after counting: the interval | all in one call |",
        "|---|---|---|---|---|",
    ]
    for cost in costs:
        spent = " | ".join(seconds_text(cost[part]) for part in ("counting", "replicating", "all"))
        lines.append(f"| {cost['items']:,} | {cost['patterns']} | {spent} |")
    return lines


def demo_line(cost: dict[str, Any]) -> str:
    """What the demo took."""
    return (
        f"Every default measure of the scenes, over all items, domains and classes: {cost['estimates']} estimates with "
        f"{cost['replicates']:,} replicates each in {cost['scenes']:.1f} s; the whole of `accord demo`, with making, "
        f"writing and reading both data sets, {cost['whole']:.1f} s."
    )


def results_text(
    cases: list[CaseRows], costs: list[dict[str, Any]], demo: dict[str, Any], panel: list[PanelSide]
) -> str:
    """The whole of RESULTS.md."""
    targets = [*(line for rows in cases for line in rows.targets()), *panel_targets(panel)]
    return "\n".join(
        [
            "# Results of `make bench`",
            "",
            f"Written by `benchmarks/run.py` on {datetime.now(UTC):%Y-%m-%d}. {machine_text()}.",
            f"{versions_text()}.",
            "",
            "| what | aimed at | measured | |",
            "|---|---|---|---|",
            *targets,
            "",
            "## Side by side",
            "",
            *(line for rows in cases for line in rows.lines()),
            *panel_lines(panel),
            "## How the time of an interval grows",
            "",
            "Ordinal alpha of three raters an item with 2,000 replicates, from a pandas frame with integer ids. Only",
            "the patterns are left after counting, however many items there are.",
            "",
            *cost_lines(costs),
            "",
            "## A whole study",
            "",
            demo_line(demo),
            "",
            "## What is compared",
            "",
            NOTE,
            "",
        ]
    )


def seconds_text(seconds: float) -> str:
    """Three digits, in ms below a second."""
    value, unit = (seconds, "s") if seconds >= 1 else (seconds * 1000, "ms")
    return f"{value:.{max(0, 2 - floor(log10(value)))}f} {unit}"


def _met(met: bool) -> str:
    return "met" if met else "missed"
