"""Writing a table of text: CSV, TSV, JSON Lines, Parquet and xlsx, each whole or not at all."""

from __future__ import annotations

import csv
import datetime as dt
import importlib
import io
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import polars as pl

from accord.annotations.rows import header
from accord.annotations.rows.formulas import guarded
from accord.canonical import write_bytes, write_text
from accord.errors import MissingExtra, UsageError
from accord.findings import counted
from accord.spec.field import shown

Writer = Callable[[Path, pl.DataFrame, Sequence[str]], None]

MOST_LINES, MOST_COLUMNS, LONGEST = 1 << 20, 1 << 14, 32_767
"""What a sheet holds: lines with the header, columns, and UTF-16 units of a cell."""
CODES_OF_A_WORKBOOK = r"(?s)^<r>.*</r>$|_x[0-9a-fA-F]{4}_x[0-9a-fA-F]{4}_"
"""Texts that XlsxWriter takes for marked-up text, or escapes so that they are read as others."""
FIXED_DATE = dt.datetime(2000, 1, 1)
"""The date inside a workbook: the same table gives the same bytes."""


def write_table(path: Path, frame: pl.DataFrame, typed: Sequence[str] = ()) -> None:
    """Write a table of text by the suffix of its file; `read_tables` reads the same texts.

    frame: (R, columns) text. A null becomes an empty cell, or null in JSON Lines and Parquet. typed: columns whose
    cells become numbers and arrays in JSON Lines where reading gives the same text back; all else is text to the
    letter. In CSV and TSV texts that a spreadsheet would run are guarded, in the header too (see `formulas`).

    Raises UsageError for a suffix that is not known, and for a table that such a file cannot hold; OSError.
    """
    suffix = path.suffix.lower()
    if suffix not in WRITERS:
        what = f"the suffix {path.suffix!r} is not known" if suffix else "the name has no suffix"
        raise UsageError(f"{path}: {what}; tables are written as {' '.join(WRITERS)}")
    for name in frame.columns:
        if not fits_header(name):
            raise UsageError(f"{path}: {name!r} cannot be the name of a column: it is blank, or blank at its ends")
    zero = [column.name for column in frame if column.str.contains("\0", literal=True).any()]
    if zero:
        raise UsageError(f"{path}: column {zero[0]} holds NUL characters, which are no text")
    WRITERS[suffix](path, frame, typed)


def fits_header(name: str) -> bool:
    """Whether a column of this name is found again under it.

    >>> fits_header("score"), fits_header(" score"), fits_header("")
    (True, False, False)
    """
    return bool(name) and header.clean([name]) == [name] and "\0" not in name


def _csv(path: Path, frame: pl.DataFrame, typed: Sequence[str]) -> None:
    _delimited(path, frame, ",")


def _tsv(path: Path, frame: pl.DataFrame, typed: Sequence[str]) -> None:
    _delimited(path, frame, "\t")


def _delimited(path: Path, frame: pl.DataFrame, delimiter: str) -> None:
    lines: list[str] = []
    # Written with CR LF so that every Python quotes a lone CR; then each line is ended by LF.
    writer = csv.writer(SimpleNamespace(write=lines.append), delimiter=delimiter, lineterminator="\r\n")
    writer.writerow(guarded(pl.Series(frame.columns)).to_list())
    body = pl.DataFrame([guarded(column).fill_null("") for column in frame])
    writer.writerows(body.iter_rows())
    write_text(path, "".join([line[:-2] + "\n" for line in lines]))


def _jsonlines(path: Path, frame: pl.DataFrame, typed: Sequence[str]) -> None:
    columns: list[list[Any]] = []
    for column in frame:
        texts = column.to_list()
        if column.name in typed:
            book = {text: _json_value(text) for text in column.unique().to_list()}
            columns.append([book[text] for text in texts])
        else:
            columns.append(texts)
    rows = (dict(zip(frame.columns, row, strict=True)) for row in zip(*columns, strict=True))
    write_text(path, "".join([json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n" for row in rows]))


def _json_value(text: str | None) -> Any:
    """The number or array that a text is, where JSON Lines reads it as this very text; else the text.

    >>> _json_value("1.50"), _json_value("1.5"), _json_value('["a","b"]'), _json_value("true"), _json_value("[NaN]")
    ('1.50', 1.5, ['a', 'b'], 'true', '[NaN]')
    """
    if text is None:
        return None
    try:
        value = json.loads(text, parse_constant=_refused)
        kept = not isinstance(value, bool) and isinstance(value, (int, float, list))
        same = kept and json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False) == text
    except (ValueError, RecursionError):
        return text
    return value if same else text


def _refused(constant: str) -> Any:
    raise ValueError(constant)


def _parquet(path: Path, frame: pl.DataFrame, typed: Sequence[str]) -> None:
    data = io.BytesIO()
    frame.write_parquet(data)
    write_bytes(path, data.getvalue())


def _xlsx(path: Path, frame: pl.DataFrame, typed: Sequence[str]) -> None:
    try:
        library = importlib.import_module("xlsxwriter")
    except ModuleNotFoundError:
        raise MissingExtra("writing .xlsx", "XlsxWriter", "xlsx") from None
    _check_sheet(path, frame)
    data = io.BytesIO()
    # Row by row the texts stand in their cells, which needs little memory; out of a table of shared texts openpyxl
    # would read _x000D_ as a line end.
    workbook = library.Workbook(data, {"constant_memory": True})
    workbook.set_properties({"created": FIXED_DATE})
    sheet = workbook.add_worksheet("answers")
    sheet.freeze_panes(1, 0)
    for line, texts in enumerate((frame.columns, *frame.iter_rows())):
        for at, text in enumerate(texts):
            if text:
                sheet.write_string(line, at, text)
    workbook.close()
    write_bytes(path, data.getvalue())


def _check_sheet(path: Path, frame: pl.DataFrame) -> None:
    """Refuse what a sheet would cut off, or what XlsxWriter would write as another text."""
    instead = "write .csv, .jsonl or .parquet"
    if frame.height >= MOST_LINES or frame.width > MOST_COLUMNS:
        size = f"{counted(frame.height, 'row')} and {counted(frame.width, 'column')}"
        raise UsageError(f"{path}: {size} do not fit in a sheet; {instead}")
    for column in (pl.Series("header", frame.columns), *frame):
        # UTF-8 never has fewer bytes than UTF-16 has units.
        long = column.filter(column.str.len_bytes() > LONGEST).to_list()
        if any(len(text.encode("utf-16-le")) // 2 > LONGEST for text in long):
            message = f"{path}: column {column.name} holds a text of more than {LONGEST:,} characters"
            raise UsageError(f"{message}, which a cell of a sheet cannot; {instead}")
        strange = column.filter(column.str.contains(CODES_OF_A_WORKBOOK)).to_list()
        if strange:
            raise UsageError(f"{path}: column {column.name} holds {shown(strange[0])}, a code of workbooks; {instead}")


WRITERS: dict[str, Writer] = {".csv": _csv, ".tsv": _tsv, ".jsonl": _jsonlines, ".parquet": _parquet, ".xlsx": _xlsx}
