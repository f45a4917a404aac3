"""Reading the names of measures, and which measures a field or a pair gets."""

from __future__ import annotations

import re

import pytest
from drawn_tables import every_form

import accord
from accord.agreement.measures import MEASURES
from accord.agreement.names import DEFAULTS, PAIR_DEFAULTS, measures_for, pair_measures_for, read_measure
from accord.spec.fields import COMPARED


@pytest.mark.parametrize("name", [measure.name for measure in every_form()])
def test_a_canonical_name_reads_back(name: str) -> None:
    assert read_measure(name).name == name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("exact", "all_agree"),
        (" alpha ( ordinal ) ", "alpha(ordinal)"),
        ("gwet(ac2, quadratic)", "gwet(ac2,quadratic)"),
        ("within(k=2)", "within(2)"),
        ("within(0.5)", "within(0.5)"),
        ("instance_f1(0.75)", "instance_f1(iou=0.75)"),
        ("instance_f1( iou = 0.75 )", "instance_f1(iou=0.75)"),
    ],
)
def test_other_ways_to_write_a_name(text: str, name: str) -> None:
    assert read_measure(text).name == name


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("alpha(nominl)", None),
        ("alfa(nominal)", "alpha(nominal)"),
        ("kappa", None),
        ("Fleiss", "fleiss"),
        ("fleis", "fleiss"),
        ("all-agree", "all_agree"),
        ("presense", "presence"),
    ],
)
def test_an_unknown_name_is_refused_with_what_there_is(text: str, near: str | None) -> None:
    with pytest.raises(accord.UsageError) as refused:
        read_measure(text)
    message = str(refused.value)
    assert message.startswith(f"measure {text!r}")
    if near:
        assert f"did you mean {near!r}?" in message
    named = ["alpha(ordinal)"] if text.startswith("alpha") else [m for kind in MEASURES.values() for m in kind.forms()]
    assert all(name in message for name in named)


@pytest.mark.parametrize("text", ["alpha", "gwet(ac2)", "gwet", "within", "within()", "specific", "cohen(1)"])
def test_a_family_without_its_argument_is_told_its_forms(text: str) -> None:
    family = MEASURES[text.split("(")[0]]
    with pytest.raises(accord.UsageError, match=re.escape(f"measure {text!r}: write it as one of ")) as refused:
        read_measure(text)
    assert str(refused.value).endswith(", ".join(family.forms()))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("instance_f1(2)", "instance_f1: the IoU threshold must lie from 1e-06 to 1, not at 2"),
        ("instance_f1(iou=0)", "instance_f1: the IoU threshold must lie from 1e-06 to 1, not at 0"),
        ("instance_f1(half)", "instance_f1(half): iou must be a number"),
        ("within(-1)", "within(-1): the number of steps must be 0 or more"),
        ("within(nan)", "within(nan): the number of steps must be 0 or more"),
        ("within(one)", "within(one): k must be a number"),
    ],
)
def test_a_number_out_of_range_is_refused(text: str, message: str) -> None:
    with pytest.raises(accord.UsageError, match=f"^{re.escape(message)}$"):
        read_measure(text)


@pytest.mark.parametrize("text", ["", "(", "alpha(nominal", "alpha(nominal))", "1", "x(y)"])
def test_what_is_no_name_is_refused(text: str) -> None:
    with pytest.raises(accord.UsageError, match="is not known"):
        read_measure(text)


@pytest.mark.parametrize("kind", COMPARED)
def test_defaults_fit_their_kind(kind: str) -> None:
    for name in DEFAULTS[kind]:
        measure = read_measure(name)
        assert measure.name == name
        assert measure.fits(kind)
        assert measure.shape != "pair"
    for name in PAIR_DEFAULTS[kind]:
        assert read_measure(name).fits(kind)


def test_defaults_are_those_of_the_design() -> None:
    assert DEFAULTS.keys() == PAIR_DEFAULTS.keys() == set(COMPARED)
    common = ["all_agree", "mean_pairwise", "fleiss", "alpha(nominal)", "gwet(ac1)"]
    assert names_of("choice") == common
    assert names_of("binary") == [*common, "prevalence", "specific(positive)", "specific(negative)"]
    assert names_of("rating") == ["alpha(ordinal)", "all_agree", "within(1)", "alpha(interval)"]
    assert names_of("number") == ["alpha(interval)"]
    assert names_of("labels") == [
        *("exact_set", "positive_label", "jaccard", "alpha(nominal)", "alpha(jaccard)", "presence"),
    ]
    assert names_of("boxes") == ["instance_f1(iou=0.5)"]


def names_of(kind: str, named: tuple[str, ...] = (), ious: tuple[float, ...] = ()) -> list[str]:
    return [measure.name for measure in measures_for(kind, [read_measure(name) for name in named], ious)]


def pair_names_of(kind: str, named: tuple[str, ...] = (), ious: tuple[float, ...] = ()) -> list[str]:
    return [measure.name for measure in pair_measures_for(kind, [read_measure(name) for name in named], ious)]


def test_named_measures_replace_the_defaults_where_they_fit() -> None:
    named = ("gwet(ac1)", "alpha(ordinal)", "instance_f1(0.9)", "presence")
    assert names_of("rating", named) == ["gwet(ac1)", "alpha(ordinal)"]
    assert names_of("choice", named) == ["gwet(ac1)"]
    assert names_of("boxes", named) == ["instance_f1(iou=0.9)"]
    assert names_of("labels", named) == ["presence"]


def test_a_measure_named_twice_is_computed_once() -> None:
    assert names_of("choice", ("exact", "all_agree", "fleiss", "fleiss")) == ["all_agree", "fleiss"]
    assert names_of("boxes", (), (0.5, 0.5)) == ["instance_f1(iou=0.5)"]


def test_thresholds_are_for_boxes() -> None:
    assert names_of("boxes", (), (0.9, 0.25)) == ["instance_f1(iou=0.9)", "instance_f1(iou=0.25)"]
    assert names_of("rating", (), (0.9,)) == names_of("rating")
    assert pair_names_of("boxes", (), (0.9, 0.25)) == ["instance_f1(iou=0.9)", "instance_f1(iou=0.25)"]
    assert pair_names_of("binary", (), (0.9,)) == ["pairwise", "cohen"]


def test_thresholds_that_can_not_be_are_refused() -> None:
    with pytest.raises(accord.UsageError, match=r"must lie from 1e-06 to 1, not at 1\.5$"):
        measures_for("boxes", [], [1.5])


def test_pairs_get_the_measures_of_two_raters() -> None:
    assert pair_names_of("binary") == ["pairwise", "cohen"]
    assert pair_names_of("choice") == ["pairwise", "cohen"]
    assert pair_names_of("rating") == ["pairwise", "cohen(quadratic)"]
    assert pair_names_of("number") == ["pairwise", "alpha(interval)"]
    assert pair_names_of("labels") == ["exact_set", "positive_label"]
    assert pair_names_of("boxes") == ["instance_f1(iou=0.5)"]


def test_pairs_get_named_measures_that_have_a_meaning_for_two() -> None:
    named = ("cohen", "cohen(linear)", "pairwise", "alpha(nominal)", "positive_label", "instance_f1(0.9)")
    assert pair_names_of("rating", named) == ["cohen", "cohen(linear)", "pairwise", "alpha(nominal)"]
    assert pair_names_of("choice", named) == ["cohen", "pairwise", "alpha(nominal)"]
    assert pair_names_of("number", named) == ["pairwise", "alpha(nominal)"]
    assert pair_names_of("labels", named) == ["alpha(nominal)", "positive_label"]
    assert pair_names_of("boxes", named) == ["instance_f1(iou=0.9)"]
