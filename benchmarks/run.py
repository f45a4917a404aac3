"""Speed and memory of accord beside other packages, on the same data in the same run: `make bench`.

`python benchmarks/run.py` writes benchmarks/RESULTS.md in about six minutes. With `--quick` everything runs once on
tiny data, to see in seconds that it works and that values agree; nothing is written.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from time import perf_counter
from typing import Any

from cases import CASES, Case
from checks import Disagreement, check_agreement
from machine import machine_text, memory_gb, versions_text
from panel import measure_panel, panel_lines, panel_targets
from report import CaseRows, SideRow, cost_lines, demo_line, results_text, seconds_text
from sides import Result
from worker import TASKS

HERE = Path(__file__).parent
TIME_LIMIT = 300.0
CAP_GB = 12.0
CAPPED_TIME_LIMIT = 60.0
GROWTH = (10_000, 100_000, 1_000_000)
QUICK_ITEMS = 500


def main() -> int:
    """Run everything; 1 where results disagree."""
    parser = argparse.ArgumentParser(description="Speed and memory of accord beside other packages.")
    parser.add_argument(
        "--quick", action="store_true", help="tiny data, one run each, mostly in one process; nothing is written"
    )
    quick = parser.parse_args().quick
    begin = perf_counter()
    print(f"{machine_text()}\n{versions_text()}\n", flush=True)
    try:
        cases = [measure_case(name, case, quick) for name, case in CASES.items()]
    except Disagreement as problem:
        print(problem, file=sys.stderr)
        return 1
    measure = here if quick else apart
    costs = [measure("cost", items, 7) for items in ([QUICK_ITEMS] if quick else GROWTH)]
    print("\n".join(cost_lines(costs)) + "\n", flush=True)
    demo = measure("demo", 0 if quick else 2000)
    print(demo_line(demo) + "\n", flush=True)
    panel = measure_panel(quick)
    print("\n".join(panel_lines(panel)), flush=True)
    if quick:
        print(f"works, values agree ({perf_counter() - begin:.0f} s)")
        return 0
    target = HERE / "RESULTS.md"
    target.write_text(results_text(cases, costs, demo, panel), encoding="utf-8")
    print("\n".join([*(line for rows in cases for line in rows.targets()), *panel_targets(panel)]))
    print(f"\nwritten to {target} ({perf_counter() - begin:.0f} s)")
    return 0


def measure_case(name: str, case: Case, quick: bool) -> CaseRows:
    """Times and memory of every side of a case. Raises Disagreement."""
    items, runs = (QUICK_ITEMS, 1) if quick else (case.items, case.runs)
    measure = here if quick else apart
    timed = measure("time", name, items, runs)
    results = {side: Result(**result) for side, result in timed["results"].items()}
    rows = {side: SideRow(side, timed["seconds"].get(side, [])) for side in case.sides}
    for side, row in rows.items():
        capped = side in case.capped
        found = capped_call(name, side, items) if capped else measure("memory", name, side, items, 0)
        row.extra_mb = found.get("extra_mb")
        if capped:
            row.outcome = found.get("failed") or f"{seconds_text(found['seconds'])}, one run"
        if "result" in found:
            results[f"{side} alone"] = Result(**found["result"])
    check_agreement(case.title, results)
    measured = CaseRows(case, items, list(rows.values()))
    print("\n".join(measured.lines()), flush=True)
    return measured


def here(task: str, *arguments: object) -> Any:
    """What one measurement found, without a process of its own."""
    return TASKS[task](*map(str, arguments))


def apart(task: str, *arguments: object, seconds: float = TIME_LIMIT) -> Any:
    """What one measurement in a process of its own found. Its messages go to standard error."""
    command = [sys.executable, str(HERE / "worker.py"), task, *map(str, arguments)]
    return json.loads(subprocess.run(command, check=True, timeout=seconds, stdout=subprocess.PIPE).stdout)


def capped_call(name: str, side: str, items: int) -> dict[str, Any]:
    """One call of a side that may need more memory or time than there is, and what became of it."""
    cap = min(CAP_GB, memory_gb())
    try:
        found: dict[str, Any] = apart("memory", name, side, items, cap, seconds=CAPPED_TIME_LIMIT)
    except subprocess.TimeoutExpired:
        return {"failed": f"stopped after {CAPPED_TIME_LIMIT:.0f} s"}
    except subprocess.CalledProcessError as problem:
        return {"failed": f"ended with exit code {problem.returncode} under a cap of {cap:.0f} GB"}
    if "failed" in found:
        found["failed"] += f" (cap {cap:.0f} GB)"
    return found


if __name__ == "__main__":
    sys.exit(main())
