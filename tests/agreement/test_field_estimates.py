"""Everything that is asked of one field: panels, groups, slices, pairs, influence, pools."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from made_ratings import frame_of, ratings_of

import accord
from accord.agreement.design import design_of
from accord.agreement.field_estimates import FieldResult, FieldWork, field_estimates
from accord.agreement.names import measures_for, read_measure
from accord.agreement.question import Question
from accord.agreement.settings import Settings
from accord.agreement.subsets import subsets_of
from accord.annotations.ratings import Membership, Ratings

POINT = Settings(replicates=0)


def answered(ratings: Ratings, *names: str, **asked: Any) -> FieldResult:
    question = Question(**{"measures": tuple(map(read_measure, names)), "settings": POINT, **asked})
    subsets = subsets_of(ratings, "value", question.memberships)
    design = design_of(ratings, question.settings.resample == "index", question.settings.order)
    return field_estimates(ratings, "value", question, subsets, design)


def rows(result: FieldResult) -> list[tuple[str, str, str | None]]:
    return [(row.measure, row.slice, row.pair) for row in result.estimates]


RATING = accord.Rating(1, 3)
SCORES = [[1, 2, 2], [3, 3, None], [2, 2, 2], [1, None, None]]
TAGS: list[list[Any]] = [[{"a"}, {"a"}], [{"b"}, {"a", "c"}], [set(), set()], [{"c"}, None]]
LABELS = accord.Labels({"one": ["a"], "two": ["b", "c"]})


def test_all_items_then_slices_then_pairs_then_groups_of_raters() -> None:
    ratings = ratings_of(SCORES, RATING, by=["part"], part=["x", "y", "x", "y"])
    between = (("p", frozenset("A")), ("q", frozenset("BC")))
    result = answered(ratings, "fleiss", "alpha(nominal)", pairs=True, between=between)
    places = [(row.slice, row.pair is not None, row.measure == "mean_pairwise") for row in result.estimates]
    assert places[:6] == [(name, False, False) for name in ("all", "all", "part=x", "part=x", "part=y", "part=y")]
    assert [pair for _, pair, _ in places[6:]] == [True] * (len(places) - 6)
    assert {row.pair for row in result.estimates[6:24]} == {"A|B", "A|C", "B|C"}
    assert {row.pair for row in result.estimates[24:]} == {"p|q", "q|q"}  # one rater alone has no pair inside his group


def test_groups_of_labels_are_crossed_with_slices() -> None:
    ratings = ratings_of(TAGS, LABELS, by=["part"], part=["x", "y", "x", "y"])
    result = answered(ratings, "exact_set", "presence")
    assert rows(result) == [
        ("exact_set", "all", None),
        ("exact_set", "domain=one", None),
        ("exact_set", "domain=two", None),
        ("presence", "class=a", None),
        ("presence", "class=b", None),
        ("presence", "class=c", None),
        *(
            row
            for part in ("part=x", "part=y")
            for row in (
                ("exact_set", part, None),
                *(("exact_set", f"domain={name},{part}", None) for name in ("one", "two")),
                *(("presence", f"class={name},{part}", None) for name in "abc"),
            )
        ),
    ]


def test_presence_alone_has_rows_by_class_only() -> None:
    result = answered(ratings_of(TAGS, LABELS, by=["part"], part=["x", "y", "x", "y"]), "presence")
    assert rows(result) == [
        ("presence", f"class={name}{part}", None) for part in ("", ",part=x", ",part=y") for name in "abc"
    ]


def test_memberships_may_overlap() -> None:
    mask = np.array([[1, 1], [1, 0], [0, 1], [0, 0]], np.bool_)
    quality = Membership("quality", ("road", "air"), mask)
    result = answered(ratings_of(SCORES, RATING), "mean_pairwise", memberships=(quality,))
    found = {row.slice: row.value for row in result.estimates}
    assert found == {
        "all": pytest.approx((1 / 3 + 1 + 1) / 3),
        "quality=road": pytest.approx((1 / 3 + 1) / 2),
        "quality=air": pytest.approx((1 / 3 + 1) / 2),
    }


def test_two_raters_get_their_pair_without_being_asked() -> None:
    two = ratings_of([line[:2] for line in SCORES], RATING)
    assert [measure for measure, _, pair in rows(answered(two)) if pair] == ["pairwise", "cohen(quadratic)"]
    assert not [pair for _, _, pair in rows(answered(ratings_of(SCORES, RATING))) if pair]
    assert not [pair for _, _, pair in rows(answered(two, "alpha(nominal)")) if pair]


def test_a_measure_of_pairs_brings_them_along() -> None:
    result = answered(ratings_of(SCORES, RATING), "cohen")
    assert rows(result) == [("cohen", "all", pair) for pair in ("A|B", "A|C", "B|C")]


def test_no_two_rows_have_one_name() -> None:
    """Two raters may be asked for as a pair and as two groups at once."""
    between = (("A", frozenset("A")), ("B", frozenset("B")))
    result = answered(ratings_of(TAGS, LABELS), pairs=True, between=between)
    assert sorted(set(rows(result)), key=str) == sorted(rows(result), key=str)


def test_a_slice_of_all_items_is_all_items() -> None:
    """Draws depend on the counts of patterns only."""
    ratings = ratings_of(SCORES * 10, RATING, by=["part"], part=["x"] * 40)
    result = answered(ratings, "alpha(ordinal)", settings=Settings(replicates=200))
    all_items, part = result.estimates
    assert (all_items.low, all_items.high) == (part.low, part.high)
    assert all_items.low is not None


def test_classes_share_their_draws() -> None:
    """Two classes that are chosen alike have the same interval to the last bit."""
    both, none = {"a", "b"}, set[str]()
    alike: list[list[Any]] = [[both, both], [both, none], [none, none], [none, both]] * 8
    result = answered(ratings_of(alike, accord.Labels(["a", "b"])), "presence", settings=Settings(replicates=200))
    first, second = result.estimates
    assert (first.value, first.low, first.high) == (second.value, second.low, second.high)
    assert first.low is not None


def test_sizes_and_single_ratings() -> None:
    cells = {"value": [*SCORES, [None, None, None]], "other": [[0, 0, 0]] * 5}
    result = answered(ratings_of(cells, {"value": RATING, "other": accord.Binary()}))
    assert result.sizes.tolist() == [1, 1, 1, 2]
    assert result.single == (3,)
    assert answered(ratings_of(SCORES[:3], RATING)).single == ()
    assert len(answered(ratings_of(SCORES[3:] * 30, RATING)).single) == 5


def test_values_given_by_each_rater() -> None:
    given = answered(ratings_of(SCORES, RATING)).given
    assert given is not None
    assert given.tolist() == [4, 3, 2]
    assert answered(ratings_of(SCORES, RATING, anonymous=True)).given is None


def test_sizes_of_a_field_without_any_answer() -> None:
    cells = {"value": [[None, None]] * 3, "other": [[0, 0]] * 3}
    result = answered(ratings_of(cells, {"value": RATING, "other": accord.Binary()}))
    assert result.sizes.tolist() == [3]
    assert {row.reason for row in result.estimates} == {"no_items"}


# Single raters and pools of them

FIVE = [[1, 1, 2, 1, 1], [2, 2, 2, 2, 2], [3, 3, 3, 3, 1], [1, 2, 1, 2, 1], [2, 2, 3, 2, 2], [3, 3, 3, 3, 3]] * 5


def without(rater: int) -> list[list[int]]:
    return [[value for at, value in enumerate(line) if at != rater] for line in FIVE]


def test_leave_one_out() -> None:
    result = answered(ratings_of(FIVE, RATING), "alpha(nominal)", "fleiss", leave_one_out=True)
    values = {row.measure: row.value for row in result.estimates}
    assert [(row.rater, row.measure) for row in result.influence] == [
        (rater, measure) for rater in "ABCDE" for measure in ("alpha(nominal)", "fleiss")
    ]
    for row in result.influence:
        left = without("ABCDE".index(row.rater))
        expected = accord.alpha(left) if row.measure == "alpha(nominal)" else accord.fleiss(left)
        assert row.value == pytest.approx(expected, abs=1e-12)
        assert row.change == pytest.approx((row.value or 0) - (values[row.measure] or 0), abs=1e-15)
        assert (row.field, row.slice, row.reason) == ("value", "all", None)


def test_leave_one_of_two_out() -> None:
    result = answered(ratings_of([line[:2] for line in FIVE], RATING), "alpha(nominal)", leave_one_out=True)
    assert [(row.rater, row.value, row.change, row.reason) for row in result.influence] == [
        ("A", None, None, "no_pairable"),
        ("B", None, None, "no_pairable"),
    ]


def test_a_pool_of_raters_widens_every_interval_of_the_panel() -> None:
    ratings = ratings_of(FIVE, RATING, by=["part"], part=["x", "x", "x", "y", "y", "y"] * 5)
    held, pool = (
        answered(ratings, "alpha(nominal)", "mean_pairwise", settings=Settings(replicates=300, rater_pool=pool))
        for pool in (False, True)
    )
    assert rows(held) == rows(pool)
    for one, other in zip(held.estimates, pool.estimates, strict=True):
        assert one.low is not None and one.high is not None
        assert other.low is not None and other.high is not None
        assert one.value == other.value
        assert other.high - other.low > one.high - one.low
        assert 0 < other.details["rater_variance_share"] < 1  # type: ignore[operator]


def test_a_pool_of_raters_keeps_shares_between_0_and_1() -> None:
    cells = [[1] * 6] * 35 + [[1, 1, 1, 1, 1, 0]] * 2 + [[0, 0, 1, 1, 1, 1]] * 3
    frame = frame_of(cells)
    result = accord.agree(
        frame, item="item", rater="rater", fields={"value": accord.Binary()}, rater_pool=True, replicates=300
    )
    for row in result.estimates:
        if read_measure(row.measure).share and row.low is not None and row.high is not None:
            assert 0 <= row.low <= row.high <= 1, row


def test_a_pool_of_raters_leaves_pairs_alone() -> None:
    held, pool = (
        answered(ratings_of(FIVE, RATING), "cohen", settings=Settings(replicates=100, rater_pool=pool))
        for pool in (False, True)
    )
    assert held.estimates == pool.estimates


# The panels that a field is reduced to


def test_layers() -> None:
    ratings = ratings_of(TAGS, LABELS)
    work = FieldWork("value", measures_for("labels", (), ()))
    assert [measure.name for measure in work.of_panel] == [
        *("exact_set", "positive_label", "jaccard", "alpha(nominal)", "alpha(jaccard)"),
    ]
    panel, layers = work.layers(ratings)
    assert [where for where, _ in layers] == [
        {},
        {"domain": "one"},
        {"domain": "two"},
        {"class": "a"},
        {"class": "b"},
        {"class": "c"},
    ]
    assert all(one is panel for _, one in layers[0][1])
    # All of them have the items of the panel, so that they can share their draws.
    assert all(one.item is panel.item for _, panels in layers for _, one in panels)


def test_layers_of_scalars_are_one() -> None:
    work = FieldWork("value", [read_measure("cohen"), read_measure("fleiss")])
    _, layers = work.layers(ratings_of(SCORES, RATING))
    assert [(where, [measure.name for measure, _ in panels]) for where, panels in layers] == [({}, ["fleiss"])]
