"""Records of runs, one JSON file each in `runs/`: what was asked of whom, what came of it, what it cost."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from accord.annotations.log.name import names_in
from accord.canonical import to_json, write_text
from accord.findings import Finding, counted
from accord.spec.roles import Role

FOLDER = "runs"
SCHEMA = "accord.run/1"
RUNNING, CUT_OFF = "running", "cut_off"


class RunRecord:
    """The file of one run. It stands from the start, so that a run that is cut off leaves a trace."""

    def __init__(self, folder: Path, role: Role, started: str) -> None:
        stem = f"{started[:19].replace(':', '')}Z-{role}"
        path = folder / FOLDER / f"{stem}.json"
        number = 1
        while path.exists():
            number += 1
            path = path.with_name(f"{stem}-{number}.json")
        self.path = path

    def write(self, content: Mapping[str, Any]) -> None:
        """Write the record, whole or not at all. Raises OSError."""
        self.path.parent.mkdir(exist_ok=True)
        write_text(self.path, to_json(content))


def close_cut_off(folder: Path) -> list[Finding]:
    """Mark the runs that ended without a word, and say what that may cost. For who holds the lock of the folder: no
    other run can be under way.
    """
    findings = []
    for path, record in list(_running(folder / FOLDER)):
        write_text(path, to_json({**record, "status": CUT_OFF}))
        most = record.get("concurrency", 0)
        message = (
            f"this run was cut off; replies that were written stand, and at most {counted(most, 'request')} that "
            f"{'was' if most == 1 else 'were'} under way may be paid for twice"
        )
        findings.append(Finding("run_cut_off", "warning", str(path), message))
    return findings


def _running(folder: Path) -> Iterator[tuple[Path, dict[str, Any]]]:
    for name in names_in(folder):
        path = folder / name
        if not name.endswith(".json"):
            continue
        try:
            record = json.loads(path.read_bytes())
        except (ValueError, RecursionError, OSError):
            continue
        if isinstance(record, dict) and record.get("schema") == SCHEMA and record.get("status") == RUNNING:
            yield path, record
