"""The base of formats: what each must say, and that none is taken for sure unless it says so."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import polars as pl
import pytest
from made_submissions import BENCHMARK

from accord.annotations.exchange.format import Format, Outgoing
from accord.annotations.exchange.incoming import Incoming, Request
from accord.findings import Finding
from accord.spec.benchmark import Benchmark


class Nothing(Format):
    """A format that holds nothing."""

    name = "nothing"
    suffixes = (".nothing",)

    def read(self, paths: Sequence[Path], benchmark: Benchmark, request: Request) -> Incoming:
        raise NotImplementedError

    def write(self, path: Path, outgoing: Outgoing, benchmark: Benchmark, request: Request) -> list[Finding]:
        return [Finding("not_held", "warning", str(path), f"{outgoing.frame.height} submissions")]


@pytest.mark.parametrize("part", ["read", "write"])
def test_a_format_reads_and_writes(part: str) -> None:
    half = type("Half", (Nothing,), {part: getattr(Format, part)})
    with pytest.raises(TypeError, match=part):
        half()


def test_a_format_is_named_unless_it_is_sure() -> None:
    assert Nothing().doubt([Path("a.nothing")], BENCHMARK, Request()) == "is read only where it is named"


def test_what_goes_out_says_what_blanks_lose_only_where_it_is_given() -> None:
    outgoing = Outgoing(pl.DataFrame({"item": ["a"]}), ("q",))
    assert (outgoing.fields, outgoing.blanks) == (("q",), ())
    assert Nothing().write(Path("a"), outgoing, BENCHMARK, Request())[0].message == "1 submissions"
