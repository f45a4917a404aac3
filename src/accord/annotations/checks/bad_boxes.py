"""Boxes that are none: no area, not four numbers, a class that is not allowed, outside a picture of fractions."""

from __future__ import annotations

import numpy as np

from accord.annotations.contents.contents import Contents
from accord.annotations.places import DROPPED_BOX
from accord.annotations.rows.gathered import gathered
from accord.findings import Finding

FIX = "correct the box, or declare bad_boxes: drop for the field in benchmark.yaml, which keeps the rest of the answer"
LEAVES, KEPT = "box_leaves_picture", "correct the box; it is kept as it is"


def bad_boxes(contents: Contents) -> list[Finding]:
    """A finding for each rater, field and reason: an error where agreement would be refused for it, else a warning."""
    findings = []
    for name, said in contents.said.items():
        notes = [note for note in said.reading.notes if note.code.startswith("box_")]
        for code in dict.fromkeys(note.code for note in notes):
            of_cell = {note.cell: note for note in reversed(notes) if note.code == code}
            for rows in contents.by_log(np.isin(said.codes, list(of_cell))):
                note = of_cell[int(said.codes[rows[0]])]
                message = note.message if note.index is None else f"box {note.index}: {note.message}"
                place = contents.place(name)
                if note.fatal:
                    findings.append(gathered(code, "error", rows, place, message, FIX))
                else:
                    fix = KEPT if code == LEAVES else DROPPED_BOX
                    findings.append(gathered(code, "warning", rows, place, message, fix))
    return findings
