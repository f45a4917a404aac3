"""Slices whose name means something else in results."""

from __future__ import annotations

from accord.annotations.contents.contents import Contents
from accord.findings import Finding
from accord.spec.consistency import RESERVED


def slice_names(contents: Contents) -> list[Finding]:
    """An error for every slice column that has the name of a field or of a part of results."""
    findings = []
    for at, columns in enumerate(contents.benchmark.items.slice_columns):
        for name in columns:
            what = "a field" if name in contents.benchmark.forms else "a part of results" if name in RESERVED else None
            if what is not None:
                where = contents.spec_place(("items", "slices", at))
                message = f"the slice {name!r} has the name of {what}"
                findings.append(Finding("slice_name", "error", where, message, "rename the column of the items"))
    return findings
