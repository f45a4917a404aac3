"""`accord judge` in a process of its own, and what its logs hold afterwards."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from accord.annotations.log.name import log_paths
from accord.annotations.log.reader import LogReader
from accord.annotations.log.submission import Submission, id_of

TIME_LIMIT = 600
Unit = tuple[str, str]
"""The name of a judge, and the mark in the output that it judges."""


@dataclass(frozen=True)
class Ended:
    """One command that has ended."""

    code: int
    out: str
    err: str

    @property
    def record(self) -> dict[str, Any]:
        """The record of the run, as `--json` prints it."""
        document: dict[str, Any] = json.loads(self.out)
        return document


def start(folder: Path, url: str, *options: str, key: str = "", verb: str = "judge") -> subprocess.Popen[str]:
    """Start `accord judge FOLDER --json`, or another verb, at the address, with the key or with none."""
    kept = {name: text for name, text in os.environ.items() if not name.startswith("OPENAI_")}
    environment = {**kept, "OPENAI_BASE_URL": url, "NO_PROXY": "127.0.0.1", **({"OPENAI_API_KEY": key} if key else {})}
    return subprocess.Popen(
        [sys.executable, "-m", "accord", verb, str(folder), "--json", *options],
        env=environment,
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def ended(running: subprocess.Popen[str]) -> Ended:
    """Wait for its end."""
    with running:
        out, err = running.communicate(timeout=TIME_LIMIT)
    return Ended(running.returncode, out, err)


def judge(folder: Path, url: str, *options: str, key: str = "") -> Ended:
    """Run `accord judge FOLDER --json` to its end."""
    return ended(start(folder, url, *options, key=key))


def submissions(folder: Path, role: str = "judge") -> Iterator[Submission]:
    """All submissions of a role; every line must be sound and have the id of what it says."""
    for path in log_paths(folder):
        if path.parent.name == role:
            reader = LogReader(path)
            for _, submission in reader:
                assert submission.id == id_of(submission), f"{path} holds a line whose id is not that of its content"
                yield submission
            assert not reader.problems, reader.problems
            assert not reader.findings, reader.findings


def marks(folder: Path) -> dict[str, str]:
    """The id of each output, and the mark in its title."""
    return {each.id: str(each.answers["title"].value).split()[-1] for each in submissions(folder, "model")}


def written(folder: Path) -> Counter[Unit]:
    """How many submissions of judges there are of each unit."""
    of = marks(folder)
    return Counter((each.rater.name, of[each.of or ""]) for each in submissions(folder))


def outstanding(folder: Path, record: dict[str, Any]) -> Counter[Unit]:
    """The units that a run's record lists as outstanding."""
    outputs = {(each.item, each.rater.name): each.id for each in submissions(folder, "model")}
    of = marks(folder)
    return Counter(
        (rater["name"], of[outputs[unit["item"], unit["of"]]])
        for rater in record["raters"]
        for unit in rater["outstanding"]
    )


def units(judges: Iterable[str], outputs: int) -> set[Unit]:
    """All units of a folder that `judged_folder` made."""
    return {(judge, f"UNIT-{number}") for judge in judges for number in range(outputs)}
