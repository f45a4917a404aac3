"""The findings of a check as text that a person reads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rich.text import Text

from accord.findings import Finding, counted, visible
from accord.report.layout import paragraph, rendered

STYLES = {"error": "bold red", "warning": "bold yellow", "info": "bold"}


def check_text(findings: Sequence[Finding], *, width: int = 110, colour: bool = False) -> str:
    """Every finding with its code, place, message and what to do; then a line with counts."""
    return "".join([*(_finding(finding, width, colour) for finding in findings), f"{counts_text(findings)}\n"])


def counts(findings: Sequence[Finding]) -> dict[str, int]:
    """How many findings there are of each severity.

    >>> counts([Finding("no_items", "error", "items.jsonl", "there are none")])
    {'errors': 1, 'warnings': 0, 'notes': 0}
    """
    found = Counter(finding.severity for finding in findings)
    return {"errors": found["error"], "warnings": found["warning"], "notes": found["info"]}


def counts_text(findings: Sequence[Finding]) -> str:
    """The counts in words.

    >>> counts_text([])
    '0 errors, 0 warnings, 0 notes'
    """
    return ", ".join(counted(number, noun.removesuffix("s")) for noun, number in counts(findings).items())


def _finding(finding: Finding, width: int, colour: bool) -> str:
    severity = "note" if finding.severity == "info" else finding.severity
    head = Text(f"{severity} {visible(finding.code)}", style=STYLES[finding.severity])
    place = f"  {visible(finding.where)}\n" if finding.where else ""
    fix = paragraph(f"-> {finding.fix}", width, "  ") if finding.fix else ""
    return f"{rendered(head, colour=colour)}{place}{paragraph(finding.message, width, '  ')}{fix}\n"
