"""The footer and the page headers of a Parquet file, checked before a library reserves memory for them.

polars reserves room for the rows of a row group and for the values of a page as they are declared, and the
whole process ends where that fails. Source: parquet.thrift of the Parquet format, whose field numbers stand
below.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from accord.annotations.tables.parquet.thrift import Struct, read_struct

MAX_ROWS = 200_000_000
MAX_UNPACKED = 16 * 2**30
MAGIC = b"PAR1"
ENCRYPTED = b"PARE"
DAMAGED = "the file is damaged"


class FooterError(ValueError):
    """The file is damaged, or declares what it cannot hold or what accord does not read."""


@dataclass(frozen=True)
class Footer:
    """rows: declared rows, at most 200 million. names: the columns; a struct or a list is one."""

    rows: int
    names: tuple[str, ...]


def read_footer(data: bytes) -> Footer:
    """Rows and names of a whole Parquet file. Raises FooterError.

    Refused: more than 200 million rows; row groups that do not add up to the rows, or pages to the values of
    their column chunk; chunks and pages that lie outside of the file; columns that unpack to over 16 GiB.
    """
    if data.endswith(ENCRYPTED):
        raise FooterError("the file is encrypted")
    if len(data) < 12 or not data.startswith(MAGIC):
        raise FooterError("the file is not Parquet (it does not start with PAR1)")
    if not data.endswith(MAGIC):
        raise FooterError("the file is cut off (it does not end with PAR1)")
    length = int.from_bytes(data[-8:-4], "little")
    end = len(data) - 8 - length
    if end < len(MAGIC):
        raise FooterError(f"the footer claims {length:,} bytes, the file has {len(data):,}")
    try:
        meta, _ = read_struct(data, end, len(data) - 8)
        return _checked(data, meta, end)
    except FooterError:
        raise
    except (ValueError, LookupError, TypeError, AttributeError):
        raise FooterError(f"{DAMAGED}: its footer or a page header cannot be read") from None


def _checked(data: bytes, meta: Struct, end: int) -> Footer:
    rows = _count(meta[3])
    if rows > MAX_ROWS:
        raise FooterError(f"the footer declares {rows:,} rows; at most {MAX_ROWS:,} are read")
    groups = meta[4]
    held = sum(_count(group[3]) for group in groups)
    if held != rows:
        raise FooterError(f"{DAMAGED}: the footer declares {rows:,} rows, its row groups {held:,}")
    unpacked = 0
    for group in groups:
        for column in group[1]:
            unpacked += _check_chunk(data, column[3], _count(group[3]), end)
            if unpacked > MAX_UNPACKED:
                raise FooterError(f"the columns unpack to over {MAX_UNPACKED >> 30} GiB")
    return Footer(rows, _names(meta[2]))


def _check_chunk(data: bytes, meta: Struct, rows: int, end: int) -> int:
    """Bytes that a column chunk unpacks to, by its page headers."""
    values, packed = _count(meta[5]), _count(meta[7])
    if not packed and not rows:
        return 0
    # First data page and dictionary page. Writers declare 0 for one that is not there.
    start = min(at for at in (_count(meta[9]), _count(meta.get(11, 0))) if at)
    stop = start + packed
    if start < len(MAGIC) or stop > end:
        raise FooterError(f"{DAMAGED}: a column chunk lies outside of the file")
    if values < rows:
        raise FooterError(f"{DAMAGED}: a column chunk has {values:,} values for {rows:,} rows")
    unpacked = 0
    found = 0
    while start < stop:
        header, start = read_struct(data, start, stop)
        unpacked += _count(header[2])
        start += _count(header[3])
        _check_levels(header)
        if 7 not in header:  # a dictionary page holds no values of rows
            found += _page_values(header)
    if start != stop or found != values:
        raise FooterError(f"{DAMAGED}: pages hold {found:,} values, their column chunk declares {values:,}")
    return unpacked


def _page_values(header: Struct) -> int:
    page = header.get(5) or header.get(8)
    return _count(page[1]) if page else 0


def _check_levels(header: Struct) -> None:
    """Sizes inside a dictionary page (7) and a page of version 2 (8) fit their page."""
    dictionary, second = header.get(7), header.get(8)
    if dictionary and _count(dictionary[1]) > MAX_ROWS:
        raise FooterError(f"{DAMAGED}: a dictionary declares {dictionary[1]:,} values")
    if second and sum(_count(second[at]) for at in (5, 6)) > _count(header[3]):
        raise FooterError(f"{DAMAGED}: a page is smaller than its levels")
    if second and (_count(second[2]) > _count(second[1]) or _count(second[3]) > _count(second[1])):
        raise FooterError(f"{DAMAGED}: a page has more nulls or rows than values")


def _names(schema: list[Struct]) -> tuple[str, ...]:
    """Names of the root's children. The schema is a tree, written parents first."""
    names = []
    at = 1
    for _ in range(_count(schema[0].get(5, 0))):
        names.append(schema[at][4].decode())
        waiting = 1
        while waiting:
            waiting += _count(schema[at].get(5, 0)) - 1
            at += 1
    return tuple(names)


def _count(value: Any) -> int:
    if not isinstance(value, int) or value < 0:
        raise FooterError(f"{DAMAGED}: a count is negative or no number")
    return value
