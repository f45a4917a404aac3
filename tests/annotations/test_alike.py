"""Ids that look alike are pointed at; plain ids are not."""

from __future__ import annotations

import polars as pl
import pytest

import accord
from accord.annotations.alike import alike_ids


@pytest.mark.parametrize(
    ("ids", "twins"),
    [
        (["Ann", "ann ", "bob"], 1),
        (["1", "1.0", "2", "2.0"], 2),
        (["\uff11", "1"], 1),
        (["e\u0301", "\u00e9"], 1),
        (["a b", "a  b"], 1),
        (["a", "b", "1", "2", "1.5"], 0),
        ([], 0),
    ],
)
def test_ids_that_differ_in_form_only(ids: list[str], twins: int) -> None:
    found = alike_ids(pl.Series("id", ids, dtype=pl.String), "item")
    assert [(finding.code, finding.severity, finding.count) for finding in found] == (
        [("ids_look_alike", "warning", twins)] if twins else []
    )


def test_ids_that_are_numbers_are_what_they_are() -> None:
    assert alike_ids(pl.Series([1, 2]), "item") == []


def test_only_the_first_five_are_shown() -> None:
    (finding,) = alike_ids(pl.Series([name for at in range(8) for name in (f"a{at}", f"A{at}")]), "item")
    assert finding.message.endswith(" and 3 more are taken as different")
    assert finding.message.count(" and 'A") == 5


def test_raters_and_items_are_looked_at_and_stay_apart() -> None:
    frame = pl.DataFrame({"i": ["x", "x", "x ", "x "], "r": ["ann", "Ann", "ann", "Ann"], "q": [1, 1, 2, 2]})
    result = accord.agree(frame, item="i", rater="r", fields={"q": accord.Rating(1, 3)}, replicates=0)
    places = [finding.where for finding in result.findings if finding.code == "ids_look_alike"]
    assert places == ["rater column r", "item column i"]
    assert (result.items, result.raters) == (2, 2)
