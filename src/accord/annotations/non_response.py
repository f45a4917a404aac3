"""Non-response: how often each rater left a field blank, abstained or answered off the label space."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from accord.annotations.ratings import Answers, Codes, NonResponse
from accord.findings import Finding
from accord.spec.field import Field
from accord.spec.states import State

NO_ANSWER = (State.ABSTAINED, State.MISSING, State.OFF_LABEL)


def non_response_of(
    name: str,
    field: Field,
    answer: Answers,
    codes: Codes,
    cells: Sequence[str],
    rater: Codes | None,
    raters: tuple[str, ...],
) -> list[NonResponse]:
    """For each rater the count of every state, and of every declared abstention; empty where all answered."""
    if not np.isin(answer.state, NO_ANSWER).any():
        return []
    who = np.zeros(len(codes), np.int32) if rater is None else rater
    names: tuple[str | None, ...] = (None,) if rater is None else raters
    counts = np.bincount(who * len(State) + answer.state, minlength=len(names) * len(State)).reshape(-1, len(State))
    kinds: list[dict[str, int]] = [{} for _ in names]
    rows = np.flatnonzero(answer.state == State.ABSTAINED)
    pairs, how_many = np.unique(np.stack([who[rows], codes[rows]]), axis=1, return_counts=True)
    for (person, cell), count in zip(pairs.T.tolist(), how_many.tolist(), strict=True):
        label = field.abstention(cells[cell])
        kinds[person][label] = kinds[person].get(label, 0) + count
    return [
        NonResponse(
            name,
            names[person],
            int(row.sum() - row[State.NOT_ASKED]),
            int(row[State.ANSWERED]),
            int(row[State.MISSING]),
            int(row[State.OFF_LABEL]),
            dict(sorted(kinds[person].items())),
        )
        for person, row in enumerate(counts)
    ]


def non_response_findings(field: str, rows: Sequence[NonResponse]) -> list[Finding]:
    """Counts of blanks and abstentions of a field, and the rule that is applied to them."""
    asked = sum(row.asked for row in rows)
    missing = sum(row.missing for row in rows)
    kinds: Counter[str] = Counter()
    for row in rows:
        kinds.update(row.abstained)
    findings = []
    strange = sum(row.off_label for row in rows)
    if strange and not any(row.answered for row in rows):
        message = f"none of the {strange:,} answers is allowed, so nothing can be computed; off_label shows them"
        fix = "declare the labels, the scale or the separator that the table has"
        findings.append(Finding("no_answer_fits", "error", f"field {field}", message, fix, strange))
    if missing:
        message = f"{missing} of {asked} answers are missing and left out"
        findings.append(Finding("missing", "info", f"field {field}", message, count=missing))
    if kinds:
        shown = ", ".join(f"{label!r} {count}" for label, count in sorted(kinds.items()))
        message = f"{kinds.total()} of {asked} answers abstain ({shown}); abstentions are non-response, not a category"
        findings.append(Finding("abstentions", "info", f"field {field}", message, count=kinds.total()))
    return findings
