"""Submissions about items that the benchmark does not have."""

from __future__ import annotations

from accord.annotations.contents.contents import Contents
from accord.annotations.rows.gathered import gathered
from accord.findings import Finding
from accord.spec.field import shown


def unknown_items(contents: Contents) -> list[Finding]:
    """An error for every log that has such submissions; agreement leaves them out."""
    fix = f"restore the item in {contents.benchmark.items.file}, with the id that the log has"
    findings = []
    for rows in contents.by_log(contents.item_row < 0):
        message = (
            f"{contents.name_of(rows[0])} answered about {shown(contents.text(rows[0], 'item'))}, which is no item"
        )
        findings.append(gathered("unknown_item", "error", rows, contents.place(), message, fix))
    return findings
