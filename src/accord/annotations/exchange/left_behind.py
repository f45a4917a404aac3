"""What the logs hold that no format is given, counted when answers leave them."""

from __future__ import annotations

import json
from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from accord.annotations.log.standing import Standing
from accord.findings import Finding
from accord.spec.benchmark import Benchmark

WORDS = {
    "history": "earlier records that were corrected",
    "raw": "answers written in another way than their values",
    "reply": "submissions with the reply of a machine, or the name of the model behind the rater",
    "gone": "answers to fields that the benchmark no longer has",
    "spec": "notes that a submission was made with another version of the form",
    "source": "submissions that say where they were read",
}
"""What is counted, in the order in which it is said."""


def left_behind(benchmark: Benchmark, standing: Standing, rows: NDArray[np.int64]) -> list[Finding]:
    """Findings about what stays in the logs. rows: the submissions that leave, among the standing ones.

    Where submissions were read is an info: nothing that was said is lost with it.
    """
    counts: Counter[str] = Counter()
    for number in np.unique(standing.log[rows]).tolist():
        counts["history"] += standing.records[number] - int(np.count_nonzero(standing.log == number))
    for record in _records(standing, rows):
        answers = record["answers"]
        counts["raw"] += sum("raw" in answer and answer["state"] != "off_label" for answer in answers.values())
        counts["gone"] += sum(name not in benchmark.fields for name in answers)
        counts["reply"] += "reply" in record or not record["rater"].keys() <= {"name", "role"}
        counts["spec"] += record["spec"]["digest"] != benchmark.form_digest
        counts["source"] += "source" in record
    return [
        Finding(
            "not_held",
            "info" if what == "source" else "warning",
            "logs",
            f"stay there: {words} ({count:,})",
            None,
            count,
        )
        for what, words in WORDS.items()
        if (count := counts[what])
    ]


def _records(standing: Standing, rows: NDArray[np.int64]) -> Iterator[dict[str, Any]]:
    """The lines of the logs on which rows stand."""
    for number, path in enumerate(standing.logs):
        lines = set(standing.line[rows][standing.log[rows] == number].tolist())
        if not lines:
            continue
        with path.open("rb") as stream:
            for line, text in enumerate(stream, 1):
                if line in lines:
                    yield json.loads(text.removeprefix(BOM_UTF8))
