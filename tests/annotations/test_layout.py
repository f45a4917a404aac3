"""The layout of a table: the columns it needs, and what is refused."""

from __future__ import annotations

from typing import Any

import polars as pl
import pytest

from accord.annotations.layout import Layout, check_columns, check_layout
from accord.errors import InputError, UsageError
from accord.spec.fields import Binary, Choice

ONE = {"s": Binary()}
TWO = {"s": Binary(), "t": Choice()}


def test_every_column_is_named_once_with_its_first_role() -> None:
    layout = Layout(
        item=("a", "b"),
        rater="who",
        where={"s": ("1",), "valid": ("true",)},
        by=(("kind",), ("kind", "a", "place")),
        cluster="a",
        strata="place",
        time="at",
    )
    assert layout.columns(TWO) == {
        "s": "field",
        "t": "field",
        "a": "item",
        "b": "item",
        "kind": "by",
        "place": "by",
        "at": "time",
        "valid": "where",
        "who": "rater",
    }


def test_in_a_wide_table_the_field_is_no_column() -> None:
    layout = Layout(item=("image",), raters=("ann", "bob"), cluster="image")
    assert layout.columns(ONE) == {"ann": "rater", "bob": "rater", "image": "item"}


def test_columns_of_the_item() -> None:
    layout = Layout(item=("a",), rater="who", where={"w": (1,)}, by=(("k", "a"),), cluster="c", strata="s", time="t")
    assert layout.item_columns() == {"a": "item", "k": "by", "c": "cluster", "s": "strata", "t": "time"}


@pytest.mark.parametrize(
    ("layout", "fields", "message"),
    [
        (Layout(item=("a",)), {}, "no field is given"),
        (Layout(), ONE, "no item column is given"),
        (Layout(rater="who"), ONE, "no item column is given"),
        (Layout(raters=("x", "y")), TWO, "exactly one field"),
        (Layout(raters=("x", "y"), rater="who"), ONE, "not both"),
        (Layout(raters=("x",)), ONE, "at least two different columns"),
        (Layout(raters=("x", "y", "x")), ONE, "raters: a column is named twice in x, y, x"),
        (Layout(item=("a", "a")), ONE, "item: a column is named twice in a, a"),
        (Layout(item=("a", "")), ONE, "item: a column name is empty"),
        (Layout(item=("a",), by=((),)), ONE, "by: a column name is empty"),
        (Layout(item=("a",), by=(("k",), ("k", "k"))), ONE, "by: a column is named twice in k, k"),
    ],
)
def test_layouts_that_cannot_be(layout: Layout, fields: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        check_layout(layout, fields)


@pytest.mark.parametrize("layout", [Layout(item=("a",)), Layout(raters=("x", "y")), Layout(item=("a",), rater="w")])
def test_layouts_that_can_be(layout: Layout) -> None:
    check_layout(layout, ONE)


def problems(frame: pl.DataFrame, layout: Layout) -> list[tuple[str, str]]:
    with pytest.raises(InputError) as caught:
        check_columns(frame, layout, TWO)
    return [(problem.code, problem.where) for problem in caught.value.problems]


def test_all_missing_columns_are_named_at_once() -> None:
    layout = Layout(item=("image",), rater="who", by=(("kind",),))
    assert problems(pl.DataFrame({"Image": [1], "s": [1]}), layout) == [
        ("missing_column", "column t"),
        ("missing_column", "column image"),
        ("missing_column", "column kind"),
        ("missing_column", "column who"),
    ]


def test_the_nearest_name_and_the_columns_are_shown() -> None:
    with pytest.raises(InputError) as caught:
        check_columns(pl.DataFrame({"rateing": [1], "item": [1]}), Layout(item=("item",)), {"rating": Binary()})
    (problem,) = caught.value.problems
    assert problem.fix == "did you mean 'rateing'? columns: rateing, item"


def test_no_name_is_guessed_where_none_is_near() -> None:
    with pytest.raises(InputError) as caught:
        check_columns(pl.DataFrame({"zzzz": [1]}), Layout(item=("zzzz",)), ONE)
    assert "did you mean" not in str(caught.value)


def test_a_frame_without_rows() -> None:
    frame = pl.DataFrame({"a": [], "s": [], "t": []})
    assert problems(frame, Layout(item=("a",))) == [("empty_table", "table")]
    assert problems(frame.drop("t"), Layout(item=("a",))) == [("missing_column", "column t")]


def test_names_are_taken_to_the_letter() -> None:
    hostile = "[red]e\u0301\n=cmd()"
    frame = pl.DataFrame({hostile: [1], "s": [1], "t": [1]})
    check_columns(frame, Layout(item=(hostile,)), TWO)
    assert problems(frame, Layout(item=("[red]\u00e9\n=cmd()",))) == [("missing_column", "column [red]\u00e9\n=cmd()")]
