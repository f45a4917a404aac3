"""One writer a folder."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout

from accord.errors import UsageError

NAME = ".accord-lock"


@contextmanager
def writer_lock(folder: Path) -> Iterator[None]:
    """Hold the folder for writing. The system gives it back when the process ends, however it ends.

    Raises UsageError where another process holds it.
    """
    path = folder / NAME
    lock = FileLock(path)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise UsageError(
            f"{folder}: another accord{_holder(path)} is writing here; wait until it has ended and run this again"
        ) from None
    try:
        # Who holds it is only said to others; a full disk shows where it matters.
        with suppress(OSError):
            _write_holder(_holder_file(path))
        yield
    finally:
        with suppress(OSError):
            _holder_file(path).unlink()
        lock.release()


def _holder_file(path: Path) -> Path:
    return path.with_name(f"{NAME}-holder")


def _write_holder(path: Path) -> None:
    """Put the number of this process into a new file: what a link of that name leads to is left alone."""
    path.unlink(missing_ok=True)
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0), 0o666)
    try:
        os.write(handle, f"{os.getpid()}\n".encode("ascii"))
    finally:
        os.close(handle)


def _holder(path: Path) -> str:
    """The number of the process that holds the lock, where it can be told."""
    try:
        number = _holder_file(path).read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        return ""
    return f" (process {number})" if number.isdigit() else ""
