import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accord.annotations.tables.delimited import quoted
from accord.annotations.tables.delimited.quoted import QuoteError

FIELD = st.text(st.sampled_from(["a", '"', ",", "\n", "\r", " ", "é"]), max_size=6)


def written(field: str) -> str:
    doubled = field.replace('"', '""')
    return f'"{doubled}"'


@settings(deadline=None)
@given(st.lists(st.tuples(FIELD, FIELD), min_size=1, max_size=6))
def test_every_text_survives_quoting(rows):
    text = "a,b\n" + "".join(f"{written(one)},{written(two)}\n" for one, two in rows)
    grid = quoted.split(text, ",")
    assert grid is not None
    assert grid.frame.rows() == rows
    starts = [2]
    for one, two in rows:
        starts.append(starts[-1] + 1 + (one + two).count("\n"))
    assert grid.line.tolist() == starts[:-1]


def test_a_quote_inside_an_unquoted_field_is_text():
    grid = quoted.split('a,b\n5" nail, "x"\n', ",")
    assert grid is not None
    assert grid.frame.rows() == [('5" nail', ' "x"')]


def test_a_quoted_blank_field_is_a_row():
    grid = quoted.split('a\n""\n\nx\n', ",")
    assert grid is not None
    assert grid.frame.rows() == [("",), ("x",)]
    assert grid.line.tolist() == [2, 4]


def test_a_field_may_be_longer_than_the_limit_of_the_csv_module():
    grid = quoted.split(f'a\n"{"x" * 300_000}"\n', ",")
    assert grid is not None
    assert len(grid.frame[0, 0]) == 300_000


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ('a,b\n1,"2\n3,4\n', 2, "never ends"),
        ('a,b\n1,2\n"3"x,4\n', 3, "neither ',' nor the line end follows"),
        ('a,b\n1,"2\n\n"x\n', 4, "neither ',' nor the line end follows"),
        ("a,b\n1\r,2\n", 2, "a carriage return stands alone"),
    ],
)
def test_what_rfc_4180_does_not_allow_is_named_with_its_line(text, line, reason):
    with pytest.raises(QuoteError) as caught:
        quoted.split(text, ",")
    assert caught.value.line == line
    assert reason in caught.value.reason


def test_wrong_widths_are_found_at_the_line_where_the_row_starts():
    grid = quoted.split('a,b\n"1\n1",2\n3\n', ",")
    assert grid is not None
    assert grid.wrong == ((4, 1),)
