"""Appending: whole records only, whatever ends the process, fills the disk or stands at the end of the log."""

from __future__ import annotations

import errno
import json
import os
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.annotations.log import writer as log_writer
from accord.annotations.log.writer import LogWriter, is_whole
from accord.errors import InputError

LINES = ['{"a":1}', '{"b":"\u00e9\u2028"}', '{"c":[]}']


def written(path: Path, *lines: str) -> LogWriter:
    with LogWriter(path) as log:
        for line in lines:
            log.append(line)
    return log


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "annotations" / "human" / "ann.jsonl"


@pytest.fixture
def two(log: Path) -> Path:
    """A log of two records."""
    written(log, *LINES[:2])
    return log


def names(path: Path) -> list[str]:
    return sorted(file.name for file in path.parent.iterdir())


def test_records_are_lines(log: Path) -> None:
    written(log, *LINES)
    assert log.read_bytes() == "".join(line + "\n" for line in LINES).encode()


def test_records_are_appended(two: Path) -> None:
    written(two, LINES[2])
    assert two.read_bytes() == "".join(line + "\n" for line in LINES).encode()


def test_a_record_can_be_read_before_the_log_is_closed(log: Path) -> None:
    with LogWriter(log) as writer:
        writer.append(LINES[0])
        assert log.read_text() == LINES[0] + "\n"


@pytest.mark.parametrize("there", [False, True])
def test_a_log_without_records_is_no_file(log: Path, there: bool) -> None:
    log.parent.mkdir(parents=True)
    if there:
        log.touch()
    written(log)
    assert names(log) == []


def test_a_new_log_that_holds_something_after_all_is_not_removed(log: Path) -> None:
    with LogWriter(log):
        log.write_text(LINES[0] + "\n")
    assert log.read_text() == LINES[0] + "\n"


def test_a_log_is_left_as_it_is_where_nothing_is_appended(two: Path) -> None:
    before = two.read_bytes()
    assert written(two).findings == []
    assert two.read_bytes() == before


@pytest.mark.parametrize("kept", range(1, len(LINES[1].encode())))
def test_a_torn_line_is_set_aside_at_every_byte(log: Path, kept: int) -> None:
    log.parent.mkdir(parents=True)
    first, torn = LINES[0].encode() + b"\n", LINES[1].encode()[:kept]
    log.write_bytes(first + torn)
    (finding,) = written(log, LINES[2]).findings
    assert log.read_bytes() == first + LINES[2].encode() + b"\n"
    assert (log.parent / "ann.jsonl.torn-1").read_bytes() == torn
    assert (finding.code, finding.severity, finding.where) == ("torn_line", "warning", str(log))
    assert f"{kept} bytes" in finding.message
    assert "ann.jsonl.torn-1" in finding.message


def test_a_last_line_that_lacks_only_its_end_gets_it(two: Path) -> None:
    two.write_bytes(two.read_bytes()[:-1])
    assert written(two, LINES[2]).findings == []
    assert two.read_bytes() == "".join(line + "\n" for line in LINES).encode()
    assert names(two) == ["ann.jsonl"]


def test_the_only_line_of_a_log_with_a_byte_order_mark_is_no_torn_line(log: Path) -> None:
    log.parent.mkdir(parents=True)
    log.write_bytes(b"\xef\xbb\xbf" + LINES[0].encode())
    assert written(log, LINES[1]).findings == []
    assert log.read_bytes() == b"\xef\xbb\xbf" + "".join(line + "\n" for line in LINES[:2]).encode()


@pytest.mark.parametrize("tail", [b"\0" * 4096, b" ", b"[1]", b'"a"', b'{"a":' + b"[" * 100_000, b"\xff\xfe{\0"])
def test_a_tail_that_is_no_record_is_set_aside(two: Path, tail: bytes) -> None:
    before = two.read_bytes()
    two.write_bytes(before + tail)
    assert len(written(two, LINES[2]).findings) == 1
    assert two.read_bytes() == before + LINES[2].encode() + b"\n"
    assert (two.parent / "ann.jsonl.torn-1").read_bytes() == tail


@pytest.mark.parametrize("whole_before", [True, False])
@pytest.mark.parametrize("tail", ["\r".join(LINES), LINES[0] + "\r" + LINES[1][:4], "{} {}", LINES[0] + LINES[1][:4]])
def test_records_whose_line_ends_were_changed_are_not_set_aside(two: Path, tail: str, whole_before: bool) -> None:
    before = (two.read_bytes() if whole_before else b"") + tail.encode()
    two.write_bytes(before)
    with pytest.raises(InputError, match="line ends were changed by another program") as caught:
        LogWriter(two)
    (problem,) = caught.value.problems
    assert (problem.code, problem.where) == ("bad_record", str(two))
    assert two.read_bytes() == before
    assert names(two) == ["ann.jsonl"]


@given(st.integers(-2, 2), st.integers(1, 3), st.booleans())
def test_tails_around_the_edges_of_a_block(off: int, blocks: int, whole_before: bool) -> None:
    size = blocks * (1 << 16) + off
    before = LINES[0].encode() + b"\n" if whole_before else b""
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "a.jsonl"
        path.write_bytes(before + b"x" * size)
        written(path, LINES[1])
        assert path.read_bytes() == before + LINES[1].encode() + b"\n"
        assert (Path(name) / "a.jsonl.torn-1").stat().st_size == size


def test_what_was_set_aside_before_is_kept(two: Path) -> None:
    for number in (1, 2):
        with two.open("ab") as stream:
            stream.write(b"torn %d" % number)
        written(two)
    assert [(two.parent / f"ann.jsonl.torn-{at}").read_bytes() for at in (1, 2)] == [b"torn 1", b"torn 2"]


def test_a_tail_that_cannot_be_set_aside_stays_where_it_is(two: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, data: bytes) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))

    two.write_bytes(two.read_bytes() + b"torn")
    before = two.read_bytes()
    monkeypatch.setattr(log_writer, "write_bytes", full)
    with pytest.raises(OSError, match="No space") as caught:
        LogWriter(two)
    assert caught.value.filename == f"{two}.torn-1"
    assert two.read_bytes() == before
    assert names(two) == ["ann.jsonl"]


def partly(monkeypatch: pytest.MonkeyPatch, error: BaseException | None, size: int = 3) -> None:
    """Let each write do no more than `size` bytes, the second end in an error."""
    write, calls = os.write, [0]

    def part(handle: int, data: bytes) -> int:
        calls[0] += 1
        if error is not None and calls[0] > 1:
            raise error
        return write(handle, data[:size])

    monkeypatch.setattr(os, "write", part)


def test_a_system_that_writes_in_small_pieces(two: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    partly(monkeypatch, None)
    written(two, LINES[2])
    assert two.read_bytes().split(b"\n")[2] == LINES[2].encode()


@pytest.mark.parametrize(
    "error",
    [OSError(errno.ENOSPC, "No space left on device"), OSError(errno.EIO, "Input/output error"), KeyboardInterrupt()],
)
def test_half_a_record_does_not_stay(two: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    before = two.read_bytes()
    with LogWriter(two) as writer:
        with monkeypatch.context() as patched:
            partly(patched, error)
            with pytest.raises(type(error)) as caught:
                writer.append(LINES[2])
        assert two.read_bytes() == before
        writer.append(LINES[2])
    assert two.read_bytes() == before + LINES[2].encode() + b"\n"
    if isinstance(error, OSError):
        assert (caught.value.errno, caught.value.filename) == (error.errno, str(two))


def test_a_first_record_that_does_not_fit_leaves_no_file(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    partly(monkeypatch, OSError(errno.ENOSPC, "No space left on device"))
    with pytest.raises(OSError, match="No space"), LogWriter(log) as writer:
        writer.append(LINES[0])
    assert names(log) == []


def test_a_line_end_that_cannot_be_added_names_the_log(two: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    two.write_bytes(two.read_bytes()[:-1])
    partly(monkeypatch, OSError(errno.ENOSPC, "No space left on device"), size=0)
    with pytest.raises(OSError, match="No space") as caught:
        LogWriter(two)
    assert caught.value.filename == str(two)


class Disk:
    """Counts what the disk is told, and when."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        self.told: list[float] = []
        monkeypatch.setattr(log_writer.time, "monotonic", lambda: self.now)
        monkeypatch.setattr(os, "fsync", lambda handle: self.told.append(self.now))


def test_the_disk_is_told_every_fifty_milliseconds_and_at_the_end(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    disk = Disk(monkeypatch)
    with LogWriter(log) as writer:
        disk.told.clear()
        for at in range(13):
            disk.now = at / 100
            writer.append(LINES[0])
        assert disk.told == [0.05, 0.1]
        disk.now = 0.121
    assert disk.told == [0.05, 0.1, 0.121]


def test_the_disk_is_told_at_the_end_of_a_failure_too(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    disk = Disk(monkeypatch)
    with pytest.raises(ZeroDivisionError), LogWriter(log) as writer:
        writer.append(LINES[0])
        disk.told.clear()
        raise ZeroDivisionError
    assert len(disk.told) == 1


def test_a_disk_that_cannot_keep_what_it_was_told_names_the_log(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    writer = LogWriter(log)
    writer.append(LINES[0])
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space") as caught, writer:
        pass
    assert caught.value.filename == str(log)


@pytest.mark.parametrize(
    ("there", "told"), [("", ["", "annotations", "annotations/human"]), ("annotations/human", ["annotations/human"])]
)
def test_the_disk_is_told_of_every_new_folder(
    tmp_path: Path, log: Path, monkeypatch: pytest.MonkeyPatch, there: str, told: list[str]
) -> None:
    (tmp_path / there).mkdir(parents=True, exist_ok=True)
    seen: list[Path] = []
    sync: Callable[[Path], None] = seen.append
    monkeypatch.setattr(log_writer, "sync_folder", sync)
    written(log, LINES[0])
    assert sorted(seen) == [tmp_path / part for part in told]
    seen.clear()
    written(log, LINES[1])
    assert seen == []


def test_a_log_that_cannot_be_opened_is_named(log: Path) -> None:
    log.mkdir(parents=True)
    with pytest.raises(OSError) as caught:
        LogWriter(log)
    assert caught.value.filename == str(log)


def open_files() -> int:
    """How many files this process has open, where the system tells."""
    there = Path("/proc/self/fd")
    return len(list(there.iterdir())) if there.is_dir() else 0


def test_no_file_stays_open(two: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    count = open_files()
    written(two, LINES[2])
    two.write_bytes(two.read_bytes() + b"torn")
    monkeypatch.setattr(log_writer, "write_bytes", lambda path, data: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        LogWriter(two)
    assert open_files() == count


@given(st.dictionaries(st.text(st.characters(codec="utf-8")), st.integers() | st.text(st.characters(codec="utf-8"))))
def test_only_the_whole_of_a_record_is_whole(record: dict[str, object]) -> None:
    line = json.dumps(record, ensure_ascii=False).encode()
    assert is_whole(line)
    assert not any(is_whole(line[:cut]) for cut in range(len(line)))
