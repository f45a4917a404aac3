"""The file of a rater's log: a name that people can read and no name can break."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from pathlib import Path

from accord.spec.roles import Role

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
    """All logs of a benchmark's folder, in the order of their paths."""
    return sorted((folder / FOLDER).glob("*/*.jsonl"))
