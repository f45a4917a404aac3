"""A log that other programs damaged: jl-01, jl-03 and jl-07 of the collected cases.

Their files are not of our layout, so what was done to them is done to a log of ours; the files are read as tables too.
"""

from __future__ import annotations

import codecs
from collections.abc import Callable
from pathlib import Path

import pytest

from accord.annotations.log.name import log_paths
from accord.annotations.log.reader import LogReader
from accord.annotations.log.submission import id_of
from accord.annotations.tables.read import read_tables
from accord.errors import InputError
from accord.findings import Finding

SPEC = "name: t\nversion: 1.0.0\nfields:\n  q: {kind: choice, labels: [A, B, C]}\n  r: {kind: text}\n"


class Damaged:
    """A log of three records, to damage."""

    def __init__(self, folder: Path) -> None:
        (self.path,) = log_paths(folder)
        self.lines = self.path.read_bytes().splitlines(keepends=True)

    def read(self, data: bytes) -> tuple[int, list[Finding], list[Finding]]:
        """How many records count, findings, problems."""
        self.path.write_bytes(data)
        reader = LogReader(self.path)
        return sum(1 for _ in reader), reader.findings, reader.problems


@pytest.fixture
def damaged(make_folder: Callable[..., Path]) -> Damaged:
    said = {"rater": "ann", "role": "human", "q": "A", "r": "caf\u00e9 \U0001f642"}
    return Damaged(make_folder(SPEC, [{"id": item} for item in "abc"], [{"item": item, **said} for item in "abc"]))


def codes(findings: list[Finding]) -> list[str]:
    return [finding.code for finding in findings]


def test_jl_01_a_byte_order_mark_is_a_warning_and_utf_16_an_error(damaged: Damaged) -> None:
    whole = b"".join(damaged.lines)
    count, findings, problems = damaged.read(codecs.BOM_UTF8 + whole)
    assert (count, codes(findings), problems) == (3, ["byte_order_mark"], [])
    count, findings, problems = damaged.read(whole.decode().encode("utf-16"))
    assert (count, findings, [problem.message for problem in problems]) == (0, [], ["the file is UTF-16, not UTF-8"])
    assert problems[0].fix == "save it as UTF-8"


def test_jl_03_a_key_that_stands_twice_does_not_go_unnoticed(damaged: Damaged, cli: Callable[..., object]) -> None:
    """The reader takes the last, as every JSON reader does; the id, and `check`, tell that the line was changed."""
    twice = damaged.lines[0].replace(b'"value":"A"', b'"value":"A","value":"B"')
    assert damaged.read(twice)[0] == 1
    (entry,) = (entry for _, entry in LogReader(damaged.path))
    assert entry.id != id_of(entry)
    run = cli("check", damaged.path.parents[2], "--json")
    assert run.code == 1
    assert {"repeated_key", "edited_record"} <= {finding["code"] for finding in run.document["findings"]}


def test_jl_07_torn_glued_and_without_a_line_end(damaged: Damaged) -> None:
    one, two, three = damaged.lines
    assert damaged.read(one + two + three[:90])[0] == 2
    assert codes(damaged.read(one + two + three[:90])[1]) == ["torn_line"]
    smile = three.index("\U0001f642".encode())
    count, findings, problems = damaged.read(one + two + three[: smile + 2])
    assert (count, codes(findings), problems) == (2, ["torn_line"], [])
    count, findings, problems = damaged.read(one + two[:-1])
    assert (count, codes(findings), problems) == (2, ["no_line_end"], [])
    count, findings, problems = damaged.read(one + two[:60] + three + three)
    assert (count, findings) == (2, [])
    assert [problem.where for problem in problems] == [f"{damaged.path}:2"]


@pytest.mark.parametrize(
    ("name", "rows", "message"),
    [
        ("jl01_bom", 2, None),
        ("jl01_utf16", None, "the file is UTF-16, not UTF-8"),
        ("jl03_dupkeys", None, 'duplicate key "gold"'),
        ("jl07_torn", None, "torn last line"),
        ("jl07_torn_utf8", None, "torn last line"),
        ("jl07_no_newline", 2, None),
        ("jl07_glued", None, "jl07_glued.jsonl:2"),
    ],
)
def test_the_files_of_these_cases_as_tables(shared: Path, name: str, rows: int | None, message: str | None) -> None:
    path = shared / "cases" / "files" / f"{name}.jsonl"
    if message is None:
        assert read_tables([path]).frame.height == rows
        return
    with pytest.raises(InputError) as caught:
        read_tables([path])
    assert message in str(caught.value)


@pytest.mark.parametrize(("name", "torn", "bad"), [("jl07_torn", 1, 2), ("jl07_torn_utf8", 1, 1), ("jl07_glued", 0, 3)])
def test_the_files_of_these_cases_are_no_logs(shared: Path, name: str, torn: int, bad: int) -> None:
    reader = LogReader(shared / "cases" / "files" / f"{name}.jsonl")
    assert list(reader) == []
    assert codes(reader.findings) == ["torn_line"] * torn
    assert codes(reader.problems) == ["bad_record"] * bad
