import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accord.annotations.tables.parquet.thrift import ThriftError, read_struct

I32, I64, BINARY, LIST, STRUCT = 5, 6, 8, 9, 12


def read(data):
    return read_struct(data, 0, len(data))


def test_kinds_of_values(thrift):
    data = thrift(
        (1, I32, -3),
        (3, I64, 10**15),
        (4, BINARY, "é".encode()),
        (5, LIST, (I32, list(range(14)))),
        (9, STRUCT, [(2, I64, 7)]),
    )
    assert read(data) == (
        {1: -3, 3: 10**15, 4: "é".encode(), 5: list(range(14)), 9: {2: 7}},
        len(data),
    )


def test_booleans_long_lists_doubles_and_far_fields():
    # field 1 true, field 2 false, field 3 a list of two booleans, field 4 a double, field 100 (written out) 5
    data = bytes([0x11, 0x12, 0x19, 0x21, 1, 2, 0x17, *b"01234567", 0x05, 200, 1, 10, 0])
    assert read(data)[0] == {1: True, 2: False, 3: [True, False], 4: b"01234567", 100: 5}
    long = bytes([0x19, 0xF3, 20, *range(20), 0])
    assert read(long)[0] == {1: list(range(20))}


def test_reading_starts_and_ends_where_it_is_told(thrift):
    data = thrift((1, I32, 5))
    assert read_struct(b"xx" + data + b"yy", 2, 2 + len(data)) == ({1: 5}, 2 + len(data))
    with pytest.raises(ThriftError, match="too soon"):
        read_struct(data, 0, len(data) - 1)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "too soon"),
        (b"\x15", "too soon"),
        (b"\x18\x7fab", "too soon"),
        (b"\x19\xf5\xff\xff\xff\xff\x0f", "longer than the data"),
        (b"\x15" + b"\xff" * 11, "10 bytes"),
        (b"\x1c" * 100, "nested too deeply"),
        (b"\x19" + b"\x19" * 100, "nested too deeply"),
        (b"\x1b\x00\x00", "type 11"),
    ],
)
def test_what_is_no_struct_is_refused(data, message):
    with pytest.raises(ThriftError, match=message):
        read(data)


@settings(deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_are_a_struct_or_refused(data):
    try:
        _, end = read(data)
    except ThriftError:
        return
    assert end <= len(data)
