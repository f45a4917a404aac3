"""Runs the command line in this process and holds what came out of it."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

from accord.cli.main import main

# Files are loaded by path, and cannot import their neighbours or those of other tests otherwise.
HERE = Path(__file__).parent
ANNOTATIONS = HERE.parent / "annotations"
sys.path[:0] = [str(folder) for folder in (HERE, HERE / "plain", ANNOTATIONS, ANNOTATIONS / "workbooks")]
# They register what they hold, once.
collect_ignore_glob = ["damaged_*.py"]


@dataclass(frozen=True)
class Run:
    """Exit code, standard output and standard error of one command."""

    code: int
    out: str
    err: str

    @cached_property
    def document(self) -> dict[str, Any]:
        return json.loads(self.out)

    def estimate(self, field: str, measure: str, slice: str = "all", pair: str | None = None) -> dict[str, Any]:
        """The one row of these four; a pair may be named in either order."""
        pairs = {pair, None if pair is None else "|".join(reversed(pair.split("|")))}
        rows = [
            row
            for row in self.document["estimates"]
            if (row["field"], row["measure"], row["slice"]) == (field, measure, slice) and row["pair"] in pairs
        ]
        assert len(rows) == 1, f"{len(rows)} rows of {field}, {measure}, {slice}, {pair}"
        return rows[0]

    def value(self, field: str, measure: str, slice: str = "all", pair: str | None = None) -> float | None:
        return self.estimate(field, measure, slice, pair)["value"]

    def findings(self, code: str) -> list[dict[str, Any]]:
        return [finding for finding in self.document["findings"] if finding["code"] == code]


class Cli:
    """`cli("agree", table, "--item", "x")`; `cli.agree(...)` adds --json and expects exit code 0."""

    def __call__(self, *arguments: object) -> Run:
        out, err = io.StringIO(), io.StringIO()
        before = sys.argv
        sys.argv = ["accord", *map(str, arguments)]
        code = 0
        try:
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                main()
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else int(end.code is not None)
        finally:
            sys.argv = before
        return Run(code, out.getvalue(), err.getvalue())

    def agree(self, *arguments: object) -> Run:
        run = self("agree", *arguments, "--json")
        assert run.code == 0, run.err
        return run


@pytest.fixture(scope="session")
def cli() -> Cli:
    return Cli()


class Folder:
    """Tables that a test makes, in a folder of their own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def csv(self, name: str, header: Sequence[str], rows: Iterable[Sequence[Any]]) -> Path:
        path = self.folder / name
        with path.open("w", newline="", encoding="utf-8") as stream:
            csv.writer(stream).writerows([header, *rows])
        return path

    def jsonl(self, name: str, rows: Iterable[dict[str, Any]]) -> Path:
        path = self.folder / name
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        return path

    def wide(self, name: str, units: Sequence[Sequence[Any]]) -> tuple[Path, str]:
        """A table with a line for each unit and a column for each rater, and the names of those columns."""
        raters = [f"r{at}" for at in range(1, len(units[0]) + 1)]
        return self.csv(name, raters, units), ",".join(raters)


@pytest.fixture(scope="session")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Folder:
    return Folder(tmp_path_factory.mktemp("tables"))


@pytest.fixture(scope="session")
def data(shared: Path) -> Path:
    return shared / "data"


@pytest.fixture(scope="session")
def reference(data: Path) -> dict[str, Any]:
    """Values computed with other libraries."""
    return json.loads((data / "reference_values.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="session")
def cases(shared: Path) -> dict[str, tuple[Any, Any]]:
    """Id of a reported problem -> its input and its expected outcome."""
    lines = (shared / "cases" / "cases.jsonl").read_text(encoding="utf-8").splitlines()
    return {found["id"]: (found["input"], found["expected"]) for found in map(json.loads, lines)}


@pytest.fixture(scope="session")
def case(cases: dict[str, tuple[Any, Any]]) -> Callable[[str], tuple[Any, Any]]:
    """`case("agr-01")`: input and expected outcome."""
    return cases.__getitem__
