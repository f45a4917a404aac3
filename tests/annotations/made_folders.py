"""A small benchmark in a folder, with outputs, people and judges, for tests of import and export."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from drawn_benchmarks import take

from accord.verbs.opened import Opened, opened

SPEC = """
name: small
version: 1.0.0
fields:
  score: {kind: rating, scale: 1..5, abstain: [Cannot judge], asked_of: [human], column: the score}
  tags: {kind: labels, labels: [sun, rain], none: nothing, asked_of: [human]}
  title: {kind: text, reference: truth}
  title match: {kind: binary, matches: title}
"""
ITEMS = '{"id": "a", "truth": "a vase"}\n{"id": "b", "truth": ""}\n{"id": "c", "truth": "a pot"}\n'

ROWS: list[dict[str, str | None]] = [
    {"item": "c", "rater": "ann", "role": "human", "score": "5", "tags": '["sun"]', "at": "2026-03-01T12:00:00Z"},
    {"item": "a", "rater": "ann", "role": "human", "score": "1.0", "tags": "[]"},
    {"item": "a", "rater": "bob", "role": "human", "score": "Cannot judge", "tags": ""},
    {"item": "b", "rater": "bob", "role": "human", "state": "unusable", "reason": "dark"},
    {"item": "b", "rater": "bob", "role": "human", "pass": "second", "score": "4", "tags": "fog"},
    {"item": "a", "rater": "m", "role": "model", "title": "=a vase"},
    {"item": "c", "rater": "m", "role": "model", "state": "invalid", "reason": "not JSON"},
    {"item": "b", "rater": "m", "role": "model", "title": "unknown"},
]
JUDGED: list[dict[str, str | None]] = [
    {"item": "a", "of": "m", "rater": "j", "role": "judge", "title match": "1"},
    {"item": "b", "of": "m", "rater": "j", "role": "judge", "title match": "0"},
]


def empty_folder(path: Path) -> Opened:
    """The benchmark without answers."""
    path.mkdir()
    (path / "benchmark.yaml").write_text(SPEC, "utf-8")
    (path / "items.jsonl").write_text(ITEMS, "utf-8")
    return opened(path)


def filled_folder(path: Path) -> Opened:
    """The benchmark with the rows above."""
    empty_folder(path)
    return more(more(opened(path), *ROWS), *JUDGED)


def more(folder: Opened, *rows: Mapping[str, str | None]) -> Opened:
    """The folder with further rows, opened again."""
    take(folder, [dict(row) for row in rows])
    return opened(folder.path)
