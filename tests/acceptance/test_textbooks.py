"""Worked examples of textbooks and papers: Krippendorff, Hayes, Artstein and Poesio, Fleiss, Gwet."""

from __future__ import annotations

import csv
import json

import pytest

NO_INTERVAL = ("--replicates", 0)


@pytest.fixture(scope="module")
def studies(data):
    """Study -> units -> one value a rater, None where missing."""
    return json.loads((data / "dkpro_statistics" / "studies.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def krippendorff(cli, tables, studies):
    """Krippendorff 2018, p. 290: four raters, 12 units with gaps; also Gwet's table with missing values."""
    table, raters = tables.wide("krippendorff.csv", studies["Krippendorff2004.createExample3b"])
    names = ("nominal", "ordinal", "interval", "ratio")
    measures = [f"alpha({name})" for name in names] + ["gwet(ac1)", "fleiss(ragged)", "fleiss", "all_agree"]
    options = [option for measure in measures for option in ("--measure", measure)]
    return cli.agree(table, "--raters", raters, "--rating", "value=1..5", *options, "--replicates", 100)


@pytest.mark.parametrize(
    ("measure", "value", "items", "ratings"),
    [
        ("alpha(nominal)", 0.743421, 11, 40),
        ("alpha(ordinal)", 0.815388, 11, 40),
        ("alpha(interval)", 0.849107, 11, 40),
        ("alpha(ratio)", 0.797403, 11, 40),
        # Gwet counts the unit with one value in the shares of the values.
        ("gwet(ac1)", 0.775444, 12, 41),
        ("fleiss(ragged)", 0.761170, 12, 41),
    ],
)
def test_krippendorff_2018_p_290(krippendorff, measure, value, items, ratings):
    row = krippendorff.estimate("value", measure)
    assert row["value"] == pytest.approx(value, abs=1e-6)
    assert (row["items"], row["ratings"], row["raters"]) == (items, ratings, 4)
    assert row["low"] <= row["value"] <= row["high"]


def test_fleiss_is_undefined_on_the_gaps_of_krippendorff_2018(krippendorff):
    row = krippendorff.estimate("value", "fleiss")
    assert (row["value"], row["reason"]) == (None, "unequal_raters")


def test_the_same_units_as_a_long_table(cli, tables, studies):
    """Missing values are rows that are not there; raters are named."""
    rows = [
        (f"unit{at}", f"rater{who}", value)
        for at, unit in enumerate(studies["Krippendorff2004.createExample3b"])
        for who, value in enumerate(unit)
        if value is not None
    ]
    table = tables.csv("krippendorff_long.csv", ["unit", "who", "value"], rows)
    layout = ("--item", "unit", "--rater", "who", "--rating", "value=1..5")
    run = cli.agree(table, *layout, "--measure", "alpha(ordinal)", *NO_INTERVAL)
    assert run.value("value", "alpha(ordinal)") == pytest.approx(0.815388, abs=1e-6)


@pytest.mark.parametrize("field", ["--number", "--rating"])
def test_numbers_and_ratings_have_the_same_distances(cli, tables, studies, field):
    table, raters = tables.wide("numbers.csv", studies["Krippendorff2004.createExample3b"])
    value = "value" if field == "--number" else "value=1..5"
    options = ("--measure", "alpha(interval)", "--measure", "alpha(ratio)")
    run = cli.agree(table, "--raters", raters, field, value, *options, *NO_INTERVAL)
    assert run.value("value", "alpha(interval)") == pytest.approx(0.849107, abs=1e-6)
    assert run.value("value", "alpha(ratio)") == pytest.approx(0.797403, abs=1e-6)


def test_hayes_and_krippendorff_2007(cli, tables, studies):
    table, raters = tables.wide("hayes.csv", studies["HayesKrippendorff2007.createExample"])
    options = ("--measure", "alpha(ordinal)", "--measure", "alpha(nominal)")
    run = cli.agree(table, "--raters", raters, "--rating", "value=0..3", *options, *NO_INTERVAL)
    assert run.value("value", "alpha(ordinal)") == pytest.approx(0.759829, abs=1e-6)
    assert run.value("value", "alpha(nominal)") == pytest.approx(0.476510, abs=1e-6)
    assert run.estimate("value", "alpha(ordinal)")["raters"] == 5


def test_artstein_and_poesio(cli, tables, data):
    """100 utterances, two coders, three dialogue acts; the file is tab separated and has no header."""
    source = data / "nltk_artstein_poesio" / "artstein_poesio_example.txt"
    with source.open(newline="", encoding="utf-8") as lines:
        table = tables.csv("acts.csv", ["coder", "utterance", "act"], csv.reader(lines, delimiter="\t"))
    layout = ("--item", "utterance", "--rater", "coder", "--choice", "act")
    run = cli.agree(table, *layout, "--replicates", 100)
    assert run.value("act", "alpha(nominal)") == pytest.approx(0.800535, abs=1e-6)
    assert run.value("act", "cohen", pair="a|b") == pytest.approx(0.801325, abs=1e-6)
    # Scott's pi is Fleiss' kappa of two raters.
    assert run.value("act", "fleiss") == pytest.approx(0.799532, abs=1e-6)
    assert run.value("act", "mean_pairwise") == pytest.approx(0.88, abs=1e-12)


def test_diagnoses_of_fleiss_1971(cli, data):
    """30 patients, six raters, five diagnoses; the shared table is wide already."""
    raters = ",".join(f"rater{at}" for at in range(1, 7))
    table = data / "statsmodels_irr" / "diagnoses.csv"
    run = cli.agree(table, "--raters", raters, "--choice", "diagnosis=1,2,3,4,5", "--replicates", 100)
    row = run.estimate("diagnosis", "fleiss")
    assert row["value"] == pytest.approx(0.430245, abs=1e-6)
    assert (row["items"], row["ratings"], row["raters"]) == (30, 180, 6)
    assert row["details"] == {"k": 6, "dropped": 0}
    assert run.value("diagnosis", "alpha(nominal)") == pytest.approx(0.433410, abs=1e-6)
    assert run.value("diagnosis", "gwet(ac1)") == pytest.approx(0.447885, abs=1e-6)


GWET = (
    "fixture_01_paradox_2x2",
    "fixture_02_cohen_ex1",
    "fixture_03_cohen_ex2",
    "fixture_04_likert_4x4",
    "fixture_05_likert_5x5",
)


@pytest.mark.parametrize("name", GWET)
def test_gwet(cli, tables, data, name):
    """AC1 and AC2 (quadratic) of tables of counts, as R's irrCAC gives them to five decimals."""
    fixture = json.loads((data / "dkpro_statistics" / "gwet" / f"{name}.json").read_text(encoding="utf-8"))
    categories = fixture["categories"]
    units = [
        (first, second)
        for first, counts in zip(categories, fixture["table"], strict=True)
        for second, count in zip(categories, counts, strict=True)
        for _ in range(count)
    ]
    table, raters = tables.wide(f"{name}.csv", units)
    scale = f"value={categories[0]}..{categories[-1]}"
    options = ("--measure", "gwet(ac1)", "--measure", "gwet(ac2,quadratic)")
    run = cli.agree(table, "--raters", raters, "--rating", scale, *options, *NO_INTERVAL)
    published = {case["measure"]: case["coefficient"] for case in fixture["cases"]}
    assert sorted(published) == ["AC1", "AC2"]
    assert run.estimate("value", "gwet(ac1)")["items"] == fixture["n"]
    assert run.value("value", "gwet(ac1)") == pytest.approx(published["AC1"], abs=5.1e-6)
    assert run.value("value", "gwet(ac2,quadratic)") == pytest.approx(published["AC2"], abs=5.1e-6)
