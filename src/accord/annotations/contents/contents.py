"""What a benchmark's folder holds, laid out for checks and counts; each part is worked out once, when it is needed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from accord.annotations.contents.picture_files import Picture, read_pictures
from accord.annotations.encode import Codes, cell_codes, combined_codes, id_codes
from accord.annotations.items import ItemTable, rows_left_blank
from accord.annotations.log.audit import NO_AUDIT, LogAudit
from accord.annotations.log.outputs import Outputs
from accord.annotations.log.standing import Standing
from accord.annotations.log.submission import FIRST
from accord.annotations.sample.assignments import Assignment
from accord.spec.benchmark import FILE, Benchmark
from accord.spec.reading import Reading
from accord.spec.roles import Role
from accord.spec.states import State
from accord.spec.yaml_lines import Path as Keys
from accord.spec.yaml_lines import Yaml, read_yaml

Mask = NDArray[np.bool_]
RowNumbers = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Said:
    """What was said in one field.

    codes: (R,) the distinct cell of every standing submission, -1 where there is none. cells: their texts. reading:
    what the field makes of them. state: (R,) uint8, see `State`.
    """

    codes: Codes
    cells: list[str]
    reading: Reading
    state: NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class Contents:
    """A folder with R standing submissions. audit: what was found when its logs were read record by record."""

    path: Path
    benchmark: Benchmark
    items: ItemTable
    standing: Standing
    outputs: Outputs
    assignments: tuple[Assignment, ...] = ()
    audit: LogAudit = NO_AUDIT

    @cached_property
    def said(self) -> dict[str, Said]:
        """Every field of the form."""
        found = {}
        for name, field in self.benchmark.fields.items():
            codes, cells = cell_codes(self.standing.frame[name])
            reading = field.read(cells)
            state = np.append(reading.states, np.uint8(State.MISSING))[codes]
            found[name] = Said(codes, cells, reading, state)
        return found

    @cached_property
    def item_row(self) -> RowNumbers:
        """(R,) the row of the item in the table, -1 where it is not there."""
        rows = self.items.row
        return np.array([rows.get(name, -1) for name in self.standing.frame["item"].to_list()], np.int64)

    @cached_property
    def about_output(self) -> Mask:
        """(R,) whether a form is about an output."""
        return self.standing.frame["of"].is_not_null().to_numpy()

    @cached_property
    def filled_in(self) -> Mask:
        """(R,) the forms of the first pass that could be read and judged."""
        frame = self.standing.frame
        return ((frame["state"] == "answered") & (frame["pass"] == FIRST)).to_numpy()

    @cached_property
    def first_pass(self) -> Mask:
        """(R,) the submissions of the first pass."""
        return (self.standing.frame["pass"] == FIRST).to_numpy()

    def of_role(self, *roles: Role) -> Mask:
        """(R,) the submissions of some roles."""
        return self.standing.frame["role"].is_in(roles).to_numpy()

    @cached_property
    def _who(self) -> tuple[Codes, tuple[tuple[Role, str], ...]]:
        frame = self.standing.frame
        codes = combined_codes([id_codes(frame["role"])[0], id_codes(frame["rater"])[0]])
        first = np.unique(codes, return_index=True)[1]
        return codes, tuple(zip(frame["role"].gather(first), frame["rater"].gather(first), strict=True))

    @property
    def rater(self) -> Codes:
        """(R,) who answered, as a code into `raters`."""
        return self._who[0]

    @property
    def raters(self) -> tuple[tuple[Role, str], ...]:
        """Role and name of every rater."""
        return self._who[1]

    @cached_property
    def unit(self) -> Codes:
        """(R,) what was answered about: an item, or an output for it."""
        frame = self.standing.frame
        return combined_codes([id_codes(frame["item"])[0], id_codes(frame["of"].fill_null(""))[0]])

    @cached_property
    def time(self) -> Codes:
        """(R,) when it was answered, as a code that rises with the time; -1 where it is not known."""
        return cell_codes(self.standing.frame["at"])[0]

    @cached_property
    def in_order(self) -> RowNumbers:
        """(R,) the submissions rater by rater in the order of their times; of the log, where any has no time."""
        timeless = np.bincount(self.rater, self.time < 0, minlength=len(self.raters)) > 0
        time = np.where(timeless[self.rater], 0, self.time)
        return np.lexsort((time, self.rater))

    @cached_property
    def pictures(self) -> dict[str, Picture]:
        """The pictures of the items by their paths."""
        column = self.benchmark.items.image
        names = [] if column is None else self.items.frame[column].drop_nulls().to_list()
        return read_pictures(self.path, (name for name in names if name.strip()))

    def asked(self, field: str) -> Mask:
        """(R,) the submissions whose rater was asked this field."""
        return self._on_form(field) & self.of_role(*self.benchmark.asked_of(field)) & ~self.left_blank(field)

    def on_other_form(self, field: str) -> Mask:
        """(R,) the submissions about an item where the field is about outputs, and the other way round."""
        return ~self._on_form(field)

    def left_blank(self, field: str) -> Mask:
        """(R,) the submissions whose role leaves a field blank, as the item has no reference for it."""
        roles = self.standing.frame["role"]
        return rows_left_blank(self.benchmark, self.items, field, self.item_row, roles)

    def _on_form(self, field: str) -> Mask:
        is_match = self.benchmark.forms[field].matched() is not None
        return self.about_output if is_match else ~self.about_output

    def units_of(self, role: Role) -> dict[str, list[str | None]]:
        """Item -> what a role is asked about there: None for the item, the ids of its readable outputs.

        Items that cannot be rated, and those with nothing to ask about, are left out.
        """
        asks_output = bool(self.benchmark.asked(role, about_output=True))
        asked = [self.benchmark.forms[name] for name in self.benchmark.asked(role, about_output=False)]
        # A comment beside outputs to judge may well stay blank.
        asks_item = bool(asked) and not (asks_output and all(form.optional for form in asked))
        units: dict[str, list[str | None]] = {name: [None] if asks_item else [] for name in self.items.ids}
        for output, item in self.outputs.item.items() if asks_output else ():
            if item in units and output not in self.outputs.invalid:
                units[item].append(output)
        return {name: found for name, found in units.items() if found and name not in self.items.invalid_outputs}

    def by_log(self, mask: Mask) -> Iterator[RowNumbers]:
        """The chosen submissions log by log, in the order of the lines."""
        rows = np.flatnonzero(mask)
        starts = np.flatnonzero(np.diff(self.standing.log[rows], prepend=-1))
        yield from (part for part in np.split(rows, starts) if len(part))

    def item_place(self, name: str, column: str | None = None) -> str:
        """Where an item stands."""
        return self.items.table.place(self.items.row[name], column)

    def spec_place(self, keys: Keys) -> str:
        """The line of `benchmark.yaml` where something is asked."""
        return self._yaml.place(keys)

    @cached_property
    def _yaml(self) -> Yaml:
        path = self.path / FILE
        return read_yaml(path.read_text(encoding="utf-8-sig"), str(path))

    def name_of(self, row: int | np.integer[Any]) -> str:
        """Role and name of the rater of a submission."""
        return " ".join(self.raters[int(self.rater[row])])

    def text(self, row: int | np.integer[Any], column: str) -> str:
        """A text of a submission; "" where it has none."""
        found: str | None = self.standing.frame[column][int(row)]
        return found or ""

    def place(self, field: str | None = None) -> partial[str]:
        """Names the log and line of a submission, and the field."""
        return partial(self.standing.place, column=field)
