"""Tables as text: CSV, TSV, JSON Lines, Parquet and xlsx, one or several put under each other."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import polars as pl
from numpy.typing import NDArray

from accord.annotations.rows import header
from accord.annotations.rows.formulas import DELIMITED, unguarded
from accord.annotations.rows.part import Part
from accord.annotations.rows.place import FileLine, Place
from accord.annotations.rows.tally import Tally, first_few
from accord.annotations.tables import delimited, jsonlines, parquet, xlsx
from accord.canonical import path_text
from accord.errors import InputError, UsageError
from accord.findings import Finding, counted

Reader = Callable[[bytes, str, Sequence[str] | None], Part]

READERS: dict[str, Reader] = {
    ".csv": delimited.read_csv,
    ".tsv": delimited.read_tsv,
    ".tab": delimited.read_tsv,
    ".txt": delimited.read_txt,
    ".jsonl": jsonlines.read,
    ".ndjson": jsonlines.read,
    ".parquet": parquet.read,
}
WORKBOOKS = (".xlsx", ".xlsm")
KNOWN = " ".join([*READERS, *WORKBOOKS])
CONVERT = {
    ".xls": "an old Excel workbook; save it as .xlsx",
    ".xlsb": "a binary Excel workbook; save it as .xlsx",
    ".ods": "an OpenDocument sheet; save it as .xlsx or .csv",
    ".json": "JSON as one document; write one object a line and name it .jsonl",
    ".gz": "compressed; unpack it first",
    ".zip": "an archive; unpack it first",
    ".feather": "an Arrow file; write it as .parquet",
    ".arrow": "an Arrow file; write it as .parquet",
    ".pkl": "a Python pickle, which is never read; write it as .parquet or .csv",
}
FILE_AS_RATER = "@file"
"""Stands for a column of raters: each file is one rater."""
LFS_POINTER = b"version https://git-lfs.github.com/spec/"


@dataclass(frozen=True)
class TableFile:
    """A file that was read: its path as given, the SHA-256 of its bytes, its number of rows."""

    path: str
    sha256: str
    rows: int


@dataclass(frozen=True, eq=False)
class Table:
    """Rows of one or several files as text.

    frame: (R, columns) all text; null is an absent value (a JSON null or absent key, a Parquet null, an
    empty cell of a sheet), while an empty field of a CSV stays "". file_index: (R,) int32 into `files`.
    line: (R,) int64, where the row starts, counted from 1: line of a text file, row of a sheet, number of a
    Parquet record. places: how each file writes a place.
    """

    frame: pl.DataFrame
    file_index: NDArray[np.int32]
    line: NDArray[np.int64]
    files: tuple[TableFile, ...]
    findings: tuple[Finding, ...]
    places: tuple[Place, ...] = field(default=(), repr=False)

    def file_names(self) -> pl.Series:
        """(R,) the name of each row's file, without folder and suffix where these differ, else the path as given."""
        stems = [Path(file.path).stem for file in self.files]
        names = stems if len(set(stems)) == len(stems) else [file.path for file in self.files]
        return pl.Series(FILE_AS_RATER, names, pl.String).gather(self.file_index)

    def place(self, row: int, column: str | None = None) -> str:
        """Where row `row` (from 0) of the frame stands: "a.csv:12, column score", "a.xlsx!Sheet1!C12"."""
        index = int(self.file_index[row])
        place = self.places[index] if self.places else FileLine(self.files[index].path)
        return place.at(int(self.line[row]), column)


def read_tables(paths: Sequence[Path], *, sheet: str | None = None, columns: Sequence[str] | None = None) -> Table:
    """All rows of the tables in `paths`, file after file; no type is guessed.

    columns: those the caller needs and gets, in this order; all where None. sheet: the sheet of a workbook,
    its first visible one where None. Files must have the same columns, in any order; in JSON Lines a column
    that is not needed may be absent.

    Raises InputError with every problem of every file, UsageError where nothing is to be read as asked.
    """
    if not paths:
        raise UsageError("no table was given")
    if sheet is not None and not any(path.suffix.lower() in WORKBOOKS for path in paths):
        raise UsageError(f"sheet {sheet!r} was asked for, and none of the files is a workbook (.xlsx)")
    needed = None if columns is None else list(dict.fromkeys(columns))
    problems: list[Finding] = []
    parts: list[Part] = []
    files: list[TableFile] = []
    for path in paths:
        try:
            data = _bytes(path)
            part = _part(path, data, sheet, needed)
        except InputError as error:
            problems += error.problems
            continue
        problems += part.problems or _nul_problems(part, str(path))
        parts.append(part)
        files.append(TableFile(path_text(path), hashlib.sha256(data).hexdigest(), len(part.line)))
    problems += _column_problems(parts, files, needed)
    if problems:
        raise InputError(problems)
    order = list(parts[0].columns) if needed is None else needed
    frames, findings = _unguarded(parts, files)
    return Table(
        frame=pl.concat([frame.select(order) for frame in frames]),
        file_index=np.repeat(np.arange(len(parts), dtype=np.int32), [len(part.line) for part in parts]),
        line=np.concatenate([part.line for part in parts]),
        files=tuple(files),
        findings=tuple([*(found for part in parts for found in part.findings), *findings, *_same_bytes(files)]),
        places=tuple(part.place for part in parts),
    )


def _bytes(path: Path) -> bytes:
    file = str(path)
    if file == "-":
        raise _refusal("not_a_file", file, "standard input is not read", "write the table to a file")
    if path.is_dir():
        raise _refusal("not_a_file", file, "this is a directory", "name the table files in it")
    if not path.exists():
        raise _refusal("not_found", file, "there is no such file")
    suffix = path.suffix.lower()
    if suffix in CONVERT:
        raise _refusal("unknown_suffix", file, f"this is {CONVERT[suffix]}")
    if suffix not in READERS and suffix not in WORKBOOKS:
        what = f"the suffix {path.suffix!r} is not known" if suffix else "the name has no suffix"
        raise _refusal("unknown_suffix", file, what, f"known are {KNOWN}")
    if not path.is_file():
        raise _refusal("not_a_file", file, "this is not a regular file")
    try:
        data = path.read_bytes()
    except PermissionError:
        raise _refusal("not_readable", file, "there is no permission to read the file") from None
    except OSError as error:
        raise _refusal("not_readable", file, f"the file cannot be read: {error.strerror}") from None
    if not data:
        raise _refusal("empty_file", file, "the file is empty (0 bytes)")
    if data.startswith(LFS_POINTER):
        raise _refusal("lfs_pointer", file, "this is a Git LFS pointer, not the file", "run: git lfs pull")
    return data


def _part(path: Path, data: bytes, sheet: str | None, needed: Sequence[str] | None) -> Part:
    suffix = path.suffix.lower()
    if suffix in WORKBOOKS:
        return xlsx.read(data, str(path), needed, sheet)
    return READERS[suffix](data, str(path), needed)


def _column_problems(parts: Sequence[Part], files: Sequence[TableFile], needed: Sequence[str] | None) -> list[Finding]:
    problems: list[Finding] = []
    for part, file in zip(parts, files, strict=True):
        first = parts[0]
        loose = needed is not None and (first.absent_is_null or part.absent_is_null)
        if part is first or loose:
            problems += header.missing(part.columns, needed or (), file.path)
        elif set(part.columns) != set(first.columns):
            problems.append(_difference(part.columns, file.path, first.columns, files[0].path))
    return problems


def _unguarded(parts: Sequence[Part], files: Sequence[TableFile]) -> tuple[list[pl.DataFrame], list[Finding]]:
    """The rows of every file; of CSV and TSV without the apostrophes that keep a spreadsheet from running a text."""
    frames, findings = [], []
    for part, file in zip(parts, files, strict=True):
        frame = part.frame
        if file.path.lower().endswith(DELIMITED):
            frame = pl.DataFrame([unguarded(column) for column in part.frame])
            changed = sum(int((old != new).sum()) for old, new in zip(part.frame, frame, strict=True))
            if changed:
                message = f"{counted(changed, 'cell begins', 'cells begin')} with an apostrophe before a sign that a "
                message += "spreadsheet would run; the apostrophe is not part of the text"
                findings.append(Finding("guarded", "info", file.path, message, None, changed))
        frames.append(frame)
    return frames, findings


def _nul_problems(part: Part, file: str) -> list[Finding]:
    """Cells with a NUL character, which no text has; formats with escapes could bring one in."""
    tally = Tally(file)
    for column in part.frame:
        for row in column.str.contains("\0", literal=True).arg_true():
            where = part.place.at(int(part.line[row]), column.name)
            tally.add("nul_byte", where, "holds a NUL character", "remove it: it is no text")
    return tally.problems()


def _difference(columns: Sequence[str], file: str, expected: Sequence[str], first: str) -> Finding:
    lacks = [name for name in expected if name not in columns]
    added = [name for name in columns if name not in expected]
    said = [f"lacks {first_few(lacks)}"] if lacks else []
    said += [f"has {first_few(added)} besides"] if added else []
    message = f"the columns differ from those of {first}: it {' and '.join(said)}"
    return Finding("different_columns", "error", file, message, "tables read together need the same columns")


def _same_bytes(files: Sequence[TableFile]) -> list[Finding]:
    first: dict[str, str] = {}
    findings = []
    for file in files:
        if file.sha256 in first:
            message = f"has the same bytes as {first[file.sha256]}; its rows count twice"
            findings.append(Finding("same_file", "warning", file.path, message))
        first.setdefault(file.sha256, file.path)
    return findings


def _refusal(code: str, where: str, message: str, fix: str | None = None) -> InputError:
    return InputError([Finding(code, "error", where, message, fix)])
