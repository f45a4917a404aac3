"""One measurement in a process of its own; prints one line of JSON. `run.py` starts it.

So every measurement starts from the same state, with nothing warm or held from the one before, and a call that
runs out of memory takes nothing with it.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from time import perf_counter
from typing import Any

from cases import CASES
from cost import demo_cost, interval_cost
from measure import forget_peak, limit_memory, peak_mb, take_turns

TINY = 300


def time_case(case: str, items: str, runs: str) -> dict[str, Any]:
    """Seconds of all sides of a case, taking turns."""
    results, seconds = take_turns(CASES[case].timed, CASES[case].make(int(items)), int(runs))
    return {"results": {name: asdict(result) for name, result in results.items()}, "seconds": seconds}


def memory_of_side(case: str, side: str, items: str, limit_gb: str) -> dict[str, Any]:
    """The most memory during one call above what the data and the loaded libraries hold before it.

    A call on a small set comes first, so that libraries which load on first use are not counted.
    """
    call, make = CASES[case].sides[side], CASES[case].make
    call(make(TINY))
    data = make(int(items))
    if float(limit_gb):
        limit_memory(float(limit_gb))
    forget_peak()
    before, begin = peak_mb(), perf_counter()
    try:
        result = call(data)
    except MemoryError as error:
        return {"failed": f"MemoryError after {perf_counter() - begin:.1f} s: {error}"}
    return {"result": asdict(result), "seconds": perf_counter() - begin, "extra_mb": peak_mb() - before}


TASKS = {"time": time_case, "memory": memory_of_side, "cost": interval_cost, "demo": demo_cost}

if __name__ == "__main__":
    print(json.dumps(TASKS[sys.argv[1]](*sys.argv[2:])))
