import numpy as np
import polars as pl

from accord.annotations.rows.part import Grid, empty_frame
from accord.annotations.rows.place import FileLine


def grid(names, rows=(("1", "2"),), **more):
    frame = pl.DataFrame(rows, schema=[str(at) for at in range(len(names))], orient="row")
    return Grid(names, 1, frame, np.arange(2, 2 + len(rows)), **more)


def part(made, needed=None):
    return made.part("f.csv", FileLine("f.csv"), needed)


def test_columns_get_their_clean_names():
    read = part(grid([" a ", "b"]))
    assert read.frame.to_dicts() == [{"a": "1", "b": "2"}]
    assert read.columns == ("a", "b")
    assert not read.problems


def test_only_needed_columns_are_kept_but_all_are_listed():
    read = part(grid(["a", "b"]), ["b", "z"])
    assert read.frame.columns == ["b"]
    assert read.columns == ("a", "b")


def test_a_column_without_name_matters_only_where_all_are_needed():
    assert [problem.code for problem in part(grid(["a", ""])).problems] == ["unnamed_column"]
    read = part(grid(["a", ""]), ["a"])
    assert not read.problems
    assert read.columns == ("a",)


def test_a_repeated_name_matters_always():
    assert [problem.code for problem in part(grid(["a", "a"]), []).problems] == ["repeated_column"]


def test_a_header_alone_is_a_problem():
    (problem,) = part(Grid(["a"], 1, empty_frame(["0"]), np.zeros(0, np.int64))).problems
    assert problem.code == "no_rows"


def test_wrong_widths_are_named_and_the_rest_counted():
    wrong = ((2, 1), (9, 5))
    made = Grid(["a", "b"], 1, empty_frame(["0", "1"]), np.zeros(0, np.int64), wrong, 12)
    first, second, rest = part(made).problems
    assert str(first) == (
        "error row_width: f.csv:2: 1 field, the header has 2 (every row needs the width of the header)"
    )
    assert second.where == "f.csv:9"
    assert rest.count == 10
