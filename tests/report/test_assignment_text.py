"""An assignment as text."""

from __future__ import annotations

from accord.annotations.sample.assignments import assignment_of
from accord.annotations.sample.sampling import Drawn, Stratum
from accord.report.assignment_text import MOST_ROWS, assignment_text


def made(strata: int = 2, groups: int = 1):
    drawn = Drawn(
        tuple(f"i{at}" for at in range(strata * groups)),
        tuple(Stratum({"region": f"r{at}"}, 3, groups + 1, groups) for at in range(strata)),
    )
    parts = [(("ann", "bob"), drawn.items[at::groups]) for at in range(groups)]
    return assignment_of("s", drawn, parts, by=["region"], per_stratum=groups + 1, size=None, seed=7)


def test_counts_shortfalls_groups_and_loads():
    text = assignment_text(made())
    assert text.splitlines()[0] == "2 items of 2 strata, 2 short; seed 7"
    assert "r1          3      2      1      1" in text
    assert "1      ann, bob      2" in text
    assert text.endswith("Items of each rater: ann 2, bob 2\n")


def test_long_lists_are_cut_with_a_count():
    assert f"and {5} more" in assignment_text(made(strata=MOST_ROWS + 5))
    assert "more" not in assignment_text(made(strata=MOST_ROWS))
