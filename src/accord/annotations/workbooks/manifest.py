"""The hidden sheet of a workbook: what was given out, so that it can be told from what came back."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from accord.annotations.workbooks.plan import Plan, models_text, texts_digest
from accord.spec.benchmark import Benchmark

TITLE = "accord"
SCHEMA = "accord.workbook/1"
_VERSION = re.compile(r"accord\.workbook/([1-9][0-9]{0,8})")
_KEYS = ("schema", "benchmark", "version", "form", "assignment", "group", "models", "sheet", "columns", "digest")
_HEADING = ("item", "digest", "picture", "file")
WIDTH = len(_HEADING)
"""Columns of the sheet."""


@dataclass(frozen=True)
class Manifest:
    """What a hidden sheet says. rows: item -> digest of its row; pictures: item -> SHA-256 of its picture.

    files: item -> SHA-256 of the file that its picture was made of. models: whose outputs were given out; others may
    have come since.
    """

    said: Mapping[str, str]
    rows: Mapping[str, str] = field(default_factory=dict)
    pictures: Mapping[str, str] = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)
    models: tuple[str, ...] = ()

    def get(self, key: str) -> str:
        """One of what is said of the whole; "" where it is not there."""
        return self.said.get(key, "")

    @property
    def is_whole(self) -> bool:
        """Whether the digest of the whole is that of the parts, as it was when the sheet was written."""
        return texts_digest([self.get("columns"), self.get("models"), *self.rows.values()]) == self.get("digest")


class NoManifest(ValueError):
    """The hidden sheet is not what this version wrote, and why."""


def manifest_lines(
    plan: Plan, benchmark: Benchmark, sheet: str, pictures: Mapping[str, str], files: Mapping[str, str]
) -> list[list[str]]:
    """The lines of the hidden sheet. pictures: item -> SHA-256 of the picture; files: of the file it was made of."""
    values = (
        SCHEMA,
        benchmark.name,
        benchmark.version,
        benchmark.form_digest,
        plan.assignment,
        plan.group,
        models_text(plan.models),
        sheet,
        plan.names_digest,
        plan.digest,
    )
    lines = [[key, value] for key, value in zip(_KEYS, values, strict=True)]
    lines += [[], list(_HEADING)]
    for row in plan.rows:
        lines.append([row.item, plan.row_digest(row), pictures.get(row.item, ""), files.get(row.item, "")])
    return lines


def read_manifest(lines: Sequence[Sequence[str]]) -> Manifest:
    """What the lines of a hidden sheet say, empty ones left out. Raises NoManifest."""
    cells = [[*line, *[""] * WIDTH][:WIDTH] for line in lines]
    heading = next((at for at, line in enumerate(cells) if tuple(line) == _HEADING), None)
    said = {line[0]: line[1] for line in cells[:heading]}
    _check_version(said.get("schema", ""))
    missing = [key for key in _KEYS if key not in said]
    if heading is None or missing:
        raise NoManifest(f"it lacks {', '.join(missing) or 'the list of items'}")
    rows = cells[heading + 1 :]
    return Manifest(
        said,
        {item: digest for item, digest, _, _ in rows},
        {item: picture for item, _, picture, _ in rows if picture},
        {item: file for item, _, _, file in rows if file},
        _models(said["models"]),
    )


def _models(text: str) -> tuple[str, ...]:
    try:
        names = json.loads(text)
    except (ValueError, RecursionError):
        names = None
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise NoManifest("its list of models was changed")
    return tuple(names)


def _check_version(schema: str) -> None:
    version = _VERSION.fullmatch(schema)
    if version is not None and int(version[1]) > 1:
        raise NoManifest(f"it was written by a newer accord ({schema}); install a newer accord")
    if schema != SCHEMA:
        raise NoManifest("it is not what accord wrote")
