"""What the museum's judges say of the models: the published table of accuracies, from imported judgements."""

from __future__ import annotations

import csv
import io

import pytest
from museum_folder import FIELDS, LAYOUT, judged_museum, judgements, take

from accord.scoring.judged import ACCURACY, WRONG


@pytest.fixture(scope="module")
def published(data):
    """(judge, model) -> the row of the published table."""
    with (data / "museum_reconstructed" / "expected_accuracy.csv").open(newline="", encoding="utf-8") as table:
        return {(row["judge"], row["model"]): row for row in csv.DictReader(table)}


@pytest.fixture(scope="module")
def folder(cli, data, tables):
    folder = judged_museum(cli, data, tables, "scored")
    take(cli, folder, judgements(data), *LAYOUT)
    return folder


@pytest.fixture(scope="module")
def summary(tables):
    return tables.folder / "summary.csv"


@pytest.fixture(scope="module")
def run(cli, folder, summary):
    run = cli("score", folder, "--csv", summary, "--json")
    assert run.code == 0, run.err
    return run


def test_all_180_cells_and_the_valid_counts(run, published):
    valid = {row["model"]: row["valid"] for row in run.document["data"]["models"]}
    assert sum(valid.values()) == 656
    assert len(published) == 36
    for (judge, model), row in published.items():
        assert valid[model] == int(row["valid"])
        for field in FIELDS:
            found = run.estimate(field, ACCURACY, f"judge={judge},output={model}")
            assert f"{found['value']:.3f}" == row[field], (judge, model, field)
            assert found["items"] == int(row["valid"])
            assert found["low"] < found["value"] < found["high"]


def test_the_csv_has_the_same_table_unrounded(run, summary, published):
    rows = list(csv.DictReader(io.StringIO(summary.read_text(encoding="utf-8"))))
    assert [(row["judge"], row["model"]) for row in rows] == sorted(published)
    for row in rows:
        expected = published[row["judge"], row["model"]]
        assert row["valid"] == expected["valid"]
        for field in FIELDS:
            assert f"{float(row[field]):.3f}" == expected[field]
            assert row[f"{field}.n"] == expected["valid"]
            right = round(float(row[field]) * int(row["valid"]))
            assert float(row[field]) == pytest.approx(right / int(row["valid"]), abs=1e-12)
            assert float(row[f"{field}.wrong"]) == pytest.approx(right / 75, abs=1e-12)


def test_the_table_on_screen(cli, folder, published):
    run = cli("score", folder, "--replicates", 0)
    assert run.code == 0, run.err
    lines = [line.split() for line in run.out.splitlines()]
    for (_, model), row in published.items():
        assert [*model.split(), row["valid"], *(row[field] for field in FIELDS)] in lines


def test_unreadable_outputs_stand_beside_as_wrong(run):
    left_out = run.estimate("title", ACCURACY, "judge=GPT-4.1-mini,output=Pixtral-12B")
    wrong = run.estimate("title", WRONG, "judge=GPT-4.1-mini,output=Pixtral-12B")
    assert (left_out["items"], wrong["items"]) == (67, 75)
    assert wrong["value"] == pytest.approx(left_out["value"] * 67 / 75, abs=1e-11)
    assert [found["count"] for found in run.findings("invalid_output")] == [19]


def test_without_people_judges_are_compared_with_nobody(run):
    people = [row for row in run.document["estimates"] if not row["measure"].startswith("accuracy")]
    assert people
    assert all(row["value"] is None and row["reason"] for row in people)
    assert {row["reason"] for row in run.document["alternative_annotator"]} == {"too_few_people"}


def test_the_same_folder_gives_the_same_bytes(cli, run, folder):
    assert cli("score", folder, "--json").out == run.out


def test_families_are_told_by_names(run):
    families = {(row["rater"], row["role"]): (row["family"], row["how"]) for row in run.document["families"]}
    assert families["GPT-4.1-mini", "judge"] == families["GPT-5.4-mini", "model"] == ("gpt", "name")
    assert families["Qwen3-30B-A3B-Instruct-2507", "judge"] == families["Qwen-VL-Max", "model"] == ("qwen", "name")
