"""CodeSearchNet: relevance 0 to 3 by anonymous experts, 1 to 6 of them an item."""

from __future__ import annotations

import pytest

MEASURES = {
    "alpha(nominal)": 0.188066,
    "alpha(ordinal)": 0.466935,
    "alpha(interval)": 0.466608,
    "all_agree": 0.346591,
    "within(1)": 0.7875,
}


@pytest.fixture(scope="module")
def run(cli, data):
    table = data / "codesearchnet" / "annotationStore.csv"
    layout = ("--item", "Language,Query,GitHubUrl", "--rating", "Relevance=0..3")
    options = [option for measure in MEASURES for option in ("--measure", measure)]
    return cli.agree(table, *layout, *options, "--replicates", 100)


@pytest.mark.parametrize(("measure", "value"), MEASURES.items())
def test_value(run, measure, value):
    row = run.estimate("Relevance", measure)
    assert row["value"] == pytest.approx(value, abs=1e-6)
    assert (row["items"], row["ratings"], row["raters"]) == (880, 1972, None)
    assert row["low"] < row["value"] < row["high"]


def test_single_rated_items_are_reported(run):
    (finding,) = run.findings("single_rated")
    assert finding["count"] == 2034
    assert "2034 of 2914 items" in finding["message"]
