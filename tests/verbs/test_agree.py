"""Agreement of data frames: what can be asked, in every form it can be asked in."""

from __future__ import annotations

import datetime as dt
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import accord
from accord.agreement.difference import Term
from accord.errors import InputError, UsageError
from accord.verbs.agree import VERSION, groups_of

ROWS = [
    (f"i{at}", who, (at * place) % 3 % 2, "pq"[at % 2], at // 4) for at in range(12) for place, who in enumerate("abc")
]
FRAME = pl.DataFrame(ROWS, schema=["item", "who", "s", "k", "n"], orient="row")
FIELDS = {"s": accord.Binary()}


def run(frame: Any = FRAME, **options: Any) -> accord.Agreement:
    return accord.agree(frame, **({"item": "item", "rater": "who", "fields": FIELDS, "replicates": 20} | options))


def slices(result: accord.Agreement) -> list[str]:
    return list(dict.fromkeys(estimate.slice for estimate in result.estimates))


FRAMES = {
    "polars": FRAME,
    "lazy": FRAME.lazy(),
    "pandas": FRAME.to_pandas(),
    "pandas categories": FRAME.to_pandas().astype({"who": "category", "k": "category", "item": "category"}),
    "pandas nullable": FRAME.to_pandas().convert_dtypes(),
    "pandas objects": FRAME.to_pandas().astype({"s": object}),
    "pyarrow": FRAME.to_arrow(),
    "small integers": FRAME.with_columns(pl.col("s").cast(pl.Int8)),
    "floats": FRAME.with_columns(pl.col("s").cast(pl.Float64)),
    "text": FRAME.with_columns(pl.col("s").cast(pl.String)),
    "enums": FRAME.with_columns(pl.col("who").cast(pl.Enum(["c", "a", "b"]))),
}


@pytest.mark.parametrize("name", FRAMES)
def test_frames_of_all_libraries_and_types_give_the_same_numbers(name: str) -> None:
    options = {"by": "k", "cluster": "item", "pairs": True, "leave_one_out": True}
    found, expected = run(FRAMES[name], **options), run(**options)
    assert found.to_csv() == expected.to_csv()
    assert found.influence == expected.influence


def test_a_missing_value_is_one_in_every_library() -> None:
    table = {"item": [1, 1, 2, 2, 3, 3], "who": list("ab") * 3}
    values = [1, 1, 0, None, 0, 0]
    frames = [
        pl.DataFrame({**table, "s": values}),
        pl.DataFrame({**table, "s": [float("nan") if value is None else float(value) for value in values]}),
        pd.DataFrame({**table, "s": values}),
        pd.DataFrame({**table, "s": pd.array([pd.NA if value is None else value for value in values], dtype="Int64")}),
        pd.DataFrame({**table, "s": pd.Series([pd.NA if value is None else value for value in values], dtype=object)}),
        pd.DataFrame({**table, "s": pd.Categorical(["" if value is None else str(value) for value in values])}),
    ]
    assert len({run(frame).to_csv() for frame in frames}) == 1
    first = run(frames[0]).non_response
    assert [run(frame).non_response for frame in frames] == [first] * len(frames)
    assert run(frames[0]).non_response[1].missing == 1


def test_a_frame_is_not_changed() -> None:
    frame = FRAME.to_pandas()
    before = frame.copy()
    run(frame, by="k", where={"k": "p"})
    pd.testing.assert_frame_equal(frame, before)


@pytest.mark.parametrize(
    ("by", "expected"),
    [
        ((), ["all"]),
        ("k", ["all", "k=p", "k=q"]),
        (["k"], ["all", "k=p", "k=q"]),
        (("k", "n"), ["all", "k=p", "k=q", "n=0", "n=1", "n=2"]),
        ([("k", "n")], ["all", *(f"k={k},n={n}" for k in "pq" for n in range(3))]),
        ([("n",), "k"], ["all", "n=0", "n=1", "n=2", "k=p", "k=q"]),
    ],
)
def test_slices(by: Any, expected: list[str]) -> None:
    assert slices(run(by=by)) == expected


def test_item_of_several_columns() -> None:
    one, other = run(item=["item"]), run(item=("k", "item"))
    assert [estimate.value for estimate in one.estimates] == [estimate.value for estimate in other.estimates]


@pytest.mark.parametrize(
    ("where", "items"),
    [
        (None, 12),
        ({"k": "p"}, 6),
        ({"k": ["p", "q"]}, 12),
        ({"k": ("p",)}, 6),
        ({"k": {"q"}}, 6),
        ({"n": 1}, 4),
        ({"n": [0, 1.0]}, 8),
        ({"n": 1, "k": "p"}, 2),
        ({"k": np.array(["p"])}, 6),
        ({"k": pl.Series(["p"])}, 6),
        ({"n": range(2)}, 8),
    ],
)
def test_conditions(where: Any, items: int) -> None:
    assert run(where=where).get("s", "all_agree").items == items


@pytest.mark.parametrize(
    ("values", "wanted"),
    [
        ([True, False], True),
        ([True, False], np.True_),
        ([1.5, 2.5], 1.5),
        ([1.5, 2.5], np.float32(1.5)),
        ([1e16, 2e16], 1e16),
        ([dt.date(2026, 1, 1), dt.date(2026, 1, 2)], dt.date(2026, 1, 1)),
        ([dt.datetime(2026, 1, 1), dt.datetime(2026, 1, 2)], dt.datetime(2026, 1, 1)),
        (["[red]x[/red]", "=cmd()"], "[red]x[/red]"),
    ],
)
def test_conditions_on_typed_columns(values: list[Any], wanted: Any) -> None:
    frame = FRAME.with_columns(pl.Series("c", [values[at // 3 % 2] for at in range(len(FRAME))]))
    assert run(frame, where={"c": wanted}).get("s", "all_agree").items == 6


def test_a_condition_that_no_value_can_meet_is_refused_in_words() -> None:
    with pytest.raises((InputError, UsageError), match="k"):
        run(where={"k": []})


def test_a_wide_frame() -> None:
    wide = FRAME.pivot("who", index=["item", "k"], values="s")
    long = run(by="k", measures=["all_agree", "alpha(nominal)"])
    found = run(wide, rater=None, raters=["a", "b", "c"], by="k", measures=["all_agree", "alpha(nominal)"])
    assert found.to_csv() == long.to_csv()
    rows_are_items = run(wide, item=None, rater=None, raters=("a", "b", "c"), measures=["all_agree"])
    assert rows_are_items.get("s", "all_agree").items == 12


def test_estimates_come_by_field_in_the_order_given() -> None:
    result = run(fields={"n": accord.Number(), "s": accord.Binary(), "k": accord.Choice()})
    assert list(dict.fromkeys(estimate.field for estimate in result.estimates)) == ["n", "s", "k"]


def test_measures_by_name() -> None:
    result = run(measures=["gwet(ac1)", "exact", "alpha( nominal )"])
    assert [estimate.measure for estimate in result.estimates] == ["gwet(ac1)", "all_agree", "alpha(nominal)"]
    assert [estimate.measure for estimate in run(measures="fleiss").estimates] == ["fleiss"]


def test_a_measure_that_fits_some_fields_is_left_out_of_the_others() -> None:
    fields = {"s": accord.Binary(), "n": accord.Rating(0, 2)}
    result = run(fields=fields, measures=["within(1)", "specific(positive)"])
    assert [(estimate.field, estimate.measure) for estimate in result.estimates] == [
        ("s", "specific(positive)"),
        ("n", "within(1)"),
    ]
    assert [finding.code for finding in result.findings].count("measure_skipped") == 2


def test_pairs() -> None:
    result = run(pairs=True)
    assert list(dict.fromkeys(estimate.pair for estimate in result.estimates)) == [None, "a|b", "a|c", "b|c"]
    assert result.get("s", "cohen", pair="c|a") == result.get("s", "cohen", pair="a|c")


@pytest.mark.parametrize("between", [("a", "b"), {"a": ["a"], "b": ["b"]}, {"a": ("a",), "b": {"b"}}, [("a"), ("b")]])
def test_two_raters(between: Any) -> None:
    result = run(between=between, measures=["fleiss"])
    pairs = [estimate.pair for estimate in result.estimates if estimate.pair]
    assert pairs == ["a|b"]
    assert result.get("s", "mean_pairwise", pair="a|b").value == run(pairs=True).get("s", "pairwise", pair="a|b").value


def test_two_groups_of_raters() -> None:
    result = run(between={"people": ["a", "b"], "[red]judge[/red]": ["c"]})
    assert result.get("s", "mean_pairwise", pair="people|[red]judge[/red]").raters == 3
    inside = result.get("s", "mean_pairwise", pair="people|people")
    assert (inside.raters, inside.value) == (2, run(pairs=True).get("s", "pairwise", pair="a|b").value)


@pytest.mark.parametrize("between", [("a",), ("a", "a"), ("a", "b", "c"), {"a": []}, {"a": ["a"], "b": []}, ()])
def test_what_are_no_two_groups(between: Any) -> None:
    with pytest.raises(UsageError, match="between: name two different raters"):
        groups_of(between)


def test_raters_of_a_group_must_exist_and_be_in_one_group() -> None:
    with pytest.raises(UsageError) as caught:
        run(between={"x": ["a", "zz"], "y": ["a", "b"]})
    assert str(caught.value).splitlines() == [
        "between: no rater is called 'zz' (group x)",
        "between: a in both groups",
        "    raters: 'a', 'b', 'c'",
    ]


def test_influence_of_each_rater() -> None:
    result = run(leave_one_out=True, measures=["mean_pairwise"])
    assert [row.rater for row in result.influence] == ["a", "b", "c"]
    without = run(FRAME.filter(pl.col("who") != "b"), measures=["mean_pairwise"]).get("s", "mean_pairwise").value
    assert result.influence[1].value == pytest.approx(without)
    assert run().influence == ()


@pytest.mark.parametrize(
    "term",
    [
        ("s", "fleiss"),
        ["s", "fleiss", "all"],
        ("s", "pairwise", "all", "a|b"),
        Term("s", "fleiss", "k=p"),
    ],
)
def test_terms_of_a_difference(term: Any) -> None:
    result = run(differences=[(term, ("s", "fleiss"))], by="k")
    (row,) = result.differences
    assert row.value is not None


@pytest.mark.parametrize("term", ["s", ("s",), ("s", "fleiss", "all", None, "x"), ()])
def test_what_is_no_term(term: Any) -> None:
    with pytest.raises(UsageError, match=r"difference: .* is not"):
        run(differences=[(term, ("s", "fleiss"))])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"fields": {}}, "no field is given"),
        ({"item": None}, "no item column is given"),
        ({"item": ()}, "no item column is given"),
        ({"raters": ["a", "b"]}, "not both"),
        ({"fields": {"s": accord.Binary}}, "s is not a field"),
        ({"fields": {"s": "binary", "k": None}}, "s, k is not a field"),
        ({"measures": ["fleis"]}, "did you mean '?fleiss"),
        ({"measures": ["within(1)"]}, "fits no field"),
        ({"rater": None, "pairs": True}, "raters are anonymous"),
        ({"rater": None, "leave_one_out": True}, "raters are anonymous"),
        ({"rater": None, "between": ("a", "b")}, "raters are anonymous"),
        ({"rater": None, "rater_pool": True}, "raters are anonymous"),
        ({"rater_pool": True}, "at least 5 raters, not 3"),
        ({"replicates": -1}, "replicates"),
        ({"replicates": 5}, "replicates"),
        ({"seed": -1}, "seed"),
        ({"level": 1}, "level"),
        ({"level": float("nan")}, "level"),
        ({"interval": "normal"}, "interval"),
        ({"resample": "jackknife"}, "resample"),
        ({"order": "random"}, "order"),
        ({"min_support": -1}, "min-support"),
    ],
)
def test_what_cannot_be_asked(options: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        run(**options)


def test_wrong_settings_are_named_all_at_once() -> None:
    with pytest.raises(UsageError) as caught:
        run(replicates=3, level=2, seed=-1)
    assert [line.split(":")[0] for line in str(caught.value).splitlines()] == ["replicates", "seed", "level"]


def test_missing_columns_are_named_all_at_once_in_any_library() -> None:
    for frame in (FRAME, FRAME.to_pandas(), FRAME.to_arrow()):
        with pytest.raises(InputError) as caught:
            run(frame, item="Item", fields={"S": accord.Binary()}, by="kk")
        assert [problem.where for problem in caught.value.problems] == ["column S", "column Item", "column kk"]


def test_no_rows() -> None:
    for frame in (FRAME.clear(), FRAME.clear().to_pandas(), FRAME.clear().to_arrow()):
        with pytest.raises(InputError, match="there are no rows"):
            run(frame)


def test_settings_and_design_are_recorded() -> None:
    document = run(cluster="item", strata="n", by=[("k", "n"), "n"], seed=7, level=0.9).to_dict()
    assert document["accord"] == VERSION == accord.__version__
    recorded = document["settings"]
    assert isinstance(recorded, dict)
    assert {name: recorded[name] for name in ("cluster", "strata", "by", "seed", "level", "replicates", "numpy")} == {
        "cluster": "item",
        "strata": "n",
        "by": ["k,n", "n"],
        "seed": 7,
        "level": 0.9,
        "replicates": 20,
        "numpy": np.__version__,
    }


def test_the_order_of_index_draws() -> None:
    shuffled = FRAME.sample(fraction=1, shuffle=True, seed=1)
    by_id = [run(frame, resample="index").get("s", "fleiss") for frame in (FRAME, shuffled)]
    by_file = [run(frame, resample="index", order="file").get("s", "fleiss") for frame in (FRAME, shuffled)]
    assert by_id[0] == by_id[1]
    assert by_file[0].value == by_file[1].value
    assert (by_file[0].low, by_file[0].high) != (by_file[1].low, by_file[1].high)


def test_hostile_names_pass_through_to_the_letter() -> None:
    name = "[red]x[/red] =cmd() \u202e\U0001f642 e\u0301"
    frame = FRAME.rename({"s": name}).with_columns(pl.lit(name).alias("k"), (pl.col("who") + name).alias("who"))
    result = run(frame, fields={name: accord.Binary()}, by="k", pairs=True)
    assert {estimate.field for estimate in result.estimates} == {name}
    assert slices(result) == ["all", f"k={name}"]
    assert f"a{name}|b{name}" in {estimate.pair for estimate in result.estimates}


def test_a_spreadsheet_runs_nothing_of_the_csv() -> None:
    for name in ("=cmd()", "+1", "-1", "@x", "\tx", "\rx"):
        frame = FRAME.rename({"s": name}).with_columns((name + pl.col("who")).alias("who"))
        text = run(frame, fields={name: accord.Binary()}, pairs=True, measures=["cohen"]).to_csv()
        table = pl.read_csv(text.encode(), infer_schema=False)
        for column in ("field", "pair", "slice", "details"):
            assert not table[column].drop_nulls().str.contains(r"^[=+\-@\t\r]").any()
        assert table["field"][0] == f"'{name}"


tables = st.lists(st.tuples(st.integers(0, 5), st.sampled_from("abc"), st.sampled_from([0, 1, None])), min_size=1)


@settings(max_examples=25)
@given(tables, st.randoms())
def test_the_order_of_rows_does_not_matter(table: list[tuple[int, str, int | None]], random: Any) -> None:
    unique = list({(item, who): (item, who, value) for item, who, value in table}.values())
    shuffled = list(unique)
    random.shuffle(shuffled)
    one, other = (
        run(pl.DataFrame(rows, schema={"item": pl.Int64, "who": pl.String, "s": pl.Int64}, orient="row"), pairs=True)
        for rows in (unique, shuffled)
    )
    assert one.to_csv() == other.to_csv()
    assert one.non_response == other.non_response
