"""A panel of four judges over 675 outputs, asked of a stub of a service that takes 20 ms: requests a second.

Every side sends the bodies that accord sends, 64 at once, to one stub in a process of its own. accord also parses the
replies, writes and syncs its logs, and keeps the record of the run; so does inspect-ai in its own way.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from accord.verbs.demo_workbooks import make_collection
from panel_peers import SIDES

HERE = Path(__file__).parent
LATENCY_MS = 20
CONCURRENCY = 64
JUDGES = ("judge-1", "judge-2", "judge-3", "judge-4")
ROUNDS = 3
PEER = "inspect-ai"
RATE, TIMES = 1200, 20
TIME_LIMIT = 600
RATERS = "\nraters:\n" + "".join(f"  - {{name: {name}, role: judge, model: stub}}\n" for name in JUDGES)

# The stub is the one that the tests ask.
sys.path.insert(0, str(HERE.parent / "tests" / "llm"))
from chat_server import ChatServer, completion, from_schema  # noqa: E402


@dataclass
class PanelSide:
    """What one side reached. asking: seconds from the first request to the last reply in each round, whole: of the
    whole process, with its start.
    """

    name: str
    requests: int
    asking: list[float] = field(default_factory=list)
    whole: list[float] = field(default_factory=list)

    @property
    def rate(self) -> float:
        """Requests a second while asking, median."""
        return self.requests / median(self.asking)

    @property
    def whole_rate(self) -> float:
        """Requests a second of the whole process, median."""
        return self.requests / median(self.whole)


def measure_panel(quick: bool) -> list[PanelSide]:
    """All sides, accord first, taking turns."""
    with tempfile.TemporaryDirectory() as scratch:
        folder, bodies = Path(scratch) / "museum", Path(scratch) / "bodies.jsonl"
        make_collection(folder)
        with (folder / "benchmark.yaml").open("a", encoding="utf-8") as spec:
            spec.write(RATERS)
        limit = 10 if quick else None
        requests = write_bodies(folder, bodies, limit)
        sides = [PanelSide(name, requests) for name in ("accord", *SIDES)]
        with stub(Path(scratch)) as url:
            for _ in range(1 if quick else ROUNDS):
                for side in sides:
                    ours = side.name == "accord"
                    found = accord_once(folder, url, limit) if ours else peer_once(side.name, url, bodies)
                    assert found["replies"] == requests, f"{side.name}: {found['replies']} of {requests} replies"
                    side.asking.append(found["seconds"])
                    side.whole.append(found["whole"])
    return sides


def write_bodies(folder: Path, bodies: Path, limit: int | None) -> int:
    """The bodies of all requests that accord sends, one a line; how many there are."""
    with ChatServer(lambda call: completion(from_schema(call.body), model=call.body["model"])) as server:
        accord_once(folder, server.url, limit)
        lines = [json.dumps(call.body) + "\n" for call in server.calls]
    bodies.write_text("".join(lines), encoding="utf-8")
    return len(lines)


def accord_once(folder: Path, url: str, limit: int | None) -> dict[str, Any]:
    """`accord judge` in a copy of the folder, in a process of its own."""
    with tempfile.TemporaryDirectory(dir=folder.parent) as scratch:
        copy = Path(scratch) / folder.name
        shutil.copytree(folder, copy)
        command = [sys.executable, "-m", "accord", "judge", str(copy), "--json", "--quiet"]
        command += ["--concurrency", str(CONCURRENCY), *(["--limit", str(limit)] if limit else [])]
        record, whole = output_of(command, url)
    answered = sum(rater["outcomes"]["answered"] for rater in record["raters"])
    return {"replies": answered, "seconds": record["seconds"], "whole": whole}


def peer_once(side: str, url: str, bodies: Path) -> dict[str, Any]:
    """Another side in a process of its own."""
    command = [sys.executable, str(HERE / "panel_peers.py"), side, url, str(bodies), str(CONCURRENCY)]
    found, whole = output_of(command, url)
    return {**found, "whole": whole}


def output_of(command: list[str], url: str) -> tuple[dict[str, Any], float]:
    """The JSON document that a command prints, and how long it takes."""
    begin = time.perf_counter()
    done = subprocess.run(command, env=asked_at(url), stdout=subprocess.PIPE, check=True, timeout=TIME_LIMIT)
    return json.loads(done.stdout), time.perf_counter() - begin


def asked_at(url: str) -> dict[str, str]:
    """The environment of a side, with no other endpoint, key or proxy in it."""
    away = ("OPENAI_", "INSPECT_")
    kept = {
        name: text for name, text in os.environ.items() if not name.startswith(away) and "proxy" not in name.lower()
    }
    return {**kept, "OPENAI_BASE_URL": url}


@contextmanager
def stub(scratch: Path) -> Iterator[str]:
    """The address of the stub."""
    port = scratch / "port"
    program = HERE.parent / "tests" / "llm" / "chat_server.py"
    command = [sys.executable, str(program), "--port-file", str(port), "--latency-ms", str(LATENCY_MS)]
    with subprocess.Popen([*command, "--script", "same"]) as server:
        try:
            while not port.exists():
                assert server.poll() is None, "the stub did not start"
                time.sleep(0.01)
            yield f"http://127.0.0.1:{port.read_text()}/v1"
        finally:
            server.terminate()


def panel_lines(sides: list[PanelSide]) -> list[str]:
    """What was measured, as a Markdown table."""
    first = sides[0]
    head = (
        f"**A panel of judges.** {first.requests:,} requests, {CONCURRENCY} at once, to a stub that answers after "
        f"{LATENCY_MS} ms: the bodies that `accord judge` sends for 675 outputs and four judges."
    )
    table = [
        "| side | requests a second (fastest to slowest) | accord is so many times as fast | whole process |",
        "|---|---|---|---|",
    ]
    for side in sides:
        spread = f"{side.requests / min(side.asking):,.0f} to {side.requests / max(side.asking):,.0f}"
        times = "" if side is first else f"{first.rate / side.rate:.2f}"
        table.append(f"| {side.name} | {side.rate:,.0f} ({spread}) | {times} | {side.whole_rate:,.0f} |")
    return [head, "", *table, ""]


def panel_targets(sides: list[PanelSide]) -> list[str]:
    """What was aimed at, as lines of a Markdown table."""
    accord, peer = sides[0], next(side for side in sides if side.name == PEER)
    name = f"A panel of judges, {accord.requests:,} requests"
    times = accord.rate / peer.rate
    return [
        f"| {name} | {RATE:,} requests a second | {accord.rate:,.0f} | {'met' if accord.rate >= RATE else 'missed'} |",
        f"| {name} | {TIMES} times as fast as {PEER} | {times:.1f} | {'met' if times >= TIMES else 'missed'} |",
    ]


if __name__ == "__main__":
    measured = measure_panel("--quick" in sys.argv)
    print("\n".join([*panel_lines(measured), *panel_targets(measured)]))
