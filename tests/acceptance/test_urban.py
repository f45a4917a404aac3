"""Street images described by seven models in 31 dimensions, a file a model; sets of labels joined by ";".

Blank cells are missing, "Not applicable" abstains.
"""

from __future__ import annotations

import csv

import pytest

DIMENSIONS = 31


@pytest.fixture(scope="module")
def files(data):
    found = sorted((data / "urban_perception_vlm").glob("vlm_*_responses.csv"))
    assert len(found) == 7
    return found


@pytest.fixture(scope="module")
def published(reference):
    """Dimension -> counts and alphas by nltk and krippendorff."""
    found = reference["urban_perception_vlm"]["dimensions"]
    assert len(found) == DIMENSIONS
    return found


@pytest.fixture(scope="module")
def ask(cli, files, published):
    def run(kind, measures, *options):
        fields = [option for dimension in published for option in (kind, dimension)]
        chosen = [option for measure in measures for option in ("--measure", measure)]
        layout = ("--item", "Image_ID", "--rater", "@file", "--replicates", 0)
        return cli.agree(*files, *layout, *fields, *chosen, *options)

    return run


@pytest.fixture(scope="module")
def run(ask):
    options = ("--sep", ";", "--abstain", "Not applicable")
    return ask("--labels", ["alpha(jaccard)", "alpha(masi)"], *options)


def check(run, published, measure, key):
    got = {dimension: run.value(dimension, measure) for dimension in published}
    expected = {dimension: values[key] for dimension, values in published.items()}
    assert got == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize(
    ("measure", "key"),
    [
        ("alpha(jaccard)", "alpha_jaccard (nltk; NA removed, empty = missing)"),
        ("alpha(masi)", "alpha_masi (nltk)"),
    ],
)
def test_alpha_of_the_sets(run, published, measure, key):
    check(run, published, measure, key)


@pytest.mark.parametrize(
    ("options", "key"),
    [
        (("--abstain", "Not applicable"), "alpha_nominal_exact (NA = missing)"),
        ((), "alpha_nominal_exact (NA counted as a category)"),
    ],
)
def test_alpha_of_the_texts(ask, published, options, key):
    """The reference takes a cell as one text, in which the order of the labels matters: a choice."""
    check(ask("--choice", ["alpha(nominal)"], *options), published, "alpha(nominal)", key)


def test_blanks_and_abstentions_of_every_dimension(run, published):
    blank = dict.fromkeys(published, 0)
    abstained = dict.fromkeys(published, 0)
    for row in run.document["non_response"]:
        blank[row["field"]] += row["missing"]
        abstained[row["field"]] += row["abstained"].get("Not applicable", 0)
    assert blank == {dimension: values["blank"] for dimension, values in published.items()}
    assert abstained == {dimension: values["not_applicable"] for dimension, values in published.items()}


def test_each_file_is_a_rater(run, files):
    raters = {row["rater"] for row in run.document["non_response"]}
    assert raters == {path.stem for path in files}


def test_the_column_names_are_those_of_the_files(files, published):
    with files[0].open(newline="", encoding="utf-8") as table:
        assert next(csv.reader(table))[1:-1] == list(published)
