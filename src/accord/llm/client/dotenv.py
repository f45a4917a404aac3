"""Reads a file `.env`: names and values for the environment, one a line."""

from __future__ import annotations

import re
from pathlib import Path

from accord.errors import InputError
from accord.findings import Finding

LARGEST = 1 << 20
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
LINE = re.compile(r"(?:export[ \t]+)?(?P<name>[^=]*?)[ \t]*=[ \t]*(?P<value>.*)", re.DOTALL)
DOUBLE = re.compile(r'"(?P<inside>(?:[^"\\]|\\.)*)"[ \t]*(?:#.*)?')
SINGLE = re.compile(r"'(?P<inside>[^']*)'[ \t]*(?:#.*)?")
COMMENT = re.compile(r"(^|[ \t]+)#.*")
ESCAPE = re.compile(r"\\(.)")
ESCAPED = {"n": "\n", "r": "\r", "t": "\t"}


def read_dotenv(path: Path) -> dict[str, str]:
    r"""The variables of a file; none where there is no such file. Nothing is expanded: `$HOME` stays as it is.

    A line is `NAME=value`, also after `export`; blank lines and those that start with `#` are passed by. A bare value
    ends before ` #`; in single quotes all stands for itself; in double quotes `\n`, `\r` and `\t` are what they are in
    most languages, and `\` before any other sign is dropped. The last of several lines of one name holds.
    Raises InputError with every line that cannot be read (values are never shown), OSError.
    """
    if not path.is_file():
        return {}
    with path.open("rb") as stream:
        data = stream.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise InputError([_problem(str(path), f"has more than {LARGEST:,} bytes")])
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        number = data.count(b"\n", 0, error.start) + 1
        raise InputError([_problem(f"{path}:{number}", "is not UTF-8", "save the file as UTF-8")]) from None
    found: dict[str, str] = {}
    problems = []
    # Only what an editor shows as a line end: a value may hold any other sign.
    for at, line in enumerate(re.split(r"\r\n|\n|\r", text), start=1):
        try:
            found.update(_variable(line.strip(" \t")))
        except ValueError as why:
            problems.append(_problem(f"{path}:{at}", str(why), "write NAME=value, the value in quotes if need be"))
    if problems:
        raise InputError(problems)
    return found


def _variable(line: str) -> dict[str, str]:
    if not line or line.startswith("#"):
        return {}
    if "\0" in line:
        raise ValueError("holds a NUL")
    match = LINE.fullmatch(line)
    if not match:
        raise ValueError("has no '='")
    if not NAME.fullmatch(match["name"]):
        raise ValueError("the name before '=' may have letters, digits and '_' only, and starts with no digit")
    return {match["name"]: _value(match["value"])}


def _value(text: str) -> str:
    if text.startswith('"'):
        if not (match := DOUBLE.fullmatch(text)):
            raise ValueError("a value that starts with a double quote must end with one on the same line")
        return ESCAPE.sub(lambda escape: ESCAPED.get(escape[1], escape[1]), match["inside"])
    if text.startswith("'"):
        if not (match := SINGLE.fullmatch(text)):
            raise ValueError("a value that starts with a single quote must end with one on the same line")
        return match["inside"]
    return COMMENT.sub("", text, count=1).strip(" \t")


def _problem(where: str, message: str, fix: str | None = None) -> Finding:
    return Finding("bad_dotenv", "error", where, message, fix)
