"""JUDGE-BENCH: DICES, recipes and Newsroom. Its files nest the individual scores; tests make long tables of them.

Raters are anonymous, because the position of a score names nobody.
"""

from __future__ import annotations

import json

import pytest

QUESTIONS = {
    # ordinal, interval
    "grammar": (0.415127, 0.409907),
    "fluency": (0.432398, 0.455335),
    "verbosity": (0.399142, 0.399269),
    "structure": (0.398558, 0.397837),
    "success": (0.362716, 0.372059),
    "overall": (0.435101, 0.463744),
}
NEWSROOM = {
    # ordinal, interval, nominal
    "Informativeness": (0.284873, 0.291150, 0.076502),
    "Relevance": (0.115121, 0.168433, 0.064690),
    "Fluency": (-0.015808, 0.026431, -0.009508),
    "Coherence": (0.064972, 0.086995, 0.006099),
}
SIX = [option for name in QUESTIONS for option in ("--rating", f"{name}=1..6")]


def long_table(tables, name, source, metrics):
    """A row for each individual score: id of the instance, position, one column a metric."""
    rows = []
    for instance in json.loads(source.read_text(encoding="utf-8"))["instances"]:
        scores = [instance["annotations"][metric]["individual_human_scores"] for metric in metrics]
        rows += [(instance["id"], at, *values) for at, values in enumerate(zip(*scores, strict=True))]
    return tables.csv(name, ["item", "position", *metrics], rows)


def measures(*names):
    return [option for name in names for option in ("--measure", name)]


@pytest.fixture(scope="module")
def dices(cli, data, tables):
    runs = {}
    for size, file in {350: "dices_350_crowdsourced.json", 990: "dices_990.json"}.items():
        table = long_table(tables, f"dices_{size}.csv", data / "judge_bench" / file, ["safety"])
        chosen = measures("alpha(nominal)", "fleiss", "fleiss(ragged)", "gwet(ac1)", "mean_pairwise")
        layout = ("--item", "item", "--choice", "safety=No,Yes,Unsure", "--replicates", 100)
        runs[size] = cli.agree(table, *layout, *chosen)
    return runs


@pytest.mark.parametrize(
    ("size", "measure", "value"),
    [
        (350, "alpha(nominal)", 0.160860),
        (350, "fleiss", 0.160841),
        (350, "fleiss(ragged)", 0.160841),
        (350, "gwet(ac1)", 0.415878),
        (350, "mean_pairwise", 0.566688),
        (990, "alpha(nominal)", 0.143250),
        (990, "fleiss(ragged)", 0.143156),
        (990, "gwet(ac1)", 0.483298),
        (990, "mean_pairwise", 0.603000),
    ],
)
def test_dices(dices, size, measure, value):
    row = dices[size].estimate("safety", measure)
    assert row["value"] == pytest.approx(value, abs=1e-6)
    assert row["items"] == size
    assert row["low"] < row["value"] < row["high"]


@pytest.mark.parametrize(("size", "published"), [(350, 0.16086021565770392), (990, 0.14324966231784253)])
def test_dices_as_published_to_the_last_digit_written(dices, size, published):
    assert dices[size].value("safety", "alpha(nominal)") == pytest.approx(published, rel=1e-11)


def test_fleiss_is_undefined_on_the_uneven_panels_of_dices_990(dices):
    row = dices[990].estimate("safety", "fleiss")
    assert (row["value"], row["low"], row["high"]) == (None, None, None)
    assert row["reason"] == "unequal_raters"


@pytest.fixture(scope="module")
def recipes(cli, data):
    """The original long table behind the nested copy; tab separated under the name .csv."""
    table = data / "recipe_human_eval" / "cleaned_data_anonymized.csv"
    layout = ("--item", "recipeid,condition", "--rater", "participant", "--replicates", 0)
    return cli.agree(table, *layout, *SIX)


@pytest.fixture(scope="module")
def nested_recipes(cli, data, tables):
    source = data / "judge_bench" / "meta_evaluation_recipes.json"
    return cli.agree(long_table(tables, "recipes.csv", source, QUESTIONS), "--item", "item", "--replicates", 0, *SIX)


@pytest.mark.parametrize("question", QUESTIONS)
def test_recipes(recipes, question):
    ordinal, interval = QUESTIONS[question]
    row = recipes.estimate(question, "alpha(ordinal)")
    assert row["value"] == pytest.approx(ordinal, abs=1e-6)
    assert (row["items"], row["ratings"], row["raters"]) == (52, 1056, 88)
    assert recipes.value(question, "alpha(interval)") == pytest.approx(interval, abs=1e-6)


def test_recipes_are_read_as_tab_separated_and_say_so(recipes):
    assert [finding["severity"] for finding in recipes.findings("delimiter")] == ["info"]


@pytest.mark.parametrize("question", QUESTIONS)
def test_nested_recipes(nested_recipes, question):
    ordinal, interval = QUESTIONS[question]
    assert nested_recipes.value(question, "alpha(ordinal)") == pytest.approx(ordinal, abs=1e-6)
    assert nested_recipes.value(question, "alpha(interval)") == pytest.approx(interval, abs=1e-6)


@pytest.fixture(scope="module")
def newsroom(cli, data, tables):
    table = long_table(tables, "newsroom.csv", data / "judge_bench" / "newsroom.json", NEWSROOM)
    fields = [option for name in NEWSROOM for option in ("--rating", f"{name}=1..5")]
    levels = measures("alpha(ordinal)", "alpha(interval)", "alpha(nominal)")
    return cli.agree(table, "--item", "item", "--replicates", 0, *fields, *levels)


@pytest.mark.parametrize("question", NEWSROOM)
def test_newsroom(newsroom, question):
    """A negative alpha stays negative."""
    for level, value in zip(("ordinal", "interval", "nominal"), NEWSROOM[question], strict=True):
        row = newsroom.estimate(question, f"alpha({level})")
        assert row["value"] == pytest.approx(value, abs=1e-6)
        assert (row["items"], row["ratings"]) == (420, 1260)
