"""The base of every format that answers are imported from and exported to."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import polars as pl

from accord.annotations.exchange.incoming import Incoming, Request
from accord.findings import Finding
from accord.spec.benchmark import Benchmark


@dataclass(frozen=True, eq=False)
class Outgoing:
    """Standing submissions on their way out.

    frame: (R, columns) text: item, of (the model whose output is judged), rater, role, pass, at, state, reason, and a
    column for each of `fields` with answers as cells: null where missing, `NOT_ASKED_CELL` where not asked. blanks:
    what a format does not hold that writes both of these as a blank cell.
    """

    frame: pl.DataFrame
    fields: tuple[str, ...]
    blanks: tuple[Finding, ...] = ()


class Format(ABC):
    """One kind of file. It reads rows of text and writes them; what they mean is decided elsewhere.

    name: of the option --format. suffixes: of the files that it writes.
    """

    name: ClassVar[str]
    suffixes: ClassVar[tuple[str, ...]]

    def doubt(self, paths: Sequence[Path], benchmark: Benchmark, request: Request) -> str:
        """Why files are not surely of this format; "" where they are. A format may always want to be named.

        Raises UsageError and InputError.
        """
        return "is read only where it is named"

    @abstractmethod
    def read(self, paths: Sequence[Path], benchmark: Benchmark, request: Request) -> Incoming:
        """The rows of files. Raises UsageError and InputError."""

    @abstractmethod
    def write(self, path: Path, outgoing: Outgoing, benchmark: Benchmark, request: Request) -> list[Finding]:
        """Write a file, whole or not at all; says what the format cannot hold (code `not_held`, warning).

        Of the request its columns, raters, role and pass count. Read again with these the file gives the same
        submissions, but for what is said that it cannot hold.
        Raises UsageError where it could hold nothing of use, or a file of this suffix cannot hold a text; OSError.
        """
