"""Appending to a log: record by record, so that no end of the process can lose or tear one that was written."""

from __future__ import annotations

import codecs
import os
import time
from pathlib import Path
from types import TracebackType

from pydantic_core import from_json

from accord.annotations.log.reader import CHANGED_ENDS, RESTORE, ends_were_changed
from accord.canonical import sync_folder, write_bytes
from accord.errors import InputError
from accord.findings import Finding

SYNC_SECONDS = 0.05


class LogWriter:
    """An open log. Each record is handed to the system at once; the disk is told every 50 ms and at the end.

    A last line that was cut off is set aside before the first append, in a file beside the log.
    Raises InputError where that line holds whole records, whose ends another program changed; OSError names the file.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.findings: list[Finding] = []
        new = [path, *path.parents]
        new = new[: next(at for at, there in enumerate(new) if there.exists())]
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666)
        try:
            self._end = self._mended()
            for created in new:
                sync_folder(created.parent)
        except BaseException as error:
            os.close(self._file)
            raise self._named(error) from None
        self._synced = time.monotonic()
        self._unsynced = True

    def append(self, *lines: str) -> None:
        """Write one record (without its line end), or several that belong together, at once. On an error nothing of
        them stays in the log.
        """
        data = "".join(f"{line}\n" for line in lines).encode()
        try:
            self._write(data)
        except BaseException as error:
            self._cut(self._end)
            raise self._named(error) from None
        self._end += len(data)
        self._unsynced = True
        if time.monotonic() - self._synced >= SYNC_SECONDS:
            self.sync()

    def sync(self) -> None:
        """Have the disk hold all records so far. For who appends now and then: nothing else does it while no record
        comes. Another thread may call it.
        """
        if not self._unsynced:
            return
        self._synced, self._unsynced = time.monotonic(), False
        try:
            os.fsync(self._file)
        except OSError as error:
            raise self._named(error) from None

    def __enter__(self) -> LogWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self._unsynced = True
            self.sync()
        finally:
            is_empty = os.fstat(self._file).st_size == 0
            os.close(self._file)
            if is_empty:
                self.path.unlink(missing_ok=True)

    def _named(self, error: BaseException) -> BaseException:
        """The error; one of the system that names no file names the log."""
        if isinstance(error, OSError) and error.filename is None:
            return OSError(error.errno, error.strerror, str(self.path))
        return error

    def _write(self, data: bytes) -> None:
        done = 0
        while done < len(data):
            done += os.write(self._file, data[done:])

    def _cut(self, end: int) -> None:
        os.ftruncate(self._file, end)
        os.lseek(self._file, end, os.SEEK_SET)

    def _mended(self) -> int:
        """Where to append, after the tail is whole."""
        size = os.lseek(self._file, 0, os.SEEK_END)
        start, tail = self._tail(size)
        if not tail:
            return size
        if is_whole(tail):
            self._write(b"\n")
            return size + 1
        if ends_were_changed(tail):
            raise InputError([Finding("bad_record", "error", str(self.path), CHANGED_ENDS, RESTORE)])
        aside = _free_name(self.path)
        write_bytes(aside, tail)
        self._cut(start)
        message = f"the last line was cut off; its {len(tail)} bytes were set aside in {aside.name}"
        self.findings.append(Finding("torn_line", "warning", str(self.path), message))
        return start

    def _tail(self, size: int) -> tuple[int, bytes]:
        """What follows the last line end, and where it starts."""
        start, block, tail = size, 1 << 16, b""
        while start > 0:
            step = min(block, start)
            os.lseek(self._file, start - step, os.SEEK_SET)
            piece = os.read(self._file, step)
            cut = piece.rfind(b"\n") + 1
            tail = piece[cut:] + tail
            start -= step - cut
            if cut:
                break
        os.lseek(self._file, 0, os.SEEK_END)
        return start, tail


def is_whole(tail: bytes) -> bool:
    """Whether a line without its end is one object all the same. It is read as the reader of the log reads it.

    >>> is_whole(b'{"a": 1}'), is_whole(b'{"a": 1')
    (True, False)
    """
    try:
        return isinstance(from_json(tail.removeprefix(codecs.BOM_UTF8)), dict)
    except ValueError:
        return False


def _free_name(path: Path) -> Path:
    """A file beside the log that is not there yet."""
    number = 1
    while (aside := path.with_name(f"{path.name}.torn-{number}")).exists():
        number += 1
    return aside
