"""Items that are in no slice, or in no cluster or stratum."""

from __future__ import annotations

from functools import partial

from accord.annotations.contents.contents import Contents
from accord.annotations.rows.gathered import gathered
from accord.findings import Finding

FIX = "fill it in, with a value of its own for what is not known"


def blank_columns(contents: Contents) -> list[Finding]:
    """Blanks in each column that items are grouped by: without cluster or stratum, agreement cannot be computed."""
    asked = contents.benchmark.items
    groups = {name: "slice" for columns in asked.slice_columns for name in columns}
    groups |= dict.fromkeys(asked.strata, "stratum")
    groups |= {} if asked.cluster is None else {asked.cluster: "cluster"}
    findings = []
    for column, role in groups.items():
        cells = contents.items.frame[column].to_list()
        blank = [row for row, cell in enumerate(cells) if not (cell or "").strip()]
        if not blank:
            continue
        place = partial(contents.items.table.place, column=column)
        if role == "slice":
            message = f"{column!r} is blank, so the item is in none of its slices"
            findings.append(gathered("blank_slice", "warning", blank, place, message, FIX))
        else:
            message = f"{column!r} is blank, so agreement cannot be computed with it as {role}"
            findings.append(gathered(f"blank_{role}", "error", blank, place, message, FIX))
    return findings
