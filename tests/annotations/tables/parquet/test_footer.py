import io

import polars as pl
import pytest

from accord.annotations.tables.parquet.footer import FooterError, read_footer


def written(frame, **options):
    stream = io.BytesIO()
    frame.write_parquet(stream, **options)
    return stream.getvalue()


def test_rows_and_names_of_a_made_file(parquet_file):
    footer = read_footer(parquet_file(rows=3))
    assert footer.rows == 3
    assert footer.names == ("x",)


@pytest.mark.parametrize("writer", [{}, {"use_pyarrow": True}])
@pytest.mark.parametrize("compression", ["uncompressed", "snappy", "zstd"])
def test_files_of_two_writers(writer, compression):
    if writer:
        pytest.importorskip("pyarrow")
        compression = compression.replace("uncompressed", "none")
    frame = pl.DataFrame(
        {
            "s": [None, "b"] * 500,
            "boxes": [[{"label": "a", "box": [1.0, 2.0]}], []] * 500,
            "n": range(1000),
        }
    )
    footer = read_footer(written(frame, compression=compression, row_group_size=300, **writer))
    assert footer.rows == 1000
    assert footer.names == ("s", "boxes", "n")


@pytest.mark.parametrize("options", [{}, {"use_pyarrow": True}])
def test_a_file_without_rows(options):
    if options:
        pytest.importorskip("pyarrow")
    footer = read_footer(written(pl.DataFrame({"a": []}, schema={"a": pl.String}), **options))
    assert footer.rows == 0
    assert footer.names == ("a",)


@pytest.mark.parametrize(
    ("claims", "message"),
    [
        ({"rows": 10**10}, "declares 10,000,000,000 rows; at most 200,000,000"),
        ({"rows": 3, "group_rows": 10**10}, "its row groups 10,000,000,000"),
        ({"rows": 10**10, "group_rows": 3}, "declares 10,000,000,000 rows"),
        ({"rows": -1, "group_rows": 0}, "negative"),
        ({"values": 2}, "2 values for 3 rows"),
        ({"page_values": 10**9}, "pages hold 1,000,000,000 values, their column chunk declares 3"),
        ({"page_values": -1}, "negative"),
        ({"unpacked": 2**35}, "unpack to over 16 GiB"),
        ({"unpacked": -1}, "negative"),
        ({"packed": 10**6}, "outside of the file"),
        ({"start": 10**6}, "outside of the file"),
        ({"start": 2}, "outside of the file"),
        ({"packed": 5}, "cannot be read"),
    ],
)
def test_claims_that_the_file_cannot_hold_are_refused(parquet_file, claims, message):
    with pytest.raises(FooterError, match=message):
        read_footer(parquet_file(**claims))


@pytest.mark.parametrize(
    ("number", "counts", "message"),
    [
        (7, [200_000_001], "a dictionary declares 200,000,001 values"),
        (8, [3, 0, 3, 0, 6, 1], "smaller than its levels"),
        (8, [3, 4, 3, 0, 6, 0], "more nulls or rows than values"),
        (8, [3, 0, 4, 0, 6, 0], "more nulls or rows than values"),
        (8, [3, 0, 3, 0, -1, 0], "negative"),
        (6, [3], "pages hold 0 values"),
    ],
)
def test_headers_of_other_pages_are_checked(parquet_file, number, counts, message):
    fields = [(field, 5, count) for field, count in enumerate(counts, 1)]
    with pytest.raises(FooterError, match=message):
        read_footer(parquet_file(head=(number, fields)))


def test_a_page_of_version_2_passes(parquet_file):
    counts = enumerate([3, 0, 3, 0, 6, 0], 1)
    assert read_footer(parquet_file(head=(8, [(field, 5, count) for field, count in counts]))).rows == 3


def test_a_group_without_rows_needs_no_page(parquet_file):
    assert read_footer(parquet_file(rows=0, packed=0, start=0)).rows == 0


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"PAR1PAR1", "not Parquet"),
        (b"a,b\n1,2\n3,4\n", "not Parquet"),
        (b"PAR1" + b"x" * 20, "cut off"),
        (b"PAR1" + b"x" * 20 + b"PARE", "encrypted"),
        (b"PAR1" + b"\xff" * 4 + b"PAR1", "claims 4,294,967,295 bytes"),
        (b"PAR1" + b"\0" + (1).to_bytes(4, "little") + b"PAR1", "cannot be read"),
    ],
)
def test_bytes_that_are_no_parquet_file(data, message):
    with pytest.raises(FooterError, match=message):
        read_footer(data)
