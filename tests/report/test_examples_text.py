"""Benchmarks in short."""

from __future__ import annotations

import polars as pl

import accord
from accord.report.examples_text import fields_text


def test_a_line_a_role_and_field_with_the_measure_that_is_read_first():
    rows = [{"i": at, "who": who, "ok": at % 2, "score": 1 + at % 5} for at in range(40) for who in ("ann", "bob")]
    rows[0]["score"] = 3
    fields = {"ok": accord.Binary(), "score": accord.Rating(1, 5)}
    result = accord.agree(pl.DataFrame(rows), item="i", rater="who", fields=fields, replicates=0)
    lines = fields_text({"human": result}, {"ok": "binary", "score": "rating"}).splitlines()
    assert lines[1].split()[:4] == ["human", "ok", "alpha(nominal)", "1.000*"]
    assert lines[2].split()[:3] == ["human", "score", "alpha(ordinal)"]
    assert len(lines) == 3
