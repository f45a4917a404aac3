"""One file as text: the hand-over from a reader of one format to the reader of tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from accord.annotations.rows import header
from accord.annotations.rows.place import Place
from accord.annotations.rows.tally import Tally
from accord.findings import Finding


@dataclass(frozen=True)
class Part:
    """What one file holds.

    columns: the names of all its columns that have one. frame: (rows, columns read), every column text, null
    where a value is absent; meaningless where there are problems. line: (rows,) where each row starts, as the
    file counts. absent_is_null: rows name their own columns, so one that no row names is all null.
    """

    place: Place
    columns: tuple[str, ...]
    frame: pl.DataFrame
    line: NDArray[np.int64]
    findings: tuple[Finding, ...] = ()
    problems: tuple[Finding, ...] = ()
    absent_is_null: bool = False


@dataclass(frozen=True)
class Grid:
    """A header and rows below it, before names are looked at.

    header: the cells of the header as they are, on line `header_line`. frame: (rows, header cells) text, the
    columns named "0", "1", ...; without rows where widths are wrong. line: (rows,) where each row starts.
    wrong: the first few rows of another width than the header, as (line, fields); wrong_count: all of them.
    labels: what the file calls its columns, where that is not their number.
    """

    header: Sequence[str]
    header_line: int
    frame: pl.DataFrame
    line: NDArray[np.int64]
    wrong: tuple[tuple[int, int], ...] = ()
    wrong_count: int = 0
    labels: tuple[str, ...] = ()

    def part(self, file: str, place: Place, needed: Sequence[str] | None, findings: Sequence[Finding] = ()) -> Part:
        """The columns that are needed (all where None) by name, with every problem of header and widths."""
        names = header.clean(self.header)
        top = place.at(self.header_line)
        problems = header.repeated(names, top, self.labels)
        if needed is None:
            problems += header.unnamed(names, top, self.labels)
        problems += self.width_problems(file, place)
        if not self.wrong_count and not len(self.line):
            problems.append(Finding("no_rows", "error", file, "the table has a header and no rows"))
        position = {name: str(at) for at, name in enumerate(names) if name}
        wanted = [name for name in position if needed is None or name in needed]
        frame = self.frame.select(pl.col(position[name]).alias(name) for name in wanted)
        return Part(place, tuple(position), frame, self.line, tuple(findings), tuple(problems))

    def width_problems(self, file: str, place: Place) -> list[Finding]:
        """The first rows of another width than the header, and how many more there are."""
        tally = Tally(file)
        for line, fields in self.wrong:
            message = f"{fields} field{'' if fields == 1 else 's'}, the header has {len(self.header)}"
            tally.add("row_width", place.at(line), message, "every row needs the width of the header")
        tally.add_unseen("row_width", self.wrong_count - len(self.wrong))
        return tally.problems()


def empty_frame(columns: Sequence[str]) -> pl.DataFrame:
    """A frame of text columns without rows."""
    return pl.DataFrame(schema=dict.fromkeys(columns, pl.String))
