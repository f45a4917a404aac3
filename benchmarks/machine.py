"""What the benchmark ran on: processor, cores, memory, system and versions; nothing that names the machine."""

from __future__ import annotations

import os
import platform
from importlib.metadata import version
from pathlib import Path

PACKAGES = (
    "accord", "numpy", "scipy", "polars", "pandas", "pyarrow", "narwhals", "evalaudit", "krippendorff", "statsmodels",
    "aiohttp", "openai", "inspect-ai"
)  # fmt: skip


def memory_gb() -> float:
    """Physical memory in GB (10**9 bytes)."""
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9


def machine_text() -> str:
    """Processor, cores, memory and system in one line."""
    return f"{_processor()}, {os.cpu_count()} cores, {memory_gb():.0f} GB, {_system()}"


def versions_text() -> str:
    """Python and the packages that take part, with versions, in one line."""
    packages = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    return f"Python {platform.python_version()}, {packages}"


def _processor() -> str:
    cpu = Path("/proc/cpuinfo")
    lines = cpu.read_text().splitlines() if cpu.exists() else []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return models[0] if models else platform.processor() or platform.machine()


def _system() -> str:
    if platform.system() != "Linux":
        return f"{platform.system()} {platform.release()}"
    try:
        return platform.freedesktop_os_release()["PRETTY_NAME"]
    except OSError:
        return "Linux"
