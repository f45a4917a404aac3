"""Problems that users of other tools have reported, as tiny inputs with right outcomes: one label a rating.

The inputs and outcomes are read from the shared file of cases; boxes are in test_box_cases.py. Left to a later
stage: agr-20, which needs a reader of Label Studio exports.
"""

from __future__ import annotations

from fractions import Fraction

import pandas as pd
import polars as pl
import pytest

import accord

POINT = ("--replicates", 0)

COVERED = {
    *("agr-01", "agr-02", "agr-04", "agr-06", "agr-07", "agr-08", "agr-12", "agr-13", "agr-16", "ml-01"),
    *("box-01", "box-05", "box-07", "box-08"),
}
LATER = {"agr-20", "box-03", "box-04", "box-11"}

# agr-04: what stands in the gap -> the value itself, and the texts declared as missing.
VARIANTS = {
    "None": (None, ()),
    "NaN (float)": (float("nan"), ()),
    '"" (empty string)': ("", ()),
    '"nan"': ("nan", ()),
    '"None"': ("None", ()),
    '"N/A" declared missing': ("N/A", ("N/A",)),
    "pandas.NA": (pd.NA, ()),
    "white space": (" \t", ()),
}
TOKENS = ('"nan"', '"None"')


def test_no_case_is_forgotten(cases):
    assert {name for name in cases if name.split("-")[0] in ("agr", "ml", "box")} == COVERED | LATER


def by_item(matrix):
    """Units of a matrix of raters x items."""
    return list(zip(*matrix, strict=True))


def approx(value):
    return pytest.approx(value, abs=1e-9)


class TestNoVariation:
    """agr-01: every rating is the same."""

    @pytest.fixture
    def run(self, cli, tables, case):
        given, _ = case("agr-01")
        rows = [(row["item"], row["rater"], row["label"]) for row in given["ratings"]]
        table = tables.csv("agr01.csv", ["item", "rater", "label"], rows)
        layout = ("--item", "item", "--rater", "rater", "--choice", "label")
        return cli.agree(table, *layout, "--csv", table.with_name("agr01_out.csv"))

    def test_alpha_is_null_with_a_reason_beside_raw_agreement(self, run, case):
        _, expected = case("agr-01")
        row = run.estimate("label", "alpha(nominal)")
        assert (row["value"], row["reason"]) == (expected["alpha"], expected["alpha_reason"])
        assert (row["items"], row["ratings"]) == (expected["n_units"], expected["n_pairable"])
        assert run.value("label", "all_agree") == expected["raw_agreement"]
        assert run.value("label", "mean_pairwise") == expected["raw_agreement"]

    def test_it_survives_json_and_csv(self, run, tables):
        assert "NaN" not in run.out
        written = (tables.folder / "agr01_out.csv").read_text(encoding="utf-8")
        assert "nan" not in written.casefold()
        (row,) = [line for line in written.splitlines() if line.startswith("label,alpha(nominal),")]
        assert row.startswith("label,alpha(nominal),all,,,,,no_variation,3,6,")


class TestSingleRating:
    """agr-02: an item with one rating, whose label nobody else gave, takes part in nothing."""

    @pytest.fixture
    def run(self, cli, tables, case):
        given, _ = case("agr-02")
        table, raters = tables.wide("agr02.csv", by_item(given["matrix_raters_x_items"]))
        return cli.agree(table, "--raters", raters, "--choice", "label", *POINT)

    def test_alpha(self, run, case):
        _, expected = case("agr-02")
        row = run.estimate("label", "alpha(nominal)")
        assert row["value"] == approx(expected["alpha_nominal"])
        assert row["value"] == pytest.approx(float(Fraction(expected["fraction"])), abs=1e-11)
        assert (row["items"], row["ratings"]) == (expected["n_units_used"], expected["n_pairable"])

    def test_only_its_label_is_gone(self, cli, tables, run, case):
        """Declaring the labels in use and no others gives the same number."""
        given, expected = case("agr-02")
        table, raters = tables.wide("agr02.csv", by_item(given["matrix_raters_x_items"]))
        labels = "label=" + ",".join(expected["categories_used"])
        again = cli.agree(table, "--raters", raters, "--choice", labels, *POINT)
        assert again.value("label", "alpha(nominal)") == run.value("label", "alpha(nominal)")

    def test_the_dropped_item_is_reported(self, run, case):
        _, expected = case("agr-02")
        (finding,) = run.findings("single_rated")
        assert finding["count"] == len(expected["dropped"])


class TestMissing:
    """agr-04: what stands for no value, and what does not."""

    def frame(self, case, variant):
        given, _ = case("agr-04")
        gap = VARIANTS[variant][0]
        matrix = given["matrix_raters_x_items"]
        return pd.DataFrame(
            {f"r{at}": [gap if value is None else value for value in row] for at, row in enumerate(matrix)},
            dtype=object,
        )

    def ask(self, case, variant, labels):
        field = accord.Choice(labels, missing=VARIANTS[variant][1])
        frame = self.frame(case, variant)
        return accord.agree(frame, raters=list(frame.columns), fields={"label": field}, replicates=0)

    def about_values(self, result):
        """Findings but that panels have unequal sizes or that declared tokens are missing, which is as it must be."""
        return [finding.code for finding in result.findings if finding.code not in ("unequal_raters", "missing")]

    def test_no_variant_is_forgotten(self, case):
        given, _ = case("agr-04")
        assert set(given["variants"]) <= set(VARIANTS)

    @pytest.mark.parametrize("variant", VARIANTS)
    def test_with_declared_labels(self, case, variant):
        """A text that is no declared label is reported and counts for nothing; other gaps are silent."""
        _, expected = case("agr-04")
        result = self.ask(case, variant, ["x", "y"])
        assert result.get("label", "alpha(nominal)").value == expected["alpha_nominal"]
        assert self.about_values(result) == (["off_label"] if variant in TOKENS else [])

    @pytest.mark.parametrize("variant", VARIANTS)
    def test_with_labels_as_seen(self, case, variant):
        """Only an undeclared text is a label then, and a finding points at it."""
        _, expected = case("agr-04")
        result = self.ask(case, variant, None)
        value = result.get("label", "alpha(nominal)").value
        codes = self.about_values(result)
        if variant in TOKENS:
            assert value == approx(expected["wrong_if_placeholder_is_category"])
            assert codes == ["placeholder"]
        else:
            assert value == expected["alpha_nominal"]
            assert codes == []

    @pytest.mark.parametrize("text", ["", "  ", "nan", "None", "N/A", "-"])
    def test_from_a_file(self, cli, tables, case, text):
        """Long table; a blank cell is missing, a text is missing only where --missing says so."""
        given, expected = case("agr-04")
        rows = [
            (item, rater, text if value is None else value)
            for item, unit in enumerate(by_item(given["matrix_raters_x_items"]))
            for rater, value in enumerate(unit)
        ]
        table = tables.csv("agr04.csv", ["item", "rater", "label"], rows)
        layout = ("--item", "item", "--rater", "rater", "--choice", "label=x,y", *POINT)
        plain = cli.agree(table, *layout)
        assert plain.value("label", "alpha(nominal)") == expected["alpha_nominal"]
        assert len(plain.findings("off_label")) == int(bool(text.strip()))
        if text.strip():
            declared = cli.agree(table, *layout, "--missing", text)
            assert declared.value("label", "alpha(nominal)") == expected["alpha_nominal"]
            assert declared.findings("off_label") == declared.findings("placeholder") == []
            assert [row["missing"] for row in declared.document["non_response"]] == [0, 1, 1]


class TestLabelForms:
    """agr-06: 1, "1", 1.0, "1 " and a full-width 1 are one label; a boolean is none."""

    @pytest.fixture
    def frame(self, case):
        given, _ = case("agr-06")
        return pd.DataFrame(
            {
                "A": pd.Series(given["rater_A"], dtype=float),
                "B": pd.Series(given["rater_B"], dtype=object),
                "C": pd.Series(given["rater_C"], dtype=object),
            }
        )

    def ask(self, frame, case, raters):
        given, _ = case("agr-06")
        return accord.agree(frame, raters=raters, fields={"x": accord.Choice(given["schema"]["labels"])}, replicates=0)

    def test_agreement_of_the_first_two(self, frame, case):
        _, expected = case("agr-06")
        for made in (frame, pl.DataFrame({name: frame[name].tolist() for name in ("A", "B")})):
            result = self.ask(made, case, ["A", "B"])
            assert result.get("x", "alpha(nominal)").value == expected["alpha_nominal_AB"]
            assert result.get("x", "all_agree").value == expected["raw_agreement_AB"]

    def test_what_was_normalised_is_said(self, frame, case):
        """Four floats; one blank behind and one full-width digit, which are alone in the second call."""
        (finding,) = self.ask(frame, case, ["A", "B"]).findings
        assert (finding.code, finding.severity, finding.count) == ("normalised", "info", 6)
        assert "row 0, column A: '1.0' read as '1' (number form)" in finding.message
        exact = frame.assign(A=["1", "0", "1", "0"])
        (finding,) = self.ask(exact, case, ["A", "B"]).findings
        assert finding.count == 2
        assert "row 2, column B: '1 ' read as '1' (white space)" in finding.message
        assert "row 3, column B: '\uff10' read as '0' (full width or compatibility form)" in finding.message

    def test_booleans_are_refused(self, frame, case):
        result = self.ask(frame, case, ["A", "C"])
        (finding,) = [finding for finding in result.findings if finding.code == "off_label"]
        assert finding.count == 2
        assert "'true' is not allowed" in finding.message
        assert result.get("x", "all_agree").items == 2

    def test_booleans_in_a_file_are_refused(self, cli, tables, case):
        given, _ = case("agr-06")
        rows = [
            {"item": at, "who": who, "x": value}
            for who, values in (("A", given["rater_A"]), ("C", given["rater_C"]))
            for at, value in enumerate(values)
        ]
        table = tables.jsonl("agr06.jsonl", rows)
        run = cli.agree(table, "--item", "item", "--rater", "who", "--choice", "x=0,1", *POINT)
        assert [finding["count"] for finding in run.findings("off_label")] == [2]
        assert run.estimate("x", "all_agree")["items"] == 2


@pytest.mark.parametrize("name", ["agr-07", "agr-13"])
def test_ratings_on_a_declared_scale(cli, tables, case, name):
    """agr-07: step 3 of 5 is in use by nobody. agr-13: ordinal is not interval."""
    given, expected = case(name)
    table, raters = tables.wide(f"{name}.csv", by_item([given["rater_A"], given["rater_B"]]))
    measures = {
        "alpha_nominal": "alpha(nominal)",
        "alpha_ordinal": "alpha(ordinal)",
        "alpha_interval": "alpha(interval)",
        "kappa_linear_full_scale": "cohen(linear)",
        "kappa_quadratic_full_scale": "cohen(quadratic)",
    }
    asked = {key: measure for key, measure in measures.items() if key in expected}
    options = [option for measure in asked.values() for option in ("--measure", measure)]
    scale = f"score={given['scale'][0]}..{given['scale'][-1]}"
    run = cli.agree(table, "--raters", raters, "--rating", scale, *options, *POINT)
    for key, measure in asked.items():
        pair = "r1|r2" if measure.startswith("cohen") else None
        assert run.value("score", measure, pair=pair) == approx(expected[key])
    assert len(asked) == len([key for key in expected if not key.startswith("wrong")])


def test_unused_steps_of_words_too(cli, tables, case):
    """agr-07 in words: the wrong values come from places among the labels seen."""
    given, expected = case("agr-07")
    word = dict(enumerate(["awful", "bad", "fair", "good", "great"], 1))
    units = [(word[a], word[b]) for a, b in by_item([given["rater_A"], given["rater_B"]])]
    table, raters = tables.wide("agr07_words.csv", units)
    options = ("--measure", "cohen(quadratic)", "--measure", "cohen(linear)")
    layout = ("--raters", raters, *options, *POINT)
    run = cli.agree(table, *layout, "--rating", "score=" + ",".join(word.values()))
    assert run.value("score", "cohen(quadratic)", pair="r1|r2") == approx(expected["kappa_quadratic_full_scale"])
    assert run.value("score", "cohen(linear)", pair="r1|r2") == approx(expected["kappa_linear_full_scale"])
    seen = cli.agree(table, *layout, "--rating", "score=awful,bad,good,great")
    wrong = expected["wrong_kappa_quadratic_seen_labels_only"]
    assert seen.value("score", "cohen(quadratic)", pair="r1|r2") == approx(wrong)


def test_negative_alpha(cli, tables, case):
    """agr-08: below zero is a value, and is not cut."""
    given, expected = case("agr-08")
    table, raters = tables.wide("agr08.csv", by_item(given["matrix_raters_x_items"]))
    run = cli.agree(table, "--raters", raters, "--choice", "label", *POINT)
    assert run.value("label", "alpha(nominal)") == approx(expected["alpha_nominal"])
    assert run.value("label", "alpha(nominal)") == approx(float(Fraction(expected["fraction"])))
    assert run.value("label", "all_agree") == expected["raw_agreement"]


class TestWordsInOrder:
    """agr-12: low, medium, high, and not as the alphabet has them."""

    @pytest.fixture
    def table(self, tables, case):
        given, _ = case("agr-12")
        return tables.wide("agr12.csv", by_item([given["rater_A"], given["rater_B"]]))

    MEASURES = ("--measure", "alpha(ordinal)", "--measure", "cohen(quadratic)")

    @pytest.mark.parametrize(
        ("alphabetical", "alpha", "kappa"),
        [
            (False, "alpha_ordinal", "kappa_quadratic"),
            (True, "wrong_alpha_alphabetical", "wrong_kappa_alphabetical"),
        ],
    )
    def test_the_declared_order_counts(self, cli, table, case, alphabetical, alpha, kappa):
        given, expected = case("agr-12")
        order = sorted(given["order"]) if alphabetical else given["order"]
        layout = ("--raters", table[1], "--rating", "risk=" + ",".join(order))
        run = cli.agree(table[0], *layout, *self.MEASURES, *POINT)
        assert run.value("risk", "alpha(ordinal)") == approx(expected[alpha])
        assert run.value("risk", "cohen(quadratic)", pair="r1|r2") == approx(expected[kappa])

    @pytest.mark.parametrize("field", [("--choice", "risk"), ("--rating", "risk")])
    def test_without_an_order_there_is_no_number(self, cli, table, field):
        run = cli("agree", table[0], "--raters", table[1], *field, *self.MEASURES, "--json")
        assert (run.code, run.out) == (2, "")
        assert run.err.startswith("error: ")

    def test_without_an_order_plain_functions_refuse_too(self, case):
        given, _ = case("agr-12")
        units = by_item([given["rater_A"], given["rater_B"]])
        with pytest.raises(accord.UsageError, match="order"):
            accord.alpha(units, "ordinal")
        with pytest.raises(accord.UsageError, match="order"):
            accord.cohen(given["rater_A"], given["rater_B"], "quadratic")

    def test_numbers_as_text_go_by_size(self):
        """10 is above 9, though not in the alphabet."""
        units = [(8, 9), (9, 9), (9, 10), (10, 10), (8, 8), (8, 10)]
        texts = [tuple(map(str, unit)) for unit in units]
        assert accord.alpha(texts, "ordinal") == accord.alpha(units, "ordinal")
        assert accord.alpha(texts, "ordinal") == approx(accord.alpha(units, "ordinal", scale=[8, 9, 10]))


class TestAbstentions:
    """agr-16: an abstention is no category; its rate stands on its own."""

    @pytest.fixture
    def table(self, tables, case):
        given, _ = case("agr-16")
        rows = [(at, who, value) for who in "AB" for at, value in enumerate(given[f"rater_{who}"])]
        return tables.csv("agr16.csv", ["item", "who", "answer"], rows)

    def test_alpha_and_rates(self, cli, table, case):
        given, expected = case("agr-16")
        abstain = [option for label in given["abstain"] for option in ("--abstain", label)]
        layout = ("--item", "item", "--rater", "who", "--choice", "answer", *abstain, *POINT)
        run = cli.agree(table, *layout)
        row = run.estimate("answer", "alpha(nominal)")
        assert row["value"] == approx(expected["alpha_nominal"])
        assert row["value"] == approx(float(Fraction(expected["fraction"])))
        assert row["items"] == expected["n_units_used"]
        counts = {row["rater"]: row for row in run.document["non_response"]}
        rates = {who: sum(counts[who]["abstained"].values()) / counts[who]["asked"] for who in counts}
        assert rates == approx(expected["abstention_rate"])
        assert counts["A"]["abstained"] == {"CJ": 1, "NA": 1}

    def test_as_categories_on_demand(self, cli, table, case):
        """Whoever wants them counted declares them as labels."""
        given, expected = case("agr-16")
        labels = "answer=" + ",".join(["yes", "no", *given["abstain"]])
        run = cli.agree(table, "--item", "item", "--rater", "who", "--choice", labels, *POINT)
        value = run.value("answer", "alpha(nominal)")
        assert value == approx(expected["alpha_if_abstentions_were_categories"])


class TestEmptySets:
    """ml-01: Jaccard of two empty sets is undefined, and their agreement is still an agreement."""

    @pytest.fixture
    def run(self, cli, tables, case):
        given, _ = case("ml-01")
        rows = [
            {"item": at, "who": who, "chosen": chosen}
            for at, pair in enumerate(given["pairs"])
            for who, chosen in zip("AB", pair, strict=True)
        ]
        table = tables.jsonl("ml01.jsonl", rows)
        measures = ("--measure", "jaccard", "--measure", "exact_set")
        layout = ("--item", "item", "--rater", "who", "--labels", "chosen", "--by", "item")
        return cli.agree(table, *layout, *measures, *POINT)

    def test_each_pair(self, run, case):
        _, expected = case("ml-01")
        rows = [run.estimate("chosen", "jaccard", f"item={at}") for at in range(len(expected["jaccard"]))]
        assert [row["value"] for row in rows] == approx(expected["jaccard"])
        assert rows[0]["reason"] == expected["reason_first"]
        assert sum(row["value"] is not None for row in rows) == expected["n_defined"]

    def test_the_mean_leaves_the_undefined_out(self, run, case):
        _, expected = case("ml-01")
        value = run.value("chosen", "jaccard")
        assert value == approx(expected["mean_over_defined"])
        for wrong in ("wrong_mean_if_empty_is_1", "wrong_mean_if_empty_is_0"):
            assert value != approx(expected[wrong])

    def test_exact_agreement_counts_the_agreed_empty_set(self, run):
        """And a label that is named twice counts once."""
        assert run.value("chosen", "exact_set") == approx(2 / 5)
        assert run.value("chosen", "exact_set", "item=0") == 1
        assert run.value("chosen", "exact_set", "item=4") == 1
