"""An opened folder: the benchmark, and what its items and logs hold, each read once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from accord.annotations.items import ItemTable, read_items
from accord.annotations.log.name import FOLDER as LOGS
from accord.annotations.log.outputs import Outputs, outputs_of
from accord.annotations.log.standing import Standing, read_standing
from accord.annotations.sample.assignments import FOLDER as ASSIGNMENTS
from accord.annotations.sample.assignments import Assignment, read_assignments
from accord.errors import InputError, UsageError
from accord.spec.benchmark import FILE, Benchmark, load_benchmark


@dataclass(frozen=True, eq=False)
class Opened:
    """A benchmark's folder. What is read is kept; open it again to see what was written since."""

    path: Path
    benchmark: Benchmark

    @cached_property
    def items(self) -> ItemTable:
        """The items. Raises InputError."""
        return read_items(self.path, self.benchmark)

    @cached_property
    def standing(self) -> Standing:
        """The standing submissions of all raters, with lines that are no record among its problems."""
        return read_standing(self.path, tuple(self.benchmark.fields))

    @cached_property
    def outputs(self) -> Outputs:
        """The outputs of models."""
        return outputs_of(self.standing)

    def sound_assignments(self) -> list[Assignment]:
        """The assignments. Raises InputError where one cannot be read."""
        assignments, problems = read_assignments(self.path / ASSIGNMENTS)
        wrong = [problem for problem in problems if problem.severity == "error"]
        if wrong:
            raise InputError(wrong)
        return assignments

    def needs(self, path: Path) -> bool:
        """Whether a path is one of the files that the benchmark is made of, which nothing may write over."""
        target, home = path.resolve(), self.path.resolve()
        own = {home / FILE, home / self.benchmark.items.file}
        return target in own or any((home / folder) in target.parents for folder in (LOGS, ASSIGNMENTS))

    def sound_standing(self) -> Standing:
        """The standing submissions. Raises InputError where a line of a log is no record."""
        if self.standing.problems:
            raise InputError(self.standing.problems)
        return self.standing


def opened(folder: Path | str) -> Opened:
    """Open a benchmark's folder. Raises UsageError where it is no folder, InputError for its `benchmark.yaml`."""
    path = Path(folder)
    if not path.is_dir():
        what = "is no folder" if path.exists() else "does not exist"
        raise UsageError(f"{path} {what}; make a benchmark with: accord init {path}")
    return Opened(path, load_benchmark(path))
