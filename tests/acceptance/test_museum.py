"""The museum's judges: the 45 published cells of the agreement table, from its rebuilt records."""

from __future__ import annotations

import csv

import pytest

FIELDS = ("title", "culture", "period", "origin", "creator")
JUDGES = {
    "gpt": "GPT-4.1-mini",
    "deepseek": "DeepSeek-V4-Flash",
    "gemini": "Gemini-3.5-Flash-Lite",
    "qwen": "Qwen3-30B-A3B-Instruct-2507",
}
PANEL = {"all_agree": "all_agree", "mean_pairwise": "mean_pairwise", "fleiss_kappa": "fleiss"}
PAIRS = (
    "gpt_deepseek",
    "gpt_gemini",
    "gpt_qwen",
    "deepseek_gemini",
    "deepseek_qwen",
    "gemini_qwen",
)


@pytest.fixture(scope="module")
def published(data):
    with (data / "museum_reconstructed" / "expected_agreement.csv").open(newline="", encoding="utf-8") as table:
        return {row["field"]: row for row in csv.DictReader(table)}


@pytest.fixture(scope="module")
def run(cli, data):
    table = data / "museum_reconstructed" / "judgements.csv"
    options = [option for field in FIELDS for option in ("--binary", field)]
    layout = ("--item", "record", "--rater", "judge", "--where", "valid=true", "--cluster", "object")
    return cli.agree(table, *layout, *options, "--pairs")


def test_the_published_table_has_45_cells(published):
    assert sorted(published) == sorted(FIELDS)
    assert all(set(row) == {"field", *PANEL, *PAIRS} for row in published.values())


@pytest.mark.parametrize("column", [*PANEL, *PAIRS])
@pytest.mark.parametrize("field", FIELDS)
def test_cell(run, published, field, column):
    """Three decimals, 656 items, and an interval round the value."""
    if column in PANEL:
        row = run.estimate(field, PANEL[column])
        assert (row["ratings"], row["raters"]) == (4 * 656, 4)
    else:
        row = run.estimate(field, "pairwise", pair="|".join(JUDGES[name] for name in column.split("_")))
        assert (row["ratings"], row["raters"]) == (2 * 656, 2)
    assert f"{row['value']:.3f}" == published[field][column]
    assert row["items"] == 656
    assert row["low"] < row["value"] < row["high"]
    assert row["reason"] is None


@pytest.mark.parametrize(
    ("field", "all_agree", "agreeing_pairs", "fleiss"),
    [
        # The counts behind the rounded cells; the last digits of kappa hold for this rebuild only.
        ("title", 504, 3431, 0.684463),
        ("culture", 611, 3789, 0.925298),
        ("period", 513, 3464, 0.760117),
        ("origin", 508, 3455, 0.755025),
        ("creator", 484, 3373, 0.686968),
    ],
)
def test_exact_values_behind_the_cells(run, field, all_agree, agreeing_pairs, fleiss):
    assert run.value(field, "all_agree") == pytest.approx(all_agree / 656, abs=1e-11)
    assert run.value(field, "mean_pairwise") == pytest.approx(agreeing_pairs / 3936, abs=1e-11)
    assert run.value(field, "fleiss") == pytest.approx(fleiss, abs=1e-6)


def test_the_run_says_what_it_did(run, data):
    document = run.document
    assert document["settings"]["cluster"] == "object"
    assert document["settings"]["replicates"] == 2000
    (file,) = document["input"]["files"]
    assert file["path"] == str(data / "museum_reconstructed" / "judgements.csv")
    assert file["rows"] == 4 * 675


def test_every_row_of_a_binary_field_has_an_interval(run):
    """Beside the 45 cells: kappa of pairs, AC1, prevalence, specific agreement."""
    assert all(row["low"] is not None for row in run.document["estimates"])
