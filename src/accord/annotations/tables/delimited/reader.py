"""Reading one table with a delimiter: which delimiter, which way of quoting, and what to say about it."""

from __future__ import annotations

import io
from collections.abc import Sequence

from accord.annotations.rows.part import Grid, Part
from accord.annotations.rows.place import FileLine
from accord.annotations.rows.utf8 import require_utf8
from accord.annotations.tables.delimited import quoted, unquoted
from accord.errors import InputError
from accord.findings import Finding


def read_csv(data: bytes, file: str, needed: Sequence[str] | None) -> Part:
    """A .csv: commas, or tabs where the header has tabs and no comma (with a finding `delimiter`)."""
    body = require_utf8(data, file)
    top = _top_line(body)
    if "," in top or "\t" not in top:
        return _read(body, file, needed, ",")
    message = "the header has tabs and no comma, so the file was read as tab separated"
    return _read(body, file, needed, "\t", [Finding("delimiter", "info", file, message)])


def read_tsv(data: bytes, file: str, needed: Sequence[str] | None) -> Part:
    """A .tsv or .tab: tabs."""
    return _read(require_utf8(data, file), file, needed, "\t")


def read_txt(data: bytes, file: str, needed: Sequence[str] | None) -> Part:
    """A .txt: tabs where the header has one, otherwise commas."""
    body = require_utf8(data, file)
    return _read(body, file, needed, "\t" if "\t" in _top_line(body) else ",")


def _read(
    body: bytes, file: str, needed: Sequence[str] | None, delimiter: str, findings: Sequence[Finding] = ()
) -> Part:
    if delimiter == ",":
        _refuse_semicolons(_top_line(body), file)
    grid, more = _split(body, file, delimiter)
    if grid is None:
        raise InputError([Finding("empty_file", "error", file, "the file has blank lines only")])
    return grid.part(file, FileLine(file), needed, [*findings, *more])


def _split(body: bytes, file: str, delimiter: str) -> tuple[Grid | None, list[Finding]]:
    alone = body.count(b"\r") != body.count(b"\r\n")
    if b'"' not in body and not alone:
        return unquoted.split(body, delimiter), []
    if alone or delimiter == ",":
        return _strict(body, file, delimiter), []
    return _split_at_tabs(body, file)


def _strict(body: bytes, file: str, delimiter: str) -> Grid | None:
    try:
        return quoted.split(body.decode(), delimiter)
    except quoted.QuoteError as error:
        fix = "quote such fields and double the quotes inside them (RFC 4180)"
        where = FileLine(file).at(error.line)
        raise InputError([Finding("bad_quotes", "error", where, error.reason, fix)]) from None


def _split_at_tabs(body: bytes, file: str) -> tuple[Grid | None, list[Finding]]:
    """By RFC 4180; where that fails, without quoting, if every row then has the width of the header."""
    plain = unquoted.split(body, "\t")
    fits = plain is not None and not plain.wrong_count
    try:
        strict = _strict(body, file, "\t")
    except InputError as refused:
        if fits:
            return plain, [_read_without_quoting(refused.problems[0].where)]
        widths = plain.width_problems(file, FileLine(file)) if plain else []
        raise InputError([*refused.problems, *widths]) from None
    if not fits or plain is None or strict is None:
        return strict, []
    if strict.wrong_count:
        return plain, [_read_without_quoting(file)]
    if len(strict.line) != len(plain.line):
        return strict, [_two_readings(file, len(strict.line), len(plain.line))]
    return strict, []


def _read_without_quoting(where: str) -> Finding:
    message = "quotes do not follow RFC 4180; read without quoting, every row has the header's width"
    fix = "quotes stay in the values; quote fields properly to have them removed"
    return Finding("read_without_quoting", "warning", where, message, fix)


def _two_readings(file: str, strict: int, plain: int) -> Finding:
    message = f"{strict:,} rows with quoting, {plain:,} rows of the header's width without; read with quoting"
    return Finding("ambiguous_quotes", "warning", file, message, "look for stray quotes")


def _top_line(body: bytes) -> str:
    return next((line.decode() for line in io.BytesIO(body) if line.strip()), "")


def _refuse_semicolons(top: str, file: str) -> None:
    if ";" in top and "," not in top:
        message = "the header has semicolons and no comma; columns must be separated by commas or tabs"
        fix = "save it with commas, or with tabs as .tsv"
        raise InputError([Finding("delimiter", "error", file, message, fix)])
