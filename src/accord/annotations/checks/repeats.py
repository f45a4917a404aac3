"""Raters who answered the same form more than once."""

from __future__ import annotations

import numpy as np

from accord.annotations.contents.contents import Contents
from accord.findings import Finding, Severity, counted


def repeats(contents: Contents) -> list[Finding]:
    """For each log how many records were superseded: an error where the policy for repeats says so, else a note."""
    standing = contents.standing
    forms = np.bincount(standing.log, minlength=len(standing.logs))
    refused = contents.benchmark.policies.repeats == "error"
    severity: Severity = "error" if refused else "info"
    rule = "the policy repeats: error allows none" if refused else "the latest counts"
    fix = "have each form answered once, or set repeats: latest" if refused else None
    return [
        Finding(
            "repeated_answers",
            severity,
            str(path),
            f"{counted(records - int(number), 'answer was', 'answers were')} given again later; {rule}",
            fix,
            records - int(number),
        )
        for path, records, number in zip(standing.logs, standing.records, forms, strict=True)
        if records > number
    ]
