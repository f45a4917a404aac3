import io
import random

import polars as pl
import pytest

from accord.annotations.tables.parquet import read
from accord.errors import AccordError, InputError

FRAME = pl.DataFrame({"item": ["a", "b", "c"], "score": [1, None, 3], "share": [0.5, 1.0, None]})


def written(frame, **options):
    stream = io.BytesIO()
    frame.write_parquet(stream, **options)
    return stream.getvalue()


def test_all_columns_are_text_and_null_stays_null():
    part = read(written(FRAME), "f.parquet", None)
    assert part.frame.rows() == [("a", "1", "0.5"), ("b", None, "1.0"), ("c", "3", None)]
    assert part.line.tolist() == [1, 2, 3]
    assert part.place.at(2, "score") == "f.parquet, record 2, column score"


def test_only_needed_columns_are_read():
    frame = FRAME.with_columns(image=pl.lit(b"\xff"))
    part = read(written(frame), "f", ["score", "other"])
    assert part.frame.columns == ["score"]
    assert part.columns == ("item", "score", "share", "image")
    assert not part.problems


def test_a_needed_column_without_text_is_a_problem():
    (problem,) = read(written(FRAME.with_columns(image=pl.lit(b"\xff"))), "f", None).problems
    assert problem.where == "f, column image"


def test_no_rows_are_a_problem():
    assert [problem.code for problem in read(written(FRAME.clear()), "f", None).problems] == ["no_rows"]


def test_repeated_names_are_a_problem():
    pa = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    stream = io.BytesIO()
    parquet.write_table(pa.table([[1], [2]], names=["a", "a"]), stream)
    (problem,) = read(stream.getvalue(), "f", None).problems
    assert "'a' stands 2 times" in problem.message


@pytest.mark.parametrize("claims", [{"rows": 10**10}, {"group_rows": 10**10}, {"page_values": 2**40}])
def test_absurd_claims_are_refused(parquet_file, claims):
    with pytest.raises(InputError, match="f: the f"):
        read(parquet_file(**claims), "f", None)


def test_the_made_file_itself_is_read(parquet_file):
    assert read(parquet_file(rows=3), "f", None).frame.rows() == [(None,)] * 3


def test_too_many_cells_are_refused_before_they_are_read(parquet_file, monkeypatch):
    monkeypatch.setattr("accord.annotations.tables.parquet.reader.MAX_CELLS", 5)
    assert not read(parquet_file(rows=5), "f", None).problems
    (problem,) = read(parquet_file(rows=6), "f", None).problems
    assert "6 rows of 1 columns; at most 5 cells" in problem.message


def test_a_damaged_page_is_refused(parquet_file):
    data = bytearray(parquet_file(rows=3))
    at = data.index(b"\x15\x06\x15\x00\x15\x06")  # number of values and encodings, in the page header
    data[at + 3] = 60  # an encoding that does not exist
    with pytest.raises(InputError, match="the file is damaged"):
        read(bytes(data), "f", None)


def test_fewer_rows_than_declared_are_refused(monkeypatch, parquet_file):
    monkeypatch.setattr(pl, "read_parquet", lambda *_, **__: pl.DataFrame({"x": [1, 2]}))
    with pytest.raises(InputError, match="3 rows declared, 2 found"):
        read(parquet_file(rows=3), "f", None)


def test_a_panic_in_polars_is_one_problem(monkeypatch, parquet_file):
    def panic(*_, **__):
        raise pl.exceptions.PanicException("index out of bounds\nmore")

    monkeypatch.setattr(pl, "read_parquet", panic)
    with pytest.raises(InputError, match=r"damaged: index out of bounds$"):
        read(parquet_file(rows=3), "f", None)


def test_flipped_bytes_are_read_or_refused():
    draw = random.Random(11)
    data = written(FRAME, compression="zstd")
    for _ in range(300):
        flipped = bytearray(data)
        for _ in range(draw.choice([1, 2, 5])):
            flipped[draw.randrange(len(flipped))] = draw.randrange(256)
        try:
            read(bytes(flipped), "f", None)
        except AccordError as error:
            assert str(error).startswith("f: ")
