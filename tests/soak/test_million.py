"""A log of 1,000,000 submissions: 10 raters, 100,000 items, 3 fields. Rates, times and memory are printed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import accord

pytestmark = pytest.mark.soak

PROGRAM = Path(__file__).with_name("million.py")
SUBMISSIONS = 1_000_000
FIELDS = {"ok": accord.Binary(), "score": accord.Rating(1, 5), "colour": accord.Choice(["red", "green", "blue"])}


def run(what: str, folder: Path) -> dict[str, Any]:
    """What the program prints, also printed without the estimates."""
    done = subprocess.run([sys.executable, PROGRAM, what, folder], check=True, capture_output=True, text=True)
    found: dict[str, Any] = json.loads(done.stdout)
    counts = {name: value for name, value in found.items() if name in ("added", "unchanged")}
    print(f"{what}: {found['seconds']:.1f} s, {SUBMISSIONS / found['seconds']:,.0f}/s, {found['mib']:.0f} MiB {counts}")
    return found


def test_a_million_submissions(tmp_path: Path) -> None:
    folder = tmp_path / "million"
    print()
    run("make", folder)
    first = run("import", folder)
    assert (first["rejected"], first["added"], first["unchanged"]) == (0, SUBMISSIONS, 0)
    again = run("import", folder)
    assert (again["rejected"], again["added"], again["unchanged"]) == (0, 0, SUBMISSIONS)
    found = run("agree", folder)
    table = pl.read_csv(folder / "answers.csv").join(
        pl.read_ndjson(folder / "items.jsonl"), left_on="item", right_on="id"
    )
    expected = accord.agree(table, item="item", rater="rater", fields=FIELDS, by="region").to_dict()
    assert found["estimates"] == json.loads(json.dumps(expected["estimates"]))
    assert {row["ratings"] for row in found["estimates"] if not row["where"]} == {SUBMISSIONS}
    # A few hundred bytes a row of the file while it is checked, less than that a record of the log.
    assert max(first["mib"], again["mib"]) < 2500
    assert found["mib"] < 1500
