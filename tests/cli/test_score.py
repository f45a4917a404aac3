"""accord score: what it prints, what it writes, and how it ends."""

from __future__ import annotations

import csv
import json

import pytest

from accord.verbs.init import init


@pytest.fixture
def museum(tmp_path):
    init(tmp_path / "museum", "museum")
    return tmp_path / "museum"


@pytest.fixture
def score(run, museum):
    def command(*options):
        return run("score", museum, *options)

    return command


def test_tables_of_models_first_then_how_far_to_trust_the_judges(score):
    code, out, err = score("--replicates", 50)
    assert (code, err) == (0, "")
    assert out.startswith("3 judges, 3 people, 24 outputs of 2 models, 2 of them cannot be read\n\nJudge judge-1\n")
    titles = ["Judge judge-3", "Judges against people", "Alternative-annotator test", "Bias: ", "Effective number"]
    places = [out.index(title) for title in titles]
    assert places == sorted(places)
    assert "50 bootstrap replicates" in out


def test_json_is_one_document_with_findings_beside_it(score):
    code, out, err = score("--replicates", 0, "--json")
    assert code == 0
    document = json.loads(out)
    assert document["schema"] == "accord.score/1"
    assert err.count("\n") == len(document["findings"]) > 0
    assert score("--replicates", 0, "--json", "--quiet")[2] == ""


def test_options_reach_the_numbers(score):
    code, out, err = score(
        "--judges", "judge-3,judge-1", "--epsilon", 0.1, "--replicates", 20, "--seed", 9, "--json", "--quiet"
    )
    assert code == 0, err
    document = json.loads(out)
    assert document["data"]["judges"] == ["judge-3", "judge-1"]
    settings = document["settings"]
    assert (settings["replicates"], settings["seed"], settings["alternative_annotator"]["epsilon"]) == (20, 9, 0.1)


def test_judges_may_be_named_one_by_one(score):
    out = score("--judges", "judge-3", "--judges", "judge-1", "--replicates", 0, "--json")[1]
    assert json.loads(out)["data"]["judges"] == ["judge-3", "judge-1"]


def test_tables_can_be_left_out(score):
    out = score("--replicates", 0, "--no-tables")[1]
    assert "Judge judge-1" not in out
    assert "Judges against people" in out


def test_tables_are_written(score, tmp_path):
    summary, numbers = tmp_path / "summary.csv", tmp_path / "numbers.csv"
    code, out, _ = score("--replicates", 0, "--csv", summary, "--estimates", numbers, "--json", "--quiet")
    assert code == 0
    with summary.open(newline="", encoding="utf-8") as table:
        rows = list(csv.DictReader(table))
    assert len(rows) == 3 * 2
    assert rows[0]["judge"] == "judge-1"
    with numbers.open(newline="", encoding="utf-8") as table:
        assert len(list(csv.DictReader(table))) == len(json.loads(out)["estimates"])


@pytest.mark.parametrize("option", ["--csv", "--estimates"])
@pytest.mark.parametrize("file", ["benchmark.yaml", "items.jsonl", "annotations/human/x.csv"])
def test_files_of_the_benchmark_are_not_written_over(score, museum, option, file):
    code, out, err = score(option, museum / file)
    assert (code, out) == (2, "")
    assert "the benchmark needs this file" in err


def test_strict(score):
    assert score("--replicates", 0, "--strict")[0] == 0


def test_strict_refuses_warnings(score, museum):
    log = next((museum / "annotations" / "judge").glob("*.jsonl"))
    line = log.read_text(encoding="utf-8").splitlines()[0]
    answered = json.loads(line)
    answered["answers"]["title_match"] = {"state": "off_label", "raw": "half"}
    answered["supersedes"], answered["id"] = answered["id"], "0" * 64
    with log.open("a", encoding="utf-8") as stream:
        stream.write(json.dumps(answered) + "\n")
    code, _, err = score("--replicates", 0, "--strict")
    assert code == 1
    assert "under --strict, the first: warning off_label" in err


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--judges", "nobody"), "no judge nobody"),
        (("--epsilon", 2), "epsilon: 2 does not lie between 0 and 1"),
        (("--replicates", 5), "replicates: 5"),
    ],
)
def test_wrong_usage_ends_with_2(score, options, message):
    code, out, err = score(*options)
    assert (code, out) == (2, "")
    assert err.startswith("error: ")
    assert message in err


def test_a_table_of_models_needs_models(run, tmp_path):
    init(tmp_path / "streets", "streets")
    code, out, err = run("score", tmp_path / "streets")
    assert (code, out) == (2, "")
    assert "no judgement that counts" in err
