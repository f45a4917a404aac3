"""The result of scoring: finding numbers in it, and writing it."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace

import pytest

from accord.agreement.estimate import COLUMNS, Estimate
from accord.agreement.settings import Settings
from accord.findings import Finding
from accord.scoring.families import Family
from accord.scoring.judged import ACCURACY, WRONG, ModelOutputs
from accord.scoring.result import Scores


def share(model: str, measure: str, value: float | None, items: int) -> Estimate:
    limits = (None, None) if value is None else (value - 0.1, value + 0.1)
    where = {"judge": "=j", "output": model}
    return Estimate("ok", measure, where, None, value, *limits, None, items, items, 1, 0, True)


@pytest.fixture
def scores() -> Scores:
    estimates = (
        share("a", ACCURACY, 1 / 3, 3),
        share("a", WRONG, 1 / 4, 4),
        replace(share("b", ACCURACY, None, 0), reason="no_items"),
        replace(share("b", WRONG, None, 0), reason="no_items"),
        Estimate("ok", "cohen", {}, ("=j", "human"), 0.5, 0.4, 0.6, None, 3, 6, 2, 0, False),
    )
    return Scores(
        judges=("=j",),
        people=("ann",),
        outputs=(ModelOutputs("a", 4, 1), ModelOutputs("b", 2, 0)),
        fields=("ok",),
        matches=("ok",),
        estimates=estimates,
        ranges=(),
        alternatives=(),
        families=(Family("=j", "judge", "j", "name"),),
        findings=(Finding("a", "info", "", "m"), Finding("b", "warning", "", "m")),
        settings=Settings(replicates=0),
        design={"cluster": "item"},
        version="9",
    )


def test_a_number_is_found_by_its_place(scores: Scores) -> None:
    assert scores.get("ok", "cohen", pair="=j|human").value == 0.5
    assert scores.accuracy("ok", "=j", "a").value == 1 / 3
    assert scores.accuracy("ok", "=j", "a", WRONG).value == 1 / 4


def test_names_may_hold_the_signs_of_slices(scores: Scores) -> None:
    one = replace(share("n", ACCURACY, 0.25, 4), where={"judge": "a,output=m", "output": "n"})
    two = replace(share("n", ACCURACY, 0.75, 4), where={"judge": "a", "output": "m,output=n"})
    assert one.slice == two.slice
    both = replace(scores, judges=("a", "a,output=m"), estimates=(one, two))
    assert both.accuracy("ok", "a", "m,output=n").value == 0.75
    assert both.accuracy("ok", "a,output=m", "n").value == 0.25


def test_what_is_not_there_is_named(scores: Scores) -> None:
    with pytest.raises(KeyError, match="there is accuracy"):
        scores.get("ok", "fleiss")
    with pytest.raises(KeyError, match="there is ok"):
        scores.get("nothing", "fleiss")


def test_it_says_what_it_is(scores: Scores) -> None:
    assert repr(scores) == "Scores(ok: 1 judges, 2 models, 1 people)"


def test_the_table_of_models_as_csv(scores: Scores) -> None:
    rows = list(csv.DictReader(io.StringIO(scores.to_csv())))
    assert rows[0] == {
        "judge": "'=j",
        "model": "a",
        "outputs": "4",
        "invalid": "1",
        "valid": "3",
        "ok": "0.333333333333",
        "ok.n": "3",
        "ok.low": "0.233333333333",
        "ok.high": "0.433333333333",
        "ok.wrong": "0.25",
    }
    assert rows[1] | {"ok": "", "ok.n": "0", "ok.low": "", "ok.high": "", "ok.wrong": ""} == rows[1]


def test_every_number_as_csv_and_frame(scores: Scores) -> None:
    rows = list(csv.DictReader(io.StringIO(scores.estimates_csv())))
    assert list(rows[0]) == [*COLUMNS, "details"]
    assert [row["slice"] for row in rows] == [*["judge==j,output=a"] * 2, *["judge==j,output=b"] * 2, "all"]
    assert scores.to_frame()["measure"].to_list()[-1] == "cohen"


def test_one_json_document(scores: Scores) -> None:
    document = json.loads(scores.to_json())
    assert document["schema"] == "accord.score/1"
    assert document["accord"] == "9"
    assert document["settings"]["cluster"] == "item"
    assert document["data"]["models"] == [
        {"model": "a", "outputs": 4, "invalid": 1, "valid": 3},
        {"model": "b", "outputs": 2, "invalid": 0, "valid": 2},
    ]
    assert (document["data"]["judges"], document["data"]["people"]) == (["=j"], ["ann"])
    assert (document["data"]["fields"], document["data"]["matches"]) == (["ok"], ["ok"])
    assert len(document["estimates"]) == 5
    assert document["families"] == [{"rater": "=j", "role": "judge", "family": "j", "how": "name"}]
    assert [finding["code"] for finding in document["findings"]] == ["b", "a"]
    assert {"ranges", "alternative_annotator", "non_response", "input"} < set(document)
