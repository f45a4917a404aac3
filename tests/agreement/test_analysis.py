"""What is asked is checked before anything is computed, and answered field by field."""

from __future__ import annotations

from typing import Any

import pytest
from made_ratings import frame_of, ratings_of

import accord
from accord.agreement.analysis import analyse
from accord.agreement.names import read_measure
from accord.agreement.question import Question
from accord.agreement.settings import Settings

POINT = Settings(replicates=0)
CELLS: dict[str, Any] = {
    "score": [[1, 2, 2], [3, 3, None], [2, 2, 2]],
    "tags": [[{"a"}, {"a"}, set()], [{"b"}, {"a"}, None], [set(), set(), set()]],
}
FIELDS = {"score": accord.Rating(1, 3), "tags": accord.Labels(["a", "b"])}
RATINGS = ratings_of(CELLS, FIELDS)
ANONYMOUS = ratings_of(CELLS, FIELDS, anonymous=True)


def asking(*names: str, **given: Any) -> Question:
    return Question(**{"measures": tuple(map(read_measure, names)), "settings": POINT, **given})


def refused(question: Question, ratings: Any = RATINGS) -> str:
    with pytest.raises(accord.UsageError) as error:
        analyse(ratings, question)
    return str(error.value)


def test_fields_are_answered_in_their_order() -> None:
    answer = analyse(RATINGS, asking())
    fields = [row.field for row in answer.estimates]
    assert fields == sorted(fields)
    assert set(fields) == {"score", "tags"}
    assert (answer.influence, answer.differences) == ((), ())


def test_progress_is_told_each_field() -> None:
    told: list[str] = []
    analyse(RATINGS, asking(), told.append)
    assert told == ["score", "tags"]


def test_a_measure_that_fits_some_fields_is_left_out_of_the_others() -> None:
    answer = analyse(RATINGS, asking("exact_set", "alpha(nominal)"))
    assert {(row.field, row.measure) for row in answer.estimates if row.slice == "all"} == {
        ("score", "alpha(nominal)"),
        ("tags", "alpha(nominal)"),
        ("tags", "exact_set"),
    }
    (finding,) = [one for one in answer.findings if one.code == "measure_skipped"]
    assert (finding.severity, finding.where) == ("info", "field score")
    assert finding.message == "exact_set does not fit and was left out (it is for labels fields)"


def test_measures_that_fit_no_field_are_refused_together() -> None:
    assert refused(asking("prevalence", "instance_f1(0.5)", "exact_set")).splitlines() == [
        "measure prevalence fits no field: it is for binary fields",
        "measure instance_f1(iou=0.5) fits no field: it is for boxes fields",
    ]


def test_weighted_forms_are_for_fewer_kinds_than_their_family() -> None:
    ratings = ratings_of([["a", "b"]], accord.Choice(["a", "b"]))
    assert refused(asking("cohen(linear)"), ratings) == (
        "measure cohen(linear) fits no field: it is for binary, rating fields"
    )


def test_thresholds_without_boxes_are_refused() -> None:
    assert "no field of boxes" in refused(asking(ious=(0.5,)))


@pytest.mark.parametrize(
    "asked",
    [
        {"pairs": True},
        {"leave_one_out": True},
        {"between": (("A", frozenset({"A"})), ("B", frozenset({"B"})))},
        {"settings": Settings(rater_pool=True)},
    ],
    ids=["pairs", "leave-one-out", "between", "pool"],
)
def test_what_needs_named_raters(asked: dict[str, Any]) -> None:
    assert refused(asking(**asked), ANONYMOUS) == (
        "raters are anonymous: pairs, groups and single raters need a rater column"
    )


@pytest.mark.parametrize("measure", ["cohen", "cohen(quadratic)", "pairwise"])
def test_a_measure_of_a_pair_needs_named_raters(measure: str) -> None:
    """Nothing at all is no answer to a question."""
    assert "anonymous" in refused(asking(measure), ANONYMOUS)


def test_a_pool_of_raters_needs_five() -> None:
    assert refused(asking(settings=Settings(rater_pool=True))) == (
        "an interval over a pool of raters needs at least 5 raters, not 3"
    )
    five = ratings_of([[1, 2, 1, 2, 1], [2, 2, 2, 2, 2]], accord.Rating(1, 3))
    assert refused(asking(settings=Settings(rater_pool=True, replicates=0)), five) == (
        "an interval over a pool of raters needs replicates above 0"
    )


def test_groups_of_raters_must_be_there_and_apart() -> None:
    between = (("people", frozenset({"A", "Z", "Y"})), ("judges", frozenset({"A", "X"})))
    assert refused(asking(between=between)).splitlines() == [
        "between: no rater is called 'Y', 'Z' (group people)",
        "between: no rater is called 'X' (group judges)",
        "between: A in both groups",
        "    raters: 'A', 'B', 'C'",
    ]


def test_a_long_list_of_raters_is_cut() -> None:
    many = ratings_of([[1] * 25], accord.Rating(1, 3), raters=[f"r{at:02}" for at in range(25)])
    between = (("a", frozenset({"nobody"})), ("b", frozenset({"r00"})))
    twelve = ", ".join(f"'r{at:02}'" for at in range(12))
    assert refused(asking(between=between), many).splitlines()[-1] == f"    raters: {twelve} and 13 more"


def test_differences_come_with_the_answer() -> None:
    result = accord.agree(
        frame_of(CELLS),
        item="item",
        rater="rater",
        fields=FIELDS,
        replicates=0,
        differences=[
            (("score", "all_agree"), ("tags", "exact_set")),
            (("tags", "exact_set"), ("score", "all_agree")),
        ],
    )
    one, other = result.differences
    assert (one.value, other.value) == (pytest.approx(1 / 3), pytest.approx(-1 / 3))


def test_single_rated_items_are_named() -> None:
    answer = analyse(ratings_of([[1, None], [2, 2], [None, 3]], accord.Rating(1, 3)), asking())
    (finding,) = [one for one in answer.findings if one.code == "single_rated"]
    assert (finding.count, finding.where) == (2, "field value")
    assert finding.message.endswith(": i000, i002")
