import csv
import io
import random

import numpy as np
from hypothesis import example, given, settings
from hypothesis import strategies as st

from accord.annotations.tables.delimited import quoted, unquoted

# Letters that readers of CSV are known to trip over; "x^" and "x\x01" look like compressed data to polars.
PIECES = st.sampled_from(
    [",", ",", "\n", "\n", "\r\n", "\t", " ", "a", "b,c", "1,2", "x^", "x\x01", "\ufeff", "#", "é", "\u2028", "'", "\\"]
)


def as_tuple(grid):
    if grid is None:
        return None
    return (
        list(grid.header),
        grid.header_line,
        grid.frame.columns,
        grid.frame.rows(),
        grid.line.tolist(),
        grid.wrong,
        grid.wrong_count,
    )


@settings(deadline=None)
@given(st.lists(PIECES, max_size=40).map("".join), st.sampled_from([",", "\t"]))
@example("", ",")
@example("a\n\n \n\t\n1", ",")
@example("a\tb\n\t\n \t\n", "\t")
@example("a,b\nx^2,y\n", ",")
def test_without_quotes_both_ways_of_reading_agree(text, delimiter):
    body = text.encode()
    assert as_tuple(unquoted.split(body, delimiter)) == as_tuple(quoted.split(text, delimiter))


def test_both_agree_on_a_file_that_polars_reads_in_blocks():
    draw = random.Random(4)
    words = ["", " ", "a", "é" * 9, "x" * 70, "0", "nan", "null", "-1", "2020-01-01"]
    rows = [[draw.choice(words) for _ in range(5)] for _ in range(60_000)]
    text = "a,b,c,d,e\n" + "".join(",".join(row) + "\n" for row in rows)
    grid = unquoted.split(text.encode(), ",")
    assert grid is not None
    assert grid.frame.rows() == [tuple(row) for row in csv.reader(io.StringIO(text)) if row][1:]
    assert np.array_equal(grid.line, np.arange(2, 60_002))


def test_a_quote_is_an_ordinary_character():
    grid = unquoted.split(b'a\tb\n"x\ty"\n5"\t"\n', "\t")
    assert grid is not None
    assert grid.frame.rows() == [('"x', 'y"'), ('5"', '"')]


def test_blank_lines_are_skipped_and_counted():
    grid = unquoted.split(b"\n\na,b\n\n1,2\n \t \n,\n", ",")
    assert grid is not None
    assert grid.header_line == 3
    assert grid.line.tolist() == [5, 7]
    assert grid.frame.rows() == [("1", "2"), ("", "")]


def test_the_first_wrong_rows_are_kept_and_all_are_counted():
    grid = unquoted.split(b"a,b\n" + b"1,2\n1\n" * 7, ",")
    assert grid is not None
    assert grid.wrong == ((3, 1), (5, 1), (7, 1), (9, 1), (11, 1))
    assert grid.wrong_count == 7


def test_blank_lines_alone_are_no_grid():
    assert unquoted.split(b"\n \n", ",") is None
