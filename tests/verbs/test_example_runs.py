"""The examples of the demo: written, checked, compared."""

from __future__ import annotations

import json

import pytest

from accord.agreement.settings import Settings
from accord.verbs.example_runs import run_examples


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    told = []
    folder = tmp_path_factory.mktemp("examples")
    return {run.made.template: run for run in run_examples(folder, Settings(replicates=0), told.append)}, told


def test_every_example_is_run_and_told_of(runs):
    found, told = runs
    assert list(found) == ["museum", "streets", "scenes"] == told


def test_roles_that_are_asked_something_that_can_be_compared(runs):
    found, _ = runs
    assert {name: list(run.agreements) for name, run in found.items()} == {
        "museum": ["human", "judge"],
        "streets": ["human", "model"],
        "scenes": ["human"],
    }


def test_nothing_is_wrong_with_them(runs):
    for run in runs[0].values():
        assert [finding for finding in run.findings if finding.severity == "error"] == []


def test_what_is_returned_is_written(runs):
    for run in runs[0].values():
        for role, result in run.agreements.items():
            written = (run.made.folder / "reports" / f"agreement-{role}.json").read_text(encoding="utf-8")
            assert json.loads(written) == json.loads(result.to_json())
