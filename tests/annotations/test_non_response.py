"""Non-response: who left what unanswered, and how often."""

from __future__ import annotations

import numpy as np

from accord.annotations.non_response import non_response_findings, non_response_of
from accord.annotations.ratings import NonResponse, Scalars
from accord.spec.fields import Choice
from accord.spec.reading import Scale

FIELD = Choice(["a", "b"], abstain=["skip", "[red]n/a[/red]"])
CELLS = ["a", "Skip", "[RED]n/a[/red]", "zzz", "skip "]
STATE_OF = [0, 1, 1, 3, 1]


def rows(codes: list[int], rater: list[int] | None, raters: tuple[str, ...] = ()) -> list[NonResponse]:
    states = np.array([2 if code < 0 else STATE_OF[code] for code in codes], np.uint8)
    answers = Scalars(states, np.where(states == 0, 0, -1).astype(np.int32), Scale(("a", "b")))
    who = None if rater is None else np.array(rater, np.int32)
    return non_response_of("f", FIELD, answers, np.array(codes, np.int32), CELLS, who, raters)


def test_every_state_is_counted_for_every_rater() -> None:
    found = rows([0, 1, 4, 2, 3, -1, 0], [0, 0, 0, 0, 0, 0, 1], ("ann", "bob"))
    assert found == [
        NonResponse("f", "ann", 6, 1, 1, 1, {"[red]n/a[/red]": 1, "skip": 2}),
        NonResponse("f", "bob", 1, 1, 0, 0, {}),
    ]


def test_anonymous_raters_are_counted_together() -> None:
    assert rows([0, 1, -1], None) == [NonResponse("f", None, 3, 1, 1, 0, {"skip": 1})]


def test_a_rater_without_ratings_has_zeros() -> None:
    assert rows([-1], [0], ("ann", "bob"))[1] == NonResponse("f", "bob", 0, 0, 0, 0, {})


def test_where_all_answered_there_is_nothing_to_say() -> None:
    assert rows([0, 0], [0, 1], ("ann", "bob")) == []
    assert rows([], None) == []


def test_counts_add_up() -> None:
    for row in rows([0, 1, 4, 2, 3, -1, 0, 3], [0, 0, 1, 1, 0, 1, 1, 1], ("ann", "bob")):
        assert row.asked == row.answered + row.missing + row.off_label + sum(row.abstained.values())


def test_findings_pool_the_raters() -> None:
    missing, abstained = non_response_findings("f", rows([0, 1, 4, 2, 3, -1], [0, 0, 1, 1, 0, 1], ("ann", "bob")))
    assert (missing.code, missing.severity, missing.count) == ("missing", "info", 1)
    assert missing.message == "1 of 6 answers are missing and left out"
    assert (abstained.code, abstained.severity, abstained.count) == ("abstentions", "info", 3)
    assert "3 of 6 answers abstain ('[red]n/a[/red]' 1, 'skip' 2)" in abstained.message


def test_no_finding_where_nothing_is_missing() -> None:
    assert non_response_findings("f", []) == []
    assert non_response_findings("f", [NonResponse("f", "ann", 3, 2, 0, 1, {})]) == []
