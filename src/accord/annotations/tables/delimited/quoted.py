"""Fields as RFC 4180 has them: quoted ones may hold delimiters, line ends and doubled quotes."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

import numpy as np
import polars as pl

from accord.annotations.rows.part import Grid, empty_frame
from accord.annotations.rows.tally import SHOWN

REASONS = {
    "unexpected end of data": "a quoted field starts in this row and never ends",
    "new-line character seen in unquoted field": "a carriage return stands alone; lines end with LF or CRLF",
}


class QuoteError(Exception):
    """Quotes or line ends that RFC 4180 does not allow, at file line `line`."""

    def __init__(self, line: int, reason: str) -> None:
        self.line = line
        self.reason = reason
        super().__init__(f"line {line}: {reason}")


def split(text: str, delimiter: str) -> Grid | None:
    """The grid of a text without a byte order mark; None where all lines are blank. Raises QuoteError.

    A quote inside an unquoted field is an ordinary character. Lines are counted by LF, so a field that holds
    line ends moves the rows below it down. A line of nothing, spaces or tabs is blank and skipped.
    """
    # The limit is one for the whole process. It is raised only: another thread may be reading.
    csv.field_size_limit(max(csv.field_size_limit(), min(len(text) + 1, 2**31 - 1)))
    rows = _rows(text, delimiter)
    first = next(rows, None)
    if first is None:
        return None
    header_line, header = first
    lines: list[int] = []
    body: list[list[str]] = []
    wrong: list[tuple[int, int]] = []
    wrong_count = 0
    for line, row in rows:
        if len(row) == len(header):
            lines.append(line)
            body.append(row)
        else:
            wrong_count += 1
            if len(wrong) < SHOWN:
                wrong.append((line, len(row)))
    names = [str(position) for position in range(len(header))]
    if wrong_count or not body:
        return Grid(header, header_line, empty_frame(names), np.zeros(0, np.int64), tuple(wrong), wrong_count)
    columns = zip(names, zip(*body, strict=True), strict=True)
    frame = pl.DataFrame([pl.Series(name, values, pl.String) for name, values in columns])
    return Grid(header, header_line, frame, np.array(lines, np.int64))


def _rows(text: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    # newline="\n": a carriage return inside a quoted field stays, and does not count as a line.
    reader = csv.reader(io.StringIO(text, newline="\n"), delimiter=delimiter, strict=True)
    while True:
        start = reader.line_num + 1
        try:
            row = next(reader, None)
        except csv.Error as error:
            raise _located(error, start, reader.line_num, delimiter) from None
        if row is None:
            return
        if not _is_blank(row):
            yield start, row


def _is_blank(row: list[str]) -> bool:
    # [""] is a field that was written as two quotes: a value, though an empty one.
    return not row or (len(row) == 1 and row[0] != "" and not row[0].strip(" \t"))


def _located(error: csv.Error, start: int, line: int, delimiter: str) -> QuoteError:
    for message, reason in REASONS.items():
        if str(error).startswith(message):
            return QuoteError(start, reason)
    name = "a tab" if delimiter == "\t" else f"'{delimiter}'"
    return QuoteError(line, f"a quoted field ends, but neither {name} nor the line end follows its quote")
