"""The published studies of DKPro Statistics, with the values its own tests give for them.

Not covered, because accord has no such measure: Bennett's S, Randolph's and Hubert's kappa, maximal kappa, Dice
averaged over items, weights of the caller's own, DKPro's two set distances, agreement of one category by kappa or
alpha, and DKPro's percentage on units with gaps (units weigh by their values there, equally in mean_pairwise).
The other studies (MeasureCapability, WeightedAgreement) come with no value for what is covered.
"""

from __future__ import annotations

import json
from itertools import combinations
from statistics import mean

import pytest

PAIR = "r1|r2"


@pytest.fixture(scope="module")
def measured(cli, data, tables):
    """Study -> its run with every measure and pair, made once."""
    studies = json.loads((data / "dkpro_statistics" / "studies.json").read_text(encoding="utf-8"))
    runs = {}

    def run(name, *field):
        if (name, field) not in runs:
            table, raters = tables.wide(f"{name}.csv", studies[name])
            layout = ("--raters", raters, *(field or ("--choice", "label")))
            runs[name, field] = cli.agree(table, *layout, "--pairs", "--replicates", 0)
        return runs[name, field]

    return run


@pytest.mark.parametrize(
    ("study", "measure", "value", "decimals"),
    [
        ("Krippendorff1980.createExample1", "mean_pairwise", 0.6, 3),
        ("Krippendorff1980.createExample1", "alpha(nominal)", 0.095, 3),
        ("Krippendorff1980.createExample2", "alpha(nominal)", 0.642, 3),
        ("Krippendorff2004.createExample1", "mean_pairwise", 0.6, 3),
        ("Krippendorff2004.createExample1", "alpha(nominal)", 0.095, 3),
        ("Krippendorff2004.createExample2", "mean_pairwise", 0.833, 3),
        ("Krippendorff2004.createExample2", "alpha(nominal)", 0.734, 3),
        ("Krippendorff2004.createExample3", "alpha(nominal)", 0.743, 3),
        ("Krippendorff2004.createExample3b", "alpha(nominal)", 0.743, 3),
        ("Krippendorff2004.createExample4a", "mean_pairwise", 0.46, 3),
        ("Krippendorff2004.createExample4b", "mean_pairwise", 0.46, 3),
        ("Fleiss1971.createExample", "mean_pairwise", 0.5556, 4),
        ("Fleiss1971.createExample", "fleiss", 0.430, 3),
        ("Mieskes2009.createExample", "fleiss", 0.80, 2),
        ("Randolph2005.createExample1", "fleiss", 0.33, 2),
        ("Randolph2005.createExample2", "fleiss", -0.20, 2),
        ("MultiRaterAgreement.createExample", "mean_pairwise", 0.533, 3),
        ("Cohen1960.createExample1", "gwet(ac1)", -0.048, 3),
        ("Cohen1960.createExample2", "gwet(ac1)", 0.576, 3),
        ("ArtsteinPoesio2008.createExample2", "alpha(nominal)", 0.800, 2),
        # Scott's pi is Fleiss' kappa of two raters without gaps.
        ("ArtsteinPoesio2008.createExample1", "fleiss", 0.341, 3),
        ("ArtsteinPoesio2008.createExample2", "fleiss", 0.7995, 4),
        ("Krippendorff2004.createExample4a", "fleiss", 0.186, 3),
        ("Krippendorff2004.createExample4b", "fleiss", 0.186, 3),
        ("TwoRaterAgreement.createExample", "fleiss", 0.341, 3),
        ("Zwick1988.createExample1", "fleiss", 0.467, 3),
        ("Zwick1988.createExample2", "fleiss", 0.444, 3),
        ("Zwick1988.createExample3", "fleiss", 0.46, 2),
    ],
)
def test_panel(measured, study, measure, value, decimals):
    assert measured(study).value("label", measure) == pytest.approx(value, abs=0.5000001 * 10**-decimals)


@pytest.mark.parametrize(
    ("study", "observed", "kappa", "decimals"),
    [
        ("Agresti1992.createExample", None, 0.493, 3),
        ("ArtsteinPoesio2008.createExample1", 0.70, 0.348, 3),
        ("ArtsteinPoesio2008.createExample2", 0.88, 0.8013, 4),
        ("BrennanPrediger1981.createExample1", 0.60, 0.27, 2),
        ("BrennanPrediger1981.createExample2", 0.60, 0.29, 2),
        ("Cohen1960.createExample1", 0.29, None, 0),
        ("Cohen1960.createExample2", 0.70, 0.492, 3),
        ("Krippendorff2004.createExample4a", 0.46, 0.186, 3),
        ("Krippendorff2004.createExample4b", 0.46, 0.258, 3),
        ("TwoRaterAgreement.createExample", 0.70, 0.348, 3),
        ("Warrens2012.createExample1", 8 / 15 + 1 / 3, 8 / 11, 4),
        ("Zwick1988.createExample1", 0.60, 0.467, 3),
        ("Zwick1988.createExample2", 0.60, 0.444, 3),
        ("Zwick1988.createExample3", 0.60, 0.474, 3),
    ],
)
def test_pair(measured, study, observed, kappa, decimals):
    run = measured(study)
    if observed is not None:
        assert run.value("label", "pairwise", pair=PAIR) == pytest.approx(observed, abs=1e-9)
    if kappa is not None:
        got = run.value("label", "cohen", pair=PAIR)
        assert got == pytest.approx(kappa, abs=0.5000001 * 10**-decimals)


@pytest.mark.parametrize(("level", "value"), [("nominal", 0.642), ("interval", 0.547), ("ratio", 0.483)])
def test_krippendorff_1980_p_139(cli, data, tables, level, value):
    studies = json.loads((data / "dkpro_statistics" / "studies.json").read_text(encoding="utf-8"))
    table, raters = tables.wide("krippendorff_1980.csv", studies["Krippendorff1980.createExample2"])
    layout = ("--raters", raters, "--rating", "value=1..4", "--measure", f"alpha({level})")
    run = cli.agree(table, *layout, "--replicates", 0)
    assert run.value("value", f"alpha({level})") == pytest.approx(value, abs=0.0005)


@pytest.mark.parametrize(
    ("study", "measure", "published", "exact"),
    [
        ("Krippendorff1980.createExample2", "mean_pairwise", 0.740, 20 / 27),
        ("MultiRaterAgreement.createExample", "fleiss", 0.049, 11 / 221),
        ("Warrens2010.createExample", "fleiss", 0.8324, 1 - (69 / 840) / (28222 / 57600)),
    ],
)
def test_published_one_off_in_the_last_digit(measured, study, measure, published, exact):
    """DKPro's tests allow that much; the exact value is worked out from the counts."""
    assert abs(exact - published) < 10 ** -(3 if published < 0.8 else 4)
    assert measured(study).value("label", measure) == pytest.approx(exact, abs=1e-11)


def test_mean_of_the_pairs_kappas_of_warrens_2010(measured):
    """Light's kappa, .8325 to DKPro's own tolerance: the mean of Cohen's over the 28 pairs of eight raters."""
    run = measured("Warrens2010.createExample")
    raters = [f"r{at}" for at in range(1, 9)]
    kappas = [run.value("label", "cohen", pair=f"{a}|{b}") for a, b in combinations(raters, 2)]
    assert mean(kappas) == pytest.approx(0.8325, abs=0.0001)


@pytest.fixture(scope="module")
def sets(cli, data, tables):
    """Nine units, two raters, sets of A, B and C; one unit where both chose nothing."""
    studies = json.loads((data / "dkpro_statistics" / "studies.json").read_text(encoding="utf-8"))
    units = [[json.dumps(chosen) for chosen in unit] for unit in studies["SetAnnotations.createExample"]]
    table, raters = tables.wide("sets.csv", units)
    measures = ("alpha(jaccard)", "alpha(masi)", "exact_set", "jaccard", "positive_label")
    options = [option for measure in measures for option in ("--measure", measure)]
    return cli.agree(table, "--raters", raters, "--labels", "chosen=A,B,C", *options, "--replicates", 0)


@pytest.mark.parametrize(
    ("measure", "value"),
    [
        ("alpha(jaccard)", 0.315620),
        ("alpha(masi)", 0.273081),
        # DKPro's percentage of sets, .333.
        ("exact_set", 3 / 9),
        # Eight shared labels of 24; the unit of two empty sets adds nothing.
        ("positive_label", 2 * 8 / 24),
        # Over the eight units where somebody chose something.
        ("jaccard", (0 + 1 + 0 + 1 / 2 + 1 / 3 + 1 + 1 / 2 + 1 / 2) / 8),
    ],
)
def test_sets(sets, measure, value):
    assert sets.value("chosen", measure) == pytest.approx(value, abs=1e-6)
