"""Values of R's irr, SAS and Randolph's calculator, as the tests of statsmodels give them.

Not covered: Randolph's kappa, asymptotic errors and z (accord's intervals are bootstrapped), tables of counts that
are not whole, and kappa with other weights by distance than linear and quadratic (.1891892 and .2820513 of
anxiety's first two raters have 0,0,0,1,1,1 and 0,0,1,1,2,2 for distances of 0 to 5).
"""

from __future__ import annotations

import csv

import pytest

NO_INTERVAL = ("--replicates", 0)
RATERS = "rater1,rater2,rater3"


def options(measures):
    return [option for measure in measures for option in ("--measure", measure)]


@pytest.fixture(scope="module")
def anxiety(data):
    """20 people rated from 1 to 6 by three raters: rater -> ratings."""
    with (data / "statsmodels_irr" / "anxiety.csv").open(newline="", encoding="utf-8") as table:
        rows = list(csv.DictReader(table))
    return {rater: [row[rater] for row in rows] for rater in RATERS.split(",")}


@pytest.mark.parametrize(
    ("measure", "value"),
    [
        ("alpha(nominal)", -0.023725),
        ("alpha(ordinal)", 0.228387),
        ("alpha(interval)", 0.170099),
        ("alpha(ratio)", 0.141801),
        ("fleiss", -0.041076),
        ("gwet(ac2,ordinal)", 0.486134),
        ("gwet(ac2,quadratic)", 0.535292),
    ],
)
def test_anxiety(cli, data, measure, value):
    table = data / "statsmodels_irr" / "anxiety.csv"
    layout = ("--raters", RATERS, "--rating", "anxiety=1..6", "--measure", measure)
    assert cli.agree(table, *layout, *NO_INTERVAL).value("anxiety", measure) == pytest.approx(value, abs=1e-6)


@pytest.mark.parametrize(
    ("measure", "value"),
    [("cohen", -0.006289308), ("cohen(linear)", 0.1459075), ("cohen(quadratic)", 0.2520325)],
)
def test_kappa_of_a_reduced_scale(cli, tables, anxiety, measure, value):
    """R's irr drops step 5, which neither rater used, and counts places: as words, step 6 is one from step 4."""
    word = {"1": "one", "2": "two", "3": "three", "4": "four", "6": "six"}
    units = [(word[a], word[b]) for a, b in zip(anxiety["rater2"], anxiety["rater3"], strict=True)]
    table, raters = tables.wide("reduced.csv", units)
    scale = "anxiety=" + ",".join(word.values())
    run = cli.agree(table, "--raters", raters, "--rating", scale, "--measure", measure, *NO_INTERVAL)
    assert run.value("anxiety", measure, pair="r1|r2") == pytest.approx(value, abs=1e-6)


def test_kappa_of_the_whole_scale_differs(cli, data):
    """On the declared 1 to 6 the two steps from 4 to 6 count as two."""
    table = data / "statsmodels_irr" / "anxiety.csv"
    layout = ("--raters", "rater2,rater3", "--rating", "anxiety=1..6")
    run = cli.agree(table, *layout, *options(["cohen", "cohen(linear)"]), *NO_INTERVAL)
    assert run.value("anxiety", "cohen", pair="rater2|rater3") == pytest.approx(-0.006289308, abs=1e-6)
    linear = run.value("anxiety", "cohen(linear)", pair="rater2|rater3")
    assert linear != pytest.approx(0.1459075, abs=1e-3)


def test_sas(cli, data, tables):
    """Kappa .4842 and, with weights 0, 1, 2, .4701, of a 3 x 3 table of counts."""
    with (data / "statsmodels_irr" / "sas_3x3.csv").open(newline="", encoding="utf-8") as source:
        counts = list(csv.reader(source))[1:]
    units = [
        (first, second)
        for first, row in enumerate(counts, 1)
        for second, count in enumerate(row, 1)
        for _ in range(int(count))
    ]
    table, raters = tables.wide("sas.csv", units)
    layout = ("--raters", raters, "--rating", "grade=1..3", *options(["cohen", "cohen(linear)"]))
    run = cli.agree(table, *layout, *NO_INTERVAL)
    assert run.estimate("grade", "cohen", pair="r1|r2")["items"] == 19
    assert run.value("grade", "cohen", pair="r1|r2") == pytest.approx(0.4842, abs=0.00005)
    assert run.value("grade", "cohen(linear)", pair="r1|r2") == pytest.approx(0.4701, abs=0.00005)


def of_counts(cli, tables, counts):
    """Fleiss' kappa of a table of counts, an item a line and a value a column; raters are anonymous."""
    rows = [
        (item, value) for item, line in enumerate(counts) for value, count in enumerate(line) for _ in range(int(count))
    ]
    table = tables.csv("counts.csv", ["item", "value"], rows)
    run = cli.agree(table, "--item", "item", "--choice", "value", "--measure", "fleiss", *NO_INTERVAL)
    return run.value("value", "fleiss")


def test_fleiss_of_counts(cli, data, tables):
    """Ten items, 14 raters, five values: .210."""
    with (data / "statsmodels_irr" / "fleiss_wikipedia_counts.csv").open(newline="", encoding="utf-8") as source:
        counts = list(csv.reader(source))[1:]
    assert of_counts(cli, tables, counts) == pytest.approx(0.210, abs=0.0005)


@pytest.mark.parametrize(("counts", "value"), [([[7, 1], [3, 5]], 0.161905), ([[6, 1, 0], [0, 7, 0]], 0.708333)])
def test_fleiss_of_two_items(cli, tables, counts, value):
    assert of_counts(cli, tables, counts) == pytest.approx(value, abs=1e-6)


@pytest.mark.parametrize("extra", [[], [("c3", "d3", "N")]])
def test_tiny_set_of_nltk(cli, tables, extra):
    """Alpha -1/3, with or without a third item that one coder rated."""
    rows = [("c1", "d1", "Y"), ("c2", "d1", "N"), ("c3", "d1", "N"), ("c1", "d2", "Y"), ("c2", "d2", "N")]
    table = tables.csv("tiny.csv", ["coder", "item", "label"], rows + extra)
    layout = ("--item", "item", "--rater", "coder", "--choice", "label")
    run = cli.agree(table, *layout, *NO_INTERVAL)
    assert run.value("label", "alpha(nominal)") == pytest.approx(-1 / 3, abs=1e-11)
