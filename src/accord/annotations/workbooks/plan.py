"""What one workbook holds: its columns, and a row an item. The same for all annotators of a group."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from accord.annotations.workbooks.held import alike
from accord.canonical import compact
from accord.findings import Finding

Part = Literal["shown", "picture", "reference", "output", "answer", "item", "tracking", "annotator"]
FIXED: frozenset[Part] = frozenset({"shown", "reference", "output", "item", "tracking"})
"""Parts whose cells hold what was given out."""
HEADING_ROW = 1
FIRST_ROW = 2
"""The row of the first item in a workbook as it is given out."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column. name: its heading, unique in the workbook.

    field: of references, outputs and answers; model: of outputs and of answers about them. choices: what is picked
    from, none where the answer is typed. label: of a column that is one label of a set, the id of that label.
    optional: whether a blank is no gap; is_text: whether Excel must not take what is typed for a number or a date.
    """

    name: str
    part: Part
    field: str | None = None
    model: str | None = None
    choices: tuple[str, ...] = ()
    label: str | None = None
    optional: bool = False
    is_text: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """One item. texts: what each column holds, "" where nothing; asked: which answers are wanted, by column.

    unread: models without an output that could be read; image: the path of its picture.
    """

    item: str
    texts: tuple[str, ...]
    asked: tuple[bool, ...]
    image: str | None = None
    unread: frozenset[str] = frozenset()


@dataclass(frozen=True, eq=False)
class Plan:
    """One group of an assignment. raters: who each get a copy; findings: what cells cannot hold."""

    assignment: str
    group: str
    raters: tuple[str, ...]
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    findings: tuple[Finding, ...] = ()

    @cached_property
    def fixed(self) -> tuple[int, ...]:
        """The columns whose cells hold what was given out."""
        return tuple(at for at, column in enumerate(self.columns) if column.part in FIXED)

    @cached_property
    def models(self) -> tuple[str, ...]:
        """The models whose outputs are judged, in the order of their columns."""
        return tuple(dict.fromkeys(column.model for column in self.columns if column.model is not None))

    @cached_property
    def item_place(self) -> int:
        """The column that says which item a row is about."""
        return next(at for at, column in enumerate(self.columns) if column.part == "item")

    @cached_property
    def answers(self) -> tuple[int, ...]:
        """The columns that people fill in."""
        return tuple(at for at, column in enumerate(self.columns) if column.part == "answer")

    @cached_property
    def names_digest(self) -> str:
        """SHA-256 of the headings."""
        return names_digest([column.name for column in self.columns])

    def row_digest(self, row: Row) -> str:
        """SHA-256 of what a row was given out with."""
        return texts_digest([row.texts[at] for at in self.fixed])

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the whole content, answers and annotator left out."""
        rows = [self.row_digest(row) for row in self.rows]
        return texts_digest([self.names_digest, models_text(self.models), *rows])


def models_text(models: Sequence[str]) -> str:
    """The names of models as the hidden sheet holds them: ASCII, so that no program changes a letter."""
    return json.dumps(list(models))


def names_digest(names: list[str]) -> str:
    """SHA-256 of headings, whatever their order."""
    return texts_digest(sorted(map(alike, names)))


def texts_digest(texts: list[str]) -> str:
    """SHA-256 of texts in their order, as they are compared."""
    return hashlib.sha256(compact([alike(text) for text in texts]).encode()).hexdigest()
