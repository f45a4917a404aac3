"""The file of a rater's log: a name that people can read and no name can break."""

from __future__ import annotations

import hashlib
import os
import re
import unicodedata
from pathlib import Path

from accord.errors import InputError
from accord.findings import Finding
from accord.spec.roles import ROLES, Role

FOLDER = "annotations"
LONGEST = 40


def log_path(folder: Path, role: Role, rater: str) -> Path:
    """The log of one rater in a benchmark's folder: role, then a slug of the name and 8 digits of its SHA-256.

    >>> log_path(Path("b"), "human", "../Ann Lee").as_posix()
    'b/annotations/human/ann-lee-ec558e8f.jsonl'
    """
    plain = unicodedata.normalize("NFKD", rater).encode("ascii", "ignore").decode().lower()
    slug = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:LONGEST].strip("-") or "rater"
    mark = hashlib.sha256(rater.encode()).hexdigest()[:8]
    return folder / FOLDER / role / f"{slug}-{mark}.jsonl"


def log_paths(folder: Path) -> list[Path]:
    """All logs of a benchmark's folder, in the order of their paths. Names with a leading dot are not looked at.

    Raises InputError where `annotations` or the folder of a role is no folder, OSError where one cannot be read.
    """
    root = folder / FOLDER
    paths: list[Path] = []
    problems: list[Finding] = []
    for name in names_in(root):
        inside = root / name
        if name not in ROLES and not inside.is_dir():
            continue
        try:
            paths += [inside / log for log in names_in(inside) if log.endswith(".jsonl")]
        except InputError as error:
            problems += error.problems
    if problems:
        raise InputError(problems)
    return sorted(paths)


def names_in(folder: Path) -> list[str]:
    """The names in a folder, without those that editors and systems leave behind (a leading dot).

    Only a folder that is not there is empty: raises InputError where something else has its name, a link to nowhere
    too, and OSError, which names the folder, where it cannot be read.
    """
    try:
        with os.scandir(os.fspath(folder)) as entries:
            return sorted(entry.name for entry in entries if not entry.name.startswith("."))
    except FileNotFoundError:
        if not folder.is_symlink():
            return []
        message = "must be a folder, and is a link that leads nowhere"
    except NotADirectoryError:
        message = "must be a folder, and is a file"
    fix = "move it elsewhere, or restore the folder from a copy"
    raise InputError([Finding("not_a_folder", "error", str(folder), message, fix)])
