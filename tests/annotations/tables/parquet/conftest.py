"""Parquet files made byte by byte, so that they may claim what they do not hold."""

import pytest

I32, I64, BINARY, LIST, STRUCT = 5, 6, 8, 9, 12


def varint(number):
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*out, number])


def encode(kind, value):
    if kind in (I32, I64):
        return varint(value << 1 if value >= 0 else (-value << 1) - 1)
    if kind == BINARY:
        return varint(len(value)) + value
    if kind == LIST:
        inner, items = value
        return bytes([len(items) << 4 | inner]) + b"".join(encode(inner, item) for item in items)
    return struct(*value)


def struct(*fields):
    """A Thrift struct in the compact protocol. fields: (number, kind, value), numbers rising."""
    out = b""
    last = 0
    for number, kind, value in fields:
        out += bytes([number - last << 4 | kind]) + encode(kind, value)
        last = number
    return out + b"\0"


def make(rows=3, group_rows=None, values=None, page_values=None, unpacked=None, packed=None, start=4, head=None):
    """One optional INT32 column x, all null; every count can be replaced by another claim.

    head: the number and the fields of another kind of page header.
    """
    group_rows = rows if group_rows is None else group_rows
    values = group_rows if values is None else values
    page_values = values if page_values is None else page_values
    levels = varint(group_rows << 1) + b"\0"  # one run of zeros
    body = len(levels).to_bytes(4, "little") + levels
    claim = len(body) if unpacked is None else unpacked
    data_page = (5, [(1, I32, page_values), (2, I32, 0), (3, I32, 3), (4, I32, 3)])
    number, fields = head or data_page
    page = struct((1, I32, 0), (2, I32, claim), (3, I32, len(body)), (number, STRUCT, fields)) + body
    packed = len(page) if packed is None else packed
    column = [
        (1, I32, 1),
        (2, LIST, (I32, [0])),
        (3, LIST, (BINARY, [b"x"])),
        (4, I32, 0),
        (5, I64, values),
        (6, I64, claim),
        (7, I64, packed),
        (9, I64, start),
    ]
    group = [
        (1, LIST, (STRUCT, [[(2, I64, 4), (3, STRUCT, column)]])),
        (2, I64, len(body)),
        (3, I64, group_rows),
    ]
    schema = [[(4, BINARY, b"root"), (5, I32, 1)], [(1, I32, 1), (3, I32, 1), (4, BINARY, b"x")]]
    footer = struct((1, I32, 1), (2, LIST, (STRUCT, schema)), (3, I64, rows), (4, LIST, (STRUCT, [group])))
    return b"PAR1" + page + footer + len(footer).to_bytes(4, "little") + b"PAR1"


@pytest.fixture
def parquet_file():
    """`make`: a small Parquet file, claims replaced at will."""
    return make


@pytest.fixture
def thrift():
    """`struct`: a Thrift struct from (number, kind, value)."""
    return struct
