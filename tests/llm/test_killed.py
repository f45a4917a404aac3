"""`accord judge` through kill -9 and Ctrl-C: nothing that was written is asked again, nothing is lost."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from chat_server import Answer, ChatServer, from_schema
from judged_folder import judged_folder
from judging import Unit, ended, judge, start, submissions, units, written

from accord.annotations.log.name import log_path
from accord.annotations.log.reader import LogReader

JUDGES = ("judge-1", "judge-2")
AT_ONCE = 8
LATENCY_MS = 4


@dataclass(frozen=True)
class Service:
    """The server as a process: its address, and the log of what it was asked."""

    url: str
    log: Path

    def asked(self, by: str) -> list[Unit]:
        """What a run asked, told by its key."""
        lines = [json.loads(line) for line in self.log.read_text().splitlines()]
        return [(line["model"], *line["marks"]) for line in lines if line["by"] == f"Bearer {by}"]

    @property
    def count(self) -> int:
        """How many requests there were."""
        return self.log.read_bytes().count(b"\n") if self.log.exists() else 0


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    port, log = tmp_path / "port", tmp_path / "asked.jsonl"
    program = Path(__file__).with_name("chat_server.py")
    command = [sys.executable, program, "--port-file", port, "--log", log, "--latency-ms", str(LATENCY_MS)]
    with subprocess.Popen(command) as running:
        while not port.exists():
            assert running.poll() is None
            time.sleep(0.01)
        yield Service(f"http://127.0.0.1:{port.read_text()}/v1", log)
        running.terminate()


def lines_of(folder: Path) -> dict[str, bytes]:
    """The whole lines of every judge's log; a kill may leave a part of one more."""
    found = {}
    for name in JUDGES:
        path = log_path(folder, "judge", name)
        data = path.read_bytes() if path.exists() else b""
        found[name] = data[: data.rfind(b"\n") + 1]
    return found


def units_of(lines: dict[str, bytes], of: dict[str, str]) -> Counter[Unit]:
    """The units that stand in whole lines."""
    return Counter((name, of[json.loads(line)["of"]]) for name, data in lines.items() for line in data.splitlines())


def wait_for_requests(service: Service | ChatServer, count: int, running: subprocess.Popen[str]) -> None:
    """Until there were so many requests, or the process has ended."""
    while running.poll() is None and service.count < count:
        time.sleep(0.001)


def kill(running: subprocess.Popen[str]) -> None:
    running.kill()
    with running:
        running.communicate()


def check(folder: Path, service: Service, outputs: int, kills: int, seed: int) -> Counter[str]:
    """Kill so many runs at random moments, then let one end; what was seen on the way, by name."""
    rng = random.Random(seed)
    of = {each.id: str(each.answers["title"].value).split()[-1] for each in submissions(folder, "model")}
    everything = units(JUDGES, outputs)
    before = lines_of(folder)
    seen: Counter[str] = Counter()
    cut_off = 0
    for number in range(kills + 1):
        key = f"key-of-run-{number:04}"
        there = units_of(before, of)
        running = start(folder, service.url, "--concurrency", str(AT_ONCE), key=key)
        if number < kills:
            # In every third run any moment of the process, else one while requests are under way.
            if number % 3 == 0:
                time.sleep(rng.uniform(0, 1.5))
            else:
                wait_for_requests(service, service.count + rng.randint(1, outputs // kills), running)
                time.sleep(rng.uniform(0, 0.01))
            kill(running)
        else:
            last = ended(running)
            assert last.code == 0, last.err
            assert last.record["status"] == "done"
        after = lines_of(folder)
        for name in JUDGES:
            assert after[name].startswith(before[name]), "a line that was whole is lost or changed"
        # The server's own process may still be about to write the line of a request whose asker is gone.
        time.sleep(0.05 + 2 * LATENCY_MS / 1000)
        asked = Counter(service.asked(key))
        assert not set(asked) & set(there), "asked again though the reply was written"
        assert set(asked.values()) <= {1}
        new = set(units_of(after, of)) - set(there)
        assert new <= set(asked)
        assert len(set(asked) - new) <= AT_ONCE, "more paid twice than was under way"
        records = [json.loads(path.read_bytes()) for path in sorted((folder / "runs").glob("*.json"))]
        assert sum(record["status"] == "running" for record in records) <= 1
        cut_off = sum(record["status"] == "cut_off" for record in records)
        seen.update(kills=number < kills, asking=bool(asked), in_flight=bool(set(asked) - new))
        before = after
    assert written(folder) == dict.fromkeys(everything, 1)
    assert cut_off >= seen["asking"] - 1
    codes = [finding["code"] for finding in last.record["findings"]]
    assert "run_cut_off" in codes
    return seen


def test_killed_a_few_times(tmp_path, service):
    folder = judged_folder(tmp_path / "museum", 150, JUDGES)
    check(folder, service, 150, kills=4, seed=1)


@pytest.mark.soak
def test_killed_50_times(tmp_path, service):
    folder = judged_folder(tmp_path / "museum", 2500, JUDGES)
    seen = check(folder, service, 2500, kills=50, seed=2)
    print(f"\n{seen['kills']} kills, {seen['asking']} runs were asking, {seen['in_flight']} had requests under way")
    assert seen["asking"] > 25


def test_a_log_with_a_torn_last_line_goes_on(tmp_path, service):
    folder = judged_folder(tmp_path / "museum", 20, JUDGES[:1])
    assert judge(folder, service.url, "--limit", "10").code == 0
    log = log_path(folder, "judge", JUDGES[0])
    data = log.read_bytes()
    log.write_bytes(data[:-40])
    reader = LogReader(log)
    assert len(list(reader)) == 9
    again = judge(folder, service.url, key="key-of-the-second")
    assert (again.code, written(folder)) == (0, dict.fromkeys(units(JUDGES[:1], 20), 1))
    assert len(service.asked("key-of-the-second")) == 11


def test_ctrl_c_ends_cleanly_and_the_next_run_goes_on(tmp_path, service):
    folder = judged_folder(tmp_path / "museum", 400, JUDGES)
    running = start(folder, service.url, "--concurrency", str(AT_ONCE), key="key-of-the-first")
    wait_for_requests(service, 100, running)
    running.send_signal(signal.SIGINT)
    first = ended(running)
    assert first.code == 130, first.err
    assert "Traceback" not in first.err
    record = first.record
    assert record["status"] == "stopped"
    (path,) = (folder / "runs").glob("*.json")
    assert json.loads(path.read_bytes()) == record
    # What was under way was waited for: whatever was asked is written.
    there = written(folder)
    assert Counter(service.asked("key-of-the-first")) == there
    assert sum(rater["replies"] for rater in record["raters"]) == len(there) < 800
    assert sum(len(rater["outstanding"]) for rater in record["raters"]) == 800 - len(there)
    second = judge(folder, service.url, key="key-of-the-second")
    assert second.code == 0, second.err
    assert not set(service.asked("key-of-the-second")) & set(there)
    assert written(folder) == dict.fromkeys(units(JUDGES, 400), 1)
    assert "run_cut_off" not in [finding["code"] for finding in second.record["findings"]]


def test_a_second_ctrl_c_leaves_what_is_under_way(tmp_path):
    folder = judged_folder(tmp_path / "museum", 20, JUDGES[:1])

    def reply(call):
        return from_schema(call.body) if call.number < 5 else Answer(action="hang")

    with ChatServer(reply) as server:
        running = start(folder, server.url, "--concurrency", "4")
        wait_for_requests(server, 9, running)
        running.send_signal(signal.SIGINT)
        time.sleep(0.5)
        assert running.poll() is None
        running.send_signal(signal.SIGINT)
        stopped = ended(running)
    assert stopped.code == 130, stopped.err
    assert "Traceback" not in stopped.err
    assert stopped.record["status"] == "stopped"
    assert (stopped.record["raters"][0]["replies"], len(written(folder))) == (5, 5)
    assert len(stopped.record["raters"][0]["outstanding"]) == 15
