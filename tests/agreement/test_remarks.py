"""Findings about the numbers of a field."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from made_ratings import estimate, frame_of

import accord
from accord.agreement.estimate import Estimate
from accord.agreement.remarks import remarks
from accord.findings import Finding


def found(
    estimates: Sequence[Estimate] = (),
    *,
    sizes: Sequence[int] = (0, 0, 10),
    single: Sequence[str] = (),
    given: Sequence[int] | None = None,
    raters: Sequence[str] = ("ann", "bob", "cyd"),
) -> list[Finding]:
    counts = None if given is None else np.array(given)
    return remarks(raters, "score", np.array(sizes), single, counts, estimates)


def codes(findings: Sequence[Finding]) -> list[str]:
    return [finding.code for finding in findings]


def test_nothing_to_say() -> None:
    assert found([estimate(measure="mean_pairwise", value=0.9), estimate(value=0.8)], given=[10, 10, 10]) == []


def test_single_rated_items_are_counted_and_named() -> None:
    (one,) = found(sizes=[0, 7, 3], single=["i1", "i2", "i3", "i4", "i5"])
    assert (one.code, one.severity, one.where, one.count) == ("single_rated", "info", "field score", 7)
    assert one.message.startswith("7 of 10 items have one rating, which can be compared with nothing: ")
    assert one.message.endswith(": i1, i2, i3, i4, i5 and 2 more")
    (exact,) = found(sizes=[0, 1, 9], single=["x" * 100])
    assert exact.message.endswith(": " + "x" * 57 + "...")


def test_items_without_a_rating() -> None:
    (one,) = found(sizes=[4, 0, 6])
    assert (one.code, one.count) == ("unrated", 4)
    assert one.message == "4 of 10 items have no rating that counts"
    assert codes(found(sizes=[5])) == ["unrated"]


@pytest.mark.parametrize(
    ("given", "few"),
    [
        ([100, 100, 9], "cyd (9)"),
        ([100, 100, 10], None),
        ([30, 30, 4], "cyd (4)"),
        ([30, 30, 5], None),
        ([20, 20, 3], None),
        ([100, 0, 100], "bob (0)"),
        ([8, 7, 0], "cyd (0)"),
    ],
)
def test_raters_with_almost_no_ratings(given: list[int], few: str | None) -> None:
    """Under a tenth of the median, or under five where the median is above 20."""
    findings = found(given=given)
    assert codes(findings) == (["sparse_raters"] if few else [])
    if few:
        assert findings[0].message.endswith(f": {few}")


def test_a_median_needs_three_raters() -> None:
    assert found(given=[100, 1], raters=("ann", "bob")) == []
    assert found(given=None) == []


def test_many_sparse_raters_are_cut_short() -> None:
    names = [f"r{at}" for at in range(20)]
    (one,) = found(given=[100] * 13 + [1] * 7, raters=names)
    assert one.message.endswith("r13 (1), r14 (1), r15 (1), r16 (1), r17 (1) and 2 more")
    assert one.count == 7


def test_high_raw_agreement_with_low_kappa() -> None:
    raw, low = estimate(measure="mean_pairwise", value=0.9), estimate(measure="alpha(nominal)", value=0.1)
    (one,) = found([raw, low])
    assert (one.code, one.severity) == ("skewed_labels", "warning")
    assert "90% (mean_pairwise) yet alpha(nominal) is 0.10" in one.message
    assert "gwet(ac1)" in (one.fix or "")


@pytest.mark.parametrize(
    ("raw", "corrected"),
    [
        ({"value": 0.79}, {"value": 0.1}),
        ({"value": 0.9}, {"value": 0.4}),
        ({"value": None}, {"value": 0.1}),
        ({"value": 0.9}, {"value": None}),
        ({"value": 0.9, "where": {"part": "x"}}, {"value": 0.1}),
        ({"value": 0.9}, {"value": 0.1, "where": {"part": "x"}}),
        ({"value": 0.9}, {"value": 0.1, "measure": "gwet(ac1)"}),
    ],
)
def test_labels_that_are_not_skewed(raw: dict[str, object], corrected: dict[str, object]) -> None:
    rows = [estimate(**{"measure": "mean_pairwise", **raw}), estimate(**{"measure": "fleiss", **corrected})]
    assert found(rows) == []


def test_all_agree_stands_in_for_mean_pairwise() -> None:
    (one,) = found([estimate(measure="all_agree", value=0.85), estimate(value=0.2)])
    assert "85% (all_agree) yet fleiss is 0.20" in one.message


def test_skewed_labels_of_a_named_pair() -> None:
    """Cohen's kappa is always of a pair; two raters with measures of pairs only are warned as well."""
    cells = [[0, 0]] * 90 + [[0, 1]] * 5 + [[1, 0]] * 5
    asked = {"item": "item", "rater": "rater", "fields": {"value": accord.Binary()}, "replicates": 0}
    result = accord.agree(frame_of(cells), **asked, measures=["pairwise", "cohen"])
    assert "skewed_labels" in codes(result.findings)


def test_rare_classes() -> None:
    names = [f"c{at}" for at in range(10)]
    rows = [estimate(measure=m, where={"class": n}, limited_support=True) for n in names for m in ("presence", "f1")]
    (one,) = found([*rows, estimate(where={"class": "common"}), estimate(where={"part": "x"}, limited_support=True)])
    assert (one.code, one.count) == ("limited_support", 10)
    assert one.message.endswith(": c0, c1, c2, c3, c4, c5, c6, c7 and 2 more")


def test_unequal_panels_are_explained_once() -> None:
    rows = [estimate(value=None, reason="unequal_raters", where=where) for where in ({}, {"part": "x"})]
    (one,) = found(rows)
    assert (one.code, one.severity) == ("unequal_raters", "info")
    assert "fleiss(ragged)" in (one.fix or "")
    assert found([estimate(value=None, reason="unequal_raters", measure="other")]) == []


def test_degenerate_intervals() -> None:
    rows = [
        estimate(measure="all_agree", value=1.0, details={"degenerate": True}),
        estimate(measure="pairwise", between=("ann", "bob"), details={"degenerate": True}),
        estimate(measure="prevalence", where={"part": "x"}, details={"degenerate": True}),
        estimate(details={"k": 3}),
    ]
    (one,) = found(rows)
    assert (one.code, one.count) == ("degenerate", 3)
    assert "all_agree (all), pairwise (ann|bob), prevalence (part=x);" in one.message
    (many,) = found(rows[:1] * 8)
    assert "and 3 more" in many.message
