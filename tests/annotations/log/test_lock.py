"""One writer a folder: who comes second is told so, and no end of the first leaves the folder locked."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from accord.annotations.log.lock import writer_lock
from accord.errors import UsageError

HOLD = """
import sys
from pathlib import Path
from accord.annotations.log.lock import writer_lock
with writer_lock(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def holder(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that holds the folder until its standard input is closed."""
    command = [sys.executable, "-c", HOLD, str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        yield process
        process.kill()


def free(folder: Path) -> bool:
    with writer_lock(folder):
        return True


def test_a_second_process_is_refused_and_told_who_writes(tmp_path: Path, holder: subprocess.Popen[str]) -> None:
    with pytest.raises(UsageError) as caught, writer_lock(tmp_path):
        pass
    assert str(caught.value) == (
        f"{tmp_path}: another accord (process {holder.pid}) is writing here; wait until it has ended and run this again"
    )
    assert caught.value.exit_code == 2


def test_the_first_goes_on_unharmed(tmp_path: Path, holder: subprocess.Popen[str]) -> None:
    with pytest.raises(UsageError):
        free(tmp_path)
    with pytest.raises(UsageError, match=f"process {holder.pid}"):
        free(tmp_path)
    holder.communicate("")
    assert holder.returncode == 0
    assert free(tmp_path)


def test_a_killed_process_gives_the_folder_back(tmp_path: Path, holder: subprocess.Popen[str]) -> None:
    holder.send_signal(signal.SIGKILL)
    holder.wait()
    assert free(tmp_path)


def test_an_error_gives_the_folder_back(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), writer_lock(tmp_path):
        raise ZeroDivisionError
    assert free(tmp_path)


def test_two_in_one_process(tmp_path: Path) -> None:
    with writer_lock(tmp_path):
        with pytest.raises(UsageError, match=f"process {os.getpid()}"):
            free(tmp_path)
        other = tmp_path / "other"
        other.mkdir()
        assert free(other)
    assert free(tmp_path)


def test_a_folder_reached_by_a_link_is_the_same_folder(tmp_path: Path, holder: subprocess.Popen[str]) -> None:
    link = tmp_path.with_name(f"{tmp_path.name}-link")
    link.symlink_to(tmp_path)
    with pytest.raises(UsageError, match=f"process {holder.pid}"):
        free(link)


@pytest.mark.parametrize("left", ["12345\n", "", "not a number", "1\n2\n", "\u00b2"])
def test_what_a_killed_process_left_behind_does_not_matter(tmp_path: Path, left: str) -> None:
    (tmp_path / ".accord-lock").touch()
    (tmp_path / ".accord-lock-holder").write_text(left)
    with writer_lock(tmp_path), pytest.raises(UsageError, match=f"process {os.getpid()}"):
        free(tmp_path)


def test_a_disk_too_full_to_say_who_writes_is_locked_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*arguments: object, **options: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    with writer_lock(tmp_path), pytest.raises(UsageError, match="another accord is writing here"):
        free(tmp_path)


@pytest.mark.parametrize("there", [True, False])
def test_what_a_link_in_the_place_of_the_holder_leads_to_is_left_alone(tmp_path: Path, there: bool) -> None:
    victim = tmp_path / "victim"
    if there:
        victim.write_text("precious")
    holder = tmp_path / ".accord-lock-holder"
    holder.symlink_to(victim)
    with writer_lock(tmp_path):
        assert not holder.is_symlink()
        with pytest.raises(UsageError, match=f"process {os.getpid()}"):
            free(tmp_path)
    assert not holder.exists()
    assert victim.exists() == there
    assert not there or victim.read_text() == "precious"


def test_a_link_that_comes_back_at_once_is_not_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    victim, unlink = tmp_path / "victim", Path.unlink

    def put_back(path: Path, missing_ok: bool = False) -> None:
        unlink(path, missing_ok)
        path.symlink_to(victim)

    with monkeypatch.context() as patched:
        patched.setattr(Path, "unlink", put_back)
        with writer_lock(tmp_path):
            assert not victim.exists()
    assert not victim.exists()


@pytest.mark.parametrize("said", ["\u00b2", "\u00e9"])
def test_a_holder_that_is_no_number_is_not_shown(tmp_path: Path, said: str) -> None:
    with writer_lock(tmp_path):
        (tmp_path / ".accord-lock-holder").write_text(said, encoding="utf-8")
        with pytest.raises(UsageError, match="another accord is writing here"):
            free(tmp_path)
