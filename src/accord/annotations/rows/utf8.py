"""Bytes that claim to be text: byte order marks, UTF-8, NUL bytes, files that are something else."""

from __future__ import annotations

import codecs

from accord.errors import InputError
from accord.findings import Finding

# UTF-32 first: its little-endian mark starts with that of UTF-16.
OTHER_MARKS = (
    (codecs.BOM_UTF32_LE, "UTF-32"),
    (codecs.BOM_UTF32_BE, "UTF-32"),
    (codecs.BOM_UTF16_LE, "UTF-16"),
    (codecs.BOM_UTF16_BE, "UTF-16"),
)
SIGNATURES = (
    (b"PK\x03\x04", "a zip file, perhaps an Excel workbook"),
    (b"PAR1", "a Parquet file"),
    (b"\x1f\x8b", "a gzip file"),
    (b"\xd0\xcf\x11\xe0", "an old Excel workbook or another Office file"),
)
SAVE_AS_UTF8 = "save it as UTF-8"


def require_utf8(data: bytes, file: str) -> bytes:
    """The bytes without a UTF-8 byte order mark.

    Raises InputError, with byte offset (from 0) and line (from 1), unless all of them are UTF-8 without NUL.
    """
    for mark, name in OTHER_MARKS:
        if data.startswith(mark):
            raise _refusal("not_utf8", file, f"the file is {name}, not UTF-8", SAVE_AS_UTF8)
    for signature, name in SIGNATURES:
        if data.startswith(signature):
            raise _refusal("not_text", file, f"the file is {name}, not text", "give it the right suffix")
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        what = f"byte 0x{data[error.start]:02X} at byte offset {error.start} is not UTF-8"
        raise _refusal("not_utf8", _at(data, error.start, file), what, SAVE_AS_UTF8) from None
    nul = data.find(b"\0")
    if nul >= 0:
        what = f"NUL byte at byte offset {nul}"
        raise _refusal("nul_byte", _at(data, nul, file), what, "the file is binary, damaged or UTF-16")
    return data.removeprefix(codecs.BOM_UTF8)


def _at(data: bytes, offset: int, file: str) -> str:
    line = data.count(b"\n", 0, offset) + 1
    return f"{file}:{line}"


def _refusal(code: str, where: str, message: str, fix: str) -> InputError:
    return InputError([Finding(code, "error", where, message, fix)])
