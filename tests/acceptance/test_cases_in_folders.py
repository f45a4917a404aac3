"""Reported problems of agreement, repeats and times, through the log of a folder."""

from __future__ import annotations

import json

import pytest

import accord
from accord.annotations.log.reader import LogReader

NOMINAL = ("alpha(nominal)", "all_agree", "mean_pairwise")


@pytest.fixture
def agree(make_folder):
    """Agreement of answers given as rater -> cells, one an item, None where there is none."""

    def of(form, answers, **options):
        spec = {"name": "case", "version": "1.0.0", "fields": {"x": form}}
        items = [{"id": f"i{at}"} for at in range(len(next(iter(answers.values()))))]
        rows = [
            {"item": f"i{at}", "rater": rater, "role": "human", "state": "answered", "x": cell}
            for rater, cells in answers.items()
            for at, cell in enumerate(cells)
        ]
        folder = make_folder(json.dumps(spec), items, rows)
        return accord.open(folder).agree(replicates=0, **options)

    return of


def test_agr_01_no_variation_is_null_with_its_reason(agree):
    result = agree({"kind": "choice", "labels": ["1", "2"]}, {"A": ["1"] * 3, "B": ["1"] * 3}, measures=NOMINAL)
    alpha = result.get("x", "alpha(nominal)")
    assert (alpha.value, alpha.reason, alpha.items, alpha.ratings) == (None, "no_variation", 3, 6)
    assert result.get("x", "mean_pairwise").value == 1.0
    assert "NaN" not in result.to_json()


def test_agr_02_a_value_seen_by_one_rater_only_vanishes(agree):
    form = {"kind": "choice", "labels": ["a", "b", "c"]}
    result = agree(form, {"A": ["a", "b", "a", None], "B": ["a", "b", "b", "c"]}, measures=NOMINAL)
    alpha = result.get("x", "alpha(nominal)")
    assert alpha.value == pytest.approx(4 / 9, abs=1e-10)
    assert (alpha.items, alpha.ratings) == (3, 6)


@pytest.mark.parametrize(
    ("blank", "missing"),
    [(None, []), ("", []), ("  ", []), ("N/A", ["N/A"]), ("nan", ["nan", "None"]), ("None", ["nan", "None"])],
)
def test_agr_04_blanks_and_declared_tokens_are_missing(agree, blank, missing):
    form = {"kind": "choice", "labels": ["x", "y"], "missing": missing}
    answers = {"A": ["x", "y", "x", "y"], "B": ["x", "y", blank, "y"], "C": ["x", blank, "x", "y"]}
    assert agree(form, answers, measures=NOMINAL).get("x", "alpha(nominal)").value == 1.0


def test_agr_04_undeclared_tokens_are_reported_and_no_category(agree):
    form = {"kind": "choice", "labels": ["x", "y"]}
    result = agree(form, {"A": ["x", "y", "x"], "B": ["x", "y", "nan"]}, measures=NOMINAL)
    assert result.get("x", "alpha(nominal)").value == 1.0
    assert [finding.count for finding in result.findings if finding.code == "off_label"] == [1]


def test_agr_06_one_label_in_many_forms(agree):
    """Text, numbers with a fraction, full width, white space; a boolean is no number."""
    form = {"kind": "binary"}
    result = agree(form, {"A": ["1.0", "0.0", "1.0", "0.0"], "B": ["1", "0", "1 ", "\uff10"]}, measures=NOMINAL)
    assert result.get("x", "alpha(nominal)").value == 1.0


def test_agr_06_booleans_are_off_the_label_space(agree):
    result = agree({"kind": "binary"}, {"A": ["1", "0"], "C": ["true", "false"]}, measures=NOMINAL)
    assert [finding.count for finding in result.findings if finding.code == "off_label"] == [2]


def test_agr_07_an_unused_step_of_the_scale_counts(agree):
    answers = {"A": list("125421"), "B": list("124512")}
    result = agree({"kind": "rating", "scale": "1..5"}, answers, measures="cohen(quadratic)", pairs=True)
    assert result.get("x", "cohen(quadratic)", pair="A|B").value == pytest.approx(0.8518518519, abs=1e-10)


def test_agr_08_alpha_may_be_negative(agree):
    form = {"kind": "choice", "labels": ["a", "b"]}
    result = agree(form, {"A": ["a", "b", "a"], "B": ["b", "a", "b"]}, measures=NOMINAL)
    assert result.get("x", "alpha(nominal)").value == pytest.approx(-2 / 3, abs=1e-10)


def test_agr_12_steps_are_in_their_declared_order(agree):
    form = {"kind": "rating", "steps": ["low", "medium", "high"]}
    first = ["low", "low", "medium", "high", "high", "medium", "low", "high"]
    second = ["low", "medium", "medium", "high", "medium", "high", "low", "high"]
    result = agree(form, {"A": first, "B": second}, measures=["alpha(ordinal)", "cohen(quadratic)"], pairs=True)
    assert result.get("x", "alpha(ordinal)").value == pytest.approx(0.7350206612, abs=1e-10)
    assert result.get("x", "cohen(quadratic)", pair="A|B").value == pytest.approx(0.7272727273, abs=1e-10)


def test_agr_16_abstentions_are_no_category(agree):
    form = {"kind": "binary", "labels": ["no", "yes"], "abstain": ["NA", "CJ"]}
    answers = {"A": ["yes", "no", "NA", "yes", "no", "CJ"], "B": ["yes", "no", "no", "no", "CJ", "NA"]}
    result = agree(form, answers, measures=NOMINAL)
    alpha = result.get("x", "alpha(nominal)")
    assert (alpha.value, alpha.items) == (pytest.approx(4 / 9, abs=1e-10), 3)
    rates = {row.rater: sum(row.abstained.values()) / row.asked for row in result.non_response}
    assert rates == {"A": pytest.approx(1 / 3), "B": pytest.approx(1 / 3)}


def rows_of(tasks):
    """The annotations of an export as rows; a skipped one is no submission, an empty one an empty set."""
    for task in tasks:
        for annotation in task["annotations"]:
            who = annotation["completed_by"]
            chosen = [choice for part in annotation["result"] for choice in part["value"]["choices"]]
            if not annotation["was_cancelled"]:
                yield {
                    "item": str(task["id"]),
                    "rater": str(who["id"] if isinstance(who, dict) else who),
                    "role": "human",
                    "at": annotation["updated_at"],
                    "labels": json.dumps(chosen),
                }


def test_agr_20_the_latest_of_a_raters_repeats_counts(shared, make_folder, put_rows):
    tasks = json.loads((shared / "cases/files/agr20_labelstudio_duplicates.json").read_text(encoding="utf-8"))
    rows = list(rows_of(tasks))
    labels = sorted({label for row in rows for label in json.loads(row["labels"])})
    spec = {"name": "ls", "version": "1.0.0", "fields": {"labels": {"kind": "labels", "labels": labels}}}
    # Later and earlier annotations in either order: the stated time decides.
    folder = make_folder(json.dumps(spec), [{"id": "7"}, {"id": "8"}], list(reversed(rows)))
    frame = accord.open(folder).agree(replicates=0)
    exact = frame.get("labels", "exact_set")
    assert (exact.value, exact.items, exact.ratings) == (1.0, 1, 2)
    paths = (folder / "annotations" / "human").glob("*.jsonl")
    logs = {path.name.split("-")[0]: [record for _, record in LogReader(path)] for path in paths}
    assert set(logs) == {"1", "2"}
    (empty,) = [record for record in logs["2"] if record.item == "8"]
    assert (empty.answers["labels"].state, empty.answers["labels"].value) == ("answered", [])
    assert put_rows(folder, rows).added == 0
