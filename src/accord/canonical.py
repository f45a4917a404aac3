"""Canonical bytes: JSON with fixed key order and 12 significant digits, digests, and writes that never tear."""

from __future__ import annotations

import csv
import errno
import hashlib
import io
import json
import math
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

SIGNIFICANT_DIGITS = 12

# Made once: these write every line of a log.
_IN_ORDER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False)
_SORTED = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False, sort_keys=True)


def rounded(value: float | None) -> float | None:
    """A number at 12 significant digits; anything that is not finite becomes None.

    >>> rounded(1 / 3)
    0.333333333333
    >>> rounded(float("nan")) is None
    True
    """
    if value is None or not math.isfinite(value):
        return None
    return float(f"{value:.{SIGNIFICANT_DIGITS}g}")


def plain(value: Any) -> Any:
    """The value with every float rounded and every non-finite float replaced by None, for JSON."""
    if isinstance(value, float):
        return rounded(value)
    if isinstance(value, dict):
        return {str(key): plain(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(inner) for inner in value]
    return value


def to_json(document: Any, *, indent: int | None = 2) -> str:
    """JSON text of a document: keys in the order given, UTF-8 kept, no NaN, a newline at the end.

    >>> to_json({"value": float("inf")}, indent=None)
    '{"value": null}\\n'
    """
    return json.dumps(plain(document), ensure_ascii=False, indent=indent, allow_nan=False) + "\n"


def compact(document: Any) -> str:
    """The one JSON text of a document: keys sorted, no white space, UTF-8 kept, numbers as they are.

    >>> compact({"b": [1, 2.5], "a": "\u00e9"})
    '{"a":"\u00e9","b":[1,2.5]}'
    """
    return _SORTED.encode(document)


def compact_in_order(record: dict[str, Any]) -> str:
    """JSON of a record on one line, its keys in the order given, those with None left out.

    >>> compact_in_order({"b": 1, "a": None})
    '{"b":1}'
    """
    there = {key: value for key, value in record.items() if value is not None}
    return _IN_ORDER.encode(there)


def csv_line(cells: Sequence[object]) -> str:
    r"""One line of CSV: None is blank, numbers have 12 significant digits, texts that a spreadsheet would run as a
    formula get a leading apostrophe.

    >>> csv_line(["=1+1", None, True, 1 / 3])
    "'=1+1,,true,0.333333333333\n"
    """
    stream = io.StringIO()
    # Written with CR LF, so that every Python quotes a lone CR, then ended by LF.
    csv.writer(stream, lineterminator="\r\n").writerow([_csv_cell(cell) for cell in cells])
    return stream.getvalue()[:-2] + "\n"


def _csv_cell(value: object) -> object:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        value = rounded(value)
    if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r"):
        return "'" + value
    return "" if value is None else value


def digest(document: Any) -> str:
    """Hexadecimal SHA-256 of the one JSON text of a document.

    >>> digest({"a": 1, "b": 2}) == digest({"b": 2, "a": 1})
    True
    """
    return hashlib.sha256(compact(document).encode()).hexdigest()


def path_text(path: Path) -> str:
    r"""A path as text; bytes of a name that are no UTF-8 are spelled out.

    >>> path_text(Path("a\udcff.csv"))
    'a\\xff.csv'
    """
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def sha256_file(path: Path) -> str:
    """Hexadecimal SHA-256 of a file, read in blocks of 1 MiB."""
    digest = hashlib.sha256()
    with path.open("rb") as stream:
        while block := stream.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


def write_text(path: Path, text: str) -> None:
    """Write UTF-8 text as `write_bytes` does. Line ends are written as given."""
    write_bytes(path, text.encode())


def write_bytes(path: Path, data: bytes) -> None:
    """Write bytes so that a reader sees the old file or the whole new one, never a part.

    A link is followed; what is no regular file is refused. Raises OSError that names `path`; no temporary file is
    left behind.
    """
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "is there and not a regular file", str(path))
    target = Path(os.path.realpath(path))
    try:
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=".accord-", suffix=".part")
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        Path(name).chmod(0o666 & ~_umask())
        Path(name).replace(target)
        sync_folder(target.parent)
    except BaseException as error:
        Path(name).unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise OSError(error.errno, error.strerror, str(path)) from None
        raise


def sync_folder(folder: Path) -> None:
    """Have the disk hold the names in a folder, where the system can open folders."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _umask() -> int:
    current = os.umask(0)
    os.umask(current)
    return current
