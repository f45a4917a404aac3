"""JSON Lines: one object a line, every value as text."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
import polars as pl

from accord.annotations.rows.part import Part
from accord.annotations.rows.place import FileLine
from accord.annotations.rows.tally import Tally
from accord.annotations.rows.utf8 import require_utf8
from accord.errors import InputError
from accord.findings import Finding

KINDS = {
    str: "string",
    int: "number",
    float: "number",
    bool: "boolean",
    list: "array",
    dict: "object",
    type(None): "null",
}
TORN = "torn last line: it has no line end and is not complete JSON"
TORN_FIX = "the program that wrote it was cut off; write the line again or remove it"


def read(data: bytes, file: str, needed: Sequence[str] | None) -> Part:
    """The objects of a file as rows; columns are the keys in the order of first sight.

    Strings stay as they are, integers are digits, floats the shortest digits that give the number back
    ("1.0" stays "1.0"), booleans "true" and "false", arrays and objects compact JSON. A null and an absent
    key are null. Blank lines are skipped. Raises InputError for a file that is not UTF-8 text or has no
    object; every line beside that is not one object is a problem of the part.
    """
    problems = Tally(file)
    whole = _without_cut_character(data, file, problems)
    text = require_utf8(whole, file).decode()
    rows, lines = _objects(text, file, problems)
    if not rows:
        raise InputError(problems.problems() or [Finding("empty_file", "error", file, "the file is empty")])
    names = list(dict.fromkeys(key for row in rows for key in row))
    findings: list[Finding] = []
    columns: list[pl.Series] = []
    for name in names if needed is None else [name for name in names if name in needed]:
        values = [row.get(name) for row in rows]
        findings += _mixed(values, name, file)
        columns += _column(name, values, lines, file, problems)
    if not names:
        problems.add("no_columns", file, "no object has a key")
    return Part(
        FileLine(file),
        tuple(names),
        pl.DataFrame(columns),
        np.array(lines, np.int64),
        tuple(findings),
        tuple(problems.problems()),
        absent_is_null=True,
    )


def _without_cut_character(data: bytes, file: str, problems: Tally) -> bytes:
    start = data.rfind(b"\n") + 1
    try:
        data[start:].decode()
    except UnicodeDecodeError as error:
        if error.reason == "unexpected end of data":
            line = data.count(b"\n") + 1
            problems.add("torn_line", FileLine(file).at(line), TORN, TORN_FIX)
            return data[:start]
    return data


def _objects(text: str, file: str, problems: Tally) -> tuple[list[dict[str, Any]], list[int]]:
    decoder = json.JSONDecoder(object_pairs_hook=_with_unique_keys, parse_float=_finite, parse_constant=_no_constant)
    rows: list[dict[str, Any]] = []
    lines: list[int] = []
    pieces = text.split("\n")
    for number, piece in enumerate(pieces, 1):
        if not piece.strip(" \t\r"):
            continue
        where = f"{file}:{number}"
        try:
            value = decoder.decode(piece)
        except json.JSONDecodeError as error:
            _add_broken(error, where, number == len(pieces), problems)
        except ValueError as error:
            problems.add("bad_value", where, str(error))
        except RecursionError:
            problems.add("bad_value", where, "arrays or objects are nested too deeply")
        else:
            if isinstance(value, dict):
                rows.append(value)
                lines.append(number)
            else:
                what = f"not an object but {KINDS[type(value)]}; each line must be one object"
                problems.add("not_an_object", where, what)
    return rows, lines


def _add_broken(error: json.JSONDecodeError, where: str, is_tail: bool, problems: Tally) -> None:
    if error.msg == "Extra data":
        what = f"a second value starts at character {error.pos + 1}; each line must be one object"
        problems.add("bad_json", where, what)
    elif is_tail:
        problems.add("torn_line", where, TORN, TORN_FIX)
    else:
        problems.add("bad_json", where, f"not JSON: {error.msg} at character {error.pos + 1}")


def _with_unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        twice = next(key for key, count in Counter(key for key, _ in pairs).items() if count > 1)
        raise ValueError(f"duplicate key {json.dumps(twice)}")
    return found


def _finite(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise ValueError(f"{digits} is too large for a number")
    return value


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON; write null or leave the key out")


def _mixed(values: list[Any], name: str, file: str) -> list[Finding]:
    kinds = Counter(KINDS[kind] for kind in map(type, values))
    del kinds["null"]
    if len(kinds) < 2:
        return []
    counts = ", ".join(f"{count:,} {kind}{'' if count == 1 else 's'}" for kind, count in kinds.most_common())
    rarer = kinds.total() - max(kinds.values())
    return [Finding("mixed_types", "warning", f"{file}, column {name}", f"holds {counts}", None, rarer)]


def _column(name: str, values: list[Any], lines: list[int], file: str, problems: Tally) -> list[pl.Series]:
    """The column as text; nothing where it cannot be written as UTF-8, and a problem for every such row."""
    texts = [_text(value) for value in values]
    try:
        return [pl.Series(name, texts, pl.String)]
    except UnicodeEncodeError:
        for line, text in zip(lines, texts, strict=True):
            if text is not None and _has_half_pair(text):
                problems.add("bad_value", FileLine(file).at(line, name), HALF_PAIR)
        if _has_half_pair(name):
            problems.add("bad_value", file, f"key {name!r} {HALF_PAIR}")
        return []


HALF_PAIR = "holds half of a surrogate pair (\\ud800 to \\udfff), which is no character"


def _has_half_pair(text: str) -> bool:
    return any("\ud800" <= letter <= "\udfff" for letter in text)


def _text(value: Any) -> str | None:
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, float):
        return repr(value)
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
