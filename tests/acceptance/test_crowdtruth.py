"""CrowdTruth's crowds: one label, sets of labels, and a sparse table of 164 workers."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("file", "column", "alpha", "fleiss"),
    [
        # The file is called ternary and holds yes and No.
        ("person-video-ternary-choice.csv", "selected_answer", 0.817386, 0.817203),
        ("person-video-binary-choice.csv", "selected_answer", 0.797727, 0.797525),
        ("relex-binary-choice.csv", "top_member_employee", 0.664629, 0.662378),
    ],
)
def test_one_label(cli, data, file, column, alpha, fleiss):
    layout = ("--item", "_unit_id", "--rater", "_worker_id", "--choice", column, "--replicates", 0)
    run = cli.agree(data / "crowdtruth" / file, *layout)
    assert run.value(column, "alpha(nominal)") == pytest.approx(alpha, abs=1e-6)
    assert run.value(column, "fleiss") == pytest.approx(fleiss, abs=1e-6)


@pytest.fixture(scope="module")
def occupations(cli, data):
    """Which of 27 occupations a person in a video has; "None" is one of the labels."""
    table = data / "crowdtruth" / "person-video-multiple-choice.csv"
    layout = ("--item", "_unit_id", "--rater", "_worker_id", "--labels", "selected_answer")
    measures = [
        option
        for name in ("alpha(jaccard)", "alpha(masi)", "alpha(nominal)", "presence")
        for option in ("--measure", name)
    ]
    return cli.agree(table, *layout, *measures, "--replicates", 100)


@pytest.mark.parametrize(
    ("measure", "value"),
    [("alpha(jaccard)", 0.292319), ("alpha(masi)", 0.270753), ("alpha(nominal)", 0.235571)],
)
def test_sets_of_labels(occupations, measure, value):
    row = occupations.estimate("selected_answer", measure)
    assert row["value"] == pytest.approx(value, abs=1e-6)
    assert (row["items"], row["ratings"]) == (50, 1000)
    assert row["low"] < row["value"] < row["high"]


def test_none_is_an_ordinary_label_and_is_pointed_out(occupations):
    classes = {row["slice"] for row in occupations.document["estimates"] if row["measure"] == "presence"}
    assert len(classes) == 27
    assert "class=None" in classes
    (finding,) = occupations.findings("placeholder")
    assert "'None'" in finding["message"]


def test_a_sparse_table_of_164_workers(cli, data, tables):
    """800 pairs of sentences with ten workers each; the file has no header."""
    lines = (data / "crowdtruth" / "mace_rte.standardized.csv").read_text(encoding="utf-8").splitlines()
    workers = [f"w{at}" for at in range(164)]
    table = tables.csv("rte.csv", workers, [line.split(",") for line in lines])
    measures = ("alpha(nominal)", "gwet(ac1)", "fleiss(ragged)", "fleiss")
    options = [option for measure in measures for option in ("--measure", measure)]
    run = cli.agree(table, "--raters", ",".join(workers), "--binary", "entailed", "--replicates", 0, *options)
    row = run.estimate("entailed", "alpha(nominal)")
    assert row["value"] == pytest.approx(0.241479, abs=1e-6)
    assert (row["items"], row["ratings"], row["raters"]) == (800, 8000, 164)
    assert run.value("entailed", "gwet(ac1)") == pytest.approx(0.272732, abs=1e-6)
    assert run.value("entailed", "fleiss(ragged)") == pytest.approx(0.241384, abs=1e-6)
    assert run.value("entailed", "fleiss") == pytest.approx(0.241384, abs=1e-6)
