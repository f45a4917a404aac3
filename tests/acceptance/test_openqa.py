"""OpenQA: two people judge 1,490 answers and a third some of them; the table is wide, with stray quotes."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def table(data):
    return data / "openqa_eval_nq301" / "NQ301_human.tsv"


@pytest.fixture(scope="module")
def two(cli, table):
    raters = ("--raters", "annotator1,annotator2", "--binary", "acceptable=No,Yes")
    return cli.agree(table, *raters, "--replicates", 100)


@pytest.mark.parametrize(
    ("measure", "pair", "value"),
    [
        ("all_agree", None, 0.868510),
        ("alpha(nominal)", None, 0.734744),
        ("pairwise", "annotator1|annotator2", 0.868510),
        ("cohen", "annotator1|annotator2", 0.734719),
    ],
)
def test_first_two_people(two, measure, pair, value):
    row = two.estimate("acceptable", measure, pair=pair)
    assert row["value"] == pytest.approx(value, abs=1e-6)
    assert (row["items"], row["ratings"], row["raters"]) == (1483, 2966, 2)
    assert row["low"] < row["value"] < row["high"]


def test_all_three_people(cli, table):
    raters = ("--raters", "annotator1,annotator2,annotator3", "--binary", "acceptable=No,Yes")
    run = cli.agree(table, *raters, "--replicates", 0)
    assert run.value("acceptable", "alpha(nominal)") == pytest.approx(0.731226, abs=1e-6)


def test_single_ratings_and_stray_quotes_are_reported(two):
    assert [finding["count"] for finding in two.findings("single_rated")] == [7]
    (quotes,) = two.findings("read_without_quoting")
    assert quotes["severity"] == "warning"
    assert "NQ301_human.tsv:" in quotes["where"]


@pytest.mark.parametrize(
    ("file", "items", "agreement", "kappa"),
    [("NQ301_gpt-4.tsv", 1488, 0.848118, 0.695285), ("NQ301_BEM.tsv", 1490, 0.806040, 0.615718)],
)
def test_judge_against_people(cli, data, tables, file, items, agreement, kappa):
    """The verdict of a judge beside that of the people, row by row; GPT-4 gave none on two rows."""
    folder = data / "openqa_eval_nq301"
    units = zip(verdicts(folder / "NQ301_human.tsv"), verdicts(folder / file), strict=True)
    table, raters = tables.wide(f"{file}.csv", list(units))
    run = cli.agree(table, "--raters", raters, "--binary", "acceptable=No,Yes", "--replicates", 0)
    row = run.estimate("acceptable", "pairwise", pair="r1|r2")
    assert row["items"] == items
    assert row["value"] == pytest.approx(agreement, abs=1e-6)
    assert run.value("acceptable", "cohen", pair="r1|r2") == pytest.approx(kappa, abs=1e-6)


def verdicts(file):
    """The column Acceptable?, read without quoting."""
    header, *rows = file.read_text(encoding="utf-8").rstrip("\n").split("\n")
    column = header.split("\t").index("Acceptable?")
    return [row.split("\t")[column] for row in rows]
