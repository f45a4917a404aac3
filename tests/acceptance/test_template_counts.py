"""`accord init`, `check` and `status` on each template: exit 0, and every count equals one taken from the files."""

from __future__ import annotations

import json
from collections import Counter

import pytest

TEMPLATES = ("museum", "streets", "scenes")
STATES = ("answered", "abstained", "missing", "off_label", "not_asked")
FINDINGS = {"museum": {}, "streets": {"off_label": 2, "too_few_raters": 1}, "scenes": {}}


@pytest.fixture(scope="module", params=TEMPLATES)
def folder(request, cli, tmp_path_factory):
    made = tmp_path_factory.mktemp("template") / request.param
    run = cli("init", made, "--template", request.param, "--json")
    assert run.code == 0, run.err
    return made


@pytest.fixture(scope="module")
def status(cli, folder):
    run = cli("status", folder, "--json")
    assert (run.code, run.err) == (0, "")
    return run.document


@pytest.fixture(scope="module")
def records(folder):
    """Every line of every log; no form of a template is answered twice."""
    logs = sorted(folder.glob("annotations/*/*.jsonl"))
    return [json.loads(line) for log in logs for line in log.read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module")
def items(folder):
    return [json.loads(line) for line in (folder / "items.jsonl").read_text(encoding="utf-8").splitlines()]


def test_check_finds_what_the_template_holds_and_no_error(cli, folder):
    run = cli("check", folder, "--json")
    assert run.code == 0
    assert dict(Counter(found["code"] for found in run.document["findings"])) == FINDINGS[folder.name]
    warnings = sum(FINDINGS[folder.name].values())
    assert run.document["counts"] == {"errors": 0, "warnings": warnings, "notes": 0}


def test_items_and_outputs(status, records, items):
    outputs = [record for record in records if record["rater"]["role"] == "model"]
    judged = any("of" in record for record in records)
    assert status["items"]["items"] == len(items)
    assert status["items"]["outputs"] == (len(outputs) if judged else 0)
    invalid = sum(record["state"] == "invalid" for record in outputs)
    assert status["items"]["invalid_outputs"] == (invalid if judged else 0)


def test_raters_of_each_role(status, records):
    counts = Counter((r["rater"]["role"], r["rater"]["name"], r["state"]) for r in records)
    shown = Counter()
    for role in status["roles"]:
        for rater in role["raters"]:
            assert rater["corrected"] == 0
            for state in ("answered", "invalid", "unusable"):
                shown[role["role"], rater["rater"], state] += rater[state]
    assert +shown == counts


def test_answers_to_each_field(status, records):
    counts = Counter(
        (record["rater"]["role"], field, answer["state"])
        for record in records
        for field, answer in record["answers"].items()
    )
    shown = Counter()
    for role in status["roles"]:
        for row in role["fields"]:
            for state in STATES:
                shown[role["role"], row["field"], state] += row[state]
    assert +shown == counts


def test_pictures_are_there(folder, items):
    assert {folder / item["image"] for item in items} == set(folder.glob("images/*.png"))
