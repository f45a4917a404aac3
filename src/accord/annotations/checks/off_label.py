"""Answers outside the label space."""

from __future__ import annotations

import numpy as np

from accord.annotations.contents.contents import Contents
from accord.annotations.rows.gathered import gathered
from accord.findings import Finding, counted
from accord.spec.field import listed
from accord.spec.states import State

FIX = "correct the answer, or declare the label, or an alias of it, in benchmark.yaml"


def off_label(contents: Contents) -> list[Finding]:
    """A warning for each rater and field, with the first answers as they were written."""
    findings = []
    for name, said in contents.said.items():
        why = {note.cell: note.message for note in said.reading.notes}
        tried = np.bincount(contents.rater[np.isin(said.state, (State.ANSWERED, State.OFF_LABEL))])
        for rows in contents.by_log(said.state == State.OFF_LABEL):
            codes = said.codes[rows].tolist()
            cells = list(dict.fromkeys(said.cells[code] for code in codes))
            answers = counted(int(tried[contents.rater[rows[0]]]), "answer")
            share = f"{len(rows):,} of {answers} of {contents.name_of(rows[0])}"
            examples = f": {listed(cells, 3)}" if len(cells) > 1 else ""
            message = f"{why[codes[0]]} ({share}{examples})"
            findings.append(gathered("off_label", "warning", rows, contents.place(name), message, FIX))
    return findings
