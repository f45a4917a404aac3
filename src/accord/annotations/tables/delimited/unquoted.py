"""Fields split at every delimiter and every line end; a quote is an ordinary character."""

from __future__ import annotations

import numpy as np
import polars as pl
from numpy.typing import NDArray

from accord.annotations.rows.part import Grid, empty_frame
from accord.annotations.rows.tally import SHOWN

NEWLINE = ord("\n")
BLANK = b" \t"


def split(data: bytes, delimiter: str) -> Grid | None:
    """The grid of UTF-8 bytes without a byte order mark; None where all lines are blank.

    Lines end with LF or CRLF; a carriage return elsewhere is not supported. Widths are counted on the bytes
    before polars sees them, because it would pad or cut rows. A line of nothing, spaces or tabs is blank and
    skipped, but where the delimiter is the tab, a line with tabs is a row of fields.
    """
    data = data.replace(b"\r\n", b"\n")
    if not data.endswith(b"\n"):
        data += b"\n"
    letters = np.frombuffer(data, np.uint8)
    ends = np.flatnonzero(letters == NEWLINE)
    starts = np.concatenate(([0], ends[:-1] + 1))
    widths = np.diff(np.searchsorted(np.flatnonzero(letters == ord(delimiter)), ends), prepend=0) + 1
    blank = _blank_lines(data, letters, starts, ends, widths)
    filled = np.flatnonzero(~blank)
    if not len(filled):
        return None
    top = int(filled[0])
    header = data[starts[top] : ends[top]].decode().split(delimiter)
    rows = filled[1:]
    wrong = rows[widths[rows] != len(header)]
    names = [str(position) for position in range(len(header))]
    if len(wrong) or not len(rows):
        first = tuple((int(row) + 1, int(widths[row])) for row in wrong[:SHOWN])
        return Grid(header, top + 1, empty_frame(names), rows[:0] + 1, first, len(wrong))
    body = _without(letters, starts, ends, np.flatnonzero(blank[top:]) + top, int(ends[top]) + 1)
    return Grid(header, top + 1, _parse(body, names, delimiter), rows + 1)


def _blank_lines(
    data: bytes,
    letters: NDArray[np.uint8],
    starts: NDArray[np.int64],
    ends: NDArray[np.int64],
    widths: NDArray[np.int64],
) -> NDArray[np.bool_]:
    blank: NDArray[np.bool_] = starts == ends
    padded = np.isin(letters[starts], np.frombuffer(BLANK, np.uint8)) & (widths == 1)
    for line in np.flatnonzero(padded):
        blank[line] = not data[starts[line] : ends[line]].strip(BLANK)
    return blank


def _without(
    letters: NDArray[np.uint8],
    starts: NDArray[np.int64],
    ends: NDArray[np.int64],
    dropped: NDArray[np.int64],
    start: int,
) -> bytes:
    if not len(dropped):
        return letters[start:].tobytes()
    keep = np.ones(len(letters), np.bool_)
    keep[:start] = False
    for line in dropped:
        keep[starts[line] : ends[line] + 1] = False
    return letters[keep].tobytes()


def _parse(body: bytes, names: list[str], delimiter: str) -> pl.DataFrame:
    # A header of our own in front: polars takes a first row such as "x^2" for the start of compressed data
    # and drops a byte order mark from it.
    heading = delimiter.join(names).encode() + b"\n"
    return pl.read_csv(
        heading + body,
        separator=delimiter,
        quote_char=None,
        schema=dict.fromkeys(names, pl.String),
        empty_string_is_null=False,
    )
