"""The workbooks of the demo: what simulated people hand in is what the logs hold."""

from __future__ import annotations

from collections import Counter

import pytest

from accord.agreement.settings import Settings
from accord.examples import museum_collection as collection
from accord.spec.states import NOT_ASKED_CELL
from accord.verbs import demo_workbooks
from accord.verbs.check import check
from accord.verbs.demo_workbooks import run_workbooks
from accord.verbs.opened import opened


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    done = run_workbooks(tmp_path_factory.mktemp("demo") / "new", Settings(replicates=10), lambda what: None)
    assert done is not None
    return done


def test_every_row_is_taken_in(run):
    assert [(file.rows, file.taken, file.findings) for file in run.imported.files] == [(75, 75, ())] * 6
    assert run.imported.imported.added == 1350
    assert check(opened(run.folder)) == []


def test_the_logs_hold_what_people_say(run):
    its = opened(run.folder)
    frame = its.standing.frame
    people = frame.filter(frame["role"] == "human")
    told = Counter()
    for row in people.iter_rows(named=True):
        for field in collection.FIELDS:
            said = collection.score(row["rater"], row["item"], its.outputs.model[row["of"]], field)
            assert row[f"{field}_match"] == (NOT_ASKED_CELL if said is None else str(said))
            told[row["rater"]] += 1
    assert told == {name: 450 * 5 for name in collection.PEOPLE}


def test_agreement_is_shown_by_group(run):
    slices = {estimate.slice for estimate in run.agreement.estimates}
    assert {"all", "group=1", "group=2", "group=3", "output=model-a"} <= slices
    for group in "123":
        assert run.agreement.get("title_match", "all_agree", slice=f"group={group}").items == 225


def test_without_the_libraries_nothing_is_written(monkeypatch, tmp_path):
    monkeypatch.setattr(demo_workbooks, "find_spec", lambda name: None)
    assert run_workbooks(tmp_path / "new", Settings(), lambda what: None) is None
    assert not (tmp_path / "new").exists()
