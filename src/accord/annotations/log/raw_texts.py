"""What was written beside the labels of a set: an abstention, or the label for none, that the value leaves out."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from accord.annotations.log.standing import cell_text
from accord.annotations.log.submission import Submission
from accord.spec.benchmark import Benchmark
from accord.spec.fields.labels import Labels
from accord.spec.reading import Note

BESIDE = frozenset({"abstention_beside_label", "none_beside_label"})
"""Codes of the notes that a set is read with, where what was written contradicts itself."""


@dataclass(frozen=True, slots=True)
class Beside:
    """One answer of a log, and what stands beside its labels."""

    log: Path
    line: int
    field: str
    code: str
    message: str


class RawTexts:
    """Takes in the records of logs; `found` are the answers that were written with something beside their labels.

    Each distinct text is read once.
    """

    def __init__(self, benchmark: Benchmark) -> None:
        self.found: list[Beside] = []
        self._fields = {name: field for name, field in benchmark.fields.items() if isinstance(field, Labels)}
        self._notes: dict[tuple[str, str], list[Note]] = {}

    def look(self, log: Path, line: int, submission: Submission) -> None:
        """Look at one record."""
        for name in self._fields.keys() & submission.answers.keys():
            answer = submission.answers[name]
            if answer.state == "answered" and answer.raw is not None:
                text = cell_text(answer.raw)
                self.found += [Beside(log, line, name, note.code, note.message) for note in self._read(name, text)]

    def _read(self, name: str, text: str) -> list[Note]:
        key = name, text
        if key not in self._notes:
            self._notes[key] = [note for note in self._fields[name].read([text]).notes if note.code in BESIDE]
        return self._notes[key]
