"""Boxes against the labels that they belong to."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from accord.annotations.contents.contents import Contents, Mask
from accord.annotations.rows.gathered import gathered
from accord.findings import Finding
from accord.spec.field import listed, shown
from accord.spec.fields.boxes import BoxesForm
from accord.spec.reading import BoxReading, SetReading
from accord.spec.states import State

FIX = "have the rater correct one of the two; imported, the correction supersedes this answer"
SILENT = (State.NOT_ASKED, State.OFF_LABEL)
"""States in which an answer contradicts nothing."""
Sets = NDArray[np.bool_]


def contradictions(contents: Contents) -> list[Finding]:
    """An error for each rater and kind: boxes beside an empty set of labels, a box whose label was not chosen, and,
    where each label needs a box, a label without one.
    """
    findings = []
    for name, form in contents.benchmark.forms.items():
        if not (isinstance(form, BoxesForm) and form.labels_of is not None):
            continue
        for code, sets, words in _kinds(contents, name, form):
            for rows in contents.by_log(np.asarray(sets.any(axis=1))):
                labels = _labels(contents, form.labels_of, sets[rows[0]])
                message = f"item {shown(contents.text(rows[0], 'item'))}: {words.format(labels)}"
                findings.append(gathered(code, "error", rows, contents.place(name), message, FIX))
    return findings


def _kinds(contents: Contents, name: str, form: BoxesForm) -> Iterator[tuple[str, Sets, str]]:
    """Code, (R, L) the labels concerned, and what is said of them."""
    field = form.labels_of or ""
    chosen, drawn, answered = _answers(contents, name, field)
    empty = (answered & ~chosen.any(axis=1))[:, None]
    yield "none_with_boxes", drawn & empty, f"{field} says that there is nothing, and there are boxes of {{}}"
    yield "box_not_chosen", drawn & ~chosen & ~empty, f"there is a box of {{}}, which is not chosen in {field}"
    if form.every_label:
        yield "label_without_box", chosen & ~drawn, f"{{}} is chosen in {field} and has no box"


def _answers(contents: Contents, boxes: str, labels: str) -> tuple[Sets, Sets, Mask]:
    """(R, L) the labels that were chosen, and those that have a box; (R,) whether the labels were answered."""
    said, drawn = contents.said[labels], contents.said[boxes]
    assert isinstance(said.reading, SetReading) and isinstance(drawn.reading, BoxReading)
    width = len(said.reading.labels)
    members = np.vstack([said.reading.members, np.zeros((1, width), np.bool_)])
    has_box = np.zeros((len(drawn.cells) + 1, width), np.bool_)
    cell = np.repeat(np.arange(len(drawn.cells)), np.diff(drawn.reading.offsets))
    has_box[cell, drawn.reading.label] = True
    told = ~np.isin(said.state, SILENT) & ~np.isin(drawn.state, SILENT)
    return members[said.codes] & told[:, None], has_box[drawn.codes] & told[:, None], said.state == State.ANSWERED


def _labels(contents: Contents, field: str, members: Sets) -> str:
    reading = contents.said[field].reading
    assert isinstance(reading, SetReading)
    return listed([reading.labels[at] for at in np.flatnonzero(members)])
