"""A program whose imports a test kills: killed_import.py FOLDER FILE.

The file is read once. For each line of standing input, `run` or `step N`, its rows are then taken in by a process of
its own; what is printed is the number of that process and, when it has ended, how. `step N` lets it kill itself in its
Nth call of the system that touches files, a write half done.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from accord.annotations.exchange.drafts import drafts_of
from accord.annotations.exchange.incoming import Request
from accord.annotations.exchange.intake import take_in
from accord.annotations.formats import FORMATS
from accord.verbs.opened import opened

CLOCK = "2026-01-01T00:00:00.000000Z"
CALLS = ("open", "write", "ftruncate", "fsync", "close", "mkdir", "replace", "rename", "unlink")


def die_at(step: int) -> None:
    """Let the process kill itself in a call of the system."""
    left = [step]

    def counted(name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def dying(*arguments: Any, **options: Any) -> Any:
            left[0] -= 1
            if left[0] == 0:
                if name == "write":
                    call(arguments[0], arguments[1][: len(arguments[1]) // 2])
                os.kill(os.getpid(), signal.SIGKILL)
            return call(*arguments, **options)

        return dying

    for name in CALLS:
        setattr(os, name, counted(name, getattr(os, name)))


def main(folder: Path, file: Path) -> None:
    its = opened(folder)
    incoming = FORMATS["long"].read([file], its.benchmark, Request())
    drafts = drafts_of(incoming, its.benchmark, its.items, its.outputs, Request())
    assert not drafts.rejected
    print("ready", flush=True)
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            _, _, step = line.partition(" ")
            if step:
                die_at(int(step))
            take_in(folder, its.benchmark, drafts.kept, drafts.fields, incoming.source, lambda: CLOCK)
            os._exit(0)
        print(child, flush=True)
        print(os.waitpid(child, 0)[1], flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
