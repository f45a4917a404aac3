"""Tables become ratings: long and wide, conditions, blanks, repeats, places, and what is refused."""

from __future__ import annotations

import json
import math
from collections import Counter
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.annotations.build import build_ratings
from accord.annotations.layout import Layout
from accord.annotations.ratings import Boxes, Ratings, Scalars, Sets
from accord.errors import InputError, UsageError
from accord.spec.field import Field
from accord.spec.fields import Binary, Choice, Labels, Number, Rating
from accord.spec.fields import Boxes as BoxField
from accord.spec.states import State

Said = tuple[Any, str | None, Any]


def value_at(answers: Scalars | Sets | Boxes, row: int) -> Any:
    """What one rating says, or the name of its state."""
    if answers.state[row]:
        return State(answers.state[row]).name
    if isinstance(answers, Scalars):
        return answers.scale.labels[answers.code[row]]
    if isinstance(answers, Sets):
        there = answers.members[answers.code[row]]
        return tuple(label for label, chosen in zip(answers.labels, there, strict=True) if chosen)
    inside = slice(answers.offsets[row], answers.offsets[row + 1])
    names = [answers.labels[code] for code in answers.label[inside]]
    return tuple(zip(names, map(tuple, answers.xyxy[inside].tolist()), strict=True))


def said(ratings: Ratings, field: str) -> list[Said]:
    """Who said what about which item, row by row."""
    who = [None] * len(ratings.item) if ratings.rater is None else [ratings.raters[code] for code in ratings.rater]
    answers = ratings.answers[field]
    return [
        (ratings.item_ids[int(item)], rater, value_at(answers, row))
        for row, (item, rater) in enumerate(zip(ratings.item, who, strict=True))
    ]


def long(rows: list[tuple[Any, ...]], fields: dict[str, Field] | None = None, **layout: Any) -> Ratings:
    """Ratings from rows of item, rater, s and what else `layout` needs (columns k and t)."""
    names = ["item", "who", "s", "k", "t"][: len(rows[0])]
    frame = pl.DataFrame(rows, schema=names, orient="row", strict=False)
    return of_frame(frame, fields, **layout)


def of_frame(frame: pl.DataFrame, fields: dict[str, Field] | None = None, **layout: Any) -> Ratings:
    return build_ratings(frame, Layout(**{"item": ("item",), "rater": "who"} | layout), fields or {"s": Choice()})


def wide(frame: pl.DataFrame, field: Field | None = None, name: str = "s", **layout: Any) -> Ratings:
    return build_ratings(frame, Layout(**{"raters": ("ann", "bob")} | layout), {name: field or Choice()})


def refusal(build: Any, *arguments: Any, **options: Any) -> list[tuple[str, str, str]]:
    with pytest.raises(InputError) as caught:
        build(*arguments, **options)
    return [(problem.code, problem.where, problem.message) for problem in caught.value.problems]


def test_a_long_table() -> None:
    ratings = long([("b", "bob", "x"), ("a", "ann", "y"), ("b", "ann", "")])
    assert ratings.item_ids.to_list() == ["a", "b"]
    assert ratings.raters == ("ann", "bob")
    assert said(ratings, "s") == [("b", "bob", "x"), ("a", "ann", "y"), ("b", "ann", "MISSING")]
    assert ratings.kinds == {"s": "choice"}


def test_anonymous_raters_have_no_names_and_no_repeats() -> None:
    ratings = long([("a", "-", "x"), ("a", "-", "x")], rater=None)
    assert (ratings.rater, ratings.raters) == (None, ())
    assert len(said(ratings, "s")) == 2
    assert ratings.findings == ()


def test_an_item_of_several_columns() -> None:
    frame = pl.DataFrame({"a": [2, 10, 2], "b": ["x", "x", "y"], "s": ["1", "2", "3"]})
    ratings = build_ratings(frame, Layout(item=("a", "b")), {"s": Choice()})
    assert ratings.item_ids.to_list() == ["2 | x", "2 | y", "10 | x"]
    assert ratings.item.tolist() == [0, 2, 1]


def test_items_of_several_columns_are_told_apart_where_their_texts_run_together() -> None:
    frame = pl.DataFrame({"a": ["x | y", "x"], "b": ["z", "y | z"], "s": ["1", "2"]})
    assert build_ratings(frame, Layout(item=("a", "b")), {"s": Choice()}).items == 2


HOSTILE = [
    "[red]x[/red]",
    "=cmd()",
    "\u202eabc",
    "\u0634\u0627",
    "\U0001f642",
    "e\u0301",
    "\u00e9",
    "a\nb",
    "a",
    "a ",
    "A",
]


def test_hostile_ids_and_raters_are_taken_to_the_letter() -> None:
    ratings = long([(name, name, "x") for name in HOSTILE])
    assert sorted(ratings.item_ids.to_list()) == sorted(HOSTILE)
    assert sorted(ratings.raters) == sorted(HOSTILE)
    assert said(ratings, "s") == [(name, name, "x") for name in HOSTILE]


@pytest.mark.parametrize(
    "ids",
    [[-5, 10**12, 0], [2**63 - 1, -(2**63), 7], [2**64 - 1, 2**64 - 2, 0], [-128, 127, 100], [0.5, -1.0, 2.0]],
)
def test_ids_of_numbers_are_in_their_order(ids: list[Any]) -> None:
    dtype = pl.UInt64 if max(ids) > 2**63 else None
    frame = pl.DataFrame({"item": pl.Series(ids, dtype=dtype), "who": ["r"] * 3, "s": ["a", "b", "c"]})
    ratings = of_frame(frame)
    assert ratings.item_ids.to_list() == sorted(ids)
    assert [item for item, _, _ in said(ratings, "s")] == ids


@pytest.mark.parametrize("blank", [None, "", " ", "\t"])
def test_blank_items_and_raters_are_refused_together(blank: str | None) -> None:
    problems = refusal(long, [("a", "ann", "x"), (blank, "bob", "x"), ("b", blank, "x")])
    assert problems == [
        ("blank_id", "rater column who", "blank in 1 rows: row 2"),
        ("blank_id", "item column item", "blank in 1 rows: row 1"),
    ]


@pytest.mark.parametrize("column", ["item", "who"])
@pytest.mark.parametrize("blank", [None, math.nan])
def test_a_number_that_is_none_is_a_blank_id(column: str, blank: float | None) -> None:
    columns = {"item": [1.0, 2.0], "who": [1.0, 2.0], "s": ["x", "y"], column: [1.0, blank]}
    assert [code for code, _, _ in refusal(of_frame, pl.DataFrame(columns))] == ["blank_id"]


def test_a_column_of_lists_may_be_an_item_or_is_refused_in_words() -> None:
    frame = pl.DataFrame({"item": [[1], [1], [2]], "who": ["a", "b", "a"], "s": ["x", "y", "z"]})
    try:
        assert of_frame(frame).item.tolist() == [0, 0, 1]
    except (InputError, UsageError) as error:
        assert "item" in str(error)


@pytest.mark.parametrize("cell", [True, False])
def test_booleans_are_not_zero_and_one(cell: bool) -> None:
    ratings = of_frame(pl.DataFrame({"item": [1], "who": ["a"], "s": [cell]}), {"s": Binary()})
    assert said(ratings, "s") == [(1, "a", "OFF_LABEL")]
    finding, no_answer = ratings.findings
    assert (no_answer.code, no_answer.severity, no_answer.count) == ("no_answer_fits", "error", 1)
    assert (finding.code, finding.count) == ("off_label", 1)
    assert f"'{str(cell).lower()}' is not allowed here; allowed: '0', '1'" in finding.message


@pytest.mark.parametrize(
    "values", [["1", "1.0", "1 ", "\uff11"], [1, 1, 1, 1], [1.0, 1.0, 1.0, 1.0], pl.Series([1] * 4, dtype=pl.Int8)]
)
def test_forms_of_one_value_are_one_value(values: Any) -> None:
    frame = pl.DataFrame({"item": [1] * 4, "who": list("abcd"), "s": values})
    for field in (Binary(), Choice(), Rating(1, 5), Number()):
        assert {value for _, _, value in said(of_frame(frame, {"s": field}), "s")} == {"1"}


def test_all_kinds_of_fields_in_one_table() -> None:
    frame = pl.DataFrame(
        {
            "item": ["a", "b"],
            "who": ["r", "r"],
            "set": [["x", "y"], []],
            "text set": ['["y"]', ""],
            "boxes": [[{"label": "car", "box": [0.0, 0.0, 2.0, 1.0]}], None],
            "n": [2.5, None],
        }
    )
    fields = {"set": Labels(), "text set": Labels(["x", "y"]), "boxes": BoxField(format="xywh"), "n": Number()}
    ratings = of_frame(frame, fields)
    assert [value for _, _, value in said(ratings, "set")] == [("x", "y"), ()]
    assert [value for _, _, value in said(ratings, "text set")] == [("y",), "MISSING"]
    assert [value for _, _, value in said(ratings, "boxes")] == [(("car", (0, 0, 2, 1)),), "MISSING"]
    assert [value for _, _, value in said(ratings, "n")] == ["2.5", "MISSING"]
    assert list(ratings.answers) == list(fields)


def test_sets_that_are_equal_share_a_code() -> None:
    ratings = long([("a", "r", '["x","y"]'), ("b", "r", '["y", "x"]'), ("c", "r", "[]")], {"s": Labels()})
    answers = ratings.answers["s"]
    assert isinstance(answers, Sets)
    assert answers.code[0] == answers.code[1] != answers.code[2]
    assert len(answers.members) == 2


def test_numbers_of_a_typed_column_are_those_of_its_text() -> None:
    values = [3, 10**15, -2, None, 3]
    typed = pl.DataFrame({"item": range(5), "who": ["r"] * 5, "s": pl.Series(values)})
    as_text = typed.with_columns(pl.col("s").cast(pl.String))
    for field in (Number(), Number(missing=["-2"])):
        assert said(of_frame(typed, {"s": field}), "s") == said(of_frame(as_text, {"s": field}), "s")


def test_findings_name_the_cell() -> None:
    frame = pl.DataFrame({"item": ["a", "b"], "who": ["r", "r"], "s": ["7", "1"]})

    def place(row: int, column: str | None = None) -> str:
        return f"a.csv:{row + 2}, column {column}"

    ratings = build_ratings(frame, Layout(item=("item",), rater="who"), {"s": Rating(1, 5)}, place)
    assert ratings.findings[0].message == "a.csv:2, column s: '7' is not allowed here; allowed: 1..5"


def test_bad_boxes_refuse_the_table_all_at_once() -> None:
    cells = ['[{"label": "a", "box": [0, 0, 0, 1]}, null]', "[]", '[{"label": "a", "box": [0, 0, 1]}]']
    rows = [(at, "r", cell) for at, cell in enumerate(cells)]
    problems = refusal(long, rows, {"s": BoxField(format="xywh")})
    assert [(code, where) for code, where, _ in problems] == [
        ("box_no_area", "row 0, column s, box 0"),
        ("box_null", "row 0, column s, box 1"),
        ("box_wrong_length", "row 2, column s, box 0"),
    ]


def test_non_response_is_counted() -> None:
    ratings = long([("a", "r", "skip"), ("b", "r", ""), ("c", "r", "x")], {"s": Choice(abstain=["skip"])})
    (row,) = ratings.non_response
    assert (row.asked, row.answered, row.missing, row.off_label, row.abstained) == (3, 1, 1, 0, {"skip": 1})
    assert [finding.code for finding in ratings.findings] == ["missing", "abstentions"]


# Conditions


def kept(where: dict[str, tuple[object, ...]], column: Any, dtype: Any = None) -> list[int]:
    series = pl.Series("k", column, dtype=dtype, strict=False)
    frame = pl.DataFrame(
        {"item": range(len(series)), "who": ["r"] * len(series), "s": ["x"] * len(series), "k": series}
    )
    return [item for item, _, _ in said(of_frame(frame, where=where), "s")]


@pytest.mark.parametrize(
    ("column", "wanted", "rows"),
    [
        (["true", "True", "1", "true "], ("true",), [0]),
        ([True, False, None], (True,), [0]),
        ([True, False, None], ("false",), [1]),
        ([1, 2, 1], (1,), [0, 2]),
        ([1, 2, 1], ("2", "1"), [0, 1, 2]),
        ([1.0, 2.5, None, math.nan], (1,), [0]),
        ([1.0, 2.5], ("1",), [0]),
        ([1.0, 2.5], (2.5,), [1]),
        ([-1.0, 1e16], (-1.0,), [0]),
        (["", "a", None], ("",), [0, 2]),
        (["e\u0301", "\u00e9"], ("\u00e9",), [1]),
        (["[red]", "=a"], ("=a",), [1]),
        (pl.Series(["a", "b"], dtype=pl.Categorical), ("b",), [1]),
    ],
)
def test_rows_with_a_value(column: Any, wanted: tuple[object, ...], rows: list[int]) -> None:
    assert kept({"k": wanted}, column) == rows


def test_a_large_number_is_found() -> None:
    assert kept({"k": (1e16,)}, [1.0, 1e16]) == [1]
    assert kept({"k": (2**53 + 1,)}, [2**53, 2**53 + 1]) == [1]
    assert kept({"k": (str(2**53 + 1),)}, [2**53, 2**53 + 1]) == [1]


def test_conditions_must_hold_together() -> None:
    rows = [("a", "r", "x", "p"), ("b", "r", "y", "p"), ("c", "r", "x", "q")]
    assert [item for item, _, _ in said(long(rows, where={"s": ("x",), "k": ("p", "z")}), "s")] == ["a"]
    assert refusal(long, rows, where={"s": ("y",), "k": ("q",)}) == [
        ("no_rows", "where", "no row meets all conditions at once")
    ]


def test_a_value_that_no_row_has_is_refused_with_those_there_are() -> None:
    (problem,) = refusal(long, [("a", "r", "x", "p"), ("b", "r", "y", "q")], where={"k": ("zz",)})
    assert problem == ("no_rows", "where k", "no row has 'zz'; there are 'p', 'q'")


def test_places_are_those_of_the_whole_table() -> None:
    rows = [("a", "r", "1", "p"), ("b", "r", "9", "q"), ("b", "z", "9", "p"), ("c", "r", "9", "q")]
    ratings = long(rows, {"s": Rating(1, 5)}, where={"k": ("q",)})
    assert ratings.findings[0].message.startswith("row 1, column s: '9'")
    assert "row 3, column s" in ratings.findings[0].message


# Repeats


def test_of_repeats_the_latest_counts_and_places_stay() -> None:
    rows = [("a", "r", "1", "p", "2026-02-01"), ("b", "r", "9", "p", "x"), ("a", "r", "9", "p", "2026-01-01")]
    ratings = long(rows, {"s": Rating(1, 5)}, time="t")
    assert said(ratings, "s") == [("a", "r", "1"), ("b", "r", "OFF_LABEL")]
    repeats, off = ratings.findings
    assert repeats.message == "1 rating repeats an item for the same rater: row 2"
    assert off.message.startswith("row 1, column s: ")


def test_slices_are_judged_on_the_rows_that_count() -> None:
    rows = [("a", "r", "x", "old"), ("a", "r", "x", "new")]
    ratings = long(rows, by=(("k",),))
    assert ratings.slices[0].values == (("new",),)


def test_bad_times_and_groups_and_boxes_are_told_together() -> None:
    rows = [("a", "r", "[null]", "p", "x"), ("a", "r", "[]", "q", "1"), ("b", "r", "[]", "", "1")]
    problems = refusal(long, rows, {"s": BoxField(format="xywh")}, time="t", cluster="k")
    assert [code for code, _, _ in problems] == ["bad_time", "blank_cluster", "cluster_varies", "box_null"]


# Item-level columns


def test_cluster_strata_and_slices() -> None:
    rows = [("a", "r", "x", "p", 1), ("b", "r", "x", "q", 1), ("a", "z", "x", "p", 1)]
    ratings = long(rows, cluster="k", strata="t", by=(("k",), ("k", "t")))
    assert ratings.cluster is not None
    assert ratings.strata is not None
    assert ratings.cluster.code.tolist() == [0, 1]
    assert ratings.strata.values == (("1",),)
    assert [grouping.names for grouping in ratings.slices] == [("k",), ("k", "t")]
    assert ratings.slices[1].values == (("p", "1"), ("q", "1"))


def test_a_column_may_have_several_roles() -> None:
    ratings = long([("a", "r", "x", "p"), ("b", "r", "y", "q")], by=(("item",), ("s",)), cluster="item", strata="k")
    assert ratings.slices[0].values == (("a",), ("b",))
    assert ratings.slices[1].values == (("x",), ("y",))


# Wide tables


def test_a_wide_table_is_read_row_by_row() -> None:
    frame = pl.DataFrame({"image": ["b", "a"], "ann": ["x", "y"], "bob": ["y", None]})
    ratings = wide(frame, item=("image",))
    assert said(ratings, "s") == [("b", "ann", "x"), ("b", "bob", "y"), ("a", "ann", "y")]
    assert ratings.raters == ("ann", "bob")


def test_without_an_item_column_each_row_is_an_item() -> None:
    frame = pl.DataFrame({"ann": ["x", "", "z"], "bob": [" ", None, "z"]})
    assert said(wide(frame), "s") == [(0, "ann", "x"), (2, "ann", "z"), (2, "bob", "z")]
    assert wide(frame).items == 2


@pytest.mark.parametrize("blank", [None, "", " ", "\t"])
def test_a_blank_cell_is_no_rating_and_no_missing_answer(blank: str | None) -> None:
    ratings = wide(pl.DataFrame({"ann": ["x", "y"], "bob": ["y", blank]}))
    assert len(said(ratings, "s")) == 3
    assert ratings.non_response == ()


def test_a_missing_token_is_a_missing_answer() -> None:
    ratings = wide(pl.DataFrame({"ann": ["x", "NA"], "bob": ["y", "y"]}), Choice(missing=["NA"]))
    assert said(ratings, "s")[2] == (1, "ann", "MISSING")


def test_nothing_but_blanks_is_refused() -> None:
    frame = pl.DataFrame({"ann": ["", None], "bob": [" ", ""]})
    assert refusal(wide, frame) == [("empty_table", "raters", "every cell of the rater columns is blank")]


@pytest.mark.parametrize("name", ["s", "image", "kind", "ann", "row", "[red]x[/red]", "\U0001f642"])
def test_the_name_of_the_field_is_only_a_label(name: str) -> None:
    frame = pl.DataFrame({"image": ["a", "b"], "ann": ["x", "y"], "bob": ["y", "y"], "kind": ["p", "q"], "row": [7, 7]})
    ratings = wide(frame, name=name, item=("image",), by=(("kind",),), cluster="row")
    assert said(ratings, name) == [("a", "ann", "x"), ("a", "bob", "y"), ("b", "ann", "y"), ("b", "bob", "y")]
    assert ratings.slices[0].values == (("p",), ("q",))
    assert ratings.cluster is not None
    assert ratings.cluster.values == (("7",),)


def test_a_rater_column_may_say_something_of_the_item_too() -> None:
    frame = pl.DataFrame({"ann": ["x", "y"], "bob": ["y", "y"]})
    assert wide(frame, by=(("ann",),)).slices[0].values == (("x",), ("y",))


def test_an_item_in_two_rows_of_a_wide_table_is_a_repeat() -> None:
    frame = pl.DataFrame({"image": ["a", "a"], "ann": ["x", "y"], "bob": ["", "z"], "at": ["2", "1"]})
    assert said(wide(frame, item=("image",)), "s") == [("a", "ann", "y"), ("a", "bob", "z")]
    assert said(wide(frame, item=("image",), time="at"), "s") == [("a", "ann", "x"), ("a", "bob", "z")]


def test_places_of_a_wide_table_name_the_rater() -> None:
    frame = pl.DataFrame({"ann": ["1", "9"], "bob": ["9", "1"], "k": ["p", "p"]})
    ratings = wide(frame, Rating(1, 5), where={"k": ("p",)})
    assert ratings.findings[0].message.startswith("row 0, column bob: '9'")
    assert "row 1, column ann: '9'" in ratings.findings[0].message


def test_rater_columns_of_different_types_are_one_column_of_text() -> None:
    frame = pl.DataFrame(
        {
            "i": [1, 2],
            "f": [1.0, math.nan],
            "t": ["1", ""],
            "c": pl.Series(["1", "2"], dtype=pl.Categorical),
            "n": [None, None],
        }
    )
    ratings = wide(frame, raters=("i", "f", "t", "c", "n"))
    assert [(rater, value) for _, rater, value in said(ratings, "s")] == [
        *(("i", "1"), ("f", "1"), ("t", "1"), ("c", "1"), ("i", "2"), ("c", "2")),
    ]


def test_a_boolean_beside_numbers_is_still_not_one() -> None:
    ratings = wide(pl.DataFrame({"ann": [True, False], "bob": [1, 0]}), Binary())
    assert [value for _, rater, value in said(ratings, "s") if rater == "ann"] == ["OFF_LABEL"] * 2


def test_a_large_number_beside_fractions_keeps_its_digits() -> None:
    frame = pl.DataFrame({"ann": [2**53 + 1, 1], "bob": [0.5, 0.5]})
    assert said(wide(frame), "s")[0] == (0, "ann", str(2**53 + 1))


@pytest.mark.parametrize(
    ("ann", "bob"),
    [
        (pl.Series(["a"], dtype=pl.Enum(["a"])), pl.Series(["b"], dtype=pl.Enum(["b"]))),
        (pl.Series([["a"]]), pl.Series(['["a"]'])),
    ],
)
def test_rater_columns_of_any_types_can_be_read_together(ann: pl.Series, bob: pl.Series) -> None:
    assert len(said(wide(pl.DataFrame({"ann": ann, "bob": bob})), "s")) == 2


# Properties

FIELDS: dict[str, Field] = {"c": Choice(), "r": Rating(1, 3, abstain=["skip"]), "l": Labels(sep=";"), "n": Number()}
answers = st.fixed_dictionaries(
    {
        "c": st.sampled_from(["a", "b ", "", "nan"]),
        "r": st.sampled_from(["1", "2.0", "9", "skip", ""]),
        "l": st.sampled_from(["a;b", "b", "[]", "", "b;a"]),
        "n": st.sampled_from(["1", "-2.5", "x", "1.0"]),
    }
)
tables = st.dictionaries(st.tuples(st.sampled_from("pqrs"), st.sampled_from(["ann", "bob", "cy"])), answers, min_size=1)


@given(tables, st.randoms())
def test_the_order_of_rows_does_not_change_what_is_counted(table: dict[Any, Any], random: Any) -> None:
    rows = [{"item": item, "who": who, "k": item in "pq", **said} for (item, who), said in table.items()]
    shuffled = list(rows)
    random.shuffle(shuffled)
    layout = {"by": (("k",),), "cluster": "item"}
    one, other = (of_frame(pl.DataFrame(some), FIELDS, **layout) for some in (rows, shuffled))
    assert one.item_ids.to_list() == other.item_ids.to_list()
    assert one.raters == other.raters
    assert one.non_response == other.non_response
    assert one.slices[0].values == other.slices[0].values
    assert one.slices[0].code.tolist() == other.slices[0].code.tolist()
    assert Counter((found.code, found.where, found.count) for found in one.findings) == Counter(
        (found.code, found.where, found.count) for found in other.findings
    )
    for name in FIELDS:
        assert Counter(said(one, name)) == Counter(said(other, name))


@given(tables)
def test_a_wide_table_says_what_the_long_one_says(table: dict[Any, Any]) -> None:
    raters = ("ann", "bob", "cy")
    items = sorted({item for item, _ in table})
    frame = pl.DataFrame(
        {"item": items} | {rater: [table.get((item, rater), {}).get("c", "") for item in items] for rater in raters}
    )
    rated = [(item, who, said["c"]) for (item, who), said in table.items() if said["c"]]
    if not rated:
        return
    expected = said(long(rated), "s")
    assert Counter(said(wide(frame, raters=raters, item=("item",)), "s")) == Counter(expected)


@given(st.lists(st.sampled_from([[], ["x"], ["y", "x"], None]), min_size=1, max_size=8))
def test_sets_in_typed_columns_and_in_text_are_the_same(values: list[list[str] | None]) -> None:
    text = [None if value is None else json.dumps(value) for value in values]
    columns = {"item": np.arange(len(values)), "who": ["r"] * len(values)}
    typed = pl.DataFrame({**columns, "s": pl.Series(values, dtype=pl.List(pl.String))})
    written = pl.DataFrame({**columns, "s": pl.Series(text, dtype=pl.String)})
    assert said(of_frame(typed, {"s": Labels()}), "s") == said(of_frame(written, {"s": Labels()}), "s")
