"""What a long run of judges holds in memory."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest
from judged_folder import judged_folder
from judging import start

REQUESTS = 100_000
SETTLED = 0.1
"""The share of the run after which libraries, connections and buffers are there."""
MOST_BYTES = 300
"""What may be kept of a request: that its unit is settled, and how long it took. The line of a reply has 1,500."""


def resident(process: int) -> int:
    """Bytes that a process holds."""
    fields = dict(line.split(":", 1) for line in Path(f"/proc/{process}/status").read_text().splitlines())
    return int(fields["VmRSS"].split()[0]) * 1024


@pytest.mark.soak
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the system does not say what a process holds")
def test_memory_stays_flat_over_100000_requests(tmp_path):
    folder = judged_folder(tmp_path / "museum", REQUESTS, models=4)
    port = tmp_path / "port"
    program = Path(__file__).with_name("chat_server.py")
    with subprocess.Popen([sys.executable, program, "--port-file", port, "--script", "same"]) as stub:
        while not port.exists():
            assert stub.poll() is None
            time.sleep(0.01)
        begin = time.monotonic()
        judging = start(folder, f"http://127.0.0.1:{port.read_text()}/v1", "--concurrency", "64", "--quiet")
        samples = samples_of(judging, folder)
        out, err = judging.communicate()
        seconds = time.monotonic() - begin
        stub.terminate()
    assert judging.returncode == 0, err
    assert f'"replies": {REQUESTS}' in out
    assert samples[-1][0] > 0.9 * REQUESTS
    print(f"\n{REQUESTS:,} replies in {seconds:.0f} s with the start of the process")
    for share in (SETTLED, 0.5):
        done, held = next(pair for pair in samples if pair[0] >= share * REQUESTS)
        most = max(held for number, held in samples if number > done)
        print(f"{held / 1e6:.0f} MB after {done:,} replies, and {most / 1e6:.0f} MB at most after that")
        assert most - held < MOST_BYTES * (REQUESTS - done)


def samples_of(judging: subprocess.Popen[str], folder: Path) -> list[tuple[int, int]]:
    """Replies that were written so far, and bytes held, twice a second until the end."""
    samples = []
    done = end = 0
    while judging.poll() is None:
        logs = list((folder / "annotations" / "judge").glob("*.jsonl"))
        if logs:
            with logs[0].open("rb") as stream:
                stream.seek(end)
                new = stream.read()
            done, end = done + new.count(b"\n"), end + len(new)
            try:
                samples.append((done, resident(judging.pid)))
            except (KeyError, FileNotFoundError):
                break
        time.sleep(0.5)
    return samples
