"""The log through kill -9, two writers and a full disk: nothing lost, nothing twice."""

from __future__ import annotations

import contextlib
import csv
import json
import os
import random
import resource
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from accord.annotations.exchange.drafts import drafts_of
from accord.annotations.exchange.incoming import Request
from accord.annotations.exchange.intake import take_in
from accord.annotations.formats import FORMATS
from accord.annotations.log.name import log_path, log_paths
from accord.annotations.log.reader import LogReader
from accord.annotations.log.submission import Submission, id_of
from accord.verbs.opened import opened

PROGRAM = Path(__file__).with_name("killed_import.py")
SPEC = "name: crash\nversion: 1.0.0\nfields:\n  q: {kind: choice, labels: [A, B, C]}\n  r: {kind: text}\n"
CLOCK = "2026-01-01T00:00:00.000000Z"
"""The time that the program writes into every line."""
Row = dict[str, str]

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")


def rows_of(items: int, raters: str, repeats: int) -> list[Row]:
    """Answers of every rater to every item; the last `repeats` items are answered twice, first otherwise."""
    labels = "ABC"
    rows = []
    for at, rater in enumerate(raters):
        for item in range(items):
            row = {"item": f"i{item:04}", "rater": rater, "role": "human", "r": f"caf\u00e9 {item} \U0001f642"}
            label = (item + at) % 3
            if item >= items - repeats:
                rows.append({**row, "q": labels[label - 1]})
            rows.append({**row, "q": labels[label]})
    return rows


def made(folder: Path, rows: list[Row]) -> Path:
    """A benchmark's folder without submissions."""
    folder.mkdir()
    (folder / "benchmark.yaml").write_text(SPEC)
    items = dict.fromkeys(row["item"] for row in rows)
    (folder / "items.jsonl").write_text("".join(f'{{"id":"{item}"}}\n' for item in items))
    return folder


def table(path: Path, rows: list[Row]) -> Path:
    with path.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.DictWriter(stream, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return path


def logs(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in log_paths(folder)}


def records(folder: Path) -> list[Submission]:
    """All records, which must be sound."""
    found: list[Submission] = []
    for path in log_paths(folder):
        reader = LogReader(path)
        found += [submission for _, submission in reader]
        assert not reader.problems and not reader.findings
    return found


class Imports:
    """The program that imports the same file again and again, in processes that can be killed."""

    def __init__(self, folder: Path, file: Path) -> None:
        self.folder = folder
        self._program = subprocess.Popen(
            [sys.executable, "-W", "ignore", str(PROGRAM), str(folder), str(file)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._line() == "ready"

    def __enter__(self) -> Imports:
        return self

    def __exit__(self, *error: object) -> None:
        self._program.kill()
        self._program.communicate()

    def _line(self) -> str:
        assert self._program.stdout is not None
        return self._program.stdout.readline().strip()

    def start(self, what: str = "run") -> int:
        """Begin an import; the number of its process."""
        assert self._program.stdin is not None
        self._program.stdin.write(what + "\n")
        self._program.stdin.flush()
        return int(self._line())

    def ended(self) -> int:
        """Wait for the end: 0, or the signal that ended it."""
        return int(self._line())

    def has_ended(self) -> bool:
        return bool(select.select([self._program.stdout], [], [], 0)[0])

    def run(self) -> None:
        """Import without being killed."""
        self.start()
        assert self.ended() == 0

    def size(self) -> int:
        return sum(path.stat().st_size for path in log_paths(self.folder))


@pytest.fixture
def imports(tmp_path: Path) -> Iterator[Callable[[list[Row]], tuple[Imports, dict[str, bytes]]]]:
    """Makes a program for rows, and the logs as they are when nothing goes wrong."""
    with contextlib.ExitStack() as stack:

        def start(rows: list[Row]) -> tuple[Imports, dict[str, bytes]]:
            program = stack.enter_context(Imports(made(tmp_path / "crash", rows), table(tmp_path / "rows.csv", rows)))
            program.run()
            clean = logs(program.folder)
            shutil.rmtree(program.folder / "annotations")
            return program, clean

        yield start


def assert_whole(folder: Path, rows: list[Row], clean: dict[str, bytes]) -> None:
    """Each submission exactly once with its id, corrections in a chain, and not a byte beside."""
    found = records(folder)
    said = [(entry.rater.name, entry.item, entry.answers["q"].value) for entry in found]
    assert sorted(said) == sorted((row["rater"], row["item"], row["q"]) for row in rows)
    stood: dict[tuple[str, str], str] = {}
    for entry in found:
        assert entry.id == id_of(entry)
        unit = (entry.rater.name, entry.item)
        assert entry.supersedes == stood.get(unit)
        stood[unit] = entry.id
    assert logs(folder) == clean


@pytest.mark.parametrize("kills", [25, pytest.param(200, marks=pytest.mark.soak)])
def test_kill_9_at_random_moments(imports: Callable[[list[Row]], tuple[Imports, dict[str, bytes]]], kills: int) -> None:
    """10,000 submissions, killed while they are written, when the log has any size, or just after the start.

    Half of the times the end of the log is then torn off, as when the power fails before the disk was told.
    """
    rows = rows_of(2400, "abcd", 100)
    assert len(rows) == 10_000
    chance = random.Random(kills)
    program, clean = imports(rows)
    sizes = sorted(chance.randrange(sum(map(len, clean.values()))) for _ in range(kills))
    torn = 0
    begin = time.perf_counter()
    for size in sizes:
        child = program.start()
        until = time.monotonic() + (chance.uniform(0, 0.03) if chance.random() < 0.2 else 60)
        while program.size() < size and time.monotonic() < until:
            pass
        os.kill(child, signal.SIGKILL)
        assert program.ended() == signal.SIGKILL
        paths = log_paths(program.folder)
        if paths and chance.random() < 0.5:
            last = max(paths, key=lambda path: path.stat().st_mtime_ns)
            os.truncate(last, max(0, last.stat().st_size - chance.randrange(600)))
            torn += 1
        for name, data in logs(program.folder).items():
            assert clean[name].startswith(data)
    program.run()
    print(f"\n{kills} kills, {torn} torn logs: {time.perf_counter() - begin:.1f} s")
    assert_whole(program.folder, rows, clean)


@pytest.fixture
def small(
    imports: Callable[[list[Row]], tuple[Imports, dict[str, bytes]]],
) -> tuple[Imports, dict[str, bytes], list[Row]]:
    """Seven submissions of two raters."""
    rows = rows_of(3, "ab", 1)
    return (*imports(rows), rows)


def test_kill_9_in_every_call_of_the_system(small: tuple[Imports, dict[str, bytes], list[Row]]) -> None:
    """From a log that is torn and one that is not there; every write is half done when the process dies."""
    program, clean, rows = small
    folder = program.folder / "annotations" / "human"
    ann, whole = log_path(program.folder, "human", "a").name, 0
    for step in range(1, 1000):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        (folder / ann).write_bytes(clean[ann][: len(clean[ann]) // 2])
        program.start(f"step {step}")
        if program.ended() == 0:
            break
        whole += all(clean[name] == data for name, data in logs(program.folder).items())
        program.run()
        assert_whole(program.folder, rows, clean)
    assert 20 < step < 1000
    assert 0 < whole < step / 2


def test_a_log_torn_at_every_byte_of_its_last_records(
    small: tuple[Imports, dict[str, bytes], list[Row]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program, clean, rows = small
    its = opened(program.folder)
    incoming = FORMATS["long"].read([tmp_path / "rows.csv"], its.benchmark, Request())
    drafts = drafts_of(incoming, its.benchmark, its.items, its.outputs, Request())
    program.run()
    path = log_path(program.folder, "human", "b")
    whole = clean[path.name]
    monkeypatch.setattr(os, "fsync", lambda handle: None)
    for size in range(whole.rindex(b"\n", 0, whole.rindex(b"\n", 0, -1)) - 2, len(whole)):
        path.write_bytes(whole[:size])
        taken = take_in(program.folder, its.benchmark, drafts.kept, drafts.fields, incoming.source, lambda: CLOCK)
        assert logs(program.folder) == clean
        tail = whole[:size].rpartition(b"\n")[2]
        is_torn = bool(tail) and whole[size : size + 1] != b"\n"
        assert [finding.code for finding in taken.findings] == ["torn_line"] * is_torn
        aside = list(path.parent.glob("*.torn-*"))
        assert [torn.read_bytes() for torn in aside] == [tail] * is_torn
        for torn in aside:
            torn.unlink()
    assert_whole(program.folder, rows, clean)


def test_a_second_writer_is_refused_and_the_first_goes_on(
    imports: Callable[[list[Row]], tuple[Imports, dict[str, bytes]]], cli: Callable[..., object], tmp_path: Path
) -> None:
    rows = rows_of(400, "ab", 10)
    program, clean = imports(rows)
    child = program.start()
    while program.size() == 0:
        pass
    os.kill(child, signal.SIGSTOP)
    second = cli("import", table(tmp_path / "second.csv", rows[:5]), "--into", program.folder)
    assert second.code == 2
    assert second.err.splitlines()[-1] == (
        f"error: {program.folder}: another accord (process {child}) is writing here; "
        "wait until it has ended and run this again"
    )
    os.kill(child, signal.SIGCONT)
    assert program.ended() == 0
    assert_whole(program.folder, rows, clean)
    again = cli("import", tmp_path / "second.csv", "--into", program.folder, "--json")
    assert (again.code, again.document["added"], again.document["unchanged"]) == (0, 0, 5)


def command(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "accord", *map(str, arguments)]


def assert_full(folder: Path, rows: list[Row], clean: dict[str, bytes], code: int, err: str, why: str) -> None:
    """The error names the log and says how many were added; these are whole."""
    kept = records(folder)
    log = max(log_paths(folder), key=lambda path: path.stat().st_mtime_ns)
    assert code == 2
    last = err.splitlines()[-1]
    assert last == f"error: {log}: {why}; {len(kept):,} submissions were added; run this again for the rest"
    assert 0 < len(kept) < len(rows)
    assert all(clean[name].startswith(data) for name, data in without_clock(logs(folder)).items())


def without_clock(found: dict[str, bytes]) -> dict[str, bytes]:
    """Logs without the times at which their lines were written, and without the path of the file."""

    def line(data: bytes) -> dict[str, object]:
        record = json.loads(data)
        return {**record, "logged_at": "", "source": {**record["source"], "file": ""}}

    return {
        name: b"".join(json.dumps(line(data)).encode() + b"\n" for data in log.splitlines())
        for name, log in found.items()
    }


def test_a_file_that_may_grow_no_further(
    imports: Callable[[list[Row]], tuple[Imports, dict[str, bytes]]], tmp_path: Path
) -> None:
    """The system ends a write in the middle of a record, as a full disk does."""
    rows = rows_of(60, "ab", 5)
    program, clean = imports(rows)
    arguments = command("import", tmp_path / "rows.csv", "--into", program.folder)
    limit = min(map(len, clean.values())) * 2 // 3

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    done = subprocess.run(arguments, preexec_fn=limited, capture_output=True, text=True, check=False)
    assert_full(program.folder, rows, without_clock(clean), done.returncode, done.stderr, "File too large")
    subprocess.run(arguments, check=True, capture_output=True)
    assert without_clock(logs(program.folder)) == without_clock(clean)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 256 KiB."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = shutil.which("mount")
    mounted = mount and subprocess.run(
        [mount, "-t", "tmpfs", "-o", "size=256k", "tmpfs", disk], capture_output=True, check=False
    )
    if not mounted or mounted.returncode:
        pytest.skip("no small disk can be mounted here")
    yield disk
    subprocess.run(["umount", disk], check=True)


@pytest.mark.parametrize("left", [40_000, 4096, 0])
def test_a_full_disk(
    imports: Callable[[list[Row]], tuple[Imports, dict[str, bytes]]],
    cli: Callable[..., object],
    small_disk: Path,
    tmp_path: Path,
    left: int,
) -> None:
    rows = rows_of(300, "ab", 5)
    _, clean = imports(rows)
    folder = made(small_disk / "crash", rows)
    free = os.statvfs(small_disk).f_bavail * os.statvfs(small_disk).f_frsize
    (small_disk / "filler").write_bytes(b"x" * (free - left))
    run = cli("import", tmp_path / "rows.csv", "--into", folder)
    assert run.code == 2
    assert "No space left on device" in run.err
    if left > 4096:
        assert_full(folder, rows, without_clock(clean), run.code, run.err, "No space left on device")
    (small_disk / "filler").unlink()
    subprocess.run(["mount", "-o", "remount,size=4m", small_disk], check=True)
    again = cli("import", tmp_path / "rows.csv", "--into", folder, "--json")
    assert again.code == 0, again.err
    assert without_clock(logs(folder)) == without_clock(clean)
