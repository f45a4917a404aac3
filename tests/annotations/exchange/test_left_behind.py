"""What stays in the logs when answers leave them, with counts."""

from __future__ import annotations

import json

import numpy as np
import pytest
from made_folders import empty_folder, filled_folder, more

from accord.annotations.exchange.left_behind import WORDS, left_behind
from accord.annotations.log.name import log_path
from accord.verbs.opened import opened

ANN = {"item": "a", "rater": "ann", "role": "human"}


@pytest.fixture
def empty(tmp_path):
    return empty_folder(tmp_path / "b")


def counts(folder, rows=None):
    chosen = np.arange(len(folder.standing.line)) if rows is None else np.array(rows, np.int64)
    findings = left_behind(folder.benchmark, folder.standing, chosen)
    assert {finding.code for finding in findings} <= {"not_held"}
    assert {finding.where for finding in findings} <= {"logs"}
    return {
        next(key for key, words in WORDS.items() if words in finding.message): (finding.severity, finding.count)
        for finding in findings
    }


def rewritten(folder, change):
    """The folder with every line of its logs changed."""
    for path in (folder.path / "annotations").glob("*/*.jsonl"):
        records = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        for record in records:
            change(record)
        path.write_text("".join(json.dumps(record) + "\n" for record in records), "utf-8")
    return opened(folder.path)


def test_where_answers_were_read_is_an_info(empty):
    folder = more(empty, ANN | {"score": "1", "tags": "[]"})
    assert counts(folder) == {"source": ("info", 1)}


def test_nothing_is_left_of_plain_records(empty):
    folder = rewritten(more(empty, ANN | {"score": "1", "tags": "[]"}), lambda record: record.pop("source"))
    assert counts(folder) == {}


def test_corrected_records(empty):
    folder = more(empty, *(ANN | {"score": score, "tags": "[]"} for score in "123"))
    assert counts(folder)["history"] == ("warning", 2)


def test_spellings_but_not_those_that_are_the_answer(empty):
    rows = [ANN | {"score": "1.0", "tags": '["nothing"]'}, ANN | {"item": "b", "score": "six", "tags": "[]"}]
    assert counts(more(empty, *rows))["raw"] == ("warning", 2)


def test_replies_and_names_of_models(empty):
    def change(record):
        if record["item"] == "a":
            record["reply"] = {"raw": "{}"}
        else:
            record["rater"]["model"] = "m-1"

    folder = more(empty, *({"item": item, "rater": "m", "role": "model", "title": "x"} for item in "abc"))
    assert counts(rewritten(folder, change)) == {"reply": ("warning", 3), "source": ("info", 3)}


def test_fields_that_are_gone_and_other_versions_of_the_form(empty):
    folder = more(empty, ANN | {"score": "1", "tags": "[]"})
    spec = folder.path / "benchmark.yaml"
    spec.write_text("".join(line for line in spec.read_text().splitlines(keepends=True) if "tags" not in line))
    found = left_behind(opened(folder.path).benchmark, folder.standing, np.array([0]))
    assert [(finding.count, finding.message.partition(": ")[2][:12]) for finding in found] == [
        (1, "answers to f"),
        (1, "notes that a"),
        (1, "submissions "),
    ]


def test_only_what_leaves_is_counted(tmp_path):
    folder = filled_folder(tmp_path / "b")
    frame = folder.standing.frame
    judges = np.flatnonzero((frame["role"] == "judge").to_numpy())
    assert counts(folder, judges) == {"source": ("info", 2)}
    assert counts(folder, []) == {}
    people = np.flatnonzero((frame["role"] == "human").to_numpy())
    assert counts(folder, people)["raw"] == ("warning", 1)


def test_a_byte_order_mark_in_front_of_a_log_is_no_matter(empty):
    folder = more(empty, ANN | {"score": "1", "tags": "[]"})
    path = log_path(folder.path, "human", "ann")
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert counts(opened(folder.path)) == {"source": ("info", 1)}
