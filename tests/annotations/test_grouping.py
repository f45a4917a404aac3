"""Columns of the item: slices, clusters and strata."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.annotations.grouping import group_items
from accord.annotations.ratings import Grouping
from accord.findings import Finding


def line(row: int, column: str | None = None) -> str:
    return f"line {row}"


def group(item: list[int], role: str = "slice", **columns: Any) -> tuple[Grouping, list[Finding], list[Finding]]:
    problems: list[Finding] = []
    findings: list[Finding] = []
    frame = pl.DataFrame(columns, strict=False)
    items = max(item) + 1
    codes = np.array(item, np.int32)
    found = group_items(frame, list(columns), codes, items, role, line, problems, findings)
    assert found.code.shape == (items,)
    assert found.code.dtype == np.int32
    return found, problems, findings


def groups_of(grouping: Grouping) -> list[dict[str, str] | None]:
    return [None if code < 0 else grouping.where(int(code)) for code in grouping.code]


def test_a_partition_by_one_column() -> None:
    found, problems, findings = group([1, 0, 1, 2], k=["b", "a", "b", "a"])
    assert (found.names, found.values, found.code.tolist()) == (("k",), (("a",), ("b",)), [0, 1, 0])
    assert (problems, findings) == ([], [])


def test_a_partition_by_crossed_columns_names_only_what_is_there() -> None:
    found, _, _ = group([0, 1, 2], k=["b", "a", "b"], m=[2, 2, 1])
    assert found.values == (("a", "2"), ("b", "1"), ("b", "2"))
    assert groups_of(found) == [{"k": "b", "m": "2"}, {"k": "a", "m": "2"}, {"k": "b", "m": "1"}]


@pytest.mark.parametrize(
    ("values", "texts"),
    [
        ([True, False], ["true", "false"]),
        ([10, 9], ["10", "9"]),
        ([1.0, 0.5], ["1.0", "0.5"]),
        (["[red]x[/red]", "=cmd()\n"], ["[red]x[/red]", "=cmd()\n"]),
        (["e\u0301", "\u00e9"], ["e\u0301", "\u00e9"]),
        ([["a"], []], ['["a"]', "[]"]),
    ],
)
def test_values_of_any_type_are_text(values: list[Any], texts: list[str]) -> None:
    found, problems, _ = group([0, 1], k=values)
    assert [found.values[code][0] for code in found.code] == texts
    assert problems == []


@pytest.mark.parametrize("blank", [None, "", "  ", "\t"])
def test_a_blank_belongs_to_no_slice(blank: str | None) -> None:
    found, problems, (finding,) = group([0, 0, 1], k=[blank, blank, "a"])
    assert groups_of(found) == [None, {"k": "a"}]
    assert problems == []
    assert (finding.code, finding.severity, finding.count, finding.where) == ("blank_slice", "warning", 2, "slice k")


def test_a_blank_in_one_of_two_crossed_columns_belongs_to_no_slice() -> None:
    found, _, (finding,) = group([0, 1, 2], k=["a", None, "a"], m=["x", "x", ""])
    assert groups_of(found) == [{"k": "a", "m": "x"}, None, None]
    assert finding.count == 2


@pytest.mark.parametrize("role", ["cluster", "stratum"])
def test_a_blank_cluster_or_stratum_is_refused_with_places(role: str) -> None:
    _, (problem,), findings = group([0, 1, 2], role, k=["a", "", None])
    assert (problem.code, problem.severity) == (f"blank_{role}", "error")
    assert problem.message == "blank in 2 rows: line 1, line 2"
    assert findings == []


def test_no_value_at_all() -> None:
    found, problems, (finding,) = group([0, 1], k=[None, None])
    assert groups_of(found) == [None, None]
    assert (problems, finding.count) == ([], 2)


@pytest.mark.parametrize("role", ["slice", "cluster", "stratum"])
def test_an_item_whose_rows_differ_is_refused_at_the_row_that_differs(role: str) -> None:
    _, (problem,), _ = group([0, 1, 0, 1, 0], role, k=["a", "b", "a", "a", "b"])
    assert (problem.code, problem.where) == (f"{role}_varies", f"{role} k")
    assert problem.message.endswith("it differs at line 3, line 4")


def test_a_blank_beside_a_value_differs() -> None:
    _, (problem,), _ = group([0, 0], k=["a", ""])
    assert problem.code == "slice_varies"


def test_every_row_that_differs_is_counted() -> None:
    _, (problem,), _ = group([0] * 100, k=[str(at) for at in range(100)])
    assert problem.message.endswith("and 94 more")


def test_spellings_are_taken_to_the_letter() -> None:
    _, problems, _ = group([0, 0], k=["photo", "photo "])
    assert [problem.code for problem in problems] == ["slice_varies"]


@given(st.lists(st.sampled_from(["a", "b", "10", "9", ""]), min_size=1, max_size=8), st.randoms())
def test_groups_do_not_depend_on_the_order_of_rows(of_item: list[str], random: Any) -> None:
    rows = [item for item in range(len(of_item)) for _ in range(2)]
    shuffled = list(rows)
    random.shuffle(shuffled)
    one, _, _ = group(rows, k=[of_item[item] for item in rows])
    other, _, _ = group(shuffled, k=[of_item[item] for item in shuffled])
    assert one.values == other.values
    assert one.code.tolist() == other.code.tolist()
    assert groups_of(one) == [{"k": value} if value else None for value in of_item]
