"""Sets of labels that were written with an abstention, or with the label for none, beside a label."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from accord.annotations.contents.contents import Contents
from accord.annotations.log.raw_texts import BESIDE
from accord.annotations.rows.gathered import gathered
from accord.findings import Finding
from accord.spec.states import State

FIX = "only the labels count; have the rater say which is meant; imported, that supersedes this answer"


def beside_label(contents: Contents) -> list[Finding]:
    """A warning for each rater, field and kind. The value of an answer has such texts no more; the log has them."""
    said: dict[tuple[str, str], dict[int, str]] = {}
    for field, code, row, message in (*_in_values(contents), *_in_raw_texts(contents)):
        said.setdefault((field, code), {}).setdefault(row, message)
    findings = []
    for (field, code), messages in said.items():
        mask = np.zeros(len(contents.rater), np.bool_)
        mask[list(messages)] = True
        for rows in contents.by_log(mask):
            message = messages[int(rows[0])]
            findings.append(gathered(code, "warning", rows, contents.place(field), message, FIX))
    return findings


def _in_values(contents: Contents) -> Iterator[tuple[str, str, int, str]]:
    """Field, code, row and message of values that no import would write."""
    for field, said in contents.said.items():
        for note in said.reading.notes:
            if note.code in BESIDE:
                for row in np.flatnonzero((said.codes == note.cell) & (said.state == State.ANSWERED)):
                    yield field, note.code, int(row), note.message


def _in_raw_texts(contents: Contents) -> Iterator[tuple[str, str, int, str]]:
    """The same of raw texts, of the answers that stand."""
    beside = contents.audit.beside
    if not beside:
        return
    standing = contents.standing
    logs = {path: number for number, path in enumerate(standing.logs)}
    rows = {at: row for row, at in enumerate(zip(standing.log.tolist(), standing.line.tolist(), strict=True))}
    for found in beside:
        row = rows.get((logs[found.log], found.line))
        if row is not None:
            yield found.field, found.code, row, found.message
