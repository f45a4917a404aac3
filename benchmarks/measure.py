"""Seconds of sides that take turns, and how much memory one call needs."""

from __future__ import annotations

import gc
import resource
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from time import perf_counter
from typing import Any

from sides import Result, Side


def take_turns(sides: Mapping[str, Side], data: Any, runs: int) -> tuple[dict[str, Result], dict[str, list[float]]]:
    """The result of each side, and the seconds of each of its runs: accord, peer, accord, peer ... after a warm-up."""
    results = {name: side(data) for name, side in sides.items()}
    seconds: dict[str, list[float]] = {name: [] for name in sides}
    for _ in range(runs):
        for name, side in sides.items():
            gc.collect()
            begin = perf_counter()
            side(data)
            seconds[name].append(perf_counter() - begin)
    return results, seconds


def forget_peak() -> None:
    """Let the peak start from what is held now, where the system can (Linux): making the data may have needed more."""
    gc.collect()
    switch = Path("/proc/self/clear_refs")
    if switch.exists():
        with suppress(OSError):
            switch.write_text("5")


def peak_mb() -> float:
    """The most memory that this process has held so far, in MB (10**6 bytes)."""
    status = Path("/proc/self/status")
    lines = status.read_text().splitlines() if status.exists() else []
    fields = dict(line.split(":", 1) for line in lines if ":" in line)
    if "VmHWM" in fields:
        # On Linux ru_maxrss starts from the peak of the process that started this one; this number does not.
        return int(fields["VmHWM"].split()[0]) * 1024 / 1e6
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 1e6 if sys.platform == "darwin" else peak * 1024 / 1e6


def limit_memory(limit_gb: float) -> None:
    """No more address space than this for the process, so that it fails and not the machine."""
    most = int(limit_gb * 1e9)
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
